"""The same fact with different values, or opposite rules, in different documents.

Every function compares two texts at a time, so that a scan of a whole corpus can use the same ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from itertools import combinations

from core.conflict_relevance import relevance
from core.conflict_scope import is_same_scope
from core.conflict_subject import Likeness, is_same_subject, likeness
from core.conflict_values import is_competing
from core.domain import Block, Chunk, Citation, Conflict, Document, Question, Side, Span
from core.language import words
from core.quantities import Quantity, compare, quantities
from core.reading import is_han
from core.stance import is_opposite
from core.statements import Statement, statements
from core.synonyms import alike

MIN_RULE_SHARE, MIN_CONDITIONAL_SHARE, MIN_RULE_WORDS = 0.74, 0.9, 2
MIN_RELEVANCE = 0.7
_CONDITION = re.compile(
    r"如果|如[有需遇]|若|除非|倘若|(?:经|未经|征得).{1,12}(?:批准|同意|许可)|仅|只有|\b(?:if|unless|when|where|only|until)\b"
    r"|\bwith(?:out)? (?:the )?(?:\w{1,20} )?(?:agreement|approval|consent|permission)\b|\bsubject to\b"
    r"|\bprovided that\b|期间|之[前后]|\b(?:after|before|during|while|outside)\b",
    re.IGNORECASE,
)
_DISAGREEMENT = re.compile(
    r"不一致|矛盾|冲突|不同步|有出入|分别写|口径|\b(?:disagree|discrepan|inconsisten|conflict|contradict|mismatch)\w*",
    re.IGNORECASE,
)


def find_conflicts(question: Question, blocks: Sequence[Block], *, any_topic: bool = False) -> tuple[Conflict, ...]:
    """Conflicts between blocks of different documents in force on ``question.as_of``; the most relevant first.

    ``any_topic``: also those that do not matter to this question. One conflict for each pair of chunks and subject.
    """
    chunks = [block.chunk for block in blocks]
    found: list[tuple[float, Conflict]] = []
    for one, other in combinations(chunks, 2):
        for conflict in chunk_conflicts(one, other, day=question.as_of):
            matters = relevance(question, conflict, blocks)
            if any_topic or matters >= MIN_RELEVANCE:
                found.append((matters, conflict))
    found.sort(key=lambda pair: -pair[0])
    return tuple(conflict for _, conflict in found)


def chunk_conflicts(one: Chunk, other: Chunk, *, day: date) -> tuple[Conflict, ...]:
    """Conflicts between two chunks, the most alike subjects first; none within one document or its versions."""
    if not _may_disagree(one.document, other.document, day):
        return ()
    mine, theirs = statements(one.text, _context(one)), statements(other.text, _context(other))
    found: list[tuple[float, Conflict]] = []
    for left in mine:
        for right in theirs:
            alike = disagreement(left, right, contexts=(_context(one), _context(other)))
            if alike is not None and not _states_both(left, right, mine, theirs):
                sides = (_side(one, left), _side(other, right))
                found.append((alike.share, Conflict(alike.words, sides)))
    found.sort(key=lambda pair: -pair[0])
    return tuple(conflict for _, conflict in found)


def disagreement(left: Statement, right: Statement, *, contexts: tuple[str, str]) -> Likeness | None:
    """How alike the subjects of two statements are that cannot both hold; None where they can."""
    if left.quantity is None or right.quantity is None:
        return _rules_disagree(left, right, contexts) if left.quantity is right.quantity else None
    if left.tail != right.tail or not _are_competing(left, right) or _is_dating(left, right):
        return None
    found = likeness(left, right)
    if not is_same_subject(left, right, found) or not _is_same_scope(left, right, contexts):
        return None
    return found


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
    """The first conflict of which this sentence states a side: it cites that side's chunk and holds its value.

    A rule's value is its clause: it is stated by a sentence with most of its words.
    """
    cited = {citation.chunk_id for citation in citations}
    stated = quantities(text)
    for conflict in conflicts:
        for side in conflict.sides:
            if side.chunk.id in cited and _states(text, stated, side):
                return conflict
    return None


def _states(text: str, stated: Sequence[Quantity], side: Side) -> bool:
    clause = side.chunk.text[side.span.start : side.span.end]
    if side.value == clause:
        return _restates(text, clause)
    values = quantities(side.value)
    return side.value in text or any(_is_equal(value, mine) for value in values for mine in stated)


def _restates(text: str, clause: str) -> bool:
    mine, theirs = (frozenset(word.norm for word in words(part)) for part in (clause, text))
    return len(mine & theirs) >= MIN_RULE_SHARE * len(mine)


def _may_disagree(one: Document, other: Document, day: date) -> bool:
    if one.id == other.id or one.id in other.supersedes or other.id in one.supersedes:
        return False
    return one.is_in_force(day) and other.is_in_force(day)


def _context(chunk: Chunk) -> str:
    return " ".join((chunk.document.title, *chunk.heading))


def _are_competing(left: Statement, right: Statement) -> bool:
    one, other = left.quantity, right.quantity
    if one is None or other is None:
        return False
    if one.kind == other.kind == "count" and one.noun and other.noun and one.noun != other.noun:
        nouns = {word.norm for noun in (one.noun, other.noun) for word in words(noun)}
        if nouns <= left.own.keys() & right.own.keys():
            one, other = (replace(count, noun=None, unit=None, dimension="count") for count in (one, other))
    elif {one.kind, other.kind} == {"number", "count"} and not left.tail and not right.tail:
        one, other = (replace(count, noun=None, unit=None, kind="number", dimension="number") for count in (one, other))
    return is_competing(one, other)


def _is_dating(left: Statement, right: Statement) -> bool:
    """Whether two dates only say when two other values held, as in the head counts of two years."""
    if left.quantity is None or left.quantity.kind != "date":
        return False
    pairs = ((one, other) for one in left.beside for other in right.beside if "date" not in (one.kind, other.kind))
    return any(is_competing(one, other) for one, other in pairs)


def _rules_disagree(left: Statement, right: Statement, contexts: tuple[str, str]) -> Likeness | None:
    if left.rule is None or right.rule is None or not is_opposite(left.rule, right.rule):
        return None
    if not _are_equal(left.beside, right.beside) or not (_is_met(left, right) and _is_met(right, left)):
        return None
    conditions = [frozenset(_CONDITION.findall(part.setting)) for part in (left, right)]
    if conditions[0] != conditions[1]:
        return None
    found = likeness(left, right)
    least = MIN_CONDITIONAL_SHARE if conditions[0] else MIN_RULE_SHARE
    if found.least < least or len(found.words) < MIN_RULE_WORDS or not is_same_subject(left, right, found):
        return None
    return found if _is_same_scope(left, right, contexts) else None


def _is_met(denying: Statement, other: Statement) -> bool:
    """Whether what one clause denies stands in the other (不再支付 needs 支付)."""
    if denying.rule is None:
        return False
    return all(_names_one(cue.heads, other) for cue in denying.rule.cues if cue.force == "denies" and cue.heads)


def _names_one(heads: Sequence[str], other: Statement) -> bool:
    if is_han(heads[0][0]):
        return heads[0] in other.clause or bool(alike(heads[0]) & other.own.keys())
    return any(head in other.own or alike(head) & other.own.keys() for head in heads)


def _is_same_scope(left: Statement, right: Statement, contexts: tuple[str, str]) -> bool:
    return is_same_scope(one=left.setting, other=right.setting, one_context=contexts[0], other_context=contexts[1])


def _states_both(left: Statement, right: Statement, mine: Sequence[Statement], theirs: Sequence[Statement]) -> bool:
    """Whether one text also states the other's side of the same thing: then it reports, and takes no side."""
    return _also(left, right, theirs) or _also(right, left, mine)


def _also(stated: Statement, beside: Statement, texts: Iterable[Statement]) -> bool:
    for other in texts:
        if other is beside or not _agrees(stated, other):
            continue
        together = other.sentence == beside.sentence and _DISAGREEMENT.search(other.setting)
        if together or is_same_subject(stated, other, likeness(stated, other)):
            return True
    return False


def _agrees(one: Statement, other: Statement) -> bool:
    if one.quantity is not None and other.quantity is not None:
        return _is_equal(one.quantity, other.quantity)
    return one.rule is not None and other.rule is not None and one.rule.stance == other.rule.stance


def _are_equal(mine: Sequence[Quantity], theirs: Sequence[Quantity]) -> bool:
    return len(mine) == len(theirs) and all(map(_is_equal, mine, theirs))


def _is_equal(one: Quantity, other: Quantity) -> bool:
    return compare(one, other) in ("equal", "equivalent")


def _side(chunk: Chunk, stated: Statement) -> Side:
    start, end = stated.span.start, stated.span.end
    text = chunk.text[start:end]
    left, right = len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
    span = Span(start + left, end - right)
    value = stated.quantity.text if stated.quantity else text.strip()
    return Side(chunk, span, value)
