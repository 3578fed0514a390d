"""One spelling for every width and script of a character, without moving any."""

from __future__ import annotations

import re

_TRADITIONAL = "萬億點兩個負圓幣幾餘週時間鐘號條頁節項歲錢塊噸釐貳參陸圖閱"
_SIMPLIFIED = "万亿点两个负圆币几余周时间钟号条页节项岁钱块吨厘贰叁陆图阅"

_FOLD: dict[int, int] = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_FOLD |= {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_FOLD |= {code + 0xFEE0: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_FOLD |= {ord(old): ord(new) for old, new in zip(_TRADITIONAL, _SIMPLIFIED, strict=True)}
_FOLD |= {ord(dash): ord("-") for dash in "‐‑‒–—―−－"}
_FOLD |= {ord(space): ord(" ") for space in "\u00a0\u2009\u3000\t"}
_FOLD |= {ord("～"): ord("~"), ord("〜"): ord("~"), ord("﹣"): ord("-"), ord("﹪"): ord("%")}
_FOLD |= {ord("，"): ord("，")}  # between clauses; it separates thousands only between full-width digits
_WIDE_SEPARATOR = re.compile("(?<=[０-９])，(?=[０-９]{3})", re.A)


def fold(text: str) -> str:
    """``text`` with full-width forms, capitals, dashes, spaces and traditional number characters made plain.

    The length never changes, so that an index into the result is an index into ``text``.
    """
    if "，" in text:
        text = _WIDE_SEPARATOR.sub(",", text)
    return text.translate(_FOLD)
