"""Answers that one person alone sees: `/exhibit question`, and "answer this" from a message's menu.

Rule: the audience is that person, nothing is posted in the channel, and no button of such an answer posts there either.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

import aiohttp
from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncRespond
from slack_sdk.errors import SlackApiError

from bot.messages import both, say
from bot.slack import notices
from bot.slack.blocks import Shown, pages, sources
from bot.slack.desk import Desk
from bot.slack.inbox import is_by_a_person
from bot.slack.paging import Page, page
from bot.slack.text import Json
from bot.slack.text import asked as without_mention
from bot.state import Answer, Asked
from core.domain import Language, Question
from core.events import Done
from core.language import language_of

log = logging.getLogger(__name__)

COMMAND: Final = "/exhibit"
SHORTCUT: Final = "answer_this"
MOST_PAGES: Final = 4
"""A response_url takes five messages; one says that we are looking."""
_PUBLIC: Final = frozenset({"rephrase", "try_again"})
"""Buttons that ask again in the channel."""


class Respond(Protocol):
    """Tells the person who asked; others see nothing."""

    async def __call__(
        self, text: str = "", blocks: Sequence[Json] | None = None, *, response_type: str | None = None
    ) -> object:
        """Show ``text`` or ``blocks``."""
        ...


@dataclass(slots=True, kw_only=True)
class Private:
    """Gives answers to one person, each in a task of its own; one that a stop cuts off is lost."""

    desk: Desk
    new_id: Callable[[], str]
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def start(self, asked: Asked, respond: Respond) -> None:
        """Answer ``asked`` to its asker."""
        task = asyncio.create_task(self._answer(asked, respond), name=f"private answer {asked.answer_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def of_command(self, body: Json) -> Asked:
        """The question of a slash command."""
        return self._asked(body["team_id"], body["channel_id"], body["user_id"], str(body.get("text") or ""))

    def of_shortcut(self, body: Json, *, bot_user: str) -> Asked | None:
        """The question that a message is; None where no person wrote it."""
        message, channel = body["message"], body["channel"]["id"]
        if not is_by_a_person(message | {"channel": channel}, bot_user):
            return None
        text = without_mention(str(message.get("text") or ""), bot_user=bot_user)
        return self._asked(body["team"]["id"], channel, body["user"]["id"], text)

    def of_answer(self, answer: Answer, *, user: str, text: str) -> Asked:
        """The question ``text`` of an answer that was a refusal, for one person."""
        return replace(self._asked(answer.team, answer.channel, user, text), thread_ts=answer.thread_ts)

    def _asked(self, team: str, channel: str, user: str, text: str) -> Asked:
        answer_id = self.new_id()
        return Asked(
            team=team,
            channel=channel,
            ts=f"private:{answer_id}",
            thread_ts="",
            asker=user,
            text=text.strip(),
            answer_id=answer_id,
        )

    async def _answer(self, asked: Asked, respond: Respond) -> None:
        language = language_of(asked.text)
        try:
            shown = await self._pages(asked, language)
        except Exception:
            log.exception("private question %s was not answered", asked.answer_id)
            title, blocks = notices.failure(language, answer_id=asked.answer_id)
            shown = [page(title, blocks)]
        for one in shown[:MOST_PAGES]:
            try:
                await respond(one.text, _quiet(one.blocks), response_type="ephemeral")
            except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
                log.warning("a private answer could not be shown: %s", type(error).__name__)

    async def _pages(self, asked: Asked, language: Language) -> Sequence[Page]:
        desk = self.desk
        if not asked.text:
            return [page(*notices.usage())]
        if len(asked.text) > desk.max_chars:
            return [page(*notices.too_long(language, count=len(asked.text), limit=desk.max_chars))]
        if (notice := await desk.limits.exceeded(asked)) is not None:
            text = say(notice, language)
            return [page(text, [notices.paragraph(text)])]
        desk.line.enter(asked.answer_id)
        try:
            async with aclosing(desk.line.turn(asked.answer_id)) as moves:
                async for _ in moves:
                    pass
            shown = await self._shown(asked, language)
        finally:
            desk.line.leave(asked.answer_id)
        await desk.remember_sources(shown)
        await desk.state.end(asked.answer_id, shown.done.status if shown.done else "failed")
        *before, last = pages(shown)
        return [*before, replace(last, blocks=(*last.blocks, *await self._sharing(asked, shown)))]

    async def _sharing(self, asked: Asked, shown: Shown) -> list[Json]:
        """A button that brings the answer into the channel, or why there is none."""
        if not shown.sentences or asked.channel.startswith("D"):
            return []
        audience = await self.desk.directory.of_question(asked)
        if all(audience.may_read(one.chunk.document) for one in sources(shown)):
            label = say("share", shown.language)
            return [notices.actions([notices.button(label, "share", asked.answer_id)])]
        return [notices.context("🔒 " + say("share_not", shown.language))]

    async def _shown(self, asked: Asked, language: Language) -> Shown:
        question = Question(
            id=asked.answer_id,
            text=asked.text,
            language=language,
            as_of=self.desk.today(),
            audience=await self.desk.directory.of_person(asked.asker, team=asked.team, channel=""),
        )
        shown = Shown(id=asked.answer_id, language=language, as_of=question.as_of, quoted=asked.text)
        async with aclosing(self.desk.answer(question)) as events:
            async for event in events:
                shown = shown.after(event)
        if not shown.is_final:
            shown = shown.after(Done(status="failed", emitted=len(shown.sentences), dropped=shown.withheld))
        return shown


def listen(app: AsyncApp, private: Private) -> None:
    """Take the command and the shortcut."""

    async def asked_by_command(ack: AsyncAck, body: Json, respond: AsyncRespond) -> None:
        asked = private.of_command(body)
        await ack()
        if asked.text:
            await respond(say("private_looking", language_of(asked.text)), response_type="ephemeral")
        private.start(asked, respond)

    async def asked_by_shortcut(ack: AsyncAck, body: Json, context: Json, respond: AsyncRespond) -> None:
        await ack()
        asked = private.of_shortcut(body, bot_user=str(context.get("bot_user_id") or ""))
        if asked is None:
            await respond(" / ".join(both("private_no_question")), response_type="ephemeral")
        else:
            private.start(asked, respond)

    app.command(COMMAND)(asked_by_command)
    app.shortcut({"type": "message_action", "callback_id": SHORTCUT})(asked_by_shortcut)


def _quiet(blocks: Sequence[Json]) -> list[Json]:
    """The blocks without the buttons that would post in the channel."""
    kept = []
    for block in blocks:
        if block["type"] != "actions":
            kept.append(block)
        elif left := [element for element in block["elements"] if element["action_id"] not in _PUBLIC]:
            kept.append(block | {"elements": left})
    return kept
