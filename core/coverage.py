"""How much of a sentence stands in a block: in its best window, in the whole block, and letter by letter.

Source of the mixture: experiment "verification" in ``docs/experiments.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.domain import Span
from core.reading import Reading
from core.synonyms import alike

MAX_WINDOW = 3
_EXTRA_SENTENCE = 0.02
_SYNONYM = 0.9
_WINDOW_SHARE, _BLOCK_SHARE, _LETTER_SHARE = 0.5, 0.25, 0.25


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares 0..1 of a claim that a block holds.

    ``window``: in the best run of 1..3 neighbouring sentences, by weight; ``block``: in the whole block, by weight;
    ``letters``: pairs of Han characters and runs of four letters. ``first``, ``last``: the window's sentences
    ``[first, last)``.
    """

    window: float
    block: float
    letters: float
    first: int
    last: int

    @property
    def score(self) -> float:
        """The three as one figure, 0..1."""
        return _WINDOW_SHARE * self.window + _BLOCK_SHARE * self.block + _LETTER_SHARE * self.letters


def cover(claim: Reading, block: Reading, weigh: Callable[[str], float], *, context: frozenset[str]) -> Coverage:
    """How far ``block`` covers ``claim``; words of ``context`` (title, headings) count as standing everywhere in it."""
    weights = {norm: weigh(norm) for norm in {word.norm for word in claim.content}}
    total = sum(weights.values())
    if total <= 0:
        return Coverage(0.0, 0.0, _letter_share(claim, block), 0, min(1, len(block.sentences)))
    everywhere, held, by_sentence = 0.0, 0.0, [dict[str, float]() for _ in block.sentences]
    for norm, weight in weights.items():
        credit, places = _find(norm, block.places)
        if places:
            held += weight * credit
            for index in places:
                by_sentence[index][norm] = weight * credit
        elif norm in context:
            everywhere += weight
    best, first, last = _best_window(by_sentence)
    return Coverage(
        min(1.0, (best + everywhere) / total),
        min(1.0, (held + everywhere) / total),
        _letter_share(claim, block),
        first,
        last,
    )


def _find(norm: str, places: Mapping[str, tuple[int, ...]]) -> tuple[float, tuple[int, ...]]:
    exact = places.get(norm)
    if exact:
        return 1.0, exact
    found: set[int] = set()
    for other in alike(norm):
        found.update(places.get(other, ()))
    return _SYNONYM, tuple(found)


def _best_window(by_sentence: list[dict[str, float]]) -> tuple[float, int, int]:
    best, found = -1.0, (0, 1)
    for first in range(len(by_sentence)):
        union: dict[str, float] = {}
        for last in range(first + 1, min(first + MAX_WINDOW, len(by_sentence)) + 1):
            union |= by_sentence[last - 1]
            mass = sum(union.values()) - _EXTRA_SENTENCE * (last - first - 1)
            if mass > best:
                best, found = mass, (first, last)
    return (max(0.0, best), *found)


def _letter_share(claim: Reading, block: Reading) -> float:
    return len(claim.grams & block.grams) / len(claim.grams) if claim.grams else 0.0


def window_span(block: Reading, first: int, last: int) -> Span:
    """The part of the block's text from sentence ``first`` up to ``last`` (not included)."""
    if not block.sentences:
        return Span(0, max(1, len(block.text)))
    return Span(block.sentences[first].start, block.sentences[last - 1].end)
