"""Which clause of a block does each clause of a sentence speak of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.evidence.reading import Clause, Reading
from core.text.synonyms import alike

_SYNONYM = 0.9
_NEIGHBOUR = 0.4
_WORTH = 0.2
"""A clause that holds less of this share of what the best one holds is no partner."""


@dataclass(frozen=True, slots=True)
class Match:
    """One clause of the block as a partner of a clause of the sentence.

    ``share``: 0..1 of the sentence's clause by weight, words of the neighbouring clauses counting less; ``own``: the
    same without neighbours. ``index``: the clause of the block.
    """

    share: float
    own: float
    index: int


@dataclass(frozen=True, slots=True)
class Aligned:
    """A clause of the sentence, the total weight of its words, and its partners in the block, best first."""

    clause: Clause
    mass: float
    matches: tuple[Match, ...]

    def near(self, *, below: float, least: float) -> tuple[Match, ...]:
        """Partners at most ``below`` worse than the best, and not worse than ``least``."""
        if not self.matches:
            return ()
        bar = max(least, self.matches[0].share - below)
        return tuple(match for match in self.matches if match.share >= bar)


def align(claim: Reading, block: Reading, weigh: Callable[[str], float]) -> tuple[Aligned, ...]:
    """Every clause of ``claim`` with its partners among the clauses of ``block``."""
    return tuple(_align(claim, clause, block, weigh) for clause in claim.clauses)


def _align(claim: Reading, clause: Clause, block: Reading, weigh: Callable[[str], float]) -> Aligned:
    norms = {word.norm for word in claim.words[clause.first : clause.last]}
    weights = {norm: weight for norm in norms if (weight := weigh(norm)) > 0}
    mass = sum(weights.values())
    if mass <= 0:
        return Aligned(clause, 0.0, ())
    found = {norm: held for norm in weights if (held := _held(norm, block))}
    own: dict[int, float] = {}
    for norm, held in found.items():
        for index, credit in held.items():
            own[index] = own.get(index, 0.0) + weights[norm] * credit
    bar = _WORTH * max(own.values(), default=0.0)
    matches = [
        Match((mine + _neighbours(index, found, weights, block)) / mass, mine / mass, index)
        for index, mine in own.items()
        if mine >= bar
    ]
    matches.sort(key=lambda match: (-match.share, match.index))
    return Aligned(clause, mass, tuple(matches))


def _held(norm: str, block: Reading) -> dict[int, float]:
    held = {index: _SYNONYM for other in alike(norm) for index in block.clause_places.get(other, ())}
    held.update((index, 1.0) for index in block.clause_places.get(norm, ()))
    return held


def _neighbours(index: int, found: dict[str, dict[int, float]], weights: dict[str, float], block: Reading) -> float:
    sentence = block.clauses[index].sentence
    near = [
        other
        for other in (index - 1, index + 1)
        if 0 <= other < len(block.clauses) and block.clauses[other].sentence == sentence
    ]
    return _NEIGHBOUR * sum(
        weights[norm] for norm, held in found.items() if index not in held and not held.keys().isdisjoint(near)
    )
