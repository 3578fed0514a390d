"""Which worker answers which question, decided in the database: so any worker can finish what another began.

A question goes received → answering → shown (a message of it stands) → ended. While it is not ended, one worker at most
holds it, under a lease that it renews; a lease that ran out (its worker was killed, or is cut off from the database)
makes the question free for all.

Rule: what must happen once is decided by one conditional UPDATE, never by reading first. Moments are the workers' own
wall clocks, so those may differ by far less than a lease.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables import ANSWERS, INBOX


class LostLeaseError(Exception):
    """Another worker may hold this question now: write nothing more for it."""


@dataclass(slots=True, kw_only=True)
class Leases:
    """The questions that ``worker`` (unique to this process) holds, each for ``lease_s`` seconds after a renewal."""

    engine: AsyncEngine
    worker: str
    lease_s: float
    now: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    monotonic: Callable[[], float] = time.monotonic
    _until: dict[str, float] = field(default_factory=dict)

    async def claim(self, answer_id: str) -> int | None:
        """Take a question that is free: how often it was begun before. None: another worker has it, or it is ended."""
        async with self.engine.begin() as connection:
            asked_at = self.monotonic()
            query = sa.update(INBOX).where(INBOX.c.answer_id == answer_id, _is_open(), self._is_free())
            taken = await connection.execute(query.values(worker=self.worker, lease_until=self._lease_end()))
            if taken.rowcount != 1:
                return None
            attempts = await connection.scalar(sa.select(INBOX.c.attempts).where(INBOX.c.answer_id == answer_id))
        self._until[answer_id] = asked_at + self.lease_s
        return int(attempts or 0)

    async def free(self, limit: int) -> list[str]:
        """Ids of questions that nobody holds, oldest first; to be claimed one by one."""
        query = sa.select(INBOX.c.answer_id).where(_is_open(), self._is_free())
        async with self.engine.connect() as connection:
            rows = await connection.execute(query.order_by(INBOX.c.received_at, INBOX.c.ts).limit(limit))
            return [str(row.answer_id) for row in rows]

    async def renew(self) -> None:
        """Hold on to what is held; of what was lost, `was_lost` tells afterwards.

        Only what is worked on is renewed: a question whose task was stopped becomes free when its lease runs out.
        """
        before = set(self._until)
        mine = sa.and_(_is_open(), INBOX.c.worker == self.worker, INBOX.c.answer_id.in_(before))
        async with self.engine.begin() as connection:
            renewed_at = self.monotonic()  # not before: the wait for a connection may be long
            await connection.execute(sa.update(INBOX).where(mine).values(lease_until=self._lease_end()))
            rows = await connection.execute(sa.select(INBOX.c.answer_id).where(mine))
            found = {str(row.answer_id) for row in rows}
        for answer_id in before & set(self._until):
            self._until[answer_id] = renewed_at + self.lease_s if answer_id in found else 0.0

    def holds(self, answer_id: str) -> bool:
        """Whether nobody else can hold the question now."""
        return self._until.get(answer_id, 0.0) > self.monotonic()

    def was_lost(self, answer_id: str) -> bool:
        """Whether it was claimed, and another worker may hold it now."""
        return answer_id in self._until and not self.holds(answer_id)

    async def let_go(self, answer_id: str, *, for_s: float = 0.0) -> None:
        """Give a question back, free for all after ``for_s`` seconds."""
        self._until.pop(answer_id, None)
        mine = sa.and_(INBOX.c.answer_id == answer_id, INBOX.c.worker == self.worker)
        free_at = self._time() + timedelta(seconds=for_s)
        async with self.engine.begin() as connection:
            await connection.execute(sa.update(INBOX).where(mine).values(worker=None, lease_until=free_at))

    def forget(self, answer_id: str) -> None:
        """Nothing is done for this question here any longer."""
        self._until.pop(answer_id, None)

    async def before_post(self, answer_id: str) -> int:
        """Note that a message is about to be posted; the number of this post within its answer, from 0.

        Raises:
            LostLeaseError: another worker may be about to post the same.
        """
        mine = sa.and_(INBOX.c.answer_id == answer_id, INBOX.c.worker == self.worker, ~self._is_free())
        query = sa.update(ANSWERS).where(ANSWERS.c.id == answer_id, sa.exists().where(mine))
        async with self.engine.begin() as connection:
            done = await connection.execute(query.values(posts=ANSWERS.c.posts + 1, is_posting=True))
            if done.rowcount != 1:
                raise LostLeaseError(answer_id)
            posts = await connection.scalar(sa.select(ANSWERS.c.posts).where(ANSWERS.c.id == answer_id))
        return int(posts or 0) - 1

    def _is_free(self) -> sa.ColumnElement[bool]:
        return sa.or_(INBOX.c.lease_until.is_(None), INBOX.c.lease_until <= self._time())

    def _lease_end(self) -> datetime:
        return self._time() + timedelta(seconds=self.lease_s)

    def _time(self) -> datetime:
        """Now in UTC, without a zone, as the tables keep it."""
        return self.now().astimezone(UTC).replace(tzinfo=None)


def _is_open() -> sa.ColumnElement[bool]:
    return INBOX.c.status != "ended"
