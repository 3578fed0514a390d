"""What was asked and answered in each thread, so that a follow-up is understood without reading Slack's history.

A thread is ``open`` while its last asker talks to the bot alone; when somebody else joins in, it is closed until the
bot is mentioned again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.state import Asked
from bot.tables import TURNS
from core.domain import Turn

MOST_ANSWER_CHARS: Final = 500
"""Of an answer that are kept: enough for what a follow-up refers to."""
MOST_TURNS: Final = 5
"""Before a question that are handed on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadState:
    """The conversation of a thread: who asked last, how often the bot was asked, and whether it is between the two."""

    asker: str
    count: int
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns:
    """The conversations of every thread. ``within``: how long after its last question a thread counts as going on."""

    engine: AsyncEngine
    within: timedelta
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def begin(self, asked: Asked) -> None:
        """Note a question; its thread is open from now on. Nothing where it is noted already."""
        row = {
            "answer_id": asked.answer_id,
            "team": asked.team,
            "channel": asked.channel,
            "thread_ts": asked.thread_ts,
            "asker": asked.asker,
            "question": asked.text,
            "answer": "",
            "is_open": True,
            "at": self._time(),
        }
        async with self.engine.begin() as connection:
            known = sa.select(TURNS.c.answer_id).where(TURNS.c.answer_id == asked.answer_id)
            if await connection.scalar(known) is None:
                await connection.execute(sa.insert(TURNS).values(row))

    async def end(self, answer_id: str, *, question: str, answer: str) -> None:
        """Keep what the question was understood as, and the beginning of what was answered."""
        values = {"question": question, "answer": answer[:MOST_ANSWER_CHARS]}
        async with self.engine.begin() as connection:
            await connection.execute(sa.update(TURNS).where(TURNS.c.answer_id == answer_id).values(values))

    async def before(self, asked: Asked, *, is_direct: bool) -> tuple[Turn, ...]:
        """The turns before ``asked``, oldest first: of its thread, or of a direct conversation that is going on."""
        if is_direct and asked.thread_ts == asked.ts:
            place = sa.and_(TURNS.c.channel == asked.channel, TURNS.c.at >= self._time() - self.within)
        else:
            place = sa.and_(TURNS.c.channel == asked.channel, TURNS.c.thread_ts == asked.thread_ts)
        query = sa.select(TURNS.c.question, TURNS.c.answer).where(
            place, TURNS.c.team == asked.team, TURNS.c.answer_id != asked.answer_id
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query.order_by(TURNS.c.at.desc()).limit(MOST_TURNS))).all()
        return tuple(Turn(row.question, row.answer) for row in reversed(rows))

    async def state_of(self, *, team: str, channel: str, thread_ts: str) -> ThreadState | None:
        """The conversation of a thread; None where there is none, or where it was too long ago."""
        mine = _thread(team, channel, thread_ts)
        query = sa.select(TURNS.c.asker, TURNS.c.is_open, TURNS.c.at).where(mine).order_by(TURNS.c.at.desc()).limit(1)
        async with self.engine.connect() as connection:
            last = (await connection.execute(query)).first()
            count = await connection.scalar(sa.select(sa.func.count()).select_from(TURNS).where(mine))
        if last is None or last.at < self._time() - self.within:
            return None
        return ThreadState(asker=last.asker, count=int(count or 0), is_open=bool(last.is_open))

    async def close(self, *, team: str, channel: str, thread_ts: str) -> None:
        """People talk to each other in this thread: the next question needs a mention."""
        async with self.engine.begin() as connection:
            await connection.execute(sa.update(TURNS).where(_thread(team, channel, thread_ts)).values(is_open=False))

    def _time(self) -> datetime:
        """Now in UTC, without a zone, as the tables keep it."""
        return self.now().astimezone(UTC).replace(tzinfo=None)


def _thread(team: str, channel: str, thread_ts: str) -> sa.ColumnElement[bool]:
    return sa.and_(TURNS.c.team == team, TURNS.c.channel == channel, TURNS.c.thread_ts == thread_ts)
