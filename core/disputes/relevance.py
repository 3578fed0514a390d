"""Whether a conflict matters to a question: is the disputed thing what was asked about."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from core.disputes.wanted import Wanted, hit
from core.domain import Chunk, Conflict, Side
from core.evidence.reading import read_block
from core.language import words
from core.quantities import quantities

_SENTENCE, _HEADING = 0.8, 0.5
MIN_NAMED = 0.25
"""A question of which less is named by the disputed sentences is about something else."""
_OTHER_KIND = 0.3
"""Factor where the value is of another kind than what the question asks for."""


def relevance(asked: Wanted, conflict: Conflict, *, best: float) -> float:
    """How well the disputed sentences fit the question, as a share 0..1 of ``best``, see `best_named`.

    Words of the rest of a sentence count less than those of the disputed clause, those of title and headings half. A
    dispute over days hardly matters to a question that asks for an amount. 0 where too little of the question is named.
    """
    named = max(_named(asked, side) for side in conflict.sides)
    if asked.total <= 0 or named < MIN_NAMED * asked.total:
        return 0.0
    return named / max(named, best) * (1.0 if _is_asked_kind(asked, conflict) else _OTHER_KIND)


def best_named(asked: Wanted, chunks: Iterable[Chunk]) -> float:
    """What the sentence of all chunks that names most of the question names of it, in weights of words."""
    return max((_best(asked, chunk) for chunk in chunks), default=0.0)


def _is_asked_kind(asked: Wanted, conflict: Conflict) -> bool:
    if asked.kinds is None:
        return True
    stated = quantities(conflict.sides[0].value)
    return bool(stated) and stated[0].kind in asked.kinds


def _named(asked: Wanted, side: Side) -> float:
    text = side.chunk.text
    reading = read_block(text)
    span = reading.sentences[reading.sentence_at(side.span.start)]
    clause, sentence = _norms(text[side.span.start : side.span.end]), _norms(text[span.start : span.end])
    heading = _heading(side.chunk)
    return sum(
        weight * max(hit(norm, clause), _SENTENCE * hit(norm, sentence), _HEADING * hit(norm, heading))
        for norm, weight in asked.weights.items()
    )


def _best(asked: Wanted, chunk: Chunk) -> float:
    """What the sentence of the chunk that names most of the question names of it."""
    heading = _heading(chunk)
    sentences = (_norms(chunk.text[span.start : span.end]) for span in read_block(chunk.text).sentences)
    return max(
        (
            sum(weight * max(hit(norm, there), _HEADING * hit(norm, heading)) for norm, weight in asked.weights.items())
            for there in sentences
        ),
        default=0.0,
    )


def _heading(chunk: Chunk) -> frozenset[str]:
    return _norms(" ".join((chunk.document.title, *chunk.heading)))


@lru_cache(maxsize=4096)
def _norms(text: str) -> frozenset[str]:
    return frozenset(word.norm for word in words(text))
