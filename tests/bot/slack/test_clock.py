import asyncio

from turned import TurnedClock

from bot.slack.clock import Bucket


async def test_a_bucket_gives_no_more_than_its_limit_in_any_period() -> None:
    clock = TurnedClock()
    bucket = Bucket(most=3, clock=clock, period_s=60)
    taken: list[float] = []
    for _ in range(10):
        await bucket.take()
        taken.append(clock.now())
        clock.turn(1)
    assert taken == [0, 1, 2, 60, 61, 62, 120, 121, 122, 180]


async def test_many_that_wait_share_one_bucket() -> None:
    clock = TurnedClock()
    bucket = Bucket(most=2, clock=clock, period_s=60)
    taken: list[float] = []

    async def take() -> None:
        await bucket.take()
        taken.append(clock.now())

    await asyncio.gather(*(take() for _ in range(7)))
    assert sorted(taken) == [0, 0, 60, 60, 120, 120, 180]
    assert bucket.left() == 1
