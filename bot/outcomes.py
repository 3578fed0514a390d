"""Why questions were refused, for those who look after the documents."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables import ANSWERS, OUTCOMES
from core.domain import Question
from core.events import Event, Refusal

Answerer = Callable[[Question], AsyncGenerator[Event, None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A question that was refused, where it was asked, and why; ``is_alone``: only its asker has seen the answer."""

    answer_id: str
    team: str
    channel: str
    asker: str
    question: str
    kind: str
    is_alone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """The kinds of refusals. What can't be kept is not counted; no answer fails for it."""

    engine: AsyncEngine
    now: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))

    def noting(self, answer: Answerer) -> Answerer:
        """``answer`` itself, with the first refusal of each question kept."""

        async def noted(question: Question) -> AsyncGenerator[Event, None]:
            async with aclosing(answer(question)) as events:
                async for event in events:
                    if isinstance(event, Refusal):
                        await self._note(question.id, event.kind)
                    yield event

        return noted

    async def refused(self, *, days: int, limit: int) -> list[Refused]:
        """Questions of the last ``days`` days whose answer is a refusal, newest first."""
        since = self._time() - timedelta(days=days)
        query = (
            sa.select(ANSWERS, OUTCOMES.c.kind)
            .join(OUTCOMES, OUTCOMES.c.answer_id == ANSWERS.c.id)
            .where(OUTCOMES.c.at > since, ANSWERS.c.status == "refused")
            .order_by(OUTCOMES.c.at.desc())
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        names = ("team", "channel", "asker", "question", "kind")
        return [
            Refused(answer_id=row["id"], is_alone=not row["messages"], **{name: row[name] for name in names})
            for row in rows
        ]

    async def _note(self, answer_id: str, kind: str) -> None:
        row = {"answer_id": answer_id, "kind": kind, "at": self._time()}
        try:
            async with self.engine.begin() as connection:
                await connection.execute(sa.insert(OUTCOMES).values(row))
        except sa.exc.SQLAlchemyError:
            pass  # noted by an earlier attempt, or the database is busy: a figure less

    def _time(self) -> datetime:
        return self.now().astimezone(UTC).replace(tzinfo=None)
