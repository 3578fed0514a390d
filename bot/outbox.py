"""Messages that must be sent once, whatever happens to this process: kept in the database until Slack has them.

Rule: a row is added in the transaction that makes it due; which worker sends it is decided by one conditional UPDATE.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables import OUTBOX

Kind = Literal["report", "reply", "changed"]

RETRY_S: Final = 600.0
"""When a message that was begun may be tried again; longer than any one attempt lasts."""
GIVE_UP_DAYS: Final = 3
"""A message that could not be sent for so long is left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A message to send. ``subject``: the report or answer that it is about; ``was_tried``: it may stand already."""

    key: str
    kind: Kind
    subject: str
    channel: str
    thread_ts: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)
    was_tried: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outbox:
    """The messages that are to be sent, over all workers."""

    engine: AsyncEngine
    now: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))

    async def add(self, connection: AsyncConnection, due: Due) -> None:
        """Keep a message within the caller's transaction.

        Raises:
            IntegrityError: a message of that key was kept before.
        """
        names = ("key", "kind", "subject", "channel", "thread_ts")
        row = {name: getattr(due, name) for name in names}
        row |= {"detail": dict(due.detail), "created_at": self.time()}
        await connection.execute(sa.insert(OUTBOX).values(row))

    async def claim(self, limit: int) -> list[Due]:
        """Messages to send now, oldest first, each given to one worker."""
        now = self.time()
        is_free = sa.or_(OUTBOX.c.tried_at.is_(None), OUTBOX.c.tried_at <= now - timedelta(seconds=RETRY_S))
        is_due = sa.and_(OUTBOX.c.ts.is_(None), OUTBOX.c.created_at > now - timedelta(days=GIVE_UP_DAYS), is_free)
        query = sa.select(OUTBOX).where(is_due).order_by(OUTBOX.c.created_at, OUTBOX.c.key).limit(limit)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        claimed = []
        for row in rows:
            mine = sa.update(OUTBOX).where(OUTBOX.c.key == row["key"], is_due).values(tried_at=now)
            async with self.engine.begin() as connection:
                if (await connection.execute(mine)).rowcount == 1:
                    claimed.append(_due(row))
        return claimed

    async def sent(self, key: str, ts: str) -> None:
        """The message stands as ``ts``; empty: it is not to be sent any more."""
        async with self.engine.begin() as connection:
            await connection.execute(sa.update(OUTBOX).where(OUTBOX.c.key == key).values(ts=ts))

    def time(self) -> datetime:
        """Now in UTC, without a zone, as the tables keep it."""
        return self.now().astimezone(UTC).replace(tzinfo=None)


def _due(row: Any) -> Due:
    names = ("key", "kind", "subject", "channel", "thread_ts", "detail")
    return Due(**{name: row[name] for name in names}, was_tried=row["tried_at"] is not None)
