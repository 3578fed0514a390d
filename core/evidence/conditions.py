"""Gate: a condition that the block ties to what the sentence states, and that the sentence leaves out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from core.domain import Reason
from core.evidence.alignment import Aligned
from core.evidence.reading import Clause, Reading
from core.evidence.values import matches
from core.text.synonyms import alike

_CONDITION = re.compile(
    r"(?:如果|如需|假如|倘若|若(?!干)|一旦|除非|只有|仅当|前提是)[^，。；,;\n]{1,40}"
    r"|当[^，。；,;\n]{2,30}?时|除[^，。；\n]{2,30}?外|未[^，。；\n]{1,12}?的(?=[，,])"
    r"|经[^，。；,;\n]{1,16}?(?:批准|审批|同意|授权|许可)后?"
    r"|在[^，。；,;\n]{2,24}?(?:情况下|条件下|期间|之后|以后|后|前)"
    r"|\b(?:with|without) (?:the |prior |written ){0,2}[a-z]{2,20}(?:'s)? approval\b"
    r"|\b(?:if|unless|only if|only when|provided(?: that)?|as long as|except(?: for| when| if)?|subject to|in case)\b"
    r"[^.;,\n]{4,90}",
    re.IGNORECASE,
)
_RIGHT = re.compile(
    r"可(?!能|是|见|惜)|允许|享受|有权|免费|报销|领取"
    r"|\b(?:can|may|able to|allowed|permitted|eligible|entitled|qualif(?:y|ies)|receives?|reimbursed|free)\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"哪|什么|吗|[?？]|\bwh(?:at|ich|o|y)\b", re.IGNORECASE)
_LEAST_SHARE, _LEAST_OWN = 0.7, 0.55
_LEAST_BACK = 0.6
_MOST_SAID = 0.34
_LEAST_MASS = 0.8
_CUT = 60


def dropped_conditions(
    claim: Reading, block: Reading, aligned: Sequence[Aligned], weigh: Callable[[str], float]
) -> tuple[Reason, ...]:
    """A reason for each condition of a sentence of the block that the claim repeats nearly word for word without it.

    A free summary may leave a condition out; there code can't tell, and this gate is silent.
    """
    if _CONDITION.search(claim.text):
        return ()
    found: dict[str, Reason] = {}
    for one in aligned:
        if not one.matches or one.matches[0].share < _LEAST_SHARE or one.matches[0].own < _LEAST_OWN:
            continue
        if _RIGHT.search(claim.text, one.clause.start, one.clause.end) is None:
            continue
        for start, end in _conditions_beside(block, one.matches[0].index):
            said = _said(claim, block, start, end, weigh)
            copied = _copied(claim, block, block.clauses[one.matches[0].index], start, end)
            if said is not None and said < _MOST_SAID and copied >= _LEAST_BACK:
                dropped = block.text[start:end].strip()[:_CUT]
                found[dropped] = Reason(
                    gate="condition", tier="amber", figure=said, threshold=_MOST_SAID, expected=(dropped,)
                )
    return tuple(found.values())


def _conditions_beside(block: Reading, index: int) -> Iterator[tuple[int, int]]:
    """Where a condition stands in a clause of the block or right beside it in the same sentence; no questions."""
    sentence = block.clauses[index].sentence
    first = max(0, index - 1)
    near = [clause for clause in block.clauses[first : index + 2] if clause.sentence == sentence]
    start = block.clauses[first - 1].end if first > 0 and near[0] is block.clauses[first] else near[0].start
    for match in _CONDITION.finditer(block.text, start, near[-1].end):
        if _QUESTION.search(block.text, match.start(), match.end() + 1) is None:
            yield match.span()


def _copied(claim: Reading, block: Reading, partner: Clause, start: int, end: int) -> float:
    """Share of the clause's words, outside the condition, that the sentence repeats; 1 where there are none."""
    norms = {
        word.norm for word in block.words[partner.first : partner.last] if not start <= word.start < end
    } & block.content_norms
    if not norms:
        return 1.0
    return sum(norm in claim.norms or not alike(norm).isdisjoint(claim.norms) for norm in norms) / len(norms)


def _said(claim: Reading, block: Reading, start: int, end: int, weigh: Callable[[str], float]) -> float | None:
    """Share of the condition's words and values that the claim says; None for a condition that says too little."""
    total = held = 0.0
    for word in block.content:
        if start <= word.start < end and not block.is_in_value(word.start):
            weight = weigh(word.norm)
            total += weight
            if word.norm in claim.norms or not alike(word.norm).isdisjoint(claim.norms):
                held += weight
    for value in block.values:
        if start <= value.start < end:
            total += 1.0
            held += 1.0 if matches(value, claim) else 0.0
    return held / total if total >= _LEAST_MASS else None
