import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import pytest
import scripted as s
from turned import TurnedClock

from bot.leases import LostLeaseError
from bot.slack.blocks import Shown, pages, placeholder
from bot.slack.line import Ahead
from bot.slack.paging import Page
from bot.slack.recall import Key
from bot.slack.show import SPACING_S, show
from bot.slack.thread import Thread
from core.domain import Verdict
from core.events import Dropped, Event

START = Shown(id="a1", language="zh", as_of=s.TODAY)


@dataclass
class Written:
    """Implements what `Thread` needs of a `Delivery`: keeps what was written, and when."""

    clock: TurnedClock
    has_room: bool = True
    log: list[tuple[float, str, str, Page | None]] = field(default_factory=list)
    posted: asyncio.Event = field(default_factory=asyncio.Event)

    async def post(self, page: Page, *, channel: str, thread_ts: str, key: Key | None = None) -> str:
        ts = f"m{sum(what == 'post' for _, what, _, _ in self.log) + 1}"
        self.log.append((self.clock.now(), "post", ts, page))
        self.posted.set()
        return ts

    async def update(self, page: Page, *, channel: str, ts: str) -> None:
        self.log.append((self.clock.now(), "update", ts, page))

    async def delete(self, *, channel: str, ts: str) -> None:
        self.log.append((self.clock.now(), "delete", ts, None))

    def pages(self) -> list[Page | None]:
        return [page for _, _, _, page in self.log]


@dataclass
class Kept:
    """Implements `bot.slack.thread.Ledger` in a list."""

    remembered: list[tuple[str, ...]]
    posts: int = 0
    is_mine: bool = True

    def holds(self) -> bool:
        return self.is_mine

    async def before_post(self) -> int:
        self.posts += 1
        return self.posts - 1

    async def remember(self, messages: Sequence[str]) -> None:
        self.remembered.append(tuple(messages))


@dataclass
class Case:
    clock: TurnedClock = field(default_factory=TurnedClock)
    remembered: list[tuple[str, ...]] = field(default_factory=list)
    ended: list[tuple[Shown, int]] = field(default_factory=list)
    most_sentences: int = 99
    """With more of them not everyone may read it."""

    def __post_init__(self) -> None:
        self.written = Written(self.clock)
        self.kept = Kept(self.remembered)

    async def run(
        self, events: AsyncGenerator[Event | Ahead, None], messages: Sequence[str] = (), start: Shown = START
    ) -> Shown:
        async def before_end(shown: Shown) -> None:
            self.ended.append((shown, len(self.written.log)))

        thread = Thread(
            delivery=self.written,  # type: ignore[arg-type]
            ledger=self.kept,
            answer_id="a1",
            channel="C1",
            thread_ts="1.0",
            messages=list(messages),
        )

        async def may_show(shown: Shown) -> bool:
            return len(shown.sentences) < self.most_sentences

        return await show(events, start, thread=thread, clock=self.clock, before_end=before_end, may_show=may_show)


async def said(*events: Event) -> AsyncGenerator[Event, None]:
    for event in events:
        yield event


def folded(*events: Event) -> Shown:
    shown = START
    for event in events:
        shown = shown.after(event)
    return shown


async def test_a_quick_answer_is_a_placeholder_a_first_sentence_and_the_end() -> None:
    case = Case()
    await case.run(said(*s.ANSWERED))
    expected = [placeholder(START), *pages(folded(*s.ANSWERED[:2])), *pages(folded(*s.ANSWERED))]
    assert case.written.pages() == expected
    assert [(at, what, ts) for at, what, ts, _ in case.written.log] == [
        (0, "post", "m1"),
        (0, "update", "m1"),
        (SPACING_S, "update", "m1"),
    ]
    assert case.remembered == [("m1",)]
    assert case.ended == [(folded(*s.ANSWERED), 2)]


async def test_the_placeholder_does_not_wait_for_the_answer() -> None:
    case = Case()

    async def slow() -> AsyncGenerator[Event, None]:
        await case.written.posted.wait()
        for event in s.LOW:
            yield event

    await case.run(slow())
    assert case.written.pages() == [placeholder(START), *pages(folded(*s.LOW))]


async def test_many_sentences_are_coalesced_and_the_last_state_stands() -> None:
    case = Case()
    sentences = [s.sentence(f"第 {n} 句。", (1, s.LEAVE)) for n in range(40)]

    async def steady() -> AsyncGenerator[Event, None]:
        yield s.meta(s.LEAVE)
        for sentence in sentences:
            case.clock.turn(0.2)
            yield sentence
            yield Dropped("x", Verdict(()))
            await asyncio.sleep(0)
        yield s.done(40)

    shown = await case.run(steady())
    times = [at for at, what, _, _ in case.written.log if what == "update"]
    assert 3 < len(times) <= 1 + case.clock.now() / SPACING_S
    assert all(later - earlier >= SPACING_S - 1e-9 for earlier, later in pairwise(times))
    assert case.written.pages()[-1] == pages(shown)[-1]
    assert len(shown.sentences) == 40


async def test_an_answer_is_taken_down_when_not_everyone_may_read_it_any_more() -> None:
    case = Case(most_sentences=3)

    async def steady() -> AsyncGenerator[Event, None]:
        yield s.meta(s.LEAVE)
        for number in range(9):
            case.clock.turn(2.0)
            yield s.sentence(f"第 {number} 句。", (1, s.LEAVE))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        yield s.done(9)

    shown = await case.run(steady())
    assert shown.is_closed
    (last,) = pages(shown)
    assert case.written.pages()[-1] == last
    assert "第" not in str(last)
    assert "撤下" in str(last)
    assert [ended.sentences for ended, _ in case.ended][-1] == ()


async def test_the_line_is_shown_anew_only_when_it_has_halved() -> None:
    case = Case()

    async def waiting() -> AsyncGenerator[Event | Ahead, None]:
        for count in (9, 8, 7, 6, 5, 4, 3, 2, 1, 0):
            yield Ahead(count)
            for _ in range(9):
                await asyncio.sleep(0)
        for event in s.ANSWERED:
            yield event

    await case.run(waiting(), start=replace(START, ahead=10))
    counts = [replace(START, ahead=count) for count in (10, 5, 2, 1, 0)]
    assert case.written.pages()[:5] == [placeholder(shown) for shown in counts]
    assert len(case.written.pages()) == 7


async def test_a_worker_that_lost_its_lease_writes_nothing_more() -> None:
    case = Case()

    async def losing() -> AsyncGenerator[Event, None]:
        await case.written.posted.wait()
        case.kept.is_mine = False
        for event in s.ANSWERED:
            yield event

    with pytest.raises(LostLeaseError):
        await case.run(losing())
    assert case.written.pages() == [placeholder(START)]


async def test_without_room_only_the_end_is_written() -> None:
    case = Case()
    case.written.has_room = False
    await case.run(said(*s.ANSWERED))
    assert case.written.pages() == [placeholder(START), *pages(folded(*s.ANSWERED))]


async def test_an_exception_ends_with_the_notice_and_what_was_verified() -> None:
    case = Case()

    async def broken() -> AsyncGenerator[Event, None]:
        for event in s.ANSWERED[:2]:
            yield event
        raise RuntimeError("secret")

    shown = await case.run(broken())
    assert shown.failed
    assert shown.done is not None
    assert shown.done.status == "failed"
    assert case.written.pages()[-1] == pages(shown)[-1]
    assert "secret" not in str(case.written.log)


async def test_messages_that_stand_are_reused_and_those_too_many_deleted() -> None:
    case = Case()
    await case.run(said(*s.LOW), messages=["9.0", "9.1"])
    assert [(what, ts) for _, what, ts, _ in case.written.log] == [("update", "9.0"), ("delete", "9.1")]
    assert case.remembered == [("9.0",)]


async def test_a_long_answer_goes_on_in_further_messages() -> None:
    case = Case()
    long = [s.sentence("内容" * 1200 + "。", (1, s.LEAVE)) for _ in range(3)]
    await case.run(said(s.meta(s.LEAVE), *long, s.done(3)))
    posted = [ts for _, what, ts, _ in case.written.log if what == "post"]
    assert posted == ["m1", "m2", "m3"]
    assert case.remembered[-1] == ("m1", "m2", "m3")
    last = {ts: page for _, _, ts, page in case.written.log}
    assert tuple(last.values()) == pages(folded(s.meta(s.LEAVE), *long, s.done(3)))


async def test_stopping_stops_the_answer_too() -> None:
    case = Case()
    closed = asyncio.Event()

    async def endless() -> AsyncGenerator[Event, None]:
        try:
            await asyncio.Event().wait()
            yield s.REFUSED
        finally:
            closed.set()

    task = asyncio.create_task(case.run(endless()))
    await case.written.posted.wait()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert closed.is_set()
