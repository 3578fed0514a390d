"""English number words: what "two hundred and fifty", "three quarters" and "nine point nought four" are worth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
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

_ALL = sorted(
    [*VALUES, *SCALES, *PARTS, "hundreds", "thousands", "millions", "billions", "dozens"], key=len, reverse=True
)
_WORD = "(?:" + "|".join(_ALL) + ")(?![a-z0-9])"
WORD_RUN = re.compile(
    rf"(?:an? )?{_WORD}(?:(?:[ ]{{1,3}}| ?- ?)(?:and[ ]{{1,2}}|point |over (?!the ))?(?:an? )?{_WORD}){{0,12}}+", re.A
)
_SPLIT = re.compile(r"[a-z]++", re.A)
_ORDINALS = frozenset(_PARTS) - {"half", "quarter"}


@dataclass(frozen=True, slots=True)
class WordRead:
    """The value of the first ``length`` characters; ``style`` is ``word``, or ``fraction`` for thirds, halves, one over …"""

    value: Decimal
    length: int
    style: str
    scaled: bool = False


def word_value(run: str) -> WordRead | None:
    """The number that a match of `WORD_RUN` begins with; None where it is an ordinal (fifth) or no number ("a")."""
    words = [(found.group(), found.end()) for found in _SPLIT.finditer(run)]
    if "over" in (word for word, _ in words):
        return _over(run, words)
    total = section = Decimal(0)
    seen = False
    end = 0
    last = 10**15
    scaled = False
    index = 0
    while index < len(words):
        word, stop = words[index]
        if word in {"a", "an", "and"}:
            index += 1
            continue
        if word == "point":
            places, end, index = _places(words, index + 1)
            return WordRead(total + section + places, end, "word") if seen else None
        word = word if word in VALUES or word in SCALES or word in PARTS else word.removesuffix("s")
        if word in VALUES:
            value = VALUES[word]
            if seen and not _joins(last, value):
                break
            section += value
            last = max(value, 1)
        elif word in SCALES:
            section, total, last = _scale(section, total, SCALES[word], seen)
            scaled = True
        else:
            return _part(words, index, total + section, seen)
        seen, end = True, stop
        index += 1
    return WordRead(total + section, end, "word", scaled) if seen else None


def _joins(last: int, value: int) -> bool:
    return (20 <= last < 100 and 0 < value < 10) or (last >= 100 and value < last)


def _scale(section: Decimal, total: Decimal, scale: int, seen: bool) -> tuple[Decimal, Decimal, int]:
    if scale in (100, 12):
        return (section or Decimal(1)) * scale, total, scale
    if not section and seen:
        return Decimal(0), total * scale, scale
    return Decimal(0), total + (section or Decimal(1)) * scale, scale


def _places(words: list[tuple[str, int]], index: int) -> tuple[Decimal, int, int]:
    digits, end = "", words[index - 1][1]
    while index < len(words) and words[index][0] in VALUES:
        digits += str(VALUES[words[index][0]])
        end = words[index][1]
        index += 1
    return Decimal(f"0.{digits or 0}"), end, index


def _over(run: str, words: list[tuple[str, int]]) -> WordRead | None:
    at = next(index for index, (word, _) in enumerate(words) if word == "over")
    top, bottom = word_value(run[: words[at - 1][1]]), word_value(run[words[at][1] :].lstrip())
    if top is None or bottom is None or not bottom.value:
        return None
    return WordRead(top.value / bottom.value, len(run), "fraction")


def _part(words: list[tuple[str, int]], index: int, before: Decimal, seen: bool) -> WordRead | None:
    """A run that ends in a fraction word: "two thirds", "one and a half", "half", "a third"; not the ordinal "fifth"."""
    word, end = words[index]
    share = Decimal(1) / PARTS[word]
    previous = words[index - 1][0] if index else ""
    joined = [name for name, _ in words[:index]]
    if "and" in joined:
        at = len(joined) - 1 - joined[::-1].index("and")
        top = word_value(" ".join(joined[at + 1 :])) if previous not in {"a", "an"} else None
        whole = word_value(" ".join(joined[:at]))
        if whole is not None:
            return WordRead(whole.value + share * (top.value if top else 1), end, "fraction")
    if not seen:
        return WordRead(share, end, "fraction") if previous in {"a", "an"} or word in {"half"} else None
    if word in _ORDINALS and before != 1:
        return None
    return WordRead(before * share, end, "fraction")
