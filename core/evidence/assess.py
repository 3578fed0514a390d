"""One sentence against one block: every gate, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.domain import Language, Policy, Reason, Span
from core.evidence.alignment import align
from core.evidence.binding import misplaced_values
from core.evidence.conditions import dropped_conditions
from core.evidence.coverage import Coverage, cover, foreign_run, longest_piece, window_span
from core.evidence.edits import turned_words
from core.evidence.held import Held, hold
from core.evidence.labels import relabelled
from core.evidence.names import unnamed
from core.evidence.opposites import opposite_words, scope_changed
from core.evidence.polarity import turned_round
from core.evidence.quote import quoted_span
from core.evidence.reading import Reading
from core.evidence.values import missing_values, turned_limits
from core.language import language_of
from core.questions.passages import row_span

Weigh = Callable[[str], float]

_FOREIGN_MASS: Mapping[Language, float] = {"zh": 2.5, "en": 3.5}
_COPIED_SHARE = 0.25
MOST_VALUES = 40
"""A sentence with more values than this is a table, which is shown only as a quotation."""
"""A sentence copied for a quarter, with words in a row that the block does not hold, was spliced (experiment)."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the gates say of a sentence and a block. ``span``: the best supporting part of the block's text.

    ``score``: 0..1, how much of the sentence the block covers; ``reasons``: empty when it may be shown.
    """

    score: float
    span: Span
    reasons: tuple[Reason, ...]

    @property
    def is_supported(self) -> bool:
        """Whether every gate passed."""
        return not self.reasons


def assess(claim: Reading, block: Reading, context: Reading, *, weigh: Weigh, policy: Policy) -> Assessment:
    """Every gate. A quotation passes at once, also a table row read out with its column names; a sentence that the
    block hardly covers is not looked at any further.
    """
    quoted = quoted_span(claim, block) or row_span(claim.text, block.text)
    if quoted is not None:
        return Assessment(1.0, quoted, ())
    if len(claim.values) > MOST_VALUES:
        reason = Reason(gate="quantity", figure=float(len(claim.values)), threshold=float(MOST_VALUES))
        return Assessment(0.0, window_span(block, 0, 1), (reason,))
    held = hold(claim, block)
    coverage = cover(claim, block, held, weigh, context=context.norms)
    span = window_span(block, coverage.first, coverage.last)
    if coverage.score < policy.min_overlap:
        reason = Reason(gate="overlap", figure=coverage.score, threshold=policy.min_overlap)
        return Assessment(coverage.score, span, (reason,))
    aligned = align(claim, block, weigh)
    reasons = (
        *_too_little(claim, block, held, coverage, weigh=weigh, policy=policy),
        *missing_values(claim, block, held.values, aligned),
        *turned_limits(claim, block, held.values),
        *misplaced_values(claim, block, held.values, weigh),
        *relabelled(claim, block, aligned, weigh),
        *turned_round(claim, block, aligned),
        *turned_words(claim, block, coverage),
        *unnamed(claim, block, context),
        *opposite_words(claim, block, aligned),
        *scope_changed(claim, block, aligned),
        *dropped_conditions(claim, block, aligned, weigh),
    )
    return Assessment(coverage.score, span, reasons)


def _too_little(
    claim: Reading, block: Reading, held: Held, coverage: Coverage, *, weigh: Weigh, policy: Policy
) -> tuple[Reason, ...]:
    """Amber below ``policy.min_coverage``, and for a sentence spliced from the block and something else."""
    language = language_of(claim.text)
    least = policy.min_coverage[language]
    if coverage.score < least:
        return (Reason(gate="overlap", tier="amber", figure=coverage.score, threshold=least),)
    foreign = foreign_run(claim, held, weigh)
    if foreign.mass >= _FOREIGN_MASS[language] and longest_piece(claim, block) >= _COPIED_SHARE:
        return (Reason(gate="overlap", tier="amber", figure=coverage.score, threshold=least, words=(foreign.text,)),)
    return ()
