"""A clock that moves only when somebody waits."""

import asyncio


class TurnedClock:
    """Implements `bot.slack.clock.Clock`: sleeping moves it to the moment that was waited for."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        return self._now

    def turn(self, seconds: float) -> None:
        self._now += seconds

    async def sleep(self, seconds: float) -> None:
        until = self._now + max(0.0, seconds)
        await asyncio.sleep(0)
        self._now = max(self._now, until)
