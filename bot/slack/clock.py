"""Time as the bot sees it, so that tests need none."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Protocol


class Clock(Protocol):
    """A monotonic clock in seconds."""

    def now(self) -> float:
        """Seconds since some moment; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait; a negative time is none."""
        ...


class RealClock:
    """The machine's clock."""

    def now(self) -> float:
        """As `Clock.now`."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """As `Clock.sleep`."""
        await asyncio.sleep(max(0.0, seconds))


class Bucket:
    """At most ``most`` calls in any ``period_s`` seconds, for everything that shares this bucket."""

    def __init__(self, *, most: int, clock: Clock, period_s: float = 60.0) -> None:
        self._most = most
        self._period_s = period_s
        self._clock = clock
        self._taken: deque[float] = deque()

    def left(self) -> int:
        """Calls that may be made now."""
        while self._taken and self._taken[0] <= self._clock.now() - self._period_s:
            self._taken.popleft()
        return self._most - len(self._taken)

    async def take(self) -> None:
        """Wait until a call may be made, and count it."""
        while self.left() <= 0:
            await self._clock.sleep(self._taken[0] + self._period_s - self._clock.now())
        self._taken.append(self._clock.now())
