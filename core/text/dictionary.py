"""What the Chinese segmenter's dictionary knows of words: how rare they are, and what kind of word they are.

Without rjieba (no wheel for the platform) nothing is known: every word is rare and no name is found by kind.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Protocol

_CORPUS_CHARS = 6.0e7
_MOST = 11.0


class _Dictionary(Protocol):
    def has_word(self, word: str) -> bool: ...

    def suggest_freq(self, segment: str) -> int: ...

    def tag(self, text: str) -> list[tuple[str, str]]: ...


@cache
def _dictionary() -> _Dictionary | None:
    try:
        import rjieba  # noqa: PLC0415 - may be absent where no wheel exists
    except ImportError:
        return None
    found: _Dictionary = rjieba.Jieba()
    return found


@lru_cache(maxsize=65536)
def rarity(word: str) -> float:
    """0 (in every text) .. 1 (not in the dictionary), by the logarithm of its frequency."""
    dictionary = _dictionary()
    if dictionary is None or not dictionary.has_word(word):
        return 1.0
    return min(_MOST, math.log(_CORPUS_CHARS / max(1, dictionary.suggest_freq(word)))) / _MOST


def knows(word: str) -> bool:
    """Whether the dictionary holds ``word``; True where there is no dictionary."""
    dictionary = _dictionary()
    return dictionary is None or dictionary.has_word(word)


def tags(text: str) -> list[tuple[str, str]]:
    """Words of ``text`` with their kind (ns place, nt organisation, nr person, v verb …); joined they give ``text``."""
    dictionary = _dictionary()
    return [] if dictionary is None else dictionary.tag(text)
