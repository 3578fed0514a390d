"""Values for tests, with every field that a test does not care about filled in."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import aclosing
from datetime import date

from core.answer import answer
from core.domain import WORKSPACE, Audience, Block, Chunk, Document, Hit, Language, Policy, Question, Retrieval
from core.events import Event
from core.language import language_of
from core.ports import PortError, Ports

TODAY = date(2026, 12, 1)


def make_document(id: str = "doc-001", *, title: str = "", language: Language = "zh", **fields: object) -> Document:
    given: dict[str, object] = {"version": "1", "updated_at": date(2026, 3, 1)} | fields
    return Document(id=id, title=title or id, language=language, **given)  # type: ignore[arg-type]


def make_chunk(text: str, id: str = "doc-001#c01", *, heading: tuple[str, ...] = (), **fields: object) -> Chunk:
    document = make_document(id.split("#", maxsplit=1)[0], language=language_of(text), **fields)
    return Chunk(id=id, document=document, text=text, start=0, heading=heading)


def make_block(text: str, number: int = 1, *, id: str = "", **fields: object) -> Block:
    chunk = make_chunk(text, id or f"doc-{number:03}#c01", **fields)
    return Block(number=number, chunk=chunk, text=text, tokens=len(text), score=10.0 - number)


def make_question(text: str, *, audience: Audience = WORKSPACE, as_of: date = TODAY) -> Question:
    return Question(id="q1", text=text, language=language_of(text), as_of=as_of, audience=audience)


class FixedRetriever:
    """Implements `core.ports.Retriever`: always the same chunks, scores 10, 9, 8 …; every share is ``share``."""

    def __init__(self, *chunks: Chunk, share: float = 0.8) -> None:
        self.hits = tuple(Hit(chunk, 10.0 - rank) for rank, chunk in enumerate(chunks))
        self.share = share

    async def retrieve(self, question: Question, *, limit: int) -> Retrieval:
        best = self.hits[0].score / self.share if self.hits and self.share else 10.0
        return Retrieval(hits=self.hits[:limit], best_possible=best, revision=7)


class BrokenRetriever:
    """Implements `core.ports.Retriever`: can't be reached."""

    async def retrieve(self, question: Question, *, limit: int) -> Retrieval:
        raise PortError("store", "connection refused")


def make_ports(*chunks: Chunk, model: object, share: float = 0.8, **others: object) -> Ports:
    given: dict[str, object] = {"retriever": FixedRetriever(*chunks, share=share), "count_tokens": len} | others
    return Ports(model=model, **given)  # type: ignore[arg-type]


async def events_of(question: Question, ports: Ports, policy: Policy | None = None) -> list[Event]:
    async with aclosing(answer(question, policy=policy or Policy(), ports=ports)) as events:
        return [event async for event in events]


def of_type(events: Iterable[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]
