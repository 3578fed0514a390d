"""How much of a sentence stands in a block: in its best window, in the whole block, and letter by letter.

Source of the mixture: experiment "verification" in ``docs/experiments.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.domain import Span
from core.evidence.held import Held
from core.evidence.reading import Reading
from core.evidence.values import is_period

MAX_WINDOW = 3
_EXTRA_SENTENCE = 0.02
_VALUE_WEIGHT = 1.0
_WINDOW_SHARE, _BLOCK_SHARE, _LETTER_SHARE = 0.35, 0.3, 0.35


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


def cover(
    claim: Reading, block: Reading, held: Held, weigh: Callable[[str], float], *, context: frozenset[str]
) -> Coverage:
    """How far ``block`` covers ``claim``; words of ``context`` (title, headings) count as standing everywhere in it."""
    held_in = _held_words(claim, held, weigh, context) + _held_values(claim, block, held)
    letters = _letter_share(claim, block)
    total = sum(weight for weight, _, _ in held_in)
    if total <= 0:
        return Coverage(0.0, 0.0, letters, 0, min(1, len(block.sentences)))
    everywhere = anywhere = 0.0
    by_sentence = [dict[int, float]() for _ in block.sentences]
    for index, (weight, credit, places) in enumerate(held_in):
        anywhere += weight * credit
        if places is None:
            everywhere += weight * credit
        else:
            for place in places:
                by_sentence[place][index] = weight * credit
    best, first, last = _best_window(by_sentence)
    return Coverage(min(1.0, (best + everywhere) / total), min(1.0, anywhere / total), letters, first, last)


_Part = tuple[float, float, tuple[int, ...] | None]
"""Weight of a part of the sentence, share of it that is held 0..1, and the sentences that hold it (None: all)."""


def _held_words(claim: Reading, held: Held, weigh: Callable[[str], float], context: frozenset[str]) -> list[_Part]:
    found: list[_Part] = []
    for norm in claim.telling:
        weight = weigh(norm)
        if weight <= 0:
            continue
        credit, places = held.words[norm]
        if not places and norm in context:
            found.append((weight, 1.0, None))
        else:
            found.append((weight, credit if places else 0.0, places))
    return found


def _held_values(claim: Reading, block: Reading, held: Held) -> list[_Part]:
    """Values count like rare words, however they are written."""
    return [
        (
            _VALUE_WEIGHT,
            1.0 if own else 0.0,
            tuple({block.sentence_at(block.values[index].start) for index in own}),
        )
        for value, own in zip(claim.values, held.values, strict=True)
        if not is_period(value)
    ]


def _best_window(by_sentence: list[dict[int, float]]) -> tuple[float, int, int]:
    best, found = -1.0, (0, 1)
    for first in range(len(by_sentence)):
        union: dict[int, float] = {}
        for last in range(first + 1, min(first + MAX_WINDOW, len(by_sentence)) + 1):
            union |= by_sentence[last - 1]
            mass = sum(union.values()) - _EXTRA_SENTENCE * (last - first - 1)
            if mass > best:
                best, found = mass, (first, last)
    return (max(0.0, best), *found)


def _letter_share(claim: Reading, block: Reading) -> float:
    wanted = claim.plain_grams
    return len(wanted & block.grams) / len(wanted) if wanted else 0.0


def window_span(block: Reading, first: int, last: int) -> Span:
    """The part of the block's text from sentence ``first`` up to ``last`` (not included)."""
    if not block.sentences:
        return Span(0, max(1, len(block.text)))
    return Span(block.sentences[first].start, block.sentences[last - 1].end)


def foreign_run(claim: Reading, held: Held, weigh: Callable[[str], float]) -> Foreign:
    """The run of the sentence's words that the block holds least of (words that it holds count against the run)."""
    best = run = 0.0
    first = start = last = 0
    for index, word in enumerate(claim.content):
        weight = 0.0 if claim.is_in_value(word.start) else weigh(word.norm)
        credit = held.credit(word.norm) if weight > 0 else 0.0
        run += weight * (1 - 2 * credit)
        if run <= 0:
            run, start = 0.0, index + 1
        elif run > best:
            best, first, last = run, start, index
    if best <= 0:
        return Foreign(0.0, "")
    return Foreign(best, claim.text[claim.content[first].start : claim.content[last].end])


@dataclass(frozen=True, slots=True)
class Foreign:
    """Words in a row that are not the block's: ``mass`` is their weight less that of the block's words among them."""

    mass: float
    text: str


def longest_piece(claim: Reading, block: Reading) -> float:
    """Share 0..1 of the sentence's letters in its longest piece that stands in the block letter for letter."""
    wanted, text = claim.letters.text, block.letters.text
    longest = 0
    for start in range(len(wanted)):
        while start + longest < len(wanted) and wanted[start : start + longest + 1] in text:
            longest += 1
    return longest / len(wanted) if wanted else 0.0
