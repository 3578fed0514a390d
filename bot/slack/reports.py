"""Reports that go somewhere: to the owners of the documents or a channel, and what they say back to the thread.

Rule: of a document's text and title, a place gets only what everyone there may read; else the chunk's id alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

import sqlalchemy as sa
from slack_sdk.web.async_client import AsyncWebClient

from bot.messages import both, say
from bot.outbox import Due
from bot.reports import Filed, ReportKind, Reports
from bot.slack import modal, notices
from bot.slack import report_texts as texts
from bot.slack.audience import Directory
from bot.slack.buttons import Library
from bot.slack.clicks import Click, Window
from bot.slack.delivery import Delivery, DeliveryError
from bot.slack.office import Office
from bot.slack.paging import Page
from bot.slack.text import Json, shorten
from bot.state import Answer, Asked, State
from bot.tables import TURNS
from core.domain import Audience, Chunk, Document, Span

log = logging.getLogger(__name__)

MOST_PASSAGES: Final = 5


class Sender(Protocol):
    """Sends what is due."""

    async def send(self) -> None:
        """Send it now; never fails."""
        ...


@dataclass(frozen=True, slots=True)
class _Cited:
    chunk: Chunk
    spans: tuple[Span, ...]
    now: Document | None

    def may_be_read(self, audience: Audience) -> bool:
        """As it was cited, and as it is: a version that is secret now makes the old one secret, too."""
        return audience.may_read(self.chunk.document) and (self.now is None or audience.may_read(self.now))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDesk:
    """Takes reports, brings them to owners, and their replies back."""

    client: AsyncWebClient
    state: State
    reports: Reports
    library: Library
    directory: Directory
    delivery: Delivery
    office: Office
    new_id: Callable[[], str]

    @property
    def _window(self) -> Window:
        return Window(self.client, self.delivery)

    async def take(self, click: Click, kind: ReportKind, sender: Sender) -> None:
        """A report that needs no reason, from a button under a refusal; ``click.value`` is the answer's id."""
        answer = await self.state.answer(click.value)
        if answer is None:
            return await self._window.whisper(click, " / ".join(both("modal_missing")), None)
        return await self._file(answer, click, Filed(id="", answer_id=answer.id, user=click.user, kind=kind), sender)

    async def rate(self, click: Click) -> None:
        """Keep an opinion, ``answer id:useful`` or ``:not_useful``; with the latter, ask what is wrong."""
        answer_id, _, value = click.value.rpartition(":")
        answer = await self.state.answer(answer_id)
        if answer is None or value not in ("useful", "not_useful"):
            return
        opened = await self._window.open(click) if value == "not_useful" else None
        await self.state.rate(answer_id, user=click.user, value=value)
        await self._window.whisper(click, say("feedback_thanks", answer.language), answer)
        if opened is not None:
            await self._window.fill(opened, texts.reason_form(answer_id, click.channel, answer.language))

    async def take_reason(self, view: Json, user: str, sender: Sender) -> None:
        """The form that says what is wrong with an answer was sent."""
        answer_id, _, channel = str(view["private_metadata"]).partition(" ")
        answer = await self.state.answer(answer_id)
        reason = texts.typed(view, "reason")
        if answer is None or not reason:
            return
        click = Click(user=user, channel=channel, value=answer_id, trigger_id="")
        filed = Filed(
            id="", answer_id=answer_id, user=user, kind="wrong", reason=reason, comment=texts.typed(view, "comment")
        )
        await self._file(answer, click, filed, sender)

    async def open_settle(self, click: Click, message_ts: str) -> None:
        """The form in which an owner says what became of a report; ``click.value`` is its id.

        ``message_ts``: the message whose button was pressed; empty: App Home.
        """
        opened = await self._window.open(click)
        report = await self.reports.get(click.value)
        answer = await self.state.answer(report.answer_id) if report else None
        if opened is None:
            return
        if report is None or answer is None:
            view = modal.unavailable("modal_missing", "zh")
        elif report.state != "open":
            view = modal.unavailable("report_settled", answer.language)
        else:
            place = f"{click.channel} {message_ts}" if message_ts else ""
            view = texts.settle_form(report, answer.question, place, answer.language)
        await self._window.fill(opened, view)

    async def problems(self, view: Json, user: str) -> dict[str, str]:
        """What is wrong with a filled-in form, by its fields. A document that ``user`` may not read is not there."""
        outcome, found = texts.typed(view, "outcome"), texts.typed(view, "document")
        report = await self.reports.get(str(view["private_metadata"]).split(" ")[0])
        answer = await self.state.answer(report.answer_id) if report else None
        if answer is None:
            return {}
        if outcome == "answered" and not texts.typed(view, "reply"):
            return {"reply": say("reply_missing", answer.language)}
        if outcome == "added" and await self._readable(found, user, answer) is None:
            return {"document": say("document_missing", answer.language)}
        return {}

    async def settle(self, view: Json, user: str, sender: Sender) -> None:
        """An owner's word on a report goes back to where it came from, once."""
        report_id, _, place = str(view["private_metadata"]).partition(" ")
        report = await self.reports.get(report_id)
        answer = await self.state.answer(report.answer_id) if report else None
        if report is None or answer is None:
            return
        outcome = texts.typed(view, "outcome")
        told = None
        if outcome != "closed":
            told = _reply_to(report_id, answer)
        is_new = await self.reports.settle(
            report_id,
            "closed" if outcome == "closed" else "answered",
            by=user,
            reply=texts.typed(view, "reply") if told else "",
            document_id=texts.typed(view, "document") if outcome == "added" else "",
            told=told,
        )
        if is_new:
            await sender.send()
        await self._show_settled(report, answer, place, user)

    async def write_report(self, due: Due) -> Page | None:
        """The message to an owner, with what may be read where it goes."""
        report = await self.reports.get(due.subject)
        answer = await self.state.answer(report.answer_id) if report else None
        if report is None or answer is None:
            return None
        return await self._message(report, answer, await self._audience(due.channel, answer))

    async def _message(self, report: Filed, answer: Answer, audience: Audience) -> Page:
        cited = await self._cited(answer)
        passages = [_passage(one, is_open=one.may_be_read(audience)) for one in cited[:MOST_PASSAGES]]
        is_readable = bool(cited) and all(one.may_be_read(audience) for one in cited)
        shown = await self._said(answer) if is_readable else ""
        return texts.message(report, answer.question, shown, passages, answer.language)

    async def write_reply(self, due: Due) -> Page | None:
        """The line in the thread that the report came from."""
        report = await self.reports.get(due.subject)
        answer = await self.state.answer(report.answer_id) if report else None
        if report is None or answer is None:
            return None
        audience = await self._audience(due.channel, answer)
        document = await self._document(report.document_id)
        readable = document if document is not None and audience.may_read(document) else None
        question = "" if answer.messages else answer.question
        return texts.reply(report, readable, answer.language, question=question, answer_id=answer.id)

    async def _file(self, answer: Answer, click: Click, report: Filed, sender: Sender) -> None:
        documents = [one.chunk.document for one in await self._cited(answer)]
        is_new = await self.reports.file(replace(report, id=self.new_id()), self.office.places(documents))
        text = say("already_recorded", answer.language)
        if is_new:
            await sender.send()
            text = await self._recorded(answer, report.kind, click)
        await self._window.whisper(click, text, answer)

    async def _recorded(self, answer: Answer, kind: ReportKind, click: Click) -> str:
        """What is said to who made a report: titles and owners only of documents that they may read."""
        if kind == "wrong":
            return say("recorded_wrong", answer.language)
        viewer = await self.directory.of_person(click.user, team=answer.team, channel=click.channel)
        cited = [one.chunk.document for one in await self._cited(answer) if one.may_be_read(viewer)]
        if kind == "gap" or not cited:
            return say("recorded_gap", answer.language)
        titles = dict.fromkeys(shorten(document.title, 80) for document in cited)
        joined = say("between_names", answer.language).join(titles)
        owners = notices.owners(cited, answer.language)
        return say("recorded_ask_owner", answer.language, titles=joined, owners=owners)

    async def _show_settled(self, report: Filed, answer: Answer, place: str, user: str) -> None:
        """Take the button off the message at ``place`` (``channel ts``) where ``user`` pressed it."""
        channel, _, ts = place.partition(" ")
        settled = await self.reports.get(report.id)
        if not ts or settled is None:
            return
        audience = await self._audience(user if channel.startswith("D") else channel, answer)
        try:
            await self.delivery.update(await self._message(settled, answer, audience), channel=channel, ts=ts)
        except DeliveryError as error:
            log.warning("the message of report %s keeps its button: %s", report.id, error)

    async def _audience(self, place: str, answer: Answer) -> Audience:
        """Everyone who reads in ``place``: a channel, or the id of one person."""
        if place.startswith(("U", "W")):
            return await self.directory.of_person(place, team=answer.team, channel="")
        return await self.directory.of_question(_asked(answer, place))

    async def _cited(self, answer: Answer) -> list[_Cited]:
        now = {document.id: document for document in await asyncio.to_thread(self.library.documents)}
        found = []
        for one in await self.state.cited(answer.id):
            chunk = await asyncio.to_thread(self.library.chunk_at, one.chunk_id, one.revision)
            if chunk is not None:
                found.append(_Cited(chunk[0], one.spans, now.get(chunk[0].document.id)))
        return found

    async def _said(self, answer: Answer) -> str:
        """The sentences that were shown."""
        query = sa.select(TURNS.c.answer).where(TURNS.c.answer_id == answer.id)
        async with self.state.engine.connect() as connection:
            return str(await connection.scalar(query) or "")

    async def _document(self, document_id: str) -> Document | None:
        documents = await asyncio.to_thread(self.library.documents)
        return next((document for document in documents if document.id == document_id), None)

    async def _readable(self, document_id: str, user: str, answer: Answer) -> Document | None:
        document = await self._document(document_id)
        viewer = await self.directory.of_person(user, team=answer.team, channel="")
        return document if document is not None and viewer.may_read(document) else None


def _asked(answer: Answer, place: str) -> Asked:
    return Asked(team=answer.team, channel=place, ts="", thread_ts="", asker=answer.asker, text="", answer_id=answer.id)


def _reply_to(report_id: str, answer: Answer) -> Due:
    """A line in the thread of an answer; to its asker alone where nobody else has seen it."""
    channel, thread_ts = (answer.channel, answer.thread_ts) if answer.messages else (answer.asker, "")
    return Due(key=f"reply:{report_id}", kind="reply", subject=report_id, channel=channel, thread_ts=thread_ts)


def _passage(cited: _Cited, *, is_open: bool) -> texts.Passage:
    if not is_open:
        return texts.Passage(chunk_id=cited.chunk.id)
    quote = " … ".join(cited.chunk.text[span.start : span.end] for span in cited.spans)
    return texts.Passage(chunk_id=cited.chunk.id, title=cited.chunk.document.title, quote=quote)
