"""Whether two statements are about the same thing, by the words around their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.frame import FRAME
from core.reading import is_han
from core.statements import Statement
from core.synonyms import alike

MIN_SHARE = 0.5
MIN_MASS = {True: 0.75, False: 0.9}
"""Weight of the shared words, for Han text and other: English words count 1 each, most Chinese ones .5 to .9."""
MIN_SPECIFIC = 0.35
MAX_CONTRAST = 0.45
_FRAME_FACTOR = 0.25
_SYNONYM = 0.9
_PART = 0.7
_AROUND = 0.5


@dataclass(frozen=True, slots=True)
class Likeness:
    """How far two statements share their subject. ``share`` and ``contrast`` 0..1, ``mass`` in weights of words.

    ``contrast``: the weightiest word of the one that the other lacks, on the side where that is less.
    """

    share: float
    mass: float
    contrast: float
    specific: float
    words: tuple[str, ...]


def likeness(one: Statement, other: Statement) -> Likeness:
    """How alike the subjects are; the same whichever comes first."""
    mine, theirs = _weights(one.own), _weights(other.own)
    hits = {norm: _hit(norm, theirs, other.around) for norm in mine}
    back = {norm: _hit(norm, mine, one.around) for norm in theirs}
    share = (_share(mine, hits) + _share(theirs, back)) / 2
    mass = min(_mass(mine, hits), _mass(theirs, back))
    contrast = min(_rest(mine, hits), _rest(theirs, back))
    specific = max((mine[norm] for norm, hit in hits.items() if hit >= _PART and norm not in FRAME), default=0.0)
    shared = tuple(norm for norm, hit in hits.items() if hit >= _PART and mine[norm] > 0)
    return Likeness(share, mass, contrast, specific, shared)


def is_same_subject(one: Statement, other: Statement, found: Likeness) -> bool:
    """Whether two statements are about one thing."""
    han = any(is_han(char) for char in one.clause[:40])
    if found.share < MIN_SHARE or found.mass < MIN_MASS[han] or found.specific < MIN_SPECIFIC:
        return False
    return found.contrast <= (MAX_CONTRAST if found.share < 0.85 else 0.8)


def _weights(own: Mapping[str, float]) -> dict[str, float]:
    return {norm: weight * (_FRAME_FACTOR if norm in FRAME else 1.0) for norm, weight in own.items()}


def _hit(norm: str, there: Mapping[str, float], around: frozenset[str]) -> float:
    if norm in there:
        return 1.0
    if any(other in there for other in alike(norm)):
        return _SYNONYM
    if _is_part(norm, there):
        return _PART
    return _AROUND if norm in around else 0.0


def _is_part(norm: str, there: Iterable[str]) -> bool:
    """年休假 holds 年假's words; a single character tells too little."""
    if len(norm) < 2 or not is_han(norm[0]):
        return False
    return any(len(other) >= 2 and (norm in other or other in norm) for other in there if is_han(other[0]))


def _share(weights: Mapping[str, float], hits: Mapping[str, float]) -> float:
    total = sum(weights.values())
    return _mass(weights, hits) / total if total > 0 else 0.0


def _mass(weights: Mapping[str, float], hits: Mapping[str, float]) -> float:
    return sum(weight * hits[norm] for norm, weight in weights.items())


def _rest(weights: Mapping[str, float], hits: Mapping[str, float]) -> float:
    return max((weight * (1 - hits[norm]) for norm, weight in weights.items()), default=0.0)
