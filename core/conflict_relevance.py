"""Whether a conflict matters to a question: is the disputed thing what was asked about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from core.domain import Block, Chunk, Conflict, Question, Side
from core.frame import FRAME
from core.language import words
from core.quantities import quantities
from core.reading import is_han, read_block
from core.synonyms import alike
from core.weights import general_weight

_TIME_ZH = "天|日|个?月|年|小时|个小时|分钟|秒|周|个?星期|个?工作日|个?季度"
_TIME_EN = "milliseconds?|seconds?|minutes?|hours?|(?:working |business |calendar )?days?|nights?|weeks?|months?|years?"
_SPAN = frozenset(("duration", "date", "clock", "frequency", "age"))
_ANY = frozenset(("number", "count", "money", "percent", "measure", "temperature", "duration", "age", "frequency"))
_ASKS: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
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
    (re.compile(r"多少钱|多少元|几块钱", re.I), frozenset(("money", "percent", "number"))),
    (re.compile(r"百分之几|\bwhat (?:percentage|percent|share)\b", re.I), frozenset(("percent", "number"))),
    (re.compile(r"多少|几[个次位人份种条]|\bhow (?:many|much)\b", re.I), _ANY),
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
_SENTENCE, _HEADING = 0.8, 0.5
MIN_NAMED = 0.25
"""A question of which less is named by the disputed sentences is about something else."""
_OTHER_KIND = 0.3
"""Factor where the value is of another kind than what the question asks for."""


def relevance(question: Question, conflict: Conflict, blocks: Sequence[Block]) -> float:
    """How well the disputed sentences fit the question, as a share 0..1 of how well the best sentence of all does.

    Words of the rest of a sentence count less than those of the disputed clause, those of title and headings half. A
    dispute over days hardly matters to a question that asks for an amount. 0 where too little of the question is named.
    """
    wanted = dict(_wanted(question.text))
    total = sum(wanted.values())
    if total <= 0:
        return 0.0
    named = max(_named(wanted, side) for side in conflict.sides)
    if named < MIN_NAMED * total:
        return 0.0
    best = max((_best(wanted, block.chunk) for block in blocks), default=0.0)
    return named / max(named, best) * (1.0 if _is_asked_kind(question.text, conflict) else _OTHER_KIND)


def _is_asked_kind(question: str, conflict: Conflict) -> bool:
    kinds = next((kinds for ask, kinds in _ASKS if ask.search(question)), None)
    if kinds is None:
        return True
    stated = quantities(conflict.sides[0].value)
    return bool(stated) and stated[0].kind in kinds


@lru_cache(maxsize=256)
def _wanted(text: str) -> tuple[tuple[str, float], ...]:
    bare = _ASK_WORDS.sub(lambda match: " " * len(match.group()), text)
    weights = {word.norm: general_weight(word.norm) for word in words(bare)}
    return tuple(
        (norm, weight * (_FRAME_FACTOR if norm in FRAME else 1.0)) for norm, weight in weights.items() if weight > 0
    )


def _named(wanted: Mapping[str, float], side: Side) -> float:
    text = side.chunk.text
    reading = read_block(text)
    span = reading.sentences[reading.sentence_at(side.span.start)]
    clause, sentence = _norms(text[side.span.start : side.span.end]), _norms(text[span.start : span.end])
    heading = _heading(side.chunk)
    return sum(
        weight * max(_hit(norm, clause), _SENTENCE * _hit(norm, sentence), _HEADING * _hit(norm, heading))
        for norm, weight in wanted.items()
    )


def _best(wanted: Mapping[str, float], chunk: Chunk) -> float:
    """What the sentence of the chunk that names most of the question names of it."""
    heading = _heading(chunk)
    sentences = (_norms(chunk.text[span.start : span.end]) for span in read_block(chunk.text).sentences)
    return max(
        (
            sum(weight * max(_hit(norm, there), _HEADING * _hit(norm, heading)) for norm, weight in wanted.items())
            for there in sentences
        ),
        default=0.0,
    )


def _heading(chunk: Chunk) -> frozenset[str]:
    return _norms(" ".join((chunk.document.title, *chunk.heading)))


@lru_cache(maxsize=4096)
def _norms(text: str) -> frozenset[str]:
    return frozenset(word.norm for word in words(text))


def _hit(norm: str, there: Iterable[str]) -> float:
    if norm in there:
        return 1.0
    if any(other in there for other in alike(norm)):
        return 0.9
    return 0.7 if is_han(norm[0]) and any(_is_part(norm, other) for other in there) else 0.0


def _is_part(norm: str, other: str) -> bool:
    return is_han(other[0]) and (norm in other or (len(other) > 1 and other in norm))
