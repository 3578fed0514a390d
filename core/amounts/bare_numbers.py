"""Numbers without a unit: what is counted, years, and 中文 digits that are only part of a word."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from core.amounts.dates import Moment, order
from core.amounts.han_numbers import HAN_VALUES
from core.amounts.making import made
from core.amounts.number_words import SCALES, VALUES
from core.amounts.numerals import Numeral
from core.amounts.quantity import Quantity
from core.amounts.units import Unit

_NUMBER = Unit("", "number", Decimal(1))
STOP = frozenset(
    (
        "of", "in", "on", "at", "to", "for", "and", "or", "the", "a", "an", "is", "are", "was", "were", "be",
        "by", "with", "from", "as", "per", "than", "that", "this", "which", "who", "it", "he", "she", "they",
        "we", "you", "i", "not", "no", "but", "if", "then", "so", "out", "into", "over", "under", "up",
        "down", "about", "after", "before", "between", "during", "until", "within", "when", "while", "where",
        "will", "would", "can", "could", "may", "must", "shall", "should", "have", "has", "had", "do",
        "does", "did", "more", "less", "most", "least", "times",
    )
) | frozenset([*VALUES, *SCALES])  # fmt: skip
"""Words that neither name what is counted nor qualify a unit."""

_NOUNS = re.compile(r"(?:[ -][a-z]{3,24}(?![a-z'])){1,3}+", re.A)
_PLURALS = frozenset({"people", "staff", "personnel", "men", "women", "children", "folk"})
_BEFORE_BARE = re.compile(r"(?:\A|[^\u4e00-\u9fff\w]|[是为有即共于达])\Z", re.A)
_AFTER_BARE = re.compile(r"\Z|[^\u4e00-\u9fff\w]|不是|还是|台", re.A)
_BEFORE_YEAR = re.compile(r"\b(?:in|for|of|since|by|from|until|during|year|fiscal|through|and|to) \Z", re.A)
_DECADE = re.compile(r"(?:1[5-9]|20)\d0'?s(?![a-z0-9])", re.A)
_YEAR = re.compile(r"(?:19[5-9]|20[0-4])\d", re.A)
_COMMON_WORDS = re.compile(
    r"一(?:[切些样定般起直旦致律向同并再经味共齐体面方半边道看时下点度带代级类款把门家手]|部分|方面|系列)"
    r"|十(?:足|分(?!钟))|万一"
    r"|千万(?![元美日人吨件台个次])|拾[起到取]|[三四](?:亚|川|处)|五角大|二维|百度|两者|三者|双方|三层|百分"
    r"|千里|二手|四肢|九州",
    re.A,
)


def bare(text: str, folded: str, numeral: Numeral) -> Quantity | None:
    """The number alone, with its noun (15 employees) or as a year; None where it is no amount (四川, "one")."""
    if numeral.style == "half":
        return None
    if numeral.style in {"fraction", "slash"}:
        return replace(made(text, numeral, numeral.end, _NUMBER), unit="fraction")
    if numeral.style == "han" and not _is_bare_han(folded, numeral):
        return None
    quantity = replace(made(text, numeral, numeral.end, _NUMBER), unit=None)
    is_year = _is_year(folded, numeral)
    noun = (
        None
        if is_year and _BEFORE_YEAR.search(folded[max(0, numeral.start - 8) : numeral.start])
        else _noun(folded, numeral)
    )
    if noun is not None:
        return replace(quantity, kind="count", dimension=f"count:{noun}", noun=noun)
    if is_year:
        return _year(quantity, Moment(year=int(numeral.value)))
    if numeral.style == "word" and numeral.value == 1:
        return None
    return quantity


def _year(quantity: Quantity, moment: Moment) -> Quantity:
    value = order(moment)
    return replace(quantity, kind="date", dimension="date", low=value, high=value, moment=moment)


def _noun(folded: str, numeral: Numeral) -> str | None:
    """What is counted, singular: the first plural within three words (15 approved vendors), or the word after a 1."""
    found = _NOUNS.match(folded, numeral.end)
    if found is None:
        return None
    for word in re.split("[ -]", found.group()[1:]):
        if word in STOP:
            return None
        if word in _PLURALS or numeral.value == 1:
            return word
        if word.endswith("s") and not word.endswith(("ss", "us", "is")):
            return _singular(word)
    return None


def _singular(plural: str) -> str:
    if plural.endswith("ies"):
        return plural[:-3] + "y"
    return plural[:-2] if plural.endswith(("ches", "shes", "xes", "sses")) else plural[:-1]


def decade_at(text: str, folded: str, numeral: Numeral) -> Quantity | None:
    """The 1990s, as the year that they begin with; not 1990 seconds."""
    found = _DECADE.match(folded, numeral.start)
    if found is None:
        return None
    return _year(replace(made(text, numeral, found.end(), _NUMBER), unit=None), Moment(year=int(numeral.value)))


def is_word(folded: str, numeral: Numeral) -> bool:
    """Whether a 中文 digit and what follows are a word of their own (一些, 十分, 五角大楼)."""
    return _COMMON_WORDS.match(folded, numeral.start) is not None


def _is_year(folded: str, numeral: Numeral) -> bool:
    """Whether four digits that count nothing are a year: 1950 to 2049."""
    return (
        numeral.style == "arabic"
        and numeral.end - numeral.start == 4
        and _YEAR.match(folded, numeral.start) is not None
    )


def _is_bare_han(folded: str, numeral: Numeral) -> bool:
    written = folded[numeral.start : numeral.end]
    if len(written) > 1:
        return any(HAN_VALUES.get(char, 0) < 10 for char in written) and not is_word(folded, numeral)
    if written == "拾":
        return False
    before, after = folded[max(0, numeral.start - 1) : numeral.start], folded[numeral.end : numeral.end + 2]
    return bool(_BEFORE_BARE.search(before)) and bool(_AFTER_BARE.match(after))
