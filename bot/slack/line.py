"""The line in which questions wait for a free slot, and how many are ahead of each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ahead:
    """So many questions are ahead of this one; 0: it is being answered."""

    count: int


class Line:
    """First come, first served, ``slots`` at a time. Other workers have lines of their own."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self._places: list[str] = []
        self._moved = asyncio.Event()

    def enter(self, answer_id: str) -> None:
        """Stand at the end."""
        self._places.append(answer_id)

    def leave(self, answer_id: str) -> None:
        """Free the place; nothing where there was none."""
        if answer_id in self._places:
            self._places.remove(answer_id)
            self._moved.set()
            self._moved = asyncio.Event()

    def ahead(self, answer_id: str) -> int:
        """Questions ahead of this one, those being answered too; 0 when it has a slot itself."""
        index = self._places.index(answer_id)
        return index if index >= self.slots else 0

    async def turn(self, answer_id: str) -> AsyncGenerator[Ahead, None]:
        """Ends when the question has a slot; until then, how the line moves."""
        if not self.ahead(answer_id):
            return
        while count := self.ahead(answer_id):
            yield Ahead(count)
            moved = self._moved
            await moved.wait()
        yield Ahead(0)
