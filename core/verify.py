"""May this sentence be shown: every gate in order, against the original text of the blocks that it cites.

Pure and synchronous. Red reasons are final; amber ones may be put to a judge (`is_amber`, then `accept`).
"""

from __future__ import annotations

from dataclasses import replace

from core.alignment import align
from core.binding import misplaced_values
from core.coverage import Coverage, cover, foreign_run, longest_piece, window_span
from core.domain import Citation, Claim, Language, Policy, Reason, Span, Verdict
from core.evidence import Evidence, Exhibit, prepare
from core.language import language_of
from core.names import unnamed
from core.opposites import opposite_words, scope_changed
from core.plain import plain_overlap
from core.polarity import turned_round
from core.ports import Judge
from core.quote import quoted_span
from core.reading import Reading, without_lead_in
from core.values import missing_values, turned_limits

__all__ = ["Evidence", "accept", "is_amber", "plain_overlap", "prepare", "verify"]

_FOREIGN_MASS, _COPIED_SHARE = 2.5, 0.25
"""A sentence copied for a quarter, with words in a row that the block does not hold, was spliced."""
MIN_ENTAILMENT = 0.5
"""A judge that is not more sure than not has not said yes."""


def verify(claim: Claim, evidence: Evidence, policy: Policy) -> Verdict:
    """Which of the claim's numbers support it; ``reasons`` says why the others don't.

    A sentence with some verified numbers is shown with those alone. A sentence that quotes a cited block passes.
    """
    if not claim.numbers:
        return Verdict((), (Reason(gate="no_citation"),))
    reading = Reading(without_lead_in(claim.text))
    citations: list[Citation] = []
    reasons: list[Reason] = []
    for number in claim.numbers:
        exhibit = evidence.exhibits.get(number)
        if exhibit is None:
            reasons.append(Reason(gate="unknown_number", number=number))
            continue
        quoted = quoted_span(reading, exhibit.reading)
        if quoted is not None:
            citations.append(_citation(exhibit, quoted))
            continue
        coverage = _cover(reading, exhibit, evidence)
        found = _too_little(reading, exhibit, coverage, evidence, policy) + _gates(reading, exhibit, evidence)
        if found:
            reasons.extend(replace(reason, number=number) for reason in found)
        else:
            citations.append(_citation(exhibit, window_span(exhibit.reading, coverage.first, coverage.last)))
    return Verdict(tuple(citations), tuple(reasons))


def _gates(reading: Reading, exhibit: Exhibit, evidence: Evidence) -> list[Reason]:
    block = exhibit.reading
    aligned = align(reading, block, evidence.weigh)
    return [
        *missing_values(reading, block, aligned),
        *turned_limits(reading, block),
        *misplaced_values(reading, block, evidence.weigh),
        *unnamed(reading, block, exhibit.context),
        *turned_round(reading, block, aligned),
        *opposite_words(reading, block, aligned),
        *scope_changed(reading, block, aligned),
    ]


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
        exhibit = evidence.exhibits[number]
        figure = await judge.entails(evidence=exhibit.block.chunk.text, sentence=claim.text, language=language)
        if figure >= MIN_ENTAILMENT:
            citations.append(_best_citation(reading, exhibit, evidence))
        else:
            reasons.append(Reason(gate="judge", number=number, figure=figure, threshold=MIN_ENTAILMENT))
    return Verdict(tuple(citations), tuple(reasons))


def _amber_numbers(verdict: Verdict) -> tuple[int, ...]:
    failed = {reason.number for reason in verdict.reasons if reason.number is not None}
    red = {reason.number for reason in verdict.reasons if reason.tier == "red"}
    return tuple(sorted(failed - red))


def _best_citation(reading: Reading, exhibit: Exhibit, evidence: Evidence) -> Citation:
    coverage = _cover(reading, exhibit, evidence)
    return _citation(exhibit, window_span(exhibit.reading, coverage.first, coverage.last))


def _cover(reading: Reading, exhibit: Exhibit, evidence: Evidence) -> Coverage:
    return cover(reading, exhibit.reading, evidence.weigh, context=exhibit.context.norms)


def _too_little(
    reading: Reading, exhibit: Exhibit, coverage: Coverage, evidence: Evidence, policy: Policy
) -> list[Reason]:
    """Red below ``policy.min_overlap``, amber below ``policy.min_coverage`` and for a sentence spliced from strangers."""
    figure, least = coverage.score, policy.min_coverage[language_of(reading.text)]
    if figure < policy.min_overlap:
        return [Reason(gate="overlap", figure=figure, threshold=policy.min_overlap)]
    if figure < least:
        return [Reason(gate="overlap", tier="amber", figure=figure, threshold=least)]
    foreign = foreign_run(reading, exhibit.reading, evidence.weigh)
    if foreign.mass >= _FOREIGN_MASS and longest_piece(reading, exhibit.reading) >= _COPIED_SHARE:
        return [Reason(gate="overlap", tier="amber", figure=figure, threshold=least, words=(foreign.text,))]
    return []


def _citation(exhibit: Exhibit, span: Span) -> Citation:
    return Citation(exhibit.block.number, exhibit.block.chunk.id, span)
