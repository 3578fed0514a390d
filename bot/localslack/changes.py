"""Lets whoever looks at the workspace wait for the next change instead of asking again and again."""

import asyncio
from collections.abc import Callable


class Changes:
    """A counter that grows with every change."""

    def __init__(self) -> None:
        self.version = 0
        self._grown = asyncio.Event()

    def tell(self) -> None:
        """Something has changed: wakes everyone who waits."""
        self.version += 1
        grown, self._grown = self._grown, asyncio.Event()
        grown.set()

    async def after(self, version: int) -> int:
        """Waits until the version is beyond the given one and returns it."""
        while self.version <= version:
            await self._grown.wait()
        return self.version

    async def until(self, holds: Callable[[], bool]) -> None:
        """Waits until `holds()` is true, looking again after each change."""
        while not holds():
            await self._grown.wait()
