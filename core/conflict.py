"""The same fact with different values, or opposite rules, in different documents.

`chunk_conflicts` compares two chunks without a question, so that a scan of a whole corpus can use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from itertools import combinations

from core.disputes.disagreement import (
    MIN_RULE_SHARE,
    asked_disagreement,
    disagreement,
    is_equal,
    states_both,
    unambiguous,
)
from core.disputes.relevance import best_named, relevance
from core.disputes.statements import Statement, statements
from core.disputes.wanted import Wanted, wanted
from core.domain import Block, Chunk, Citation, Conflict, Document, Question, Side, Span
from core.language import words
from core.quantities import Quantity, quantities

MIN_RELEVANCE = 0.7
"""Of the best sentence's fit to the question."""


def find_conflicts(question: Question, blocks: Sequence[Block], *, any_topic: bool = False) -> tuple[Conflict, ...]:
    """Conflicts between blocks of different documents in force on ``question.as_of``; the most relevant first.

    ``any_topic``: also those that do not matter to this question.
    """
    asked = wanted(question.text)
    chunks = [block.chunk for block in blocks]
    best = best_named(asked, chunks)
    found: list[tuple[float, Conflict]] = []
    for one, other in combinations(chunks, 2):
        between = [
            (relevance(asked, conflict, best=best), conflict)
            for conflict in chunk_conflicts(one, other, day=question.as_of)
        ]
        relevant = [pair for pair in between if pair[0] >= MIN_RELEVANCE]
        found += between if any_topic else relevant
        if not relevant and _may_disagree(one.document, other.document, question.as_of):
            found += _asked_conflict(asked, one, other)
    found.sort(key=lambda pair: -pair[0])
    return tuple(conflict for _, conflict in found)


@lru_cache(maxsize=1024)
def chunk_conflicts(one: Chunk, other: Chunk, *, day: date) -> tuple[Conflict, ...]:
    """Conflicts between two chunks, the most alike subjects first; none within one document or its versions.

    Kept for a while: an answer asks twice, for what matters to the question and for what its sentences may dispute.
    """
    if not _may_disagree(one.document, other.document, day):
        return ()
    contexts = (_context(one), _context(other))
    mine, theirs = statements(one.text, contexts[0]), statements(other.text, contexts[1])
    found: list[tuple[float, Conflict]] = []
    for left in unambiguous(one.text, contexts[0]):
        for right in unambiguous(other.text, contexts[1]):
            alike = disagreement(left, right, contexts=contexts)
            if alike is not None and not states_both(left, right, mine, theirs):
                sides = (_side(one, left), _side(other, right))
                found.append((alike.share, Conflict(alike.words, sides)))
    found.sort(key=lambda pair: -pair[0])
    return tuple(conflict for _, conflict in found)


def _asked_conflict(asked: Wanted, one: Chunk, other: Chunk) -> list[tuple[float, Conflict]]:
    contexts = (_context(one), _context(other))
    found = asked_disagreement(
        asked, statements(one.text, contexts[0]), statements(other.text, contexts[1]), contexts=contexts
    )
    if found is None:
        return []
    sides = (_side(one, found.left), _side(other, found.right))
    return [(found.named, Conflict(tuple(asked.weights), sides))]


def settle(conflict: Conflict, blocks: Sequence[Block]) -> Conflict:
    """The conflict with the document that decides it, where the document of a block names both sides in ``settles``.

    One of the two sides may itself decide: then its ``settles`` names the other. Among several the highest authority,
    then the newest, decides.
    """
    ids = {side.chunk.document.id for side in conflict.sides}
    deciding = [
        block.chunk.document for block in blocks if ids <= {*block.chunk.document.settles, block.chunk.document.id}
    ]
    if not deciding:
        return conflict
    best = max(deciding, key=lambda document: (document.authority, document.updated_at, document.id))
    return replace(conflict, settled_by=best)


def disputed(text: str, citations: Iterable[Citation], conflicts: Iterable[Conflict]) -> Conflict | None:
    """The first conflict of which this sentence states a side: it cites that side's chunk and says what it says.

    That is, it holds the value and a word of the subject or cites the very clause; for a rule, most of its words.
    """
    cited = {citation.chunk_id: citation.span for citation in citations}
    norms, stated = frozenset(word.norm for word in words(text)), quantities(text)
    for conflict in conflicts:
        for side in conflict.sides:
            span = cited.get(side.chunk.id)
            if span is not None and _states(conflict, side, span, norms, stated):
                return conflict
    return None


def _states(conflict: Conflict, side: Side, cited: Span, norms: frozenset[str], stated: Sequence[Quantity]) -> bool:
    clause = side.chunk.text[side.span.start : side.span.end]
    if side.value == clause:
        theirs = frozenset(word.norm for word in words(clause))
        return len(theirs & norms) >= MIN_RULE_SHARE * len(theirs)
    if not any(is_equal(value, mine) for value in quantities(side.value) for mine in stated):
        return False
    return bool(norms & frozenset(conflict.subject)) or (cited.start < side.span.end and side.span.start < cited.end)


def _may_disagree(one: Document, other: Document, day: date) -> bool:
    if one.id == other.id or one.id in other.supersedes or other.id in one.supersedes:
        return False
    return one.is_in_force(day) and other.is_in_force(day)


def _context(chunk: Chunk) -> str:
    return " ".join((chunk.document.title, *chunk.heading))


def _side(chunk: Chunk, stated: Statement) -> Side:
    start, end = stated.span.start, stated.span.end
    text = chunk.text[start:end]
    left, right = len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
    span = Span(start + left, end - right)
    value = stated.quantity.text if stated.quantity else text.strip()
    return Side(chunk, span, value)
