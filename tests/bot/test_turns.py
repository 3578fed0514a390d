"""The store of conversations: what is kept, for how long it goes on, and when it is closed."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.state import Asked, State
from bot.turns import MOST_ANSWER_CHARS, MOST_TURNS, ThreadState, Turns
from core.domain import Turn

THREAD = {"team": "T1", "channel": "C1", "thread_ts": "1.0"}


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 2, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.at += timedelta(milliseconds=1)
        return self.at


def asked(ts: str, text: str = "年假有几天？", **values: object) -> Asked:
    fields: dict[str, object] = {**THREAD, "ts": ts, "asker": "U1", "text": text, "answer_id": f"a{ts}"}
    return Asked(**fields | values)  # type: ignore[arg-type]


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
async def turns(tmp_path: Path, clock: Hands) -> AsyncIterator[Turns]:
    state = await State.open(f"sqlite:///{tmp_path / 's.db'}")
    yield Turns(engine=state.engine, within=timedelta(minutes=30), now=clock)
    await state.close()


async def test_what_was_understood_and_answered_is_handed_on_oldest_first(turns: Turns) -> None:
    await turns.begin(asked("1.0"))
    await turns.end("a1.0", question="年假有几天？", answer="10 天。")
    await turns.begin(asked("2.0", "实习生呢？"))
    await turns.end("a2.0", question="实习生年假有几天？", answer="字" * 2000)
    assert await turns.before(asked("3.0", "谁审批？"), is_direct=False) == (
        Turn("年假有几天？", "10 天。"),
        Turn("实习生年假有几天？", "字" * MOST_ANSWER_CHARS),
    )


async def test_a_question_is_not_before_itself_and_counts_once(turns: Turns) -> None:
    await turns.begin(asked("1.0"))
    await turns.begin(asked("1.0"))
    assert await turns.before(asked("1.0"), is_direct=False) == ()
    assert await turns.state_of(**THREAD) == ThreadState(asker="U1", count=1, is_open=True)


async def test_only_the_last_turns_of_the_same_thread_count(turns: Turns) -> None:
    for number in range(1, MOST_TURNS + 4):
        await turns.begin(asked(f"{number}.0", f"question {number}"))
    await turns.begin(asked("50.0", "elsewhere", thread_ts="50.0"))
    await turns.begin(asked("60.0", "elsewhere", channel="C2"))
    await turns.begin(asked("70.0", "elsewhere", team="T2"))
    found = await turns.before(asked("90.0"), is_direct=False)
    assert [turn.question for turn in found] == [f"question {number}" for number in range(4, MOST_TURNS + 4)]


async def test_a_thread_ends_with_time_but_is_still_known(turns: Turns, clock: Hands) -> None:
    await turns.begin(asked("1.0"))
    clock.at += timedelta(minutes=29)
    assert await turns.state_of(**THREAD) is not None
    clock.at += timedelta(minutes=2)
    assert await turns.state_of(**THREAD) is None
    assert len(await turns.before(asked("2.0"), is_direct=False)) == 1


async def test_a_direct_conversation_goes_on_over_threads_for_some_time(turns: Turns, clock: Hands) -> None:
    await turns.begin(asked("1.0", channel="D1", thread_ts="1.0"))
    second = asked("2.0", "实习生呢？", channel="D1", thread_ts="2.0")
    assert len(await turns.before(second, is_direct=True)) == 1
    clock.at += timedelta(minutes=31)
    assert await turns.before(second, is_direct=True) == ()


async def test_who_joins_in_closes_the_thread_until_the_next_question(turns: Turns) -> None:
    await turns.begin(asked("1.0"))
    await turns.close(**THREAD)
    assert await turns.state_of(**THREAD) == ThreadState(asker="U1", count=1, is_open=False)
    await turns.begin(asked("2.0", asker="U2"))
    assert await turns.state_of(**THREAD) == ThreadState(asker="U2", count=2, is_open=True)
