"""Retrieval for a question of several parts: each part finds its own chunks."""

from __future__ import annotations

from dataclasses import replace

from core import asks
from core.domain import Hit, Question, Retrieval
from core.ports import Retriever
from core.questions.asked_words import terms_of

MIN_TERMS = 2
"""A part with fewer words of its own (…, and up to how much a day?) can't be searched for alone."""


async def retrieve(question: Question, *, retriever: Retriever, limit: int) -> Retrieval:
    """What the whole question finds and what each of its parts finds alone, at most ``limit`` hits.

    A chunk counts by its best share of what its query could reach, so that a short part is not outweighed.

    Raises:
        PortError: the retriever can't be reached.
    """
    whole = await retriever.retrieve(question, limit=limit)
    parts = asks.ask(question).parts
    if len(parts) == 1 or whole.best_possible <= 0:
        return whole
    best = {hit.chunk.id: hit for hit in whole.hits}
    for part in parts:
        if len(terms_of(part.text)) < MIN_TERMS:
            continue
        found = await retriever.retrieve(replace(question, text=part.text), limit=limit)
        for hit in found.hits:
            score = hit.score / found.best_possible * whole.best_possible
            if hit.chunk.id not in best or best[hit.chunk.id].score < score:
                best[hit.chunk.id] = Hit(hit.chunk, score)
    hits = sorted(best.values(), key=lambda hit: (-hit.score, hit.chunk.id))[:limit]
    return Retrieval(hits=tuple(hits), best_possible=whole.best_possible, revision=whole.revision)
