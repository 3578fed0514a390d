"""Gate: a value of the block that belongs to something else there: the neighbouring clause, item or table row."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.context import BEFORE, Context, context_of
from core.domain import Reason
from core.quantities import Quantity, compare
from core.reading import Reading
from core.values import Stated, is_incidental, says_the_same

Weigh = Callable[[str], float]

_OTHER_VALUE = 0.8
_FORTH = 0.8
_LEAST_GAP, _LEAST_GAP_ACROSS = 0.2, 0.35
"""How much better another value must fit; more where it is written in another unit."""
_LEAST_FIT = 0.55
_LABELS = frozenset({"code", "ordinal", "reference", "frequency"})
"""What names a thing rather than measures it."""
_LONGEST = 2500
"""In longer texts neighbouring clauses say too little about whose value it is (measured on open web pages)."""


def misplaced_values(claim: Reading, block: Reading, stated: Stated, weigh: Weigh) -> tuple[Reason, ...]:
    """A reason for each value whose surroundings fit another value of its kind in the block clearly better."""
    if len(block.text) > _LONGEST:
        return ()
    found = []
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
            reason = _outbid(value, mine, block, own=own, rivals=rivals, weigh=weigh)
            found.extend([reason] if reason is not None else [])
    return tuple(found)


def _outbid(
    value: Quantity, mine: Context, block: Reading, *, own: Sequence[int], rivals: Sequence[int], weigh: Weigh
) -> Reason | None:
    """A reason if the best rival's surroundings fit clearly better than those of any true mention."""
    held = max(_fit(mine, context_of(block, other), weigh) for other in own)
    bids = [
        (_fit(mine, theirs, weigh), other)
        for other in rivals
        if not _limits_differ(mine, theirs := context_of(block, other))
    ]
    if not bids:
        return None
    fit, best = max(bids)
    least = _LEAST_GAP if block.values[best].unit == value.unit else _LEAST_GAP_ACROSS
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


def _limits_differ(mine: Context, theirs: Context) -> bool:
    """Whether both stand beside one value that is an upper limit here, a lower one there (below 99 %, above 99 %)."""
    return any(
        share >= BEFORE
        and near >= BEFORE
        and value.bound is not None
        and other.bound is not None
        and value.bound != other.bound
        and says_the_same(value, other)
        for value, share in mine.values
        for other, near in theirs.values
    )


def _fit(mine: Context, theirs: Context, weigh: Weigh) -> float:
    """How far each holds what the other says, 0..1: a clause that says little fits by saying nothing else."""
    return _FORTH * _held(mine, theirs, weigh) + (1 - _FORTH) * _held(theirs.own, mine, weigh)


def _held(wanted: Context, context: Context, weigh: Weigh) -> float:
    total = held = 0.0
    for norm, share in wanted.words.items():
        weight = weigh(norm) * share
        if weight <= 0:
            continue
        total += weight
        held += weight * context.nearness(norm)
    for value, share in wanted.values:
        weight = _OTHER_VALUE * share
        total += weight
        held += weight * max((near for other, near in context.values if _agree(value, other)), default=0.0)
    return held / total if total > 0 else 0.0


def _agree(value: Quantity, other: Quantity) -> bool:
    return says_the_same(value, other) and (value.bound is None or other.bound is None or value.bound == other.bound)
