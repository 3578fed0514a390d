"""Where questions are answered: each in a task of its own, a bounded number at once, the rest finished after a restart.

Bolt acknowledges an event before its listener ends and keeps no hold of it, so the tasks are kept here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import Final

from bot.messages import say
from bot.slack import notices
from bot.slack.audience import Directory
from bot.slack.blocks import Shown, sources
from bot.slack.clock import Clock
from bot.slack.delivery import Delivery, DeliveryError
from bot.slack.paging import Page, page
from bot.slack.show import Thread, show
from bot.state import Answer, Asked, Cited, State
from core.domain import Language, Question
from core.events import Event
from core.language import language_of

log = logging.getLogger(__name__)

MODAL: Final = "view:"
AGAIN: Final = "again:"
"""What a made-up ``ts`` begins with: a question asked in a modal, or tried again."""
MOST_ATTEMPTS: Final = 2
"""How often a question is begun; one that was cut off twice is closed with a notice."""

Answerer = Callable[[Question], AsyncGenerator[Event, None]]


@dataclass(slots=True, kw_only=True)
class Desk:
    """Answers questions in their threads. ``slots``: answers at once; ``max_chars``: the longest question."""

    state: State
    answer: Answerer
    directory: Directory
    delivery: Delivery
    clock: Clock
    today: Callable[[], date]
    slots: asyncio.Semaphore
    max_chars: int
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def start(self, asked: Asked) -> None:
        """Answer a question that the inbox has kept."""
        task = asyncio.create_task(self._answer(asked), name=f"answer {asked.answer_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def recover(self) -> None:
        """Take up what an earlier run left: answer it into its message, or close it with a notice."""
        for asked, attempts in await self.state.unfinished():
            if attempts < MOST_ATTEMPTS:
                self.start(asked)
            else:
                await self._close(asked)

    async def drain(self, *, patience_s: float) -> None:
        """Let answers end for ``patience_s`` seconds, then stop them; the next start takes them up."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=patience_s)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def idle(self) -> None:
        """Wait until no answer is being given."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def _answer(self, asked: Asked) -> None:
        language = language_of(asked.text)
        try:
            answer = await self.state.begin(asked, language)
            notice = self._instead(asked, language)
            if notice is not None:
                await self._thread(answer).put([notice])
                await self.state.end(asked.answer_id, "refused")
                return
            shown = await show(
                self._events(asked, language),
                self._start(asked, language),
                thread=self._thread(answer),
                clock=self.clock,
                before_end=self._remember_sources,
            )
            await self.state.end(asked.answer_id, shown.done.status if shown.done else "failed")
        except DeliveryError as error:
            log.error("question %s can't be answered in its channel: %s", asked.answer_id, error)
            await self.state.end(asked.answer_id, "failed")
        except Exception:
            log.exception("question %s was not answered", asked.answer_id)
            await self._close(asked)

    def _instead(self, asked: Asked, language: Language) -> Page | None:
        """What is said where there is no question to answer."""
        if not asked.text:
            return page(*notices.usage())
        if len(asked.text) > self.max_chars:
            return page(*notices.too_long(language, count=len(asked.text), limit=self.max_chars))
        return None

    def _start(self, asked: Asked, language: Language) -> Shown:
        quoted = asked.text if asked.ts.startswith(MODAL) else ""
        return Shown(id=asked.answer_id, language=language, as_of=self.today(), quoted=quoted)

    async def _events(self, asked: Asked, language: Language) -> AsyncGenerator[Event, None]:
        """The answer's events, once it is known who will see them and there is a slot."""
        question = Question(
            id=asked.answer_id,
            text=asked.text,
            language=language,
            as_of=self.today(),
            audience=await self.directory.of_question(asked),
        )
        async with self.slots, aclosing(self.answer(question)) as events:
            async for event in events:
                yield event

    async def _remember_sources(self, shown: Shown) -> None:
        revision = shown.meta.revision if shown.meta else 0
        cited = [
            Cited(answer_id=shown.id, number=one.number, chunk_id=one.chunk.id, spans=one.spans, revision=revision)
            for one in sources(shown)
        ]
        await self.state.cite(shown.id, revision, cited)

    def _thread(self, answer: Answer) -> Thread:
        return Thread(
            self.delivery,
            channel=answer.channel,
            thread_ts=answer.thread_ts,
            messages=answer.messages,
            remember=partial(_remember_messages, self.state, answer.id),
        )

    async def _close(self, asked: Asked) -> None:
        """End a question with a notice; never fails."""
        try:
            language = language_of(asked.text)
            answer = await self.state.begin(asked, language)
            title, blocks = notices.failure(language, answer_id=asked.answer_id, body=say("interrupted", language))
            await self._thread(answer).put([page(title, blocks)])
        except DeliveryError as error:
            log.error("question %s can't be closed with a notice: %s", asked.answer_id, error)
        except Exception:
            log.exception("question %s can't be closed", asked.answer_id)
            return
        await self.state.end(asked.answer_id, "failed")


async def _remember_messages(state: State, answer_id: str, messages: Sequence[str]) -> None:
    await state.posted(answer_id, messages)


def from_modal(asked: Asked, *, view_id: str, text: str, asker: str, answer_id: str) -> Asked:
    """A new question in the thread of ``asked``, typed into a modal."""
    return replace(asked, ts=MODAL + view_id, text=text, asker=asker, answer_id=answer_id, event_id=None)


def once_more(asked: Asked, *, asker: str, answer_id: str) -> Asked:
    """The same question again; the inbox takes it once for each answer."""
    return replace(asked, ts=AGAIN + asked.answer_id, asker=asker, answer_id=answer_id, event_id=None)
