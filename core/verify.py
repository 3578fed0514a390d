"""May this sentence be shown: every gate, against the original text of the blocks that it cites.

`verify` is pure and synchronous. Red reasons are final; amber ones may be put to a judge (`is_amber`, then `accept`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.domain import Citation, Claim, Language, Policy, Reason, Verdict
from core.evidence.assess import MOST_VALUES, Assessment, assess
from core.evidence.coverage import cover
from core.evidence.exhibits import Evidence, prepare
from core.evidence.held import hold
from core.evidence.mending import is_mixed
from core.evidence.plain import plain_overlap
from core.evidence.quote import quoted_span
from core.evidence.reading import Reading, read_block, without_lead_in
from core.ports import Judge

__all__ = ["Evidence", "accept", "is_amber", "plain_overlap", "prepare", "verify"]

MIN_ENTAILMENT = 0.5
"""A judge that is not more sure than not has not said yes."""
_CLEARLY_BETTER = 0.15
_WELL_COVERED = 0.75
"""A sentence that its own block covers so well is not asked whether another would do better."""
_MOVED = 0.4
"""How much better the other block must cover a sentence for its number to be taken as a slip (experiment)."""
_LEAST_SHARE_OF_UNION = 0.2


def verify(claim: Claim, evidence: Evidence, policy: Policy) -> Verdict:
    """Which of the claim's numbers support it; ``reasons`` says why the others don't.

    A sentence with some verified numbers is shown with those alone. Numbers that don't hold alone are tried together.
    A slip of the number is mended: where another block passes every gate, and fits far better than any cited one, that
    one is cited; a sentence with a red reason is never mended.
    """
    if not claim.numbers:
        return Verdict((), (Reason(gate="no_citation"),))
    reading = Reading(without_lead_in(claim.text))
    known = [number for number in claim.numbers if number in evidence.exhibits]
    unknown = [Reason(gate="unknown_number", number=number) for number in claim.numbers if number not in known]
    found = {number: _assess(reading, number, evidence, policy) for number in known}
    citations = [_citation(number, one, evidence) for number, one in found.items() if one.is_supported]
    if not citations and len(known) > 1:
        citations = _together(reading, found, evidence, policy)
    if citations:
        cited = {citation.number for citation in citations}
        return Verdict(tuple(citations), (*unknown, *_reasons(found, except_for=cited)))
    if not unknown:
        whole = reading if reading.text == claim.text else Reading(claim.text)
        found, citations = _elsewhere(whole, reading, found, evidence, policy)
    return Verdict(tuple(citations), (*unknown, *_reasons(found, except_for=set())))


def is_amber(verdict: Verdict) -> bool:
    """Whether a judge may still save the sentence: nothing is shown, and some cited number failed by amber alone."""
    return not verdict.is_shown and bool(_amber_numbers(verdict))


async def accept(claim: Claim, evidence: Evidence, verdict: Verdict, *, judge: Judge, language: Language) -> Verdict:
    """Put what failed by amber alone to the judge, block by block: a yes is cited with its best span, a no is a reason.

    Raises:
        PortError: the judge can't be reached.
    """
    reading = Reading(without_lead_in(claim.text))
    citations, reasons = list(verdict.citations), list(verdict.reasons)
    for number in _amber_numbers(verdict):
        chunk = evidence.exhibits[number].block.chunk
        figure = await judge.entails(evidence=chunk.text, sentence=claim.text, language=language)
        if figure >= MIN_ENTAILMENT:
            citations.append(_citation(number, _assess(reading, number, evidence, Policy()), evidence))
        else:
            reasons.append(Reason(gate="judge", number=number, figure=figure, threshold=MIN_ENTAILMENT))
    return Verdict(tuple(citations), tuple(reasons))


def _amber_numbers(verdict: Verdict) -> tuple[int, ...]:
    failed = {reason.number for reason in verdict.reasons if reason.number is not None}
    red = {reason.number for reason in verdict.reasons if reason.tier == "red"}
    return tuple(sorted(failed - red))


def _assess(reading: Reading, number: int, evidence: Evidence, policy: Policy) -> Assessment:
    exhibit = evidence.exhibits[number]
    return assess(reading, exhibit.reading, exhibit.context, weigh=evidence.weigh, policy=policy)


def _citation(number: int, one: Assessment, evidence: Evidence) -> Citation:
    return Citation(number, evidence.exhibits[number].block.chunk.id, one.span)


def _reasons(found: Mapping[int, Assessment], *, except_for: set[int]) -> list[Reason]:
    return [
        replace(reason, number=number)
        for number, one in found.items()
        if number not in except_for
        for reason in one.reasons
    ]


def _together(reading: Reading, found: Mapping[int, Assessment], evidence: Evidence, policy: Policy) -> list[Citation]:
    """All cited blocks as one text, without those that hold next to nothing of the sentence; [] unless that passes."""
    parts = [number for number, one in found.items() if one.score >= _LEAST_SHARE_OF_UNION]
    if len(parts) < 2 or any(_contradicts(one) for one in found.values()):
        return []
    exhibits = [evidence.exhibits[number] for number in parts]
    text = read_block("\n".join(exhibit.block.chunk.text for exhibit in exhibits))
    context = read_block("\n".join(exhibit.context.text for exhibit in exhibits))
    if not assess(reading, text, context, weigh=evidence.weigh, policy=policy).is_supported:
        return []
    return [_citation(number, found[number], evidence) for number in parts]


def _elsewhere(
    whole: Reading, reading: Reading, found: dict[int, Assessment], evidence: Evidence, policy: Policy
) -> tuple[dict[int, Assessment], list[Citation]]:
    """The other block that fits clearly better, if there is one, and its citation if every gate passes there."""
    own = max(one.score for one in found.values())
    if own >= _WELL_COVERED or any(_contradicts(one) for one in found.values()):
        return found, []
    others = {number: _score(reading, number, evidence) for number in evidence.exhibits if number not in found}
    if not others:
        return found, []
    best = max(others, key=lambda number: (others[number], -number))
    gap = others[best] - own
    if gap < _CLEARLY_BETTER:
        return found, []
    reason = Reason(gate="other_block", tier="amber", figure=gap, threshold=_CLEARLY_BETTER, expected=(f"[{best}]",))
    marked = {number: replace(one, reasons=(*one.reasons, reason)) for number, one in found.items()}
    if gap < _MOVED:
        return marked, []
    target = evidence.exhibits[best].reading
    mixed = any(
        is_mixed(whole, cited=evidence.exhibits[number].reading, other=target, weigh=evidence.weigh) for number in found
    )
    moved = _assess(reading, best, evidence, policy)
    return marked, [_citation(best, moved, evidence)] if moved.is_supported and not mixed else []


def _score(reading: Reading, number: int, evidence: Evidence) -> float:
    exhibit = evidence.exhibits[number]
    if len(reading.values) > MOST_VALUES:
        return 0.0
    if quoted_span(reading, exhibit.reading) is not None:
        return 1.0
    block = exhibit.reading
    return cover(reading, block, hold(reading, block), evidence.weigh, context=exhibit.context.norms).score


def _contradicts(one: Assessment) -> bool:
    """Whether the block says otherwise, which no other block can mend."""
    return any(
        reason.tier == "red" and reason.gate != "overlap" and (reason.gate != "quantity" or bool(reason.expected))
        for reason in one.reasons
    )
