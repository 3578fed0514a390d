"""Cancel: who asked stops the answer that is being given, and with it the model.

Any worker may take the press, so it is noted in the database; the worker that answers looks there from time to time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables import CANCELS

LOOK_S: Final = 2.0
"""Between two looks for a press that another worker took."""

Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The last that is told of an answer which its asker stopped."""


@dataclass(slots=True, kw_only=True)
class Cancels:
    """The answers that were cancelled, over all workers."""

    engine: AsyncEngine
    look_s: float = LOOK_S
    _here: dict[str, asyncio.Event] = field(default_factory=dict)

    async def cancel(self, answer_id: str) -> None:
        """Stop an answer wherever it is given; nothing where it has ended."""
        row = {"answer_id": answer_id, "at": datetime.now(UTC).replace(tzinfo=None)}
        try:
            async with self.engine.begin() as connection:
                await connection.execute(sa.insert(CANCELS).values(row))
        except sa.exc.IntegrityError:
            pass  # pressed twice
        if answer_id in self._here:
            self._here[answer_id].set()

    async def stoppable(
        self, answer_id: str, events: AsyncGenerator[Told, None]
    ) -> AsyncGenerator[Told | Cancelled, None]:
        """``events`` until they end or the answer is cancelled; closes them either way."""
        self._here[answer_id] = asyncio.Event()
        stop = asyncio.create_task(self._cancelled(answer_id), name=f"cancel {answer_id}")
        step: asyncio.Task[Told | None] | None = None
        try:
            while True:
                step = asyncio.create_task(_next(events), name=f"event of {answer_id}")
                await asyncio.wait({step, stop}, return_when=asyncio.FIRST_COMPLETED)
                if not step.done():
                    yield Cancelled()
                    return
                event = step.result()
                if event is None:
                    return
                yield event
        finally:
            if step is not None and not step.done():
                step.cancel()
            self._here[answer_id].set()  # a look that is cut off would leave its connection behind
            await asyncio.gather(*([step] if step else []), stop, return_exceptions=True)
            await events.aclose()
            self._here.pop(answer_id, None)

    async def _cancelled(self, answer_id: str) -> None:
        """Returns when the answer is cancelled, here or elsewhere."""
        pressed = self._here[answer_id]
        query = sa.select(CANCELS.c.answer_id).where(CANCELS.c.answer_id == answer_id)
        while not pressed.is_set():
            async with self.engine.connect() as connection:
                if await connection.scalar(query) is not None:
                    return
            try:
                await asyncio.wait_for(pressed.wait(), self.look_s)
            except TimeoutError:
                continue


async def _next(events: AsyncGenerator[Told, None]) -> Told | None:
    """The next event; None at the end."""
    return await anext(events, None)
