"""Whether a conflict matters to a question: is the disputed thing what was asked about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from core.conflict_subject import FRAME
from core.domain import Conflict, Question, Side
from core.language import words
from core.reading import is_han, read_block
from core.synonyms import alike
from core.weights import general_weight

_ASK = re.compile(
    r"请问|多少|多久|多长|多大|多高|几[个天年月次位人份种条小]?|什么|哪[些个天年月里]?|何时|怎么样?|如何|为什么|是否|能不能|可不可以|能否|可否"
    r"|吗|呢|是多少|告诉我|想知道|一下"
    r"|\b(?:how (?:long|many|much|large|big|often|far|old|soon|late|early|fast|high)|what|when|which|who|where|why"
    r"|whether|please|tell me|is there|are there|do (?:we|i|you)|does|did|can (?:we|i|you))\b",
    re.IGNORECASE,
)
_FRAME_FACTOR = 0.5
_HEADING = 0.5


def relevance(question: Question, conflict: Conflict) -> float:
    """Share 0..1 of what the question is about that the two disputed clauses name; the lesser of both sides."""
    wanted = _wanted(question.text)
    total = sum(wanted.values())
    if total <= 0:
        return 0.0
    return min(_covered(wanted, side) for side in conflict.sides) / total


@lru_cache(maxsize=256)
def _wanted_items(text: str) -> tuple[tuple[str, float], ...]:
    bare = _ASK.sub(lambda match: " " * len(match.group()), text)
    found = {}
    for word in words(bare):
        weight = general_weight(word.norm)
        if weight > 0:
            found[word.norm] = weight * (_FRAME_FACTOR if word.norm in FRAME else 1.0)
    return tuple(found.items())


def _wanted(text: str) -> dict[str, float]:
    return dict(_wanted_items(text))


def _covered(wanted: dict[str, float], side: Side) -> float:
    text = side.chunk.text
    clause = _norms(text[side.span.start : side.span.end])
    sentence = _norms(_sentence(side))
    heading = _norms(" ".join((side.chunk.document.title, *side.chunk.heading)))
    return sum(
        weight * max(_hit(norm, clause), 0.8 * _hit(norm, sentence), _HEADING * _hit(norm, heading))
        for norm, weight in wanted.items()
    )


def _sentence(side: Side) -> str:
    reading = read_block(side.chunk.text)
    span = reading.sentences[reading.sentence_at(side.span.start)]
    return side.chunk.text[span.start : span.end]


@lru_cache(maxsize=4096)
def _norms(text: str) -> frozenset[str]:
    return frozenset(word.norm for word in words(text))


def _hit(norm: str, there: Iterable[str]) -> float:
    if norm in there:
        return 1.0
    if any(other in there for other in alike(norm)):
        return 0.9
    if is_han(norm[0]) and any(
        is_han(other[0]) and (norm in other or (len(other) > 1 and other in norm)) for other in there
    ):
        return 0.7
    return 0.0
