"""The parts of a question that asks for several things, each in the question's own words."""

from __future__ import annotations

import re

from core.questions.question_kinds import kind_of

MAX_PARTS = 4

_MARKS = re.compile(r"[，,；;。？！?!\n]|(?<=\w)\.(?=\s)")
_CONJUNCTION = re.compile(r"\s*+(?:以及|并且|而且|同时|另外|还有|那么?|和|and|but|also|or|then)[\s,，]*", re.I)
_EACH = re.compile(r"(?P<what>[^，,；;]{3,60}?)(?P<ask>(?:各|分别)(?:自)?(?:是|为|有)[^，,；;？?]{1,8})")
_AND_ZH = re.compile(r"以及|和|与|、|及")
_EN_LIST = re.compile(r"\bwhat are (?P<one>[^,;?]{3,50}?) and (?P<other>[^,;?]{3,80})", re.I)
_EN_AND = re.compile(
    r"\s{1,3}and\s{1,3}(?=(?:(?:up to|by|in|on|at|for|after|from|until|within|to) )?"
    r"(?:how|what|when|which|who|where|why|can|may|must|is|are|do|does)\b)",
    re.I,
)


def parts_of(question: str) -> tuple[str, ...]:
    """The parts, in order; one for a question that asks for one thing, at most `MAX_PARTS`.

    A clause that asks nothing by itself (去上海出差，…) is about every part, so it is none of its own.
    """
    asking = [clause for clause in _clauses(question) if kind_of(clause) is not None]
    found = [part for clause in asking for part in _listed(clause)]
    return tuple(found[:MAX_PARTS]) if len(found) > 1 else (question.strip(),)


def _clauses(question: str) -> list[str]:
    found, start = [], 0
    for mark in _MARKS.finditer(question):
        found.append(question[start : mark.start()])
        start = mark.end()
    found.append(question[start:])
    split = [part for clause in found for part in _EN_AND.split(clause)]
    trimmed = [clause[match.end() :] if (match := _CONJUNCTION.match(clause)) else clause.strip() for clause in split]
    return [clause.strip() for clause in trimmed if any(char.isalnum() for char in clause)]


def _listed(clause: str) -> list[str]:
    """The parts of "A 和 B 各是多少" and of "what are A and B"."""
    each = _EACH.search(clause)
    if each:
        before = clause[: each.start()]
        names = [name.strip() for name in _AND_ZH.split(each["what"]) if name.strip()]
        return [f"{before}{name}{each['ask'].replace('各', '').replace('分别', '')}" for name in names]
    listed = _EN_LIST.search(clause)
    if listed:
        return [listed["one"], listed["other"]]
    return [clause]
