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

from core.disputes.stance import Rule, rule
from core.domain import Span
from core.evidence.reading import Clause, Reading, is_han, read_block
from core.language import Word
from core.quantities import Quantity
from core.text.frame import FRAME
from core.text.tables import Cell, cells, is_row
from core.text.weights import general_weight

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

_ENOUGH, _NEIGHBOUR = 0.9, 0.6
_NO_RULE = re.compile(r"^\s*+#|[吗呢？?]\s*+$|[的者]\s*+$|^\s*+[|-]|是?指|所称")
"""Headings, questions and conditions that end in 的 (没有申请的) and definitions lay nothing down."""
_CASE = re.compile(
    r"的\s*+$|^\s*+(?:如果?|若|当|对于?|凡|经|if|when|where|for|in case|unless|once|after)\b", re.IGNORECASE
)
_DOCUMENT_DATE = re.compile(
    r"(?:更新|修订|修改|发布|生效|施行|制定|印发|编制|归档|会议)(?:日期|时间|于|日)?\s{0,2}[:：为是于自]?\s{0,2}$|[自从]\s{0,2}$"
    r"|\b(?:updated|revised|published|issued|effective|version|dated|reviewed)(?: on| date| as of| from| since)?"
    r"\s{0,2}:?\s{0,2}$",
    re.IGNORECASE,
)
_NAME_BEFORE = re.compile(r"(?:^|[^A-Za-z])(?:[A-Z][A-Za-z]{1,20}|version|release|room|page|step|level)[ -]$")
"""Python 3.8, Release 4.2, Room 301: the number is part of a name."""
_PERIOD_BEFORE = re.compile(
    r"(?:过去|最近|此前|首)\s{0,2}$|\b(?:last|past|previous|next|first|rolling|any|per)\s{1,2}$",
    re.IGNORECASE,
)
"""In the last 12 months, 最近三个月: over what something is counted."""
_LEAST = re.compile(r"最少|至少|最低|起码|\b(?:at least|minimum|min\.)", re.IGNORECASE)
_MOST = re.compile(r"最多|至多|最高|最长|上限|\b(?:at most|maximum|max\.|up to)", re.IGNORECASE)
_EARLIEST = re.compile(r"最早|不早于|(?:以|之)后|\b(?:after|earliest|from)\b", re.IGNORECASE)
_LATEST = re.compile(r"最晚|最迟|不晚于|(?:以|之)?前(?!往)|\b(?:before|latest|until|by)\b", re.IGNORECASE)
_TENURE_AFTER = re.compile(r" of (?:continuous )?(?:service|tenure|employment|experience|seniority)\b", re.IGNORECASE)
_TENURE_BEFORE = re.compile(r"[不未已]?满\s{0,2}$")

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

    ``span`` and ``clause``: the clause; ``sentence`` and ``setting``: the sentence around it, the value blanked out.
    ``around``: norms of that sentence and the one before, with the headings. One of ``quantity`` and ``rule`` is there.
    ``own``: norm of each word of the clause that belongs to no value and no cue of the rule -> weight 0..1; where the
    clause says too little, of its neighbour too. ``tail``: what follows a bare number at once (33话: 话).
    ``beside``: the other values of the sentence; ``condition``: words of its clauses that name a case;
    ``named``: words that name a table cell, which the other statement must name too.
    """

    span: Span
    sentence: Span
    around: frozenset[str]
    clause: str
    setting: str
    tail: str = ""
    beside: tuple[Quantity, ...] = ()
    condition: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
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
        named = [value for value in self._values if value.kind != "code"]
        self._words = _wordless(self._reading.content, named)
        self._starts = [word.start for word in self._words]
        self._all_starts = [word.start for word in self._reading.words]
        self._value_starts = [value.start for value in self._values]
        self._context_norms = frozenset(word.norm for word in read_block(context).content) if context else frozenset()

    def read(self) -> Iterator[Statement]:
        for index, sentence in enumerate(self._reading.sentences):
            text = self._text[sentence.start : sentence.end]
            if is_row(text) or _EXAMPLE.search(text) or _EVENT.search(text) or _VOID.search(text):
                continue
            yield from self._of_sentence(index, sentence)
        for cell in cells(self._text, carried=self._context[self._context.find("|") :] if "|" in self._context else ""):
            yield from self._of_cell(cell)

    def _of_cell(self, cell: Cell) -> Iterator[Statement]:
        named = {word.norm: general_weight(word.norm) for word in read_block(f"{cell.label} {cell.head}").content}
        own = self._weights(cell.span) | named
        for value in self._values_in(cell.span):
            said = _blanked(self._text[cell.span.start : cell.span.end], value, cell.span)
            yield Statement(
                span=cell.row,
                sentence=cell.row,
                around=frozenset(own) | self._context_norms,
                clause=self._text[cell.row.start : cell.row.end],
                setting=f"{cell.label} {cell.head} {said}",
                quantity=value,
                own=own,
                tail=self._tail(value),
                named=frozenset(norm for norm in named if norm not in FRAME),
            )

    def _of_sentence(self, index: int, sentence: Span) -> Iterator[Statement]:
        clauses = _clauses(self._text, sentence)
        setting = self._text[sentence.start : sentence.end]
        start = self._reading.sentences[max(0, index - 1)].start
        around = frozenset(word.norm for word in self._inside(Span(start, sentence.end))) | self._context_norms
        beside = self._values_in(sentence)
        cases = [clause for clause in clauses if _CASE.search(self._text[clause.start : clause.end])]
        condition = frozenset(norm for case in cases for norm in self._weights(case))
        for position, clause in enumerate(clauses):
            bare = Statement(
                span=clause,
                sentence=sentence,
                around=around,
                clause=self._text[clause.start : clause.end],
                setting=setting,
                condition=condition,
            )
            inside = self._values_in(clause)
            for value in inside:
                if not self._is_scope(value, sentence):
                    own = self._enriched(self._own(clause, value, inside), clauses, position)
                    yield replace(
                        bare,
                        quantity=_bounded(value, inside, bare.clause),
                        own=own,
                        setting=_blanked(setting, value, sentence),
                        tail=self._tail(value),
                        beside=tuple(other for other in beside if other is not value),
                    )
            if clause.end - clause.start <= _MAX_RULE_CHARS and not _NO_RULE.search(bare.clause):
                yield self._rule(replace(bare, beside=inside), index)

    def _values_in(self, span: Span) -> tuple[Quantity, ...]:
        first, last = (bisect_left(self._value_starts, edge) for edge in (span.start, span.end))
        return self._values[first:last]

    def _is_scope(self, value: Quantity, sentence: Span) -> bool:
        """Whether the value only says to whom, since when or in which edition something holds."""
        before = self._text[max(sentence.start, value.start - 24) : value.start]
        after = self._text[value.end : value.end + 24]
        if value.kind in ("duration", "age") and _TENURE_AFTER.match(after):
            return True
        if value.kind == "date" and _DOCUMENT_DATE.search(before):
            return True
        if value.kind in ("number", "count") and (_NAME_BEFORE.search(before) or after.lstrip().startswith("版")):
            return True
        if value.kind == "duration" and _PERIOD_BEFORE.search(before):
            return True
        return value.kind in ("duration", "age", "date") and _TENURE_BEFORE.search(before) is not None

    def _tail(self, value: Quantity) -> str:
        if value.kind != "number":
            return ""
        at = bisect_left(self._all_starts, value.end)
        words = self._reading.words
        return words[at].norm if at < len(words) and words[at].start == value.end else ""

    def _enriched(self, own: dict[str, float], clauses: Sequence[Span], position: int) -> dict[str, float]:
        """With the clause before or, without one, after, where the clause says too little by itself."""
        if sum(weight for norm, weight in own.items() if norm not in FRAME) >= _ENOUGH:
            return own
        neighbours = [*clauses[max(0, position - 1) : position], *clauses[position + 1 : position + 2]]
        added = {norm: weight * _NEIGHBOUR for near in neighbours[:1] for norm, weight in self._weights(near).items()}
        return added | own

    def _rule(self, bare: Statement, sentence: int) -> Statement:
        words = self._reading.words
        first, last = (bisect_left(self._all_starts, edge) for edge in (bare.span.start, bare.span.end))
        laid_down = rule(self._reading, Clause(bare.span.start, bare.span.end, first, last, sentence))
        said = [(cue.start, cue.end) for cue in laid_down.cues]
        stated = [(value.start, value.end) for value in bare.beside]
        own = {
            word.norm: general_weight(word.norm)
            for word in words[first:last]
            if not any(start < word.end and word.start < end for start, end in (*said, *stated))
        }
        return replace(bare, rule=laid_down, own=own)

    def _own(self, clause: Span, value: Quantity, inside: Sequence[Quantity]) -> dict[str, float]:
        """Words of the clause; less for those nearer to another value of the same kind."""
        inside = [other for other in inside if other.dimension == value.dimension]
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


def _bounded(value: Quantity, inside: Sequence[Quantity], clause: str) -> Quantity:
    """With the bound that the clause of a single value names away from it (最少下单 10 件)."""
    if value.bound is not None or len(inside) > 1:
        return value
    least, most = _LEAST.search(clause), _MOST.search(clause)
    if value.moment is not None:
        least, most = _EARLIEST.search(clause), _LATEST.search(clause)
    if bool(least) == bool(most):
        return value
    return replace(value, bound="min" if least else "max")


def _blanked(setting: str, value: Quantity, sentence: Span) -> str:
    start, end = value.start - sentence.start, value.end - sentence.start
    return setting[:start] + " " * (end - start) + setting[end:]


def _wordless(content: Sequence[Word], values: Sequence[Quantity]) -> list[Word]:
    """The words that belong to no value; what stands between number and unit (20 vacation days) stays."""
    kept: list[Word] = []
    index = 0
    for word in content:
        while index < len(values) and values[index].end <= word.start:
            index += 1
        if index == len(values) or word.end <= values[index].start or _is_inner(word, values[index]):
            kept.append(word)
    return kept


def _is_inner(word: Word, value: Quantity) -> bool:
    is_inside = value.start < word.start and word.end < value.end and value.kind in ("duration", "count", "number")
    return is_inside and word.norm.isalpha() and not is_han(word.norm[0])


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
