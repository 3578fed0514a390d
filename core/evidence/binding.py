"""Gate: a value of the block that belongs to something else there: the neighbouring clause, item or table row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.domain import Reason
from core.evidence.context import BEFORE, Context, context_of, is_in_table
from core.evidence.reading import Reading
from core.evidence.values import Stated, is_incidental
from core.quantities import Quantity, compare

Weigh = Callable[[str], float]

_OTHER_VALUE = 0.8
_FORTH = 0.8
_LEAST_GAP, _LEAST_GAP_ACROSS = 0.2, 0.25
_LEAST_GAP_IN_TABLE = 0.15
"""How much better another value must fit; more where it is written in another unit."""
_LEAST_FIT = 0.45
_LABELS = frozenset({"code", "ordinal", "reference", "frequency"})
"""What names a thing rather than measures it."""
_LONGEST = 2500
"""In longer texts neighbouring clauses say too little about whose value it is (measured on open web pages)."""


def misplaced_values(claim: Reading, block: Reading, stated: Stated, weigh: Weigh) -> tuple[Reason, ...]:
    """A reason for each value whose surroundings fit another value of its kind in the block clearly better."""
    if len(block.text) > _LONGEST:
        return ()
    found = []
    pairs = _pairs(claim, block, stated)
    for index, (value, own) in enumerate(zip(claim.values, stated, strict=True)):
        if not own or value.kind in _LABELS or is_incidental(value):
            continue
        rivals = [
            other
            for other, theirs in enumerate(block.values)
            if theirs.dimension == value.dimension and other not in own and compare(value, theirs) == "different"
        ]
        mine = context_of(claim, index)
        if rivals and mine.own.words:
            reason = _outbid(value, mine, block, own=own, rivals=rivals, pairs=pairs, weigh=weigh)
            found.extend([reason] if reason is not None else [])
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Values of the sentence and of the block, by index, that say the same: with agreeing limits, and with others."""

    agreeing: frozenset[tuple[int, int]]
    differing: frozenset[tuple[int, int]]


def _pairs(claim: Reading, block: Reading, stated: Stated) -> _Pairs:
    same = [(index, other) for index, own in enumerate(stated) for other in own]
    differing = frozenset(
        (index, other)
        for index, other in same
        if {claim.values[index].bound, block.values[other].bound} == {"max", "min"}
    )
    return _Pairs(frozenset(same) - differing, differing)


def _outbid(
    value: Quantity,
    mine: Context,
    block: Reading,
    *,
    own: Sequence[int],
    rivals: Sequence[int],
    pairs: _Pairs,
    weigh: Weigh,
) -> Reason | None:
    """A reason if the best rival's surroundings fit clearly better than those of any true mention."""
    held = max(_fit(mine, context_of(block, other), pairs, weigh) for other in own)
    bids = [
        (_fit(mine, theirs, pairs, weigh), other)
        for other in rivals
        if not _limits_differ(mine, theirs := context_of(block, other), pairs)
    ]
    if not bids:
        return None
    fit, best = max(bids)
    least = _LEAST_GAP if block.values[best].unit == value.unit else _LEAST_GAP_ACROSS
    least = _LEAST_GAP_IN_TABLE if is_in_table(block, best) else least
    if fit - held <= least or fit < _LEAST_FIT:
        return None
    return Reason(
        gate="binding",
        tier="amber",
        figure=round(fit - held, 4),
        threshold=least,
        words=(value.text,),
        expected=(block.values[best].text,),
    )


def _limits_differ(mine: Context, theirs: Context, pairs: _Pairs) -> bool:
    """Whether both stand beside one value that is an upper limit here, a lower one there (below 99 %, above 99 %)."""
    return any(
        share >= BEFORE and near >= BEFORE and (value, other) in pairs.differing
        for value, share in mine.values
        for other, near in theirs.values
    )


def _fit(mine: Context, theirs: Context, pairs: _Pairs, weigh: Weigh) -> float:
    """How far each holds what the other says, 0..1: a clause that says little fits by saying nothing else."""
    total, held = _words_held(mine, theirs, weigh)
    for value, share in mine.values:
        near = max((near for other, near in theirs.values if (value, other) in pairs.agreeing), default=0.0)
        total += _OTHER_VALUE * share
        held += _OTHER_VALUE * share * near
    forth = held / total if total > 0 else 0.0
    total, held = _words_held(theirs.own, mine, weigh)
    back = held / total if total > 0 else 0.0
    return _FORTH * forth + (1 - _FORTH) * back


def _words_held(wanted: Context, context: Context, weigh: Weigh) -> tuple[float, float]:
    total = held = 0.0
    for norm, share in wanted.words.items():
        weight = weigh(norm) * share
        if weight > 0:
            total += weight
            held += weight * context.nearness(norm)
    return total, held
