"""Finds chunks by BM25 in what the audience may read and what is in force; implements `core.ports.Retriever`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Hashable
from dataclasses import dataclass, field

from core.domain import Document, Hit, Question, Retrieval
from corpus.index import Index, View, terms
from corpus.store import Store

_VIEWS = 64
"""How many pairs of audience and day are kept ready; one takes about 10 bytes a chunk and 8 a term."""


@dataclass(frozen=True, slots=True)
class _Edition:
    """The index of one knowledge revision and the views asked for so far."""

    revision: int
    index: Index
    views: dict[Hashable, View] = field(default_factory=dict)


class BM25Retriever:
    """Searches a `Store`; notices a new knowledge revision by itself, also one made by another process."""

    def __init__(self, store: Store) -> None:
        """Nothing is read until the first search or `warm_up`."""
        self._store = store
        self._edition: _Edition | None = None
        self._building = threading.Lock()

    async def retrieve(self, question: Question, *, limit: int) -> Retrieval:
        """See `core.ports.Retriever`. The words of the question that count are `corpus.index.terms`, each once."""
        return await asyncio.to_thread(self.search, question, limit=limit)

    def search(self, question: Question, *, limit: int) -> Retrieval:
        """The same as `retrieve`, for callers without an event loop."""
        edition = self._current()
        view = _view(edition, question)
        query = list(dict.fromkeys(terms(question.text)))
        hits = tuple(Hit(chunk, score) for chunk, score in edition.index.search(view, query, limit=limit))
        possible = edition.index.best_possible(view, query)
        return Retrieval(hits=hits, best_possible=possible, revision=edition.revision)

    def warm_up(self) -> int:
        """Builds the index if it is not up to date; the knowledge revision that it holds.

        Raises:
            PortError: the store can't be reached.
        """
        return self._current().revision

    @property
    def built(self) -> int | None:
        """The knowledge revision of the index in memory; None before the first is built. Asks nobody."""
        return self._edition.revision if self._edition else None

    def weight(self, term: str) -> float:
        """How much a term tells apart in the whole corpus, 0..1; 1 for a term that no chunk holds."""
        return (self._edition or self._current()).index.weight(term)

    def _current(self) -> _Edition:
        edition = self._edition
        if edition and edition.revision == self._store.revision():
            return edition
        with self._building:
            edition = self._edition
            if not edition or edition.revision != self._store.revision():
                snapshot = self._store.snapshot()
                edition = _Edition(snapshot.revision, Index(snapshot.chunks))
                self._edition = edition
            return edition


def _view(edition: _Edition, question: Question) -> View:
    audience, day = question.audience, question.as_of
    key = (audience, day)
    view = edition.views.get(key)
    if view is None:

        def may_use(document: Document) -> bool:
            return audience.may_read(document) and document.is_in_force(day)

        view = edition.index.view(may_use)
        if len(edition.views) >= _VIEWS:
            edition.views.clear()
        edition.views[key] = view
    return view
