"""Folding of characters that mean the same: width, case, dashes, quotes, spaces, traditional and simplified."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from opencc import OpenCC

_SAME = {
    **dict.fromkeys("‐‑‒–—―−﹣", "-"),
    **dict.fromkeys("“”„‟«»「」『』〝〞＂", '"'),
    **dict.fromkeys("‘’‚‛′ʼ`´", "'"),
    **dict.fromkeys("〜∼～", "~"),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
}
_HAN = re.compile(r"[\u4e00-\u9fff]")
_CLUSTER = re.compile(r".[\u0300-\u036f]*+", re.DOTALL)


@cache
def _simplifier() -> OpenCC:
    return OpenCC("t2s")


class _Folded(dict[int, str]):
    """What each character becomes; filled as characters are met, so that a text costs one look-up a character."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = _SAME.get(char)
        if folded is None:
            folded = "".join(_SAME.get(part, part) for part in unicodedata.normalize("NFKC", char)).lower()
        if folded.isspace():
            folded = "\n" if char == "\n" else " "
        if len(folded) == 1 and _HAN.match(folded):
            simple = str(_simplifier().convert(folded))
            folded = simple if len(simple) == 1 else folded
        self[code] = folded
        return folded


FOLDED: dict[int, str] = _Folded()
"""Table for `str.translate`; a character may become none or several."""


def fold_with_offsets(text: str) -> tuple[str, list[int]]:
    """The folded text and, for each of its characters and for its end, the offset in ``text`` that it comes from.

    Accents that follow their letter are composed with it first, so ``offsets`` steps over them.
    """
    parts: list[str] = []
    offsets: list[int] = []
    if unicodedata.is_normalized("NFC", text):
        parts = [FOLDED[ord(char)] for char in text]
        whole = "".join(parts)
        if len(whole) == len(text) and "" not in parts:
            return whole, list(range(len(text) + 1))
        for start, folded in enumerate(parts):
            offsets += [start] * len(folded)
    else:
        for match in _CLUSTER.finditer(text):
            folded = unicodedata.normalize("NFKC", match.group()).translate(FOLDED)
            parts.append(folded)
            offsets += [match.start()] * len(folded)
    return "".join(parts), [*offsets, len(text)]
