"""What the buttons do: open a source with the rights of who clicks, ask again, keep a report or an opinion.

Rule: a button carries only an id; what it opens is looked up at the click.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from slack_sdk.web.async_client import AsyncWebClient

from bot.messages import both, say
from bot.revisions import latest, revised
from bot.slack import modal
from bot.slack.clicks import Click, Window
from bot.slack.desk import AGAIN, Desk, as_reworded, from_modal, once_more
from bot.slack.text import Json
from bot.state import Cited, State
from core.domain import Chunk, Document

log = logging.getLogger(__name__)


class Library(Protocol):
    """Documents as they are and as they were."""

    def chunk_at(self, chunk_id: str, revision: int) -> tuple[Chunk, bool] | None:
        """The chunk as it was at a knowledge revision, and whether that version is still current."""
        ...

    def documents(self) -> tuple[Document, ...]:
        """All current documents."""
        ...

    def revision(self) -> int:
        """The knowledge revision: one more with every change."""
        ...

    def count_chunks(self) -> int:
        """How many chunks are current."""
        ...


@dataclass(slots=True, kw_only=True)
class Buttons:
    """The actions of all messages, for every instance of the bot: nothing is kept in memory."""

    client: AsyncWebClient
    state: State
    library: Library
    desk: Desk
    new_id: Callable[[], str]

    @property
    def _window(self) -> Window:
        return Window(self.client, self.desk.delivery)

    async def open_source(self, click: Click) -> None:
        """A modal with the cited chunk; ``click.value`` is ``answer id:number``."""
        view = await self._window.open(click)
        if view is not None:
            await self._window.fill(view, await self._source(click))

    async def open_rephrase(self, click: Click) -> None:
        """A modal with the question to edit."""
        view = await self._window.open(click)
        if view is None:
            return
        answer = await self.state.answer(click.value)
        if answer is None:
            await self._window.fill(view, modal.unavailable("modal_missing", "zh"))
        else:
            await self._window.fill(view, modal.rephrase(answer.question, answer.id, answer.language))

    async def ask_rephrased(self, view: Json, user: str) -> None:
        """Answer what was typed into the form, in the thread that it came from."""
        text = modal.typed_question(view)
        asked = await self.state.asked(view["private_metadata"])
        if asked is None or not text:
            return
        question = from_modal(asked, view_id=view["id"], text=text, asker=user, answer_id=self.new_id())
        if await self.state.receive(question):
            self.desk.start(question)

    async def try_again(self, click: Click) -> None:
        """Answer the same question once more, into the same message where nothing was shown."""
        asked, answer = await self.state.asked(click.value), await self.state.answer(click.value)
        if asked is None or answer is None:
            return await self._window.whisper(click, " / ".join(both("modal_missing")), None)
        question = once_more(asked, asker=click.user, answer_id=self.new_id())
        if not await self.state.receive(question, into=answer):
            return await self._window.whisper(click, say("already_asking", answer.language), answer)
        self.desk.start(question)
        return await self._window.whisper(click, say("asking_again", answer.language), answer)

    async def cancel(self, click: Click) -> None:
        """Stop the answer that is being given; only who asked may."""
        answer = await self.state.answer(click.value)
        if answer is not None and answer.asker != click.user:
            await self._window.whisper(click, say("cancel_denied", answer.language), answer)
        elif answer is not None and answer.status == "open":
            await self.desk.cancels.cancel(answer.id)

    async def answer_reworded(self, click: Click) -> None:
        """Answer the question as it reads after its message was edited, in place of the answer that stands."""
        asked, text = await self.state.asked(click.value), await revised(self.state.engine, click.value)
        found = await latest(self.state.engine, asked, again=AGAIN) if asked else ""
        answer = await self.state.answer(found)
        if asked is None or answer is None or not text:
            return await self._window.whisper(click, " / ".join(both("modal_missing")), None)
        question = as_reworded(asked, answer, text=text, asker=click.user, answer_id=self.new_id())
        if answer.status == "open" or answer.question == text or not await self.state.receive(question, into=answer):
            return await self._window.whisper(click, say("already_asking", answer.language), answer)
        self.desk.start(question)
        return await self._window.whisper(click, say("asking_again", answer.language), answer)

    async def _source(self, click: Click) -> Json:
        """The view of the source that was pressed, or why there is none."""
        answer_id, _, number = click.value.rpartition(":")
        answer = await self.state.answer(answer_id)
        if answer is None:
            return modal.unavailable("modal_missing", "zh")
        try:
            cited = next((one for one in await self.state.cited(answer_id) if str(one.number) == number), None)
            found = None if cited is None else await self._chunk(cited)
            if cited is None or found is None:
                return modal.unavailable("modal_missing", answer.language)
            chunk, is_current = found
            now = chunk.document if is_current else await self._now(chunk.document.id)
            viewer = await self.desk.directory.of_person(click.user, team=answer.team, channel=click.channel)
        except Exception:
            log.exception("source %s can't be opened", click.value)
            return modal.unavailable("modal_failed", answer.language)
        if not all(viewer.may_read(document) for document in (chunk.document, now) if document is not None):
            return modal.unavailable("modal_denied", answer.language)
        return modal.source(
            chunk, cited.spans, answer.language, number=cited.number, changed_to=now, is_current=is_current
        )

    async def _chunk(self, cited: Cited) -> tuple[Chunk, bool] | None:
        return await asyncio.to_thread(self.library.chunk_at, cited.chunk_id, cited.revision)

    async def _now(self, document_id: str) -> Document | None:
        documents = await asyncio.to_thread(self.library.documents)
        return next((document for document in documents if document.id == document_id), None)
