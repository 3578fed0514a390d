"""What the bot remembers across restarts: the inbox, answers, what their buttons open, feedback and reports.

Rule: nothing that a button or a restart needs lives only in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.database import closed, opened
from bot.tables import ANSWERS, CITATIONS, FEEDBACK, INBOX
from core.domain import Language, Span

AnswerStatus = Literal["open", "answered", "refused", "failed", "cancelled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question as it came in, keyed by ``(team, channel, ts)``.

    ``ts`` is the message's own; a question that has no message of its own (asked in a modal, or tried again) has a
    made-up one. ``thread_ts``: where the answer goes. ``answer_id`` is the id that the answer will have.
    """

    team: str
    channel: str
    ts: str
    thread_ts: str
    asker: str
    text: str
    answer_id: str
    event_id: str | None = None
    is_external: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer: ``messages`` are the ``ts`` of its messages in the thread, in order; ``revision`` None: not known.

    ``posts``: how many posts were begun; ``is_posting``: what became of the last of them is not known yet.
    """

    id: str
    team: str
    channel: str
    thread_ts: str
    question: str
    language: Language
    asker: str
    messages: tuple[str, ...] = ()
    revision: int | None = None
    status: AnswerStatus = "open"
    posts: int = 0
    is_posting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """What one citation button opens: a chunk as it was at a knowledge revision, and the parts that were cited."""

    answer_id: str
    number: int
    chunk_id: str
    spans: tuple[Span, ...]
    revision: int


class State:
    """The bot's memory in one SQL database. Every method is one transaction."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], datetime]) -> None:
        self._engine = engine
        self._now = now

    @classmethod
    async def open(cls, url: str, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> State:
        """The memory at ``url`` (``sqlite:///…`` or another SQLAlchemy address), with its tables up to date."""
        return cls(await opened(url), now)

    @property
    def engine(self) -> AsyncEngine:
        """The database, for the tables that are not this class's concern."""
        return self._engine

    async def close(self) -> None:
        """Give the connections back."""
        await closed(self._engine)

    async def receive(self, asked: Asked, *, into: Answer | None = None) -> bool:
        """Keep a question; False when it (its message or its event) is here already.

        ``into``: an earlier answer, in whose messages this question is to be answered.
        """
        row = {name: getattr(asked, name) for name in Asked.__dataclass_fields__}
        row |= {"status": "received", "attempts": 0, "received_at": self._time()}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(sa.insert(INBOX).values(row))
                if into is not None:
                    answer = replace(_new(asked, into.language), messages=into.messages)
                    await connection.execute(sa.insert(ANSWERS).values(self._row(answer)))
        except sa.exc.IntegrityError:
            return False
        return True

    async def note(self, asked: Asked, language: Language) -> None:
        """The answer to ``asked`` counts as begun from now on."""
        async with self._engine.begin() as connection:
            await connection.execute(sa.insert(ANSWERS).values(self._row(_new(asked, language))))

    async def begin(self, asked: Asked, language: Language) -> Answer:
        """The answer to ``asked``, new or as an earlier attempt left it; counts the attempt."""
        answer = _new(asked, language)
        mine = INBOX.c.answer_id == asked.answer_id
        async with self._engine.begin() as connection:
            await connection.execute(sa.update(INBOX).where(mine).values(attempts=INBOX.c.attempts + 1))
            await connection.execute(
                sa.update(INBOX).where(mine, INBOX.c.status == "received").values(status="answering")
            )
            row = (await connection.execute(sa.select(ANSWERS).where(ANSWERS.c.id == answer.id))).mappings().first()
            if row is not None:
                return _answer(row)
            await connection.execute(sa.insert(ANSWERS).values(self._row(answer)))
        return answer

    async def posted(self, answer_id: str, messages: Sequence[str]) -> None:
        """Remember the messages of an answer: what became of every post is known."""
        async with self._engine.begin() as connection:
            await connection.execute(
                sa.update(ANSWERS).where(ANSWERS.c.id == answer_id).values(messages=list(messages), is_posting=False)
            )
            not_shown = sa.and_(INBOX.c.answer_id == answer_id, INBOX.c.status == "answering")
            await connection.execute(sa.update(INBOX).where(not_shown).values(status="shown"))

    async def begun(self, *, asker: str = "", channel: str = "", within_s: float) -> int:
        """How many answers were begun in the last ``within_s`` seconds for a person or in a channel."""
        whose = ANSWERS.c.asker == asker if asker else ANSWERS.c.channel == channel
        since = self._time() - timedelta(seconds=within_s)
        async with self._engine.connect() as connection:
            query = sa.select(sa.func.count()).select_from(ANSWERS).where(ANSWERS.c.created_at > since, whose)
            return int(await connection.scalar(query) or 0)

    async def cite(self, answer_id: str, revision: int, cited: Sequence[Cited]) -> None:
        """Remember what the buttons of an answer open, in place of what they opened before."""
        rows = [
            {
                "answer_id": answer_id,
                "number": one.number,
                "chunk_id": one.chunk_id,
                "spans": [[span.start, span.end] for span in one.spans],
                "revision": one.revision,
            }
            for one in cited
        ]
        async with self._engine.begin() as connection:
            await connection.execute(sa.delete(CITATIONS).where(CITATIONS.c.answer_id == answer_id))
            if rows:
                await connection.execute(sa.insert(CITATIONS), rows)
            await connection.execute(sa.update(ANSWERS).where(ANSWERS.c.id == answer_id).values(revision=revision))

    async def end(self, answer_id: str, status: AnswerStatus) -> None:
        """The answer stands as it will stay; its question is done."""
        ended = {"status": "ended", "worker": None, "lease_until": None}
        async with self._engine.begin() as connection:
            await connection.execute(sa.update(ANSWERS).where(ANSWERS.c.id == answer_id).values(status=status))
            await connection.execute(sa.update(INBOX).where(INBOX.c.answer_id == answer_id).values(ended))

    async def unfinished(self) -> list[tuple[Asked, int]]:
        """Questions without an end, oldest first, each with how often answering it was begun."""
        query = sa.select(INBOX).where(INBOX.c.status != "ended").order_by(INBOX.c.received_at, INBOX.c.ts)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [(_asked(row), int(row["attempts"])) for row in rows]

    async def asked(self, answer_id: str) -> Asked | None:
        """The question that ``answer_id`` answers."""
        async with self._engine.connect() as connection:
            query = sa.select(INBOX).where(INBOX.c.answer_id == answer_id)
            row = (await connection.execute(query)).mappings().first()
        return None if row is None else _asked(row)

    async def answer(self, answer_id: str) -> Answer | None:
        """An answer by its id."""
        async with self._engine.connect() as connection:
            query = sa.select(ANSWERS).where(ANSWERS.c.id == answer_id)
            row = (await connection.execute(query)).mappings().first()
        return None if row is None else _answer(row)

    async def cited(self, answer_id: str) -> tuple[Cited, ...]:
        """What the buttons of an answer open, by number."""
        async with self._engine.connect() as connection:
            query = sa.select(CITATIONS).where(CITATIONS.c.answer_id == answer_id).order_by(CITATIONS.c.number)
            rows = (await connection.execute(query)).mappings().all()
        return tuple(
            Cited(
                answer_id=row["answer_id"],
                number=row["number"],
                chunk_id=row["chunk_id"],
                spans=tuple(Span(start, end) for start, end in row["spans"]),
                revision=row["revision"],
            )
            for row in rows
        )

    async def rate(self, answer_id: str, *, user: str, value: str) -> None:
        """Keep what ``user`` thinks of an answer, in place of what they thought before."""
        key = (FEEDBACK.c.answer_id == answer_id) & (FEEDBACK.c.user == user)
        row = {"answer_id": answer_id, "user": user, "value": value, "at": self._time()}
        async with self._engine.begin() as connection:
            await connection.execute(sa.delete(FEEDBACK).where(key))
            await connection.execute(sa.insert(FEEDBACK).values(row))

    async def ratings(self, answer_id: str) -> dict[str, str]:
        """What each user thinks of an answer."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(sa.select(FEEDBACK).where(FEEDBACK.c.answer_id == answer_id))
            return {row["user"]: row["value"] for row in rows.mappings()}

    def _row(self, answer: Answer) -> dict[str, Any]:
        values = {name: getattr(answer, name) for name in Answer.__dataclass_fields__}
        return values | {"messages": list(answer.messages), "created_at": self._time()}

    def _time(self) -> datetime:
        """Now in UTC, without a zone, as the tables keep it."""
        return self._now().astimezone(UTC).replace(tzinfo=None)


def _new(asked: Asked, language: Language) -> Answer:
    """An answer of which nothing stands yet."""
    return Answer(
        id=asked.answer_id,
        team=asked.team,
        channel=asked.channel,
        thread_ts=asked.thread_ts,
        question=asked.text,
        language=language,
        asker=asked.asker,
    )


def _asked(row: Any) -> Asked:
    return Asked(**{name: row[name] for name in Asked.__dataclass_fields__})


def _answer(row: Any) -> Answer:
    values = {name: row[name] for name in Answer.__dataclass_fields__}
    return Answer(**values | {"messages": tuple(row["messages"])})
