"""How many questions a minute one person and one channel may ask; counted in the database, over all workers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Final

from bot.state import Asked, State
from core.language import language_of

WITHIN_S: Final = 60.0


@dataclass(slots=True, kw_only=True)
class Limits:
    """Questions a minute. What was turned away does not count; nor does it count twice what is taken up again."""

    state: State
    per_person: int
    per_channel: int
    _one_by_one: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def exceeded(self, asked: Asked) -> str | None:
        """The key of the notice for a question that is one too many; None: it counts from now on."""
        async with self._one_by_one:
            if await self.state.answer(asked.answer_id) is not None:
                return None
            if await self.state.begun(asker=asked.asker, within_s=WITHIN_S) >= self.per_person:
                return "too_many_yours"
            if await self.state.begun(channel=asked.channel, within_s=WITHIN_S) >= self.per_channel:
                return "too_many_here"
            await self.state.note(asked, language_of(asked.text))
            return None
