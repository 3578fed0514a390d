"""Whether two statements are about the same thing, by the words around their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.disputes.statements import Statement
from core.evidence.reading import is_han
from core.text.frame import FRAME
from core.text.synonyms import alike
from core.text.weights import general_weight

MIN_SHARE = 0.5
MIN_MASS = {True: 0.75, False: 0.9}
"""Weight of the shared words, for Han text and other: English words count 1 each, most Chinese ones .5 to .9."""
MIN_LEAST = 0.35
"""Of the side that is covered less."""
MIN_NAMED = 0.6
MIN_SPECIFIC = 0.35
MAX_CONTRAST = 0.45
MIN_CONDITION = 0.6
_QUALIFIER, _QUALIFIERS = 0.6, frozenset("大中小新旧老高低左右东西南北男女主副")
"""Short as they are, these tell one thing from another."""
ENOUGH = 1.5
"""Shared words of this weight make one subject wherever they stand."""
_SURROUNDED, _WEIGHTY = 2, 0.5
_FRAME_FACTOR = 0.25
_SYNONYM = 0.9
_PART = 0.7
_AROUND = 0.5
_ENDINGS = ("ion", "ation", "ment", "ement", "ance", "al")


@dataclass(frozen=True, slots=True)
class Likeness:
    """How far two statements share their subject. ``share``, ``contrast`` 0..1; ``mass`` in weights of words.

    ``share`` is the mean of both covered shares, ``least`` the smaller.

    ``specific`` is the weightiest shared word and ``core`` the weight of all shared words that say more than how
    something is measured; words that stand only around the other statement are not counted. ``contrast``: the
    weightiest word of the one that the other lacks, on the side where that is less.
    """

    share: float
    least: float
    mass: float
    contrast: float
    specific: float
    core: float
    words: tuple[str, ...]


def likeness(one: Statement, other: Statement) -> Likeness:
    """How alike the subjects are; the same whichever comes first."""
    mine, theirs = _weights(one.own), _weights(other.own)
    hits = {norm: _hit(norm, theirs, other.around) for norm in mine}
    back = {norm: _hit(norm, mine, one.around) for norm in theirs}
    shares = _share(mine, hits), _share(theirs, back)
    mass = min(_mass(mine, hits), _mass(theirs, back))
    contrast = min(_rest(mine, hits), _rest(theirs, back))
    telling = [mine[norm] for norm, hit in hits.items() if hit >= _PART and norm not in FRAME]
    shared = tuple(norm for norm, hit in hits.items() if hit >= _PART and mine[norm] > 0)
    return Likeness(sum(shares) / 2, min(shares), mass, contrast, max(telling, default=0.0), sum(telling), shared)


def is_same_subject(one: Statement, other: Statement, found: Likeness) -> bool:
    """Whether two statements are about one thing."""
    han = any(is_han(char) for char in one.clause[:40])
    if found.share < MIN_SHARE or found.mass < MIN_MASS[han] or found.specific < MIN_SPECIFIC:
        return False
    if found.least < MIN_LEAST:
        return False
    if not _is_named(one, other) or not _is_named(other, one):
        return False
    if not _is_same_condition(one.condition, other.condition):
        return False
    if found.core < ENOUGH and _is_elsewhere(one, other):
        return False
    return found.contrast <= (MAX_CONTRAST if found.share < 0.85 else 0.8)


def _is_named(cell: Statement, other: Statement) -> bool:
    """Whether ``other`` names most of what names a table cell; anything else needs no name."""
    there = sum(
        norm in other.own or norm in other.around or bool(alike(norm) & other.own.keys()) for norm in cell.named
    )
    return there >= MIN_NAMED * len(cell.named)


def _is_same_condition(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether two sentences name no different cases (未携带证件的, if it is lost); one may name none."""
    if not mine or not theirs:
        return True
    shared = sum(map(general_weight, mine & theirs))
    least = min(sum(map(general_weight, mine)), sum(map(general_weight, theirs)))
    return shared >= MIN_CONDITION * least


def _is_elsewhere(one: Statement, other: Statement) -> bool:
    """Whether both stand in surroundings that have nothing in common: then few shared words don't make one subject."""
    mine, theirs = _surroundings(one), _surroundings(other)
    if len(mine) < _SURROUNDED or len(theirs) < _SURROUNDED:
        return False
    return not any(norm in other.around or alike(norm) & other.around for norm in mine) and not (
        any(norm in one.around for norm in theirs)
    )


def _surroundings(statement: Statement) -> frozenset[str]:
    return frozenset(
        norm for norm in statement.around - statement.own.keys() - FRAME if general_weight(norm) >= _WEIGHTY
    )


def _weights(own: Mapping[str, float]) -> dict[str, float]:
    return {
        norm: _QUALIFIER if norm in _QUALIFIERS else weight * (_FRAME_FACTOR if norm in FRAME else 1.0)
        for norm, weight in own.items()
    }


def _hit(norm: str, there: Mapping[str, float], around: frozenset[str]) -> float:
    if norm in there:
        return 1.0
    if any(other in there for other in alike(norm)):
        return _SYNONYM
    if _is_part(norm, there):
        return _PART
    return _AROUND if norm in around else 0.0


def _is_part(norm: str, there: Iterable[str]) -> bool:
    """Whether one word is part of the other, or of one stem (contribute, contribution); short ones tell too little."""
    if is_han(norm[0]):
        return len(norm) > 1 and any(len(other) > 1 and (norm in other or other in norm) for other in there)
    return any(norm == other + ending or other == norm + ending for other in there for ending in _ENDINGS)


def _share(weights: Mapping[str, float], hits: Mapping[str, float]) -> float:
    total = sum(weights.values())
    return _mass(weights, hits) / total if total > 0 else 0.0


def _mass(weights: Mapping[str, float], hits: Mapping[str, float]) -> float:
    return sum(weight * hits[norm] for norm, weight in weights.items())


def _rest(weights: Mapping[str, float], hits: Mapping[str, float]) -> float:
    return max((weight * (1 - hits[norm]) for norm, weight in weights.items()), default=0.0)
