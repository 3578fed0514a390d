"""Cancel stops the answer and the model, on whichever worker; nobody but the asker may."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import scripted as s

from bot.localslack.server import LocalSlack
from bot.slack.cancel import Cancelled, Cancels
from bot.state import State
from core.domain import Question
from core.events import Event


@pytest.fixture
async def state(tmp_path: Path) -> AsyncIterator[State]:
    opened = await State.open(f"sqlite:///{tmp_path / 's.db'}")
    yield opened
    await opened.close()


class Slow:
    """An answerer that says given events and then thinks until it is closed."""

    def __init__(self, *events: Event) -> None:
        self.events = events
        self.is_closed = False
        self.questions: list[Question] = []

    async def __call__(self, question: Question) -> AsyncGenerator[Event, None]:
        self.questions.append(question)
        try:
            for event in self.events:
                yield event
            await asyncio.Event().wait()
        finally:
            self.is_closed = True


async def counted(closed: list[bool], *numbers: int, forever: bool = False) -> AsyncGenerator[int, None]:
    try:
        for number in numbers:
            yield number
        if forever:
            await asyncio.Event().wait()
    finally:
        closed.append(True)


async def test_events_pass_until_they_end(state: State) -> None:
    closed: list[bool] = []
    cancels = Cancels(engine=state.engine)
    assert [told async for told in cancels.stoppable("a1", counted(closed, 1, 2))] == [1, 2]
    assert closed == [True]


@pytest.mark.parametrize("is_elsewhere", [False, True])
async def test_a_cancelled_answer_ends_with_that_and_is_closed(state: State, is_elsewhere: bool) -> None:
    closed: list[bool] = []
    here = Cancels(engine=state.engine, look_s=0.01)
    presses = Cancels(engine=state.engine) if is_elsewhere else here
    told: list[int | Cancelled] = []
    async for event in here.stoppable("a1", counted(closed, 1, forever=True)):
        told.append(event)
        if event == 1:
            await presses.cancel("a1")
            await presses.cancel("a1")
    assert told == [1, Cancelled()]
    assert closed == [True]


async def test_another_answer_goes_on(state: State) -> None:
    cancels = Cancels(engine=state.engine)
    await cancels.cancel("a2")
    assert [told async for told in cancels.stoppable("a1", counted([], 1))] == [1]


async def test_an_error_passes_through(state: State) -> None:
    async def broken() -> AsyncGenerator[int, None]:
        raise RuntimeError("no")
        yield 1

    with pytest.raises(RuntimeError):
        async for _ in Cancels(engine=state.engine).stoppable("a1", broken()):
            pass


def ours(local: LocalSlack, thread: str) -> dict[str, Any]:
    return next(one for one in local.messages(s.CHANNEL, thread) if one.get("bot_id"))


@pytest.mark.parametrize(
    ("question", "events", "shown", "words"),
    [
        ("试用期多久？", (), "正在查找", "已按提问人的要求停止"),
        ("How long is probation?", (), "Looking", "cancelled by the person who asked"),
        ("试用期多久？", s.ANSWERED[:2], "90 天", "已按提问人的要求停止"),
    ],
)
async def test_the_asker_stops_the_answer(
    tmp_path: Path, question: str, events: tuple[Event, ...], shown: str, words: str
) -> None:
    slow = Slow(*events)
    async with LocalSlack(s.quiet()) as local, s.running(local, tmp_path / "s.db", slow, s.Shelf(s.PROBATION)) as bot:
        thread = local.post(s.EMPLOYEE, s.CHANNEL, f"{local.mention()} {question}")
        await local.until(lambda: bool(local.messages(s.CHANNEL, thread)[1:]) and shown in str(ours(local, thread)))
        ts = ours(local, thread)["ts"]
        await local.click(s.HR, ts, "cancel")
        await local.until(lambda: bool(local.ephemerals(s.HR)))
        assert not slow.is_closed
        await local.click(s.EMPLOYEE, ts, "cancel")
        await local.until(lambda: words in str(ours(local, thread)["blocks"]))
        await bot.desk.idle()
        assert slow.is_closed
        assert ("90 天" in str(ours(local, thread)["blocks"])) == bool(events)
        assert "'action_id': 'cancel'" not in str(ours(local, thread)["blocks"])
        answer = await bot.desk.state.answer(slow.questions[0].id)
        assert answer is not None
        assert answer.status == "cancelled"
        assert "try_again" in str(ours(local, thread)["blocks"])


async def test_an_answer_that_stands_has_no_cancel(tmp_path: Path) -> None:
    async with (
        LocalSlack(s.quiet()) as local,
        s.running(local, tmp_path / "s.db", s.Script(), s.Shelf(s.PROBATION, s.LEAVE)) as bot,
    ):
        thread = local.post(s.EMPLOYEE, s.CHANNEL, f"{local.mention()} 试用期多久？")
        await local.until(lambda: "feedback" in str(local.messages(s.CHANNEL, thread)))
        await bot.desk.idle()
        assert "'action_id': 'cancel'" not in str(ours(local, thread)["blocks"])
