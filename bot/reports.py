"""Reports about answers and documents: who made them, why, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.outbox import Due, Outbox
from bot.tables import OUTBOX, REPORTS

ReportKind = Literal["ask_owner", "gap", "wrong"]
Wrong = Literal["wrong", "outdated", "incomplete", "other"]
WRONGS: tuple[Wrong, ...] = get_args(Wrong)
ReportState = Literal["open", "answered", "closed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """One report; ``reason`` and ``comment`` only of kind "wrong". ``reply``, ``document_id``: what settled it."""

    id: str
    answer_id: str
    user: str
    kind: ReportKind
    reason: str = ""
    comment: str = ""
    state: ReportState = "open"
    reply: str = ""
    document_id: str = ""
    settled_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """All reports. Every method is one transaction."""

    engine: AsyncEngine
    outbox: Outbox

    async def file(self, report: Filed, places: Sequence[str]) -> bool:
        """Keep a report and its messages to ``places``; False when this user has made it already."""
        row = {name: getattr(report, name) for name in Filed.__dataclass_fields__} | {"at": self.outbox.time()}
        try:
            async with self.engine.begin() as connection:
                await connection.execute(sa.insert(REPORTS).values(row))
                for number, place in enumerate(places):
                    key = f"report:{report.id}:{number}"
                    await self.outbox.add(connection, Due(key=key, kind="report", subject=report.id, channel=place))
        except sa.exc.IntegrityError:
            return False
        return True

    async def settle(
        self, report_id: str, state: ReportState, *, by: str, reply: str = "", document_id: str = "", told: Due | None
    ) -> bool:
        """End an open report; ``told``: the message that says so where it came from. False: it was ended before."""
        values = {"state": state, "settled_by": by, "reply": reply, "document_id": document_id}
        is_open = sa.and_(REPORTS.c.id == report_id, REPORTS.c.state == "open")
        async with self.engine.begin() as connection:
            if (await connection.execute(sa.update(REPORTS).where(is_open).values(values))).rowcount != 1:
                return False
            if told is not None:
                await self.outbox.add(connection, told)
        return True

    async def get(self, report_id: str) -> Filed | None:
        """A report by its id."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(REPORTS).where(REPORTS.c.id == report_id))).mappings().first()
        return None if row is None else _filed(row)

    async def open(self, limit: int, *, place: str = "") -> list[Filed]:
        """Open reports, newest first: all, or those that were sent to ``place``."""
        query = sa.select(REPORTS).where(REPORTS.c.state == "open", REPORTS.c.id.is_not(None))
        if place:
            sent = sa.select(OUTBOX.c.subject).where(OUTBOX.c.kind == "report", OUTBOX.c.channel == place)
            query = query.where(REPORTS.c.id.in_(sent))
        async with self.engine.connect() as connection:
            rows = await connection.execute(query.order_by(REPORTS.c.at.desc()).limit(limit))
            return [_filed(row) for row in rows.mappings()]


def _filed(row: Any) -> Filed:
    return Filed(**{name: row[name] for name in Filed.__dataclass_fields__})
