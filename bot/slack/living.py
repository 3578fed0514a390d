"""Living answers: when a document that an answer cites changes or is withdrawn, the answer's thread is told, once.

Rule: of the new version only its date is said, and that only where everyone in the thread may read it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Protocol

import sqlalchemy as sa

from bot.messages import say
from bot.outbox import Due, Outbox
from bot.revisions import latest
from bot.slack import notices
from bot.slack.audience import Directory
from bot.slack.desk import AGAIN
from bot.slack.paging import Page, page
from bot.state import Answer, Asked, Cited, State
from bot.tables import ANSWERS, CHANGES
from core.domain import Chunk, Document

log = logging.getLogger(__name__)

MOST: Final = 50
"""Answers looked at in one round."""
GONE: Final = "withdrawn"


class Knowledge(Protocol):
    """Documents as they are and as they were, and a number that grows with every change."""

    def revision(self) -> int:
        """The knowledge revision."""
        ...

    def documents(self) -> tuple[Document, ...]:
        """All current documents."""
        ...

    def chunk_at(self, chunk_id: str, revision: int) -> tuple[Chunk, bool] | None:
        """The chunk as it was, and whether that version is still current."""
        ...


@dataclass(frozen=True, slots=True)
class _At:
    """How far this round of looking has come. ``revision``: what the answers are held against."""

    revision: int = 0
    created_at: datetime | None = None
    answer_id: str = ""


@dataclass(slots=True, kw_only=True)
class Living:
    """Holds the answers of the last ``days`` days against the documents as they are now."""

    state: State
    knowledge: Knowledge
    directory: Directory
    outbox: Outbox
    days: int
    _seen: int = -1
    _at: _At = _At()

    async def check(self) -> None:
        """Look at the next answers; asks only for the revision while nothing has changed."""
        if self._at.created_at is None:
            revision = await asyncio.to_thread(self.knowledge.revision)
            if revision == self._seen:
                return
            self._at = _At(revision)
        rows = await self._next()
        now = {document.id: document for document in await asyncio.to_thread(self.knowledge.documents)}
        for answer_id, created_at in rows:
            answer = await self.state.answer(answer_id)
            if answer is not None:
                await self._look(answer, now)
            self._at = _At(self._at.revision, created_at, answer_id)
        if len(rows) < MOST:
            self._seen, self._at = self._at.revision, _At()

    async def write(self, due: Due) -> Page | None:
        """The line below an answer: which sources changed, and since when."""
        answer, asked = await self.state.answer(due.subject), await self.state.asked(due.subject)
        if answer is None or asked is None or await self._is_replaced(answer, asked):
            return None
        audience = await self.directory.of_question(asked)
        now = {document.id: document for document in await asyncio.to_thread(self.knowledge.documents)}
        since: dict[date | None, list[int]] = {}
        for document_id, numbers in due.detail["numbers"].items():
            document = now.get(document_id)
            is_open = document is not None and audience.may_read(document)
            since.setdefault(document.updated_at if document and is_open else None, []).extend(numbers)
        lines = [_line(answer, numbers, updated) for updated, numbers in since.items()]
        button = notices.button(say("answer_again", answer.language), "try_again", answer.id)
        return page("\n".join(lines), [notices.paragraph("🔄 " + "\n".join(lines)), notices.actions([button])])

    async def _next(self) -> Sequence[tuple[str, datetime]]:
        since = self.outbox.time() - timedelta(days=self.days)
        query = sa.select(ANSWERS.c.id, ANSWERS.c.created_at).where(
            ANSWERS.c.status == "answered", ANSWERS.c.created_at > since, ANSWERS.c.revision < self._at.revision
        )
        if self._at.created_at is not None:
            same_time = sa.and_(ANSWERS.c.created_at == self._at.created_at, ANSWERS.c.id > self._at.answer_id)
            query = query.where(sa.or_(ANSWERS.c.created_at > self._at.created_at, same_time))
        async with self.state.engine.connect() as connection:
            rows = await connection.execute(query.order_by(ANSWERS.c.created_at, ANSWERS.c.id).limit(MOST))
            return [(str(row.id), row.created_at) for row in rows]

    async def _look(self, answer: Answer, now: Mapping[str, Document]) -> None:
        asked = await self.state.asked(answer.id)
        if asked is None or not answer.messages or await self._is_replaced(answer, asked):
            return
        changed: dict[str, list[int]] = {}
        for one in await self.state.cited(answer.id):
            document = await self._changed(one)
            if document is not None:
                changed.setdefault(document, []).append(one.number)
        if changed:
            await self._tell(answer, changed, {document: _mark(now.get(document)) for document in changed})

    async def _changed(self, cited: Cited) -> str | None:
        """The id of the cited document, where that version is no longer current."""
        found = await asyncio.to_thread(self.knowledge.chunk_at, cited.chunk_id, cited.revision)
        return found[0].document.id if found is not None and not found[1] else None

    async def _is_replaced(self, answer: Answer, asked: Asked) -> bool:
        """Whether another answer stands in the place of this one."""
        return await latest(self.state.engine, asked, again=AGAIN) != answer.id

    async def _tell(self, answer: Answer, changed: Mapping[str, list[int]], marks: Mapping[str, str]) -> None:
        """Keep a line about what was not told before; of two workers one keeps it."""
        known = sa.select(CHANGES.c.document_id, CHANGES.c.mark).where(CHANGES.c.answer_id == answer.id)
        try:
            async with self.state.engine.begin() as connection:
                told = {(row.document_id, row.mark) for row in await connection.execute(known)}
                new = {document: mark for document, mark in marks.items() if (document, mark) not in told}
                if not new:
                    return
                rows = [{"answer_id": answer.id, "document_id": id_, "mark": mark} for id_, mark in new.items()]
                await connection.execute(sa.insert(CHANGES), rows)
                digest = hashlib.sha256(repr(sorted(new.items())).encode()).hexdigest()[:16]
                due = Due(
                    key=f"changed:{answer.id}:{digest}",
                    kind="changed",
                    subject=answer.id,
                    channel=answer.channel,
                    thread_ts=answer.thread_ts,
                    detail={"numbers": {document: changed[document] for document in new}},
                )
                await self.outbox.add(connection, due)
        except sa.exc.IntegrityError:
            log.info("the change of answer %s is told by another worker", answer.id)


def _mark(document: Document | None) -> str:
    """What a change is known by: withdrawn, or the version that is current now."""
    if document is None:
        return GONE
    told = f"{document.version} {document.updated_at} {document.effective_at} {document.title}"
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def _line(answer: Answer, numbers: Sequence[int], updated: date | None) -> str:
    shown = say("between_names", answer.language).join(f"[{number}]" for number in sorted(numbers))
    if updated is None:
        return say("source_gone", answer.language, numbers=shown)
    return say("source_changed", answer.language, numbers=shown, updated=updated)
