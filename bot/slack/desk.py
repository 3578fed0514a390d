"""Where questions are answered: each in a task of its own, a bounded number at once, the rest waiting in a line.

Bolt acknowledges an event before its listener ends and keeps no hold of it, so the tasks are kept here. A question is
answered under a lease (`bot.leases`): what this worker leaves, by a stop or a crash, another one or the next start
takes up, into the same messages.
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

from bot.leases import Leases, LostLeaseError
from bot.messages import say
from bot.revisions import Revision, revise, revised, to_offer
from bot.slack import notices
from bot.slack.audience import Directory
from bot.slack.blocks import Shown, sources
from bot.slack.cancel import Cancels
from bot.slack.clock import Clock
from bot.slack.delivery import Delivery, DeliveryError
from bot.slack.limits import Limits
from bot.slack.line import Ahead, Line
from bot.slack.paging import Page, page
from bot.slack.privately import privately
from bot.slack.recall import Key
from bot.slack.show import show
from bot.slack.thread import Thread
from bot.slack.threads import Threads
from bot.state import Answer, AnswerStatus, Asked, Cited, State
from core.domain import Language, Question
from core.events import Event
from core.language import language_of

log = logging.getLogger(__name__)

MODAL: Final = "view:"
AGAIN: Final = "again:"
"""What a made-up ``ts`` begins with: a question asked in a modal, or tried again."""
MOST_ATTEMPTS: Final = 3
"""How often a question is begun; one that was cut off that often is closed with a notice."""
LATER_S: Final = 30.0
"""When a question is taken up again that Slack did not take an answer to."""

Answerer = Callable[[Question], AsyncGenerator[Event, None]]


@dataclass(slots=True, kw_only=True)
class Desk:
    """Answers questions in their threads. ``max_chars``: the longest question."""

    state: State
    leases: Leases
    limits: Limits
    answer: Answerer
    directory: Directory
    delivery: Delivery
    clock: Clock
    today: Callable[[], date]
    line: Line
    max_chars: int
    threads: Threads
    cancels: Cancels
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _others: set[asyncio.Task[None]] = field(default_factory=set)
    _keeping: asyncio.Task[None] | None = None
    _is_stopping: bool = False

    def start(self, asked: Asked) -> None:
        """Answer a question that the inbox has kept, unless another worker does."""
        if self._is_stopping or asked.answer_id in self._tasks:
            return
        self.line.enter(asked.answer_id)
        task = asyncio.create_task(self._take(asked), name=f"answer {asked.answer_id}")
        self._tasks[asked.answer_id] = task
        task.add_done_callback(lambda _: self._left(asked.answer_id))

    def _left(self, answer_id: str) -> None:
        self._tasks.pop(answer_id, None)
        self.line.leave(answer_id)
        self.leases.forget(answer_id)

    async def reworded(self, revision: Revision) -> None:
        """Keep what an edit made of a question; once its answer stands, the asker is offered a new one."""
        answer_id = await revise(self.state.engine, revision) if revision.asked.text else None
        if answer_id is not None:
            task = asyncio.create_task(self._offer(answer_id), name=f"offer {answer_id}")
            self._others.add(task)
            task.add_done_callback(self._others.discard)

    async def sweep(self) -> None:
        """Take up questions that nobody holds: those of a worker that is gone, and those put off."""
        for answer_id in await self.leases.free(max(0, 2 * self.line.slots - len(self._tasks))):
            asked = await self.state.asked(answer_id)
            if asked is not None:
                self.start(asked)

    def stay(self) -> None:
        """Go on with `keep` until `drain`."""
        self._keeping = self._keeping or asyncio.create_task(self._keep_on(), name="leases")

    async def _keep_on(self) -> None:
        while True:
            await asyncio.sleep(self.leases.lease_s / 3)
            await self.keep()

    async def keep(self) -> None:
        """Renew the leases, stop what was lost, and take up what is free; never fails."""
        try:
            await self.leases.renew()
            if not self._is_stopping:
                await self.sweep()
        except Exception:
            log.exception("leases could not be renewed")
        for answer_id, task in list(self._tasks.items()):
            if self.leases.was_lost(answer_id):
                log.warning("question %s is another worker's now", answer_id)
                task.cancel()

    async def drain(self, *, patience_s: float) -> None:
        """Let answers end for ``patience_s`` seconds, then stop them and leave them to others or the next start."""
        self._is_stopping = True
        if self._tasks or self._others:
            await asyncio.wait([*self._tasks.values(), *self._others], timeout=patience_s)
        left, helping = dict(self._tasks), [*self._others, *([self._keeping] if self._keeping else [])]
        for task in (*left.values(), *helping):
            task.cancel()
        await asyncio.gather(*left.values(), *helping, return_exceptions=True)
        for answer_id in left:
            await self.leases.let_go(answer_id)

    async def idle(self) -> None:
        """Wait until no answer is being given."""
        while self._tasks or self._others:
            await asyncio.wait([*self._tasks.values(), *self._others])

    async def _take(self, asked: Asked) -> None:
        attempts = await self.leases.claim(asked.answer_id)
        if attempts is None:
            return
        try:
            if attempts >= MOST_ATTEMPTS:
                await self._close(asked)
            elif not await self._is_turned_away(asked):
                await self._answer(asked)
            await self._offer(asked.answer_id)
        except LostLeaseError:
            log.warning("question %s is another worker's now", asked.answer_id)
        except DeliveryError as error:
            log.error("question %s: %s", asked.answer_id, error)
            await self._put_off(asked) if not error.is_lasting else await self._end(asked, "failed")
        except Exception:
            log.exception("question %s was not answered", asked.answer_id)
            await self._put_off(asked)

    async def _end(self, asked: Asked, status: AnswerStatus) -> None:
        await self.state.end(asked.answer_id, status)

    async def _put_off(self, asked: Asked) -> None:
        """Try again later, here or elsewhere; where even that can't be noted, the lease runs out."""
        try:
            await self.leases.let_go(asked.answer_id, for_s=LATER_S)
        except Exception:
            log.exception("question %s is taken up when its lease runs out", asked.answer_id)

    async def _is_turned_away(self, asked: Asked) -> bool:
        """Whether there are too many questions; its asker, and nobody else, is told."""
        notice = await self.limits.exceeded(asked)
        if notice is None:
            return False
        text = say(notice, language_of(asked.text))
        thread_ts = asked.thread_ts if asked.thread_ts != asked.ts else ""
        if not await self.delivery.whisper(text, channel=asked.channel, user=asked.asker, thread_ts=thread_ts):
            answer = await self.state.begin(asked, language_of(asked.text))
            await self._thread(answer).put([page(text, [notices.paragraph(text)])])
        await self._end(asked, "refused")
        return True

    async def _answer(self, asked: Asked) -> None:
        language = language_of(asked.text)
        answer = await self.state.begin(asked, language)
        notice = self._instead(asked, language)
        if notice is not None:
            await self._thread(answer).put([notice])
            return await self._end(asked, "refused")
        await self.threads.begin(asked)
        shown = await show(
            self.cancels.stoppable(asked.answer_id, self._events(asked, language)),
            self._start(asked, language),
            thread=self._thread(answer),
            clock=self.clock,
            before_end=partial(self._remember, asked),
            may_show=partial(self._may_show, asked),
        )
        self._offer_privately(asked, shown)
        status: AnswerStatus = shown.done.status if shown.done else "failed"
        return await self._end(asked, "cancelled" if shown.cancelled else status)

    async def _may_show(self, asked: Asked, shown: Shown) -> bool:
        """Whether those who see it now may read every document of it: they may be others than at the beginning."""
        if not shown.documents:
            return True
        audience = await self.directory.of_question(asked)
        return all(audience.may_read(document) for document in shown.documents)

    def _offer_privately(self, asked: Asked, shown: Shown) -> None:
        """After the refusal stands: tell the asker alone where they may read more than the channel."""
        if shown.refusal is not None:
            offer = privately(asked, shown, answer=self.answer, directory=self.directory, delivery=self.delivery)
            task = asyncio.create_task(offer, name=f"private offer {asked.answer_id}")
            self._others.add(task)
            task.add_done_callback(self._others.discard)

    def _instead(self, asked: Asked, language: Language) -> Page | None:
        """What is said where there is no question to answer."""
        if not asked.text:
            return page(*notices.usage())
        if len(asked.text) > self.max_chars:
            return page(*notices.too_long(language, count=len(asked.text), limit=self.max_chars))
        return None

    def _start(self, asked: Asked, language: Language) -> Shown:
        quoted = asked.text if asked.ts.startswith(MODAL) else ""
        ahead = self.line.ahead(asked.answer_id)
        return Shown(id=asked.answer_id, language=language, as_of=self.today(), quoted=quoted, ahead=ahead)

    async def _events(self, asked: Asked, language: Language) -> AsyncGenerator[Event | Ahead, None]:
        """The answer's events, once there is a slot and it is known who will see them."""
        async with aclosing(self.line.turn(asked.answer_id)) as moves:
            async for ahead in moves:
                yield ahead
        question = Question(
            id=asked.answer_id,
            text=asked.text,
            language=language,
            as_of=self.today(),
            audience=await self.directory.of_question(asked),
            turns=await self.threads.before(asked),
        )
        async with aclosing(self.answer(question)) as events:
            async for event in events:
                yield event
        self.line.leave(asked.answer_id)

    async def _remember(self, asked: Asked, shown: Shown) -> None:
        await self.threads.end(asked, shown)
        await self.remember_sources(shown)

    async def remember_sources(self, shown: Shown) -> None:
        """Keep what the buttons of an answer open."""
        revision = shown.meta.revision if shown.meta else 0
        cited = [
            Cited(answer_id=shown.id, number=one.number, chunk_id=one.chunk.id, spans=one.spans, revision=revision)
            for one in sources(shown)
        ]
        await self.state.cite(shown.id, revision, cited)

    def _thread(self, answer: Answer) -> Thread:
        return Thread(
            delivery=self.delivery,
            ledger=_Ledger(self.state, self.leases, answer.id),
            answer_id=answer.id,
            channel=answer.channel,
            thread_ts=answer.thread_ts,
            messages=list(answer.messages),
            unconfirmed=Key(answer.id, answer.posts - 1) if answer.is_posting else None,
        )

    async def _close(self, asked: Asked) -> None:
        """End a question that was cut off too often, with a notice."""
        language = language_of(asked.text)
        answer = await self.state.begin(asked, language)
        title, blocks = notices.failure(language, answer_id=asked.answer_id, body=say("interrupted", language))
        await self._thread(answer).put([page(title, blocks)])
        await self._end(asked, "failed")

    async def _offer(self, answer_id: str) -> None:
        """Where the question reads otherwise than what was answered: a button for its asker to answer it again."""
        asked = await self.state.asked(answer_id) if await to_offer(self.state.engine, answer_id) else None
        text = await revised(self.state.engine, answer_id)
        if asked is None or not text:
            return
        title, blocks = notices.reworded(language_of(text), answer_id=answer_id)
        await self.delivery.whisper(
            title, channel=asked.channel, user=asked.asker, thread_ts=asked.thread_ts, blocks=blocks
        )


@dataclass(frozen=True, slots=True)
class _Ledger:
    """Implements `bot.slack.thread.Ledger` in the database."""

    state: State
    leases: Leases
    answer_id: str

    def holds(self) -> bool:
        return self.leases.holds(self.answer_id)

    async def before_post(self) -> int:
        return await self.leases.before_post(self.answer_id)

    async def remember(self, messages: Sequence[str]) -> None:
        await self.state.posted(self.answer_id, messages)


def from_modal(asked: Asked, *, view_id: str, text: str, asker: str, answer_id: str) -> Asked:
    """A new question in the thread of ``asked``, typed into a modal."""
    return replace(asked, ts=MODAL + view_id, text=text, asker=asker, answer_id=answer_id, event_id=None)


def once_more(asked: Asked, *, asker: str, answer_id: str) -> Asked:
    """The same question again; the inbox takes it once for each answer."""
    return replace(asked, ts=AGAIN + asked.answer_id, asker=asker, answer_id=answer_id, event_id=None)


def as_reworded(asked: Asked, latest: Answer, *, text: str, asker: str, answer_id: str) -> Asked:
    """The question as it reads after an edit, in place of the ``latest`` answer; taken once for each answer."""
    return replace(asked, ts=AGAIN + latest.id, text=text, asker=asker, answer_id=answer_id, event_id=None)
