"""How much a word says: 0 (nothing) .. 1 (rare), by the index's own counts or, without one, by general use."""

from __future__ import annotations

from functools import lru_cache

from core.evidence.reading import is_han
from core.language import is_common
from core.text.dictionary import rarity

_SINGLE_HAN = 0.45
_SINGLE_LETTER = 0.3


@lru_cache(maxsize=65536)
def general_weight(norm: str) -> float:
    """Weight by general use: how rare a Chinese word is in the segmenter's dictionary; any other word counts in full.

    A single Han character says less than half of what a word does; a stop word says nothing.
    """
    if is_common(norm):
        return 0.0
    if not is_han(norm[0]):
        return 1.0 if len(norm) > 1 else _SINGLE_LETTER
    return rarity(norm) * _SINGLE_HAN if len(norm) == 1 else rarity(norm)
