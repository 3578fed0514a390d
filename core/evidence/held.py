"""What of a sentence a block holds: each word and each value, looked up once for all gates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.evidence.reading import Reading, is_han
from core.evidence.values import matches
from core.text.synonyms import alike

_SYNONYM = 0.9
_SCATTERED, _LEAST_CHARS = 0.6, 0.5

Place = tuple[float, tuple[int, ...]]
"""How well a word is held, 0..1, and in which sentences of the block."""


@dataclass(frozen=True, slots=True)
class Held:
    """``words``: norm of each content word of the sentence -> its place; ``values``: for each value of the sentence,
    in order, the indexes of the block's values that state it.
    """

    words: Mapping[str, Place]
    values: tuple[tuple[int, ...], ...]

    def credit(self, norm: str) -> float:
        """How well the block holds the word, 0..1."""
        return self.words[norm][0]


def hold(claim: Reading, block: Reading) -> Held:
    """Look up every content word and value of ``claim`` in ``block``."""
    return Held(
        {norm: _find(norm, block) for norm in claim.content_norms},
        tuple(matches(value, block) for value in claim.values),
    )


def _find(norm: str, block: Reading) -> Place:
    """Chinese words are cut differently in different company, so one counts where its characters stand together, and
    in part where most of them stand in one sentence (同传 in 同声传译).
    """
    exact = block.places.get(norm)
    if exact:
        return 1.0, exact
    found = {index for other in alike(norm) for index in block.places.get(other, ())}
    if found:
        return _SYNONYM, tuple(found)
    if len(norm) < 2 or not is_han(norm[0]):
        return 0.0, ()
    joined = block.text.find(norm)
    if joined >= 0:
        return 1.0, (block.sentence_at(joined),)
    return _scattered(frozenset(norm), block)


def _scattered(chars: frozenset[str], block: Reading) -> Place:
    if len(chars & block.chars) < _LEAST_CHARS * len(chars):
        return 0.0, ()
    shares = [len(chars & theirs) / len(chars) for theirs in block.sentence_chars]
    best = max(shares, default=0.0)
    if best < _LEAST_CHARS:
        return 0.0, ()
    return _SCATTERED * best, tuple(index for index, share in enumerate(shares) if share == best)
