"""Is a question about what the corpus is about: does it hold together what retrieval found for it."""

from __future__ import annotations

from functools import lru_cache

from core.domain import Chunk, Question, Retrieval
from core.language import is_common, tokens
from core.text.weights import general_weight

DEPTH = 20
"""Hits looked at. Fewer hits than that speak against the question."""
_BREADTH, _COHESION = 2.0, 0.5


def topicality(question: Question, retrieval: Retrieval) -> float:
    """0 (nothing found) .. about 3: the best hit's share of the best possible score, plus what all hits share.

    A question about something else finds single words in chunks that have nothing to do with each other; a question
    about the corpus's own subject finds many chunks with its telling words.
    """
    if retrieval.best_possible <= 0 or not retrieval.hits:
        return 0.0
    hits = retrieval.hits[:DEPTH]
    breadth = sum(hit.score for hit in hits) / DEPTH / retrieval.best_possible
    chunks = [hit.chunk for hit in hits]
    return retrieval.best_share + _BREADTH * breadth + _COHESION * _cohesion(question, chunks)


def _cohesion(question: Question, chunks: list[Chunk]) -> float:
    """How many of `DEPTH` hits hold the two words of the question that most of them hold, rare words first; 0..1."""
    there = [_words(" ".join((chunk.document.title, *chunk.heading)), chunk.text) for chunk in chunks]
    asked = dict.fromkeys(token for token in tokens(question.text) if not is_common(token))
    shared = (general_weight(token) * sum(token in words for words in there) / DEPTH for token in asked)
    return sum(sorted(shared, reverse=True)[:2]) / 2


@lru_cache(maxsize=4096)
def _words(titles: str, text: str) -> frozenset[str]:
    return frozenset(tokens(f"{titles}\n{text}"))
