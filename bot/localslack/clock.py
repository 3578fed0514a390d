"""The time as the local Slack sees it, so that tests can turn it by hand."""

import asyncio
import heapq
import itertools
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds since 1970 and a way to wait for later seconds."""

    def now(self) -> float:
        """The present moment, in seconds since 1970."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Returns when `seconds` have passed on this clock."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Wall time in seconds."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Waits in real time."""
        await asyncio.sleep(seconds)


class ManualClock:
    """Stands still until `advance` is called.

    It starts at the real time, since clients check signatures against theirs.
    """

    def __init__(self, start: float | None = None) -> None:
        self._now = time.time() if start is None else start
        self._order = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        """The moment that was last set, in seconds."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Waits until `advance` has moved the clock `seconds` further."""
        if seconds <= 0:
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), future))
        await future

    def advance(self, seconds: float) -> None:
        """Moves the clock and wakes, in order, whoever waited for a moment that has now come."""
        self._now += seconds
        while self._sleepers and self._sleepers[0][0] <= self._now:
            _, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                future.set_result(None)
