"""Questions whose message was edited after it was asked: "answer again" is offered once for each wording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.state import Asked
from bot.tables import INBOX

MOST_REPEATS: Final = 100
"""A bound for following a question that was answered again and again."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A message as it reads since the edit at ``ts``; ``asked`` has no answer id."""

    asked: Asked
    ts: str


async def revise(engine: AsyncEngine, revision: Revision) -> str | None:
    """Keep the new wording of a question that is known by its message; its answer's id, None where nothing changed.

    Events of edits may arrive in any order; the last edit counts.
    """
    asked = revision.asked
    key = sa.and_(INBOX.c.team == asked.team, INBOX.c.channel == asked.channel, INBOX.c.ts == asked.ts)
    is_later = INBOX.c.revised_ts < revision.ts
    changed = sa.func.coalesce(INBOX.c.revised, INBOX.c.text) != asked.text
    async with engine.begin() as connection:
        query = sa.update(INBOX).where(key, is_later, changed).values(revised=asked.text, is_offered=False)
        found = await connection.execute(query)
        await connection.execute(sa.update(INBOX).where(key, is_later).values(revised_ts=revision.ts))
        if found.rowcount != 1:
            return None
        return str(await connection.scalar(sa.select(INBOX.c.answer_id).where(key)))


async def to_offer(engine: AsyncEngine, answer_id: str) -> bool:
    """Whether "answer again" is to be offered now: the answer has ended, the wording is new, and nobody offered yet."""
    due = sa.and_(
        INBOX.c.answer_id == answer_id,
        INBOX.c.status == "ended",
        INBOX.c.revised != INBOX.c.text,
        INBOX.c.is_offered.is_(False),
    )
    async with engine.begin() as connection:
        return (await connection.execute(sa.update(INBOX).where(due).values(is_offered=True))).rowcount == 1


async def latest(engine: AsyncEngine, asked: Asked, *, again: str) -> str:
    """The id of the answer that stands for ``asked`` now; ``again``: how the ``ts`` of a repeated question begins."""
    found = asked.answer_id
    async with engine.connect() as connection:
        for _ in range(MOST_REPEATS):
            key = sa.and_(INBOX.c.team == asked.team, INBOX.c.channel == asked.channel, INBOX.c.ts == again + found)
            repeated = await connection.scalar(sa.select(INBOX.c.answer_id).where(key))
            if repeated is None:
                break
            found = str(repeated)
    return found


async def revised(engine: AsyncEngine, answer_id: str) -> str | None:
    """The question as it reads after the last edit; None where it was not edited."""
    async with engine.connect() as connection:
        found = await connection.scalar(sa.select(INBOX.c.revised).where(INBOX.c.answer_id == answer_id))
    return None if found is None else str(found)
