"""English number words: what "two hundred and fifty", "three quarters" and "nine point nought four" are worth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
VALUES = (
    {word: number for number, word in enumerate(_ONES)}
    | {word: 20 + 10 * number for number, word in enumerate(_TENS)}
    | {"nought": 0, "fourty": 40}
)
SCALES = {
    "hundred": 10**2,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "dozen": 12,
}
_PARTS = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "twentieth": 20,
    "thirtieth": 30,
    "hundredth": 100,
    "thousandth": 1000,
    "millionth": 10**6,
    "billionth": 10**9,
    "trillionth": 10**12,
}
PARTS = _PARTS | {part + "s": value for part, value in _PARTS.items() if part != "half"} | {"halves": 2}

_FIRST_TWENTY = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
]
ORDINAL_WORDS = {word: number for number, word in enumerate(_FIRST_TWENTY, start=1)} | {"thirtieth": 30}

_ALL = sorted(
    [*VALUES, *SCALES, *PARTS, "hundreds", "thousands", "millions", "billions", "dozens"], key=len, reverse=True
)
_WORD = "(?:" + "|".join(_ALL) + ")(?![a-z0-9])"
WORD_RUN = re.compile(
    rf"(?:an? )?{_WORD}(?:(?:[ ]{{1,3}}| ?- ?)(?:and[ ]{{1,2}}|point |over (?!the ))?(?:an? )?{_WORD}){{0,12}}+", re.A
)
_GLUE = frozenset({"a", "an", "and"})
_SPLIT = re.compile(r"[a-z]++", re.A)
_ORDINALS = frozenset(_PARTS) - {"half", "quarter"}


@dataclass(frozen=True, slots=True)
class WordRead:
    """The value of the first ``length`` characters; ``style``: ``word``, or ``fraction`` (thirds, halves, one over)."""

    value: Decimal
    length: int
    style: str
    scaled: bool = False


def word_value(run: str) -> WordRead | None:
    """The number that a match of `WORD_RUN` begins with; None where it is an ordinal (fifth) or no number ("a")."""
    words = [(found.group(), found.end()) for found in _SPLIT.finditer(run)]
    if any(word == "over" for word, _ in words):
        return _over(run, words)
    at = next((index for index, (word, _) in enumerate(words) if word in PARTS), None)
    if at is not None:
        read = _part(words[: at + 1])
        return read if read is not None else _whole(words[:at])
    return _whole(words)


def _whole(words: list[tuple[str, int]]) -> WordRead | None:
    total = section = Decimal(0)
    end, last, is_scaled = 0, 10**15, False
    for index, (word, stop) in enumerate(words):
        if word in _GLUE:
            continue
        if word == "point":
            return _with_places(total + section, words, index) if end else None
        name = word if word in VALUES or word in SCALES else word.removesuffix("s")
        if name in VALUES:
            if end and not _joins(last, VALUES[name]):
                break
            section += VALUES[name]
            last = max(VALUES[name], 1)
        elif name in SCALES:
            section, total, last = _scale(section, total, SCALES[name], bool(end))
            is_scaled = True
        else:
            break
        end = stop
    return WordRead(total + section, end, "word", is_scaled) if end else None


def _joins(last: int, value: int) -> bool:
    return (20 <= last < 100 and 0 < value < 10) or (last >= 100 and value < last)


def _scale(section: Decimal, total: Decimal, scale: int, seen: bool) -> tuple[Decimal, Decimal, int]:
    if scale in (100, 12):
        return (section or Decimal(1)) * scale, total, scale
    if not section and seen:
        return Decimal(0), total * scale, scale
    return Decimal(0), total + (section or Decimal(1)) * scale, scale


def _with_places(whole: Decimal, words: list[tuple[str, int]], index: int) -> WordRead:
    digits, end = "", words[index - 1][1]
    for word, stop in words[index + 1 :]:
        if word not in VALUES:
            break
        digits += str(VALUES[word])
        end = stop
    return WordRead(whole + Decimal(f"0.{digits or 0}"), end, "word")


def _over(run: str, words: list[tuple[str, int]]) -> WordRead | None:
    at = next(index for index, (word, _) in enumerate(words) if word == "over")
    top, bottom = word_value(run[: words[at - 1][1]]), word_value(run[words[at][1] :].lstrip())
    if top is None or bottom is None or not bottom.value:
        return None
    return WordRead(top.value / bottom.value, len(run), "fraction")


def _part(words: list[tuple[str, int]]) -> WordRead | None:
    """Words ending in a fraction: two thirds, one and a half, half, a third; None for the ordinal (fifth)."""
    names = [word for word, _ in words]
    part, end = words[-1]
    split = len(names) - 1 - names[::-1].index("and") if "and" in names else -1
    has_article = names[-2:-1] in (["a"], ["an"])
    top = _whole([(word, stop) for word, stop in words[split + 1 : -1]])
    is_bare = top is None and not has_article and part != "half"
    if is_bare or (part in _ORDINALS and top is not None and top.value != 1):
        return None
    share = (top.value if top is not None else Decimal(1)) / PARTS[part]
    if split < 0:
        return WordRead(share, end, "fraction")
    whole = _whole(words[:split])
    if whole is None:
        return WordRead(share, end, "fraction")
    scale = SCALES.get(names[split - 1], 1)
    return WordRead(whole.value + share * (scale if scale >= 1000 else 1), end, "fraction")
