"""What a document states: each value with the words it is about, and each rule with what it allows or forbids.

Found by code alone, once a text. Nothing here compares; see `core.conflict`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice

from core.domain import Span
from core.language import Word
from core.quantities import Quantity
from core.reading import Clause, Reading, read_block
from core.stance import Rule, rule
from core.weights import general_weight

_CLAUSE_END = re.compile(
    r"[，,；;：:。！？!?\n（）()|](?!\d)|\.(?=\s|$)|\s[-–—]\s"
    r"|\b(?:and|but|while|whereas|although|though|however)\b|(?:但是?|而且|并且)"
)
_OTHER_PART = 0.4
"""Weight of words of the clause that stand nearer to another value of the same clause."""
_MAX_RULE_CHARS = 240
"""A longer clause is no one rule."""
_MAX_STATEMENTS = 80
"""In one chunk; every two of different chunks are compared. The longest chunk of the demo corpus holds fewer."""

_EXAMPLE = re.compile(
    r"例如|比如|譬如|举例|示例|假设|假如|\be\.?g\.|\bfor (?:example|instance)\b|\bsuppose\b|\bsuch as\b", re.IGNORECASE
)
_EVENT = re.compile(
    r"昨[天日晚]|前天|上周|上个?月|去年|本次故障|\byesterday|\blast (?:week|month|year|night)\b|\bearlier today\b",
    re.IGNORECASE,
)
_VOID = re.compile(
    r"已废止|已作废|已失效|已被.{0,20}(?:取代|替代)|不再适用|旧版规定|\bsuperseded\b|\bobsolete\b|\bdeprecated policy\b"
    r"|\bno longer (?:applies|valid|in force)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One value or rule of a text.

    ``span`` and ``clause``: the clause; ``sentence`` and ``setting``: the sentence around it. ``around``: norms of that
    sentence and the one before, with the headings; ``before``: words of the clause before, in the same sentence.
    One of ``quantity`` and ``rule`` is there. ``own``: norm of each word of the clause that belongs to no value and
    no cue of the rule -> weight 0..1.
    """

    span: Span
    sentence: Span
    around: frozenset[str]
    before: Mapping[str, float]
    clause: str
    setting: str
    quantity: Quantity | None = None
    rule: Rule | None = None
    own: Mapping[str, float] = field(default_factory=dict)


@lru_cache(maxsize=4096)
def statements(text: str, context: str) -> tuple[Statement, ...]:
    """The statements of ``text`` in order; ``context``: title and headings above it.

    Examples, single events (yesterday's outage) and what calls itself superseded state nothing.
    """
    return tuple(islice(_Reader(text, context).read(), _MAX_STATEMENTS))


class _Reader:
    def __init__(self, text: str, context: str) -> None:
        self._text = text
        self._context = context
        self._reading: Reading = read_block(text)
        self._values = self._reading.values
        self._words = _wordless(self._reading.content, self._values)
        self._starts = [word.start for word in self._words]
        self._all_starts = [word.start for word in self._reading.words]
        self._value_starts = [value.start for value in self._values]
        self._context_norms = frozenset(word.norm for word in read_block(context).content) if context else frozenset()

    def read(self) -> Iterator[Statement]:
        for index, sentence in enumerate(self._reading.sentences):
            text = self._text[sentence.start : sentence.end]
            if _EXAMPLE.search(text) or _EVENT.search(text) or _VOID.search(text):
                continue
            yield from self._of_sentence(index, sentence)

    def _of_sentence(self, index: int, sentence: Span) -> list[Statement]:
        clauses = _clauses(self._text, sentence)
        start = self._reading.sentences[max(0, index - 1)].start
        around = frozenset(word.norm for word in self._inside(Span(start, sentence.end))) | self._context_norms
        found: list[Statement] = []
        for position, clause in enumerate(clauses):
            bare = Statement(
                span=clause,
                sentence=sentence,
                around=around,
                before=self._weights(clauses[position - 1]) if position else {},
                clause=self._text[clause.start : clause.end],
                setting=self._text[sentence.start : sentence.end],
            )
            first, last = (bisect_left(self._value_starts, edge) for edge in (clause.start, clause.end))
            inside = self._values[first:last]
            found += [replace(bare, quantity=value, own=self._own(clause, value, inside)) for value in inside]
            if not inside and clause.end - clause.start <= _MAX_RULE_CHARS:
                found.append(self._rule(bare, index))
        return found

    def _rule(self, bare: Statement, sentence: int) -> Statement:
        words = self._reading.words
        first, last = (bisect_left(self._all_starts, edge) for edge in (bare.span.start, bare.span.end))
        laid_down = rule(self._reading, Clause(bare.span.start, bare.span.end, first, last, sentence))
        own = {
            word.norm: general_weight(word.norm)
            for word in words[first:last]
            if not any(start < word.end and word.start < end for start, end in laid_down.cues)
        }
        return replace(bare, rule=laid_down, own=own)

    def _own(self, clause: Span, value: Quantity, inside: Sequence[Quantity]) -> dict[str, float]:
        """Words of the clause; less for those nearer to another value."""
        previous = max((other.end for other in inside if other.end <= value.start), default=clause.start)
        following = min((other.start for other in inside if other.start >= value.end), default=clause.end)
        weights: dict[str, float] = {}
        for word in self._inside(clause):
            weight = general_weight(word.norm) * (1.0 if previous <= word.start < following else _OTHER_PART)
            weights[word.norm] = max(weights.get(word.norm, 0.0), weight)
        return weights

    def _weights(self, clause: Span) -> dict[str, float]:
        return {word.norm: general_weight(word.norm) for word in self._inside(clause)}

    def _inside(self, span: Span) -> list[Word]:
        return self._words[bisect_left(self._starts, span.start) : bisect_left(self._starts, span.end)]


def _wordless(content: Sequence[Word], values: Sequence[Quantity]) -> list[Word]:
    """The words that belong to no value."""
    kept, index = [], 0
    for word in content:
        while index < len(values) and values[index].end <= word.start:
            index += 1
        if index == len(values) or word.end <= values[index].start:
            kept.append(word)
    return kept


def _clauses(text: str, sentence: Span) -> list[Span]:
    found: list[Span] = []
    start = sentence.start
    for match in _CLAUSE_END.finditer(text, sentence.start, sentence.end):
        if text[start : match.start()].strip():
            found.append(Span(start, match.start()))
        start = match.end()
    if text[start : sentence.end].strip():
        found.append(Span(start, sentence.end))
    return found
