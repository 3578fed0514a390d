"""What stands around a value: the words and the other values that say what it is the value of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from core.domain import Span
from core.evidence.reading import Reading, is_han
from core.evidence.values import is_period
from core.quantities import Quantity
from core.text.synonyms import alike

BEFORE = 0.6
_SUBJECT, _AFTER, _REST, _PAST_A_VALUE = 0.8, 0.35, 0.25, 0.15
_SYNONYM = 0.9
_VERBS = frozenset({"can", "may", "must", "will", "should", "is", "are", "has", "have", "do", "does", "cannot"})
_VERB_CHARS = frozenset("可最须应并且不需必将已")


@dataclass(frozen=True)
class Context:
    """What a value is about: norm -> nearness 0..1, and the other values beside it, by index, with theirs."""

    words: Mapping[str, float]
    values: tuple[tuple[int, float], ...]

    def nearness(self, norm: str) -> float:
        """How near ``norm``, or a word that may stand for it, is; 0 where there is none."""
        found = self.words.get(norm)
        if found is not None:
            return found
        others = [self.words[other] for other in alike(norm) if other in self.words]
        if len(norm) > 1 and is_han(norm[0]):
            others.extend(
                near
                for other, near in self._by_first.get(norm[0], ())
                if norm.startswith(other) or other.startswith(norm)
            )
        return _SYNONYM * max(others, default=0.0)

    @cached_property
    def own(self) -> Context:
        """The words of the value's own clause alone."""
        return Context({norm: 1.0 for norm, near in self.words.items() if near >= 1.0}, ())

    @cached_property
    def _by_first(self) -> Mapping[str, list[tuple[str, float]]]:
        found: dict[str, list[tuple[str, float]]] = {}
        for norm, near in self.words.items():
            if len(norm) > 1:
                found.setdefault(norm[0], []).append((norm, near))
        return found


def context_of(reading: Reading, index: int) -> Context:
    """The words and values around one value: of its clause in full, of the clauses beside it less."""
    found = reading.contexts.get(index)
    if found is None:
        found = reading.contexts[index] = _context_of(reading, index)
    return found


def _context_of(reading: Reading, index: int) -> Context:
    value = reading.values[index]
    row = _row(reading.text, value.start)
    if row is not None:
        return _in_table(reading, index, row)
    clauses = reading.clauses
    home = next((i for i, clause in enumerate(clauses) if clause.start <= value.start < clause.end), None)
    if home is None:
        return Context({}, ())
    near: dict[str, float] = {}
    beside: list[tuple[int, float]] = []
    for other, clause in enumerate(clauses):
        if clause.sentence != clauses[home].sentence:
            continue
        share = _share(reading, home, other, value)
        for word in reading.words[clause.first : clause.last]:
            if word.norm in reading.content_norms and not reading.is_in_value(word.start):
                near[word.norm] = max(near.get(word.norm, 0.0), share)
        beside.extend((at, _nearness(home, other)) for at in _others(reading, reading.clause_values[other], index))
    return Context(near, tuple(beside))


def _others(reading: Reading, values: Iterable[int], index: int) -> Iterator[int]:
    """Values beside the one at ``index`` that say what it is about; a bare period (每晚) does not."""
    return (at for at in values if at != index and not is_period(reading.values[at]))


def _share(reading: Reading, home: int, other: int, value: Quantity) -> float:
    if other == home - 1 and _goes_on(reading, home):
        return _SUBJECT
    if other != home and any(reading.values[at].dimension == value.dimension for at in reading.clause_values[other]):
        return _PAST_A_VALUE
    return _nearness(home, other)


def _goes_on(reading: Reading, home: int) -> bool:
    """Whether the clause has no subject of its own: "… and can be set up to", 最大为."""
    clause = reading.clauses[home]
    first = next((word for word in reading.words[clause.first : clause.last] if word.start >= clause.start), None)
    return first is not None and (first.norm in _VERBS or first.text[0] in _VERB_CHARS)


def _nearness(home: int, other: int) -> float:
    return {0: 1.0, -1: BEFORE, 1: _AFTER}.get(other - home, _REST)


def is_in_table(reading: Reading, index: int) -> bool:
    """Whether the value stands in a row of a Markdown table, where rows and columns say exactly what it is about."""
    return _row(reading.text, reading.values[index].start) is not None


def _row(text: str, position: int) -> Span | None:
    """The line around ``position`` if it is a row of a Markdown table."""
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    return Span(start, end if end >= 0 else len(text)) if text.startswith("|", start) else None


def _in_table(reading: Reading, index: int, row: Span) -> Context:
    """What the row says, all of it equally near, and what stands at the head of the value's column."""
    near = {
        word.norm: 1.0
        for word in reading.content
        if row.start <= word.start < row.end and not reading.is_in_value(word.start)
    }
    column = reading.text.count("|", row.start, reading.values[index].start)
    head = _head(reading.text, row)
    cells = reading.text[head.start : head.end].split("|")
    if head != row and column < len(cells):
        near.update(dict.fromkeys(Reading(cells[column]).content_norms, 1.0))
    inside = tuple(at for at, value in enumerate(reading.values) if row.start <= value.start < row.end)
    beside = tuple((at, 1.0) for at in _others(reading, inside, index))
    return Context(near, beside)


def _head(text: str, row: Span) -> Span:
    """The first row of the table that ``row`` is in."""
    first = row
    while first.start > 0 and (above := _row(text, first.start - 1)) is not None:
        first = above
    return first
