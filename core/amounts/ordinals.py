"""Ordinals: 第三, 3rd, the first; not 第三条 (a reference), not 第三方, not "a third party"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from core.amounts.making import made
from core.amounts.number_words import ORDINAL_WORDS
from core.amounts.numerals import Numeral, numerals
from core.amounts.quantity import Quantity
from core.amounts.taken import Taken
from core.amounts.units import Unit

_ORDINAL = Unit("ordinal", "ordinal", Decimal(1))
_SUFFIX = re.compile("(?:st|nd|rd|th)(?![a-z0-9])", re.A)
_WORDS = re.compile("[方者]|时间|手资料", re.A)
_IN_WORDS = re.compile(
    r"\b(?P<tens>(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-)?(?P<word>first|second|third|fourth"
    r"|fifth|sixth"
    r"|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth"
    r"|nineteenth|twentieth|thirtieth)\b(?! party| parties|,)",
    re.A,
)
_BEFORE = re.compile(r"(?:\A|\b(?:the|their|your|his|her|its|our|my|every|each|this|that|and|or) )\Z", re.A)


def ordinal_at(text: str, folded: str, numeral: Numeral) -> Quantity | None:
    """第 before or st, nd, rd, th after a number; None where there is neither."""
    if numeral.start and folded[numeral.start - 1] == "第":
        numeral = replace(numeral, start=numeral.start - 1)
        return made(text, numeral, numeral.end, _ORDINAL, "ordinal")
    suffix = _SUFFIX.match(folded, numeral.end) if numeral.style == "arabic" else None
    return made(text, numeral, suffix.end(), _ORDINAL, "ordinal") if suffix is not None else None


def is_ordinal_word(folded: str, numeral: Numeral) -> bool:
    """Whether 第 and the number are part of a word that ranks nothing (第三方, 第一时间)."""
    return folded[numeral.start - 1 : numeral.start] == "第" and _WORDS.match(folded, numeral.end) is not None


def ordinals(text: str, folded: str, taken: Taken) -> Iterator[Quantity]:
    """English ordinals in words on characters not yet taken; only behind an article and the like ("the first")."""
    for found in _IN_WORDS.finditer(folded):
        if not _BEFORE.search(folded[max(0, found.start() - 6) : found.start()]):
            continue
        value = ORDINAL_WORDS[found["word"]]
        if found["tens"]:
            value += int(next(numerals(found["tens"])).value)
        if taken.take(found.start(), found.end()):
            yield made(
                text, Numeral(found.start(), found.end(), Decimal(value), "word"), found.end(), _ORDINAL, "ordinal"
            )
