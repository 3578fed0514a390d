"""Whether two statements of different documents can't both hold: values that compete, or rules that are opposite."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from core.disputes.scope import is_same_scope
from core.disputes.stance import is_opposite
from core.disputes.statements import Statement, statements
from core.disputes.subject import Likeness, is_same_subject, likeness
from core.disputes.values import is_competing
from core.disputes.wanted import Wanted, hit
from core.evidence.reading import is_han
from core.language import words
from core.quantities import Quantity, compare
from core.text.synonyms import alike

MIN_RULE_SHARE, MIN_CONDITIONAL_SHARE, MIN_RULE_WORDS = 0.74, 0.9, 2
"""Two rules must cover each other by the first share; by the second where both name the same condition."""
MAX_LIKE = 1
MIN_ASKED, MIN_ANSWERED, _AROUND = 1.0, 0.65, 0.85
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


def disagreement(left: Statement, right: Statement, *, contexts: tuple[str, str]) -> Likeness | None:
    """How alike the subjects of two statements are that cannot both hold; None where they can."""
    if left.quantity is None or right.quantity is None:
        return _rules_disagree(left, right, contexts) if left.quantity is right.quantity else None
    if left.tail != right.tail or not are_competing(left, right) or _is_dating(left, right):
        return None
    found = likeness(left, right)
    if not is_same_subject(left, right, found) or not is_one_scope(left, right, contexts):
        return None
    return found


@dataclass(frozen=True, slots=True)
class Answers:
    """Two statements that answer one question differently; ``named``: the share of the question that both name."""

    left: Statement
    right: Statement
    named: float


def asked_disagreement(
    asked: Wanted, mine: Sequence[Statement], theirs: Sequence[Statement], *, contexts: tuple[str, str]
) -> Answers | None:
    """Where the question asks for a value, the best answer of each text, if both are good and can't both hold.

    Free prose words one fact in many ways; here the question says what is the same. None where a text also states
    the other's answer, or where its best answers are many or do not all compete.
    """
    if not asked.kinds or asked.total < MIN_ASKED:
        return None
    (named_left, left), (named_right, right) = _best_answers(asked, mine), _best_answers(asked, theirs)
    if min(named_left, named_right) < MIN_ANSWERED or max(len(left), len(right)) > 1 + MAX_LIKE:
        return None
    if not all(are_competing(one, other) and one.tail == other.tail for one in left for other in right):
        return None
    if not is_one_scope(left[0], right[0], contexts) or _reports(left[0], theirs) or _reports(right[0], mine):
        return None
    return Answers(left[0], right[0], min(named_left, named_right))


def _best_answers(asked: Wanted, found: Sequence[Statement]) -> tuple[float, list[Statement]]:
    named = [
        (sum(w * max(hit(n, one.own), _AROUND * hit(n, one.around)) for n, w in asked.weights.items()), one)
        for one in found
        if one.quantity is not None and asked.kinds is not None and one.quantity.kind in asked.kinds
    ]
    most = max((share for share, _ in named), default=0.0)
    return most / asked.total, [one for share, one in named if share >= most - 1e-9]


def _reports(stated: Statement, texts: Iterable[Statement]) -> bool:
    return any(one.quantity and stated.quantity and is_equal(one.quantity, stated.quantity) for one in texts)


def are_competing(left: Statement, right: Statement) -> bool:
    """Whether the values of both can't be true of one thing."""
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
    return found if is_one_scope(left, right, contexts) else None


def _is_met(denying: Statement, other: Statement) -> bool:
    """Whether what one clause denies stands in the other (不再支付 needs 支付)."""
    if denying.rule is None:
        return False
    return all(_names_one(cue.heads, other) for cue in denying.rule.cues if cue.force == "denies" and cue.heads)


def _names_one(heads: Sequence[str], other: Statement) -> bool:
    if is_han(heads[0][0]):
        return heads[0] in other.clause or bool(alike(heads[0]) & other.own.keys())
    return any(head in other.own or alike(head) & other.own.keys() for head in heads)


def is_one_scope(left: Statement, right: Statement, contexts: tuple[str, str]) -> bool:
    """Whether both may speak of the same plan, role, place, version and year; ``contexts``: title and headings."""
    return is_same_scope(one=left.setting, other=right.setting, one_context=contexts[0], other_context=contexts[1])


@lru_cache(maxsize=4096)
def unambiguous(text: str, context: str) -> tuple[Statement, ...]:
    """The statements of a text without those that are one of several like items, as in a list: they take no side."""
    found = statements(text, context)
    return tuple(one for one in found if len(list(islice(_like(one, found), MAX_LIKE + 1))) <= MAX_LIKE)


def _like(one: Statement, found: Iterable[Statement]) -> Iterator[Statement]:
    """Statements of the same text with the same subject and another value."""
    for other in found:
        is_other = other is not one and other.tail == one.tail and are_competing(one, other)
        if is_other and is_same_subject(one, other, likeness(one, other)):
            yield other


def states_both(left: Statement, right: Statement, mine: Sequence[Statement], theirs: Sequence[Statement]) -> bool:
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
        return is_equal(one.quantity, other.quantity)
    return one.rule is not None and other.rule is not None and one.rule.stance == other.rule.stance


def _are_equal(mine: Sequence[Quantity], theirs: Sequence[Quantity]) -> bool:
    return len(mine) == len(theirs) and all(map(is_equal, mine, theirs))


def is_equal(one: Quantity, other: Quantity) -> bool:
    """Whether both state one value."""
    return compare(one, other) in ("equal", "equivalent")
