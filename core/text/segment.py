"""Words of a run of Han characters: rjieba where it is installed, else jieba with the same result.

Each process has its own segmenter, loaded at the first call (rjieba 0.14 s, jieba 1 s); the modules' shared ones stay
untouched, because words added to those would change every other user of them.
"""

from __future__ import annotations

from functools import cache
from typing import Protocol

from core.text.lexicon import OFFICE_WORDS


class Segmenter(Protocol):
    """What both libraries offer. Results are equal on runs of U+4E00–U+9FD5 only."""

    def cut(self, text: str) -> list[str]:
        """Words that, joined, give ``text``."""

    def cut_for_search(self, text: str) -> list[str]:
        """The same words, each after the shorter words inside it."""


class JiebaSegmenter:
    """jieba in pure Python."""

    def __init__(self) -> None:
        import jieba  # noqa: PLC0415 - a second to import, needed only without rjieba

        jieba.setLogLevel(60)
        self._jieba = jieba.Tokenizer()
        for word, frequency in OFFICE_WORDS:
            self._jieba.add_word(word, frequency, "n")

    def cut(self, text: str) -> list[str]:
        """See `Segmenter`."""
        return list(self._jieba.cut(text))

    def cut_for_search(self, text: str) -> list[str]:
        """See `Segmenter`."""
        return list(self._jieba.cut_for_search(text))


class RjiebaSegmenter:
    """jieba in Rust: 25 times as fast."""

    def __init__(self) -> None:
        import rjieba  # noqa: PLC0415 - may be absent where no wheel exists

        self._jieba = rjieba.Jieba()
        for word, frequency in OFFICE_WORDS:
            self._jieba.add_word(word, frequency, "n")

    def cut(self, text: str) -> list[str]:
        """See `Segmenter`."""
        return list(self._jieba.cut(text))

    def cut_for_search(self, text: str) -> list[str]:
        """See `Segmenter`."""
        return list(self._jieba.cut_for_search(text))


@cache
def _segmenter() -> Segmenter:
    try:
        return RjiebaSegmenter()
    except ImportError:
        return JiebaSegmenter()


def cut(run: str) -> list[str]:
    """Words of ``run`` (Han only), not overlapping."""
    return _segmenter().cut(run)


def cut_for_search(run: str) -> list[str]:
    """Search terms of ``run`` (Han only): words, and the words inside long words before them."""
    return _segmenter().cut_for_search(run)
