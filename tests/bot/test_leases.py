from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.leases import Leases, LostLeaseError
from bot.state import Asked, State


@dataclass
class Time:
    seconds: float = 0.0
    start: datetime = field(default=datetime(2026, 1, 2, tzinfo=UTC))

    def now(self) -> datetime:
        return self.start + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return 100 + self.seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def state(tmp_path: Path, time: Time):
    opened = await State.open(f"sqlite:///{tmp_path / 's.db'}", now=time.now)
    for text, answer_id in (("试用期多久？", "a1"), ("How long?", "a2")):
        await opened.receive(
            Asked(team="T", channel="C", ts=answer_id, thread_ts="1.0", asker="U", text=text, answer_id=answer_id)
        )
    yield opened
    await opened.close()


def worker(state: State, time: Time, name: str) -> Leases:
    return Leases(engine=state.engine, worker=name, lease_s=10, now=time.now, monotonic=time.monotonic)


async def test_one_worker_holds_a_question_until_its_lease_runs_out(state: State, time: Time) -> None:
    one, other = worker(state, time, "one"), worker(state, time, "other")
    assert await one.claim("a1") == 0
    assert await other.claim("a1") is None
    assert await other.free(9) == ["a2"]
    time.seconds = 9
    await one.renew()
    time.seconds = 18
    assert one.holds("a1")
    assert await other.claim("a1") is None
    time.seconds = 20
    assert one.was_lost("a1")
    assert await other.claim("a1") == 0
    await one.renew()
    assert not one.holds("a1")
    assert other.holds("a1")


async def test_only_who_holds_a_question_may_post_for_it(state: State, time: Time) -> None:
    one, other = worker(state, time, "one"), worker(state, time, "other")
    asked = await state.asked("a1")
    assert asked is not None
    await one.claim("a1")
    await state.begin(asked, "zh")
    assert [await one.before_post("a1"), await one.before_post("a1")] == [0, 1]
    with pytest.raises(LostLeaseError):
        await other.before_post("a1")
    time.seconds = 11
    with pytest.raises(LostLeaseError):
        await one.before_post("a1")
    found = await state.answer("a1")
    assert found is not None
    assert (found.posts, found.is_posting) == (2, True)


async def test_what_is_no_longer_worked_on_becomes_free_though_its_worker_lives(state: State, time: Time) -> None:
    one, other = worker(state, time, "one"), worker(state, time, "other")
    await one.claim("a1")
    await one.claim("a2")
    one.forget("a1")  # its task was stopped
    time.seconds = 9
    await one.renew()
    time.seconds = 11
    assert await other.free(9) == ["a1"]


async def test_an_ended_or_put_off_question_is_not_free(state: State, time: Time) -> None:
    one = worker(state, time, "one")
    await one.claim("a1")
    await state.end("a1", "answered")
    await one.claim("a2")
    await one.let_go("a2", for_s=30)
    assert await one.free(9) == []
    time.seconds = 31
    assert await one.free(9) == ["a2"]
    assert await one.claim("a1") is None
