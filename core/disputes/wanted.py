"""What a question wants: its words by weight, and the kinds of value that would answer it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.evidence.reading import is_han
from core.language import words
from core.quantities import Kind
from core.text.frame import FRAME
from core.text.synonyms import alike
from core.text.weights import general_weight

_TIME_ZH = "天|日|个?月|年|小时|个小时|分钟|秒|周|个?星期|个?工作日|个?季度"
_TIME_EN = "milliseconds?|seconds?|minutes?|hours?|(?:working |business |calendar )?days?|nights?|weeks?|months?|years?"
_SPAN: frozenset[Kind] = frozenset(("duration", "date", "clock", "frequency", "age"))
_ANY: frozenset[Kind] = frozenset(
    ("number", "count", "money", "percent", "measure", "temperature", "duration", "age", "frequency")
)
_ASKS: tuple[tuple[re.Pattern[str], frozenset[Kind]], ...] = (
    (
        re.compile(
            rf"多久|多长时间|(?:几|多少) ?(?:{_TIME_ZH})|\bhow (?:long|soon|often|old)\b|\bhow many (?:{_TIME_EN})\b",
            re.I,
        ),
        _SPAN,
    ),
    (
        re.compile(
            r"什么时候|何时|哪[一]?[天年月]|几[号点月]|\bwhen\b|\bwhat (?:date|day|time|year)\b|\bby which\b", re.I
        ),
        _SPAN,
    ),
    (re.compile(r"多大|\bhow (?:large|big)\b", re.I), frozenset(("measure", "number", "count"))),
    (
        re.compile(
            r"多少钱|多少元|几块钱"
            r"|\bwhat (?:is|was|are|were) the (?:\w{1,20} ){0,3}(?:prices?|costs?|fees?|salary|budget)\b",
            re.I,
        ),
        frozenset(("money", "percent", "number")),
    ),
    (re.compile(r"百分之几|\bwhat (?:percentage|percent|share)\b", re.I), frozenset(("percent", "number"))),
    (re.compile(r"多少|几[个次位人份种条]|\bhow (?:many|much)\b", re.I), _ANY),
    (
        re.compile(
            r"\bwhat (?:is|was|are|were) the (?:\w{1,20} ){0,3}(?:population|number|total|average|rate"
            r"|limit|maximum|minimum|size|length|height|area|age|distance|speed|duration|weight|capacity)\b",
            re.I,
        ),
        _ANY,
    ),
    (re.compile(r"谁|哪个部门|哪些人|\b(?:who|whom|whose)\b", re.I), frozenset()),
)
"""What kinds of value answer a question; the first that fits. Other questions (what is the limit, may I) take any."""
_ASK_WORDS = re.compile(
    r"请问|多少|多久|多长|多大|多高|几[个天年月次位人份种条小]?|什么|哪[些个天年月里]?|何时|怎么样?|如何|为什么|是否|能不能"
    r"|可不可以|能否|可否|会不会|有没有|时候|吗|呢|告诉我|想知道|一下"
    r"|\b(?:how (?:long|many|much|large|big|often|far|old|soon|late|early|fast|high)|what|when|which|who|where|why"
    r"|whether|please|tell me|is there|are there|do (?:we|i|you)|does|did|can (?:we|i|you))\b",
    re.IGNORECASE,
)
_FRAME_FACTOR = 0.5


@dataclass(frozen=True, slots=True)
class Wanted:
    """``weights``: norm of each word that counts -> weight > 0; ``total``: their sum.

    ``kinds``: the kinds of value asked for, None where any may answer (what is the limit, may I).
    """

    weights: Mapping[str, float]
    total: float
    kinds: frozenset[Kind] | None


@lru_cache(maxsize=256)
def wanted(question: str) -> Wanted:
    """What ``question`` wants, without the words that only ask; ``total`` is 0 where nothing is left."""
    bare = _ASK_WORDS.sub(lambda match: " " * len(match.group()), question)
    weights = {word.norm: general_weight(word.norm) for word in words(bare)}
    counted = {
        norm: weight * (_FRAME_FACTOR if norm in FRAME else 1.0) for norm, weight in weights.items() if weight > 0
    }
    kinds = next((kinds for ask, kinds in _ASKS if ask.search(question)), None)
    return Wanted(counted, sum(counted.values()), kinds)


def hit(norm: str, there: Iterable[str]) -> float:
    """How far a word stands among ``there``, 0..1: itself 1, a synonym .9, a part of a Chinese word .7."""
    if norm in there:
        return 1.0
    if any(other in there for other in alike(norm)):
        return 0.9
    return 0.7 if is_han(norm[0]) and any(_is_part(norm, other) for other in there) else 0.0


def _is_part(norm: str, other: str) -> bool:
    return is_han(other[0]) and (norm in other or (len(other) > 1 and other in norm))
