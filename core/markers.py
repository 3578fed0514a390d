"""The citation mark, defined once: find it in every form models write it, take it out, make a document's own harmless.

What is a mark is decided by these rules, in this order:

1. Nothing inside inline or fenced code, and no link (``[1](https://…)``), is a mark.
2. A bracket of any kind holding only numbers of up to three digits (``[1, 2]``, ``[1-3]``, ``【1†source】``,
   ``[来源：1]``) is one; round brackets need a word for "source" (``（来源 1）``) or a mark (``（见[1]）``) in them.
   ``[2024]`` is a year; a zero is a mark only alone (models that count from 0), so ``[0, 1]`` is an interval.
3. Glued to a Latin word, ``[1]`` is a subscript, not a mark, if it is ``[0]``, if the word is one small letter
   (``x[1]``), if code follows (``rows[1].id``, ``rows[1] = 2``), or if the word usually names an array and the sentence
   goes on (``items[2] to read``). In doubt it is a mark: a mark missed loses a sentence, one too many only a bracket.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.domain import Claim

MAX_NUMBERS = 50
"""Most numbers that one mark yields, however wide its ranges."""

_LABEL = (
    r"(?>(?:来源|资料|出处|参考资料|参考文献|参考|文献|引用|证据|材料|片段|见|参见"
    r"|sources?|references?|refs?\.?|exhibits?|citations?|cite|blocks?|documents?|docs?|see)"
    r"\s{0,2}+(?:编号|no\.?)?+\s{0,2}+[:：]?+\s{0,2}+)"
)
_NUMBER = r"(?<!\d)\d{1,3}+(?!\d)"
_ITEM = rf"(?>{_LABEL}?[\#^]?{_NUMBER}(?:\s?(?:[-–—~～]|至|到)\s?\^?{_NUMBER})?)"
_GAP = r"\s{0,2}+(?:(?:[,，、;；&]|和|及|与|and)\s{0,2}+)?+"
_LIST = rf"\s{{0,2}}+{_ITEM}(?:{_GAP}{_ITEM}){{0,{MAX_NUMBERS - 1}}}+\s{{0,2}}+"
_SQUARE = rf"(?>\\?[\[［【〔](?:{_LIST}|\s?\d{{1,3}}(?::\d{{1,3}})?†[^\]］】〕\n]{{0,60}}+)\\?[\]］】〕])"
_LINK = r"(?!\((?:https?:|mailto:|[/\#.<]|\w{1,40}\.\w))"
_ROUND = rf"[（(]\s{{0,2}}+(?:{_LABEL}?+{_SQUARE}(?:{_GAP}{_SQUARE}){{0,19}}+|(?={_LABEL}){_LIST})\s{{0,2}}+[)）]"
_CODE = r"```.*?(?:```|\Z)|``[^\n]{1,200}?``|`[^`\n]{1,200}+`"
_TOKEN = re.compile(rf"(?P<code>{_CODE})|(?P<round>{_ROUND})|(?P<square>{_SQUARE}){_LINK}", re.IGNORECASE | re.DOTALL)
_RANGE = re.compile(rf"({_NUMBER})(?:\s?(?:[-–—~～]|至|到)\s?\^?({_NUMBER}))?")
_TAIL = re.compile(r"(?::\d{1,3})?†.*", re.DOTALL)
_WORD_BEFORE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,30}\Z")
_CODE_AFTER = re.compile(r"\s?[-+*/<>!=]?=|\.[A-Za-z_]")
_ARRAYS = frozenset(
    (
        "arr",
        "array",
        "args",
        "argv",
        "buf",
        "buffer",
        "cols",
        "data",
        "dict",
        "idx",
        "items",
        "keys",
        "list",
        "lst",
        "matrix",
        "obj",
        "res",
        "result",
        "row",
        "rows",
        "tmp",
        "tuple",
        "val",
        "values",
        "vec",
    )
)
_SENTENCE_GOES_ON = re.compile(r"\s{0,2}[A-Za-z0-9\u4e00-\u9fff(]")

_BETWEEN = re.compile(r"\s{0,2}[,，、;；]?\s{0,2}")
_SOURCE_BEFORE = re.compile(r"(?:来源|出处|资料|sources?|refs?)\s{0,2}[:：]\s{0,2}\Z", re.IGNORECASE)
_CLOSING = frozenset("。，、；：！？…）】》」』”’.,;:!?)]}|")
_STOPS = frozenset("。！？.!?")


@dataclass(frozen=True, slots=True)
class Mark:
    """A citation mark ``text[start:end]``; ``numbers`` in order, without repeats, never empty, at most 50."""

    start: int
    end: int
    numbers: tuple[int, ...]


def marks(text: str) -> tuple[Mark, ...]:
    """Every citation mark of ``text``, in order, not overlapping; see the module's rules."""
    return tuple(_marks(text))


def _marks(text: str) -> Iterator[Mark]:
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "code":
            continue
        numbers = _numbers(match.group())
        if 0 in numbers and len(numbers) > 1:
            continue
        if match.lastgroup == "square" and _is_subscript(text, match.start(), match.end(), numbers):
            continue
        yield Mark(match.start(), match.end(), numbers)


def _numbers(mark: str) -> tuple[int, ...]:
    found: list[int] = []
    for match in _RANGE.finditer(_TAIL.sub("", mark)):
        first = int(match.group(1))
        last = int(match.group(2) or first)
        found += range(first, min(last, first + MAX_NUMBERS - 1) + 1) if last >= first else (first, last)
    return tuple(dict.fromkeys(found))[:MAX_NUMBERS]


def _is_subscript(text: str, start: int, end: int, numbers: tuple[int, ...]) -> bool:
    before = _WORD_BEFORE.search(text, max(0, start - 31), start)
    if before is None or text[start] != "[":
        return False
    word = before.group()
    if numbers == (0,) or (len(word) == 1 and word.islower()) or _CODE_AFTER.match(text, end):
        return True
    return word.lower() in _ARRAYS and _SENTENCE_GOES_ON.match(text, end) is not None


def claim(text: str) -> Claim:
    """``text`` without its marks, and the numbers they cite (in order, no repeats; may be empty).

    With a mark go the separators between marks, a ``来源：`` that introduces them, and the space they leave before
    punctuation: ``600 次 [1]。`` becomes ``600 次。``. Nothing else changes but outer white space.
    """
    numbers: list[int] = []
    kept: list[str] = []
    position = 0
    for start, end, cited in _clusters(text):
        numbers += cited
        kept.append(text[position:start])
        position = end
    kept.append(text[position:])
    return Claim(_joined(kept).strip(), tuple(dict.fromkeys(numbers)))


def _clusters(text: str) -> Iterator[tuple[int, int, list[int]]]:
    """Marks with nothing but separators between them, as one, and their introduction."""
    start = end = -1
    cited: list[int] = []
    for mark in marks(text):
        if end >= 0 and _BETWEEN.fullmatch(text, end, mark.start):
            end = mark.end
            cited += mark.numbers
            continue
        if end >= 0:
            yield start, end, cited
        introduced = _SOURCE_BEFORE.search(text, max(0, mark.start - 14), mark.start)
        start = introduced.start() if introduced else mark.start
        end, cited = mark.end, list(mark.numbers)
    if end >= 0:
        yield start, end, cited


def _joined(parts: list[str]) -> str:
    """The parts left and right of removed marks, with the space that belongs between them."""
    joined = [parts[0]]
    for right in parts[1:]:
        left = joined[-1].rstrip(" \t\u3000")
        rest = right.lstrip(" \t\u3000")
        spaced = len(left) < len(joined[-1]) or len(rest) < len(right)
        if left and rest and left[-1] in _STOPS and rest[0] == left[-1]:
            rest = rest[1:]
        joined[-1] = left
        if _needs_space(left, rest, spaced=spaced):
            joined.append(" ")
        joined.append(rest)
    return "".join(joined)


def _needs_space(left: str, right: str, *, spaced: bool) -> bool:
    if not left or not right or left[-1] == "\n" or right[0] in _CLOSING or right[0] == "\n":
        return False
    if not (left[-1].isascii() or right[0].isascii()):
        return False
    return spaced or (left[-1].isalnum() and right[0].isalnum() and left[-1].isascii() and right[0].isascii())


def neutralise(text: str) -> str:
    """``text`` with the brackets of its marks turned into ‹ ›, so that a document's [1] can't pass for ours.

    Length and every other character stay; ``marks(neutralise(text))`` is empty.
    """
    characters = list(text)
    for mark in marks(text):
        for index in range(mark.start, mark.end):
            if text[index] in "[［【〔(（":
                characters[index] = "‹"
            elif text[index] in "]］】〕)）":
                characters[index] = "›"
    return "".join(characters)
