"""Gates: every value of the sentence stands in the cited text, and its limit is not turned round."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from core.domain import Reason
from core.evidence.alignment import Aligned
from core.evidence.reading import Reading
from core.quantities import Quantity, compare

Stated = tuple[tuple[int, ...], ...]
"""For each value of the sentence, in order, the indexes of the block's values that state it."""
_VAGUE = frozenset({"number", "count", "ordinal"})
_SMALL = Decimal(1)
_YEAR = Decimal(31536000)
_MONTHS_DIFFER = Decimal("0.034")
"""Three months are 90 days, near enough (every 90 days, 三个月换一次)."""
_PERIODS = tuple(map(Decimal, (1, 4, 12, 52, 365, 8760, 525600, 31536000)))
"""Years, quarters, months, weeks, days, hours, minutes and seconds in a year, as frequencies are counted."""
_MAX_SHOWN = 3
_RANGE_SIGN = re.compile(r"\s?(?:点|时)?\s?(?:to|until|到|至|[-–—~])\s?")
_DAY_ALONE = re.compile(r"\s?(\d{1,3})\s?日")


def missing_values(claim: Reading, block: Reading, stated: Stated, aligned: Sequence[Aligned]) -> tuple[Reason, ...]:
    """A reason for each value that the block does not state.

    Red where the block states another value of the same dimension (or money, or a code); amber where it states
    nothing comparable. ``expected``: the block's values in its place.
    """
    found = []
    for value, own in zip(claim.values, stated, strict=True):
        if own or is_incidental(value) or _is_half_of_a_range(value, claim) or _stands_as_written(value, block):
            continue
        rivals = [other for other in block.values if compare(value, other) == "different"]
        if is_period(value):
            rivals = [other for other in rivals if _is_in_partner(claim, value, block, other, aligned)]
            if not rivals:
                continue
        is_red = bool(rivals) or value.kind in {"money", "code"}
        found.append(
            Reason(
                gate="quantity",
                tier="red" if is_red else "amber",
                figure=0.0,
                threshold=1.0,
                words=(value.text,),
                expected=tuple(dict.fromkeys(other.text for other in rivals))[:_MAX_SHOWN],
            )
        )
    return tuple(found)


def _is_half_of_a_range(value: Quantity, claim: Reading) -> bool:
    """The bare number of "8 to 10 p.m." or 8点到10点: the other half says what it is a number of."""
    if value.kind != "number":
        return False
    return any(
        _RANGE_SIGN.fullmatch(claim.text, min(value.end, other.end), max(value.start, other.start)) is not None
        for other in claim.values
        if other is not value
    )


def is_period(value: Quantity) -> bool:
    """每年, a day, 一年, the second: what prose puts in by itself to say per when, or which; not a value by itself."""
    if value.kind in {"ordinal", "frequency"}:
        return True
    return value.kind == "duration" and value.low == value.high == value.factor and value.bound is None


def _is_in_partner(
    claim: Reading, value: Quantity, block: Reading, other: Quantity, aligned: Sequence[Aligned]
) -> bool:
    """Whether ``other`` stands in the clause of the block that best fits the clause of ``value``."""
    for one in aligned:
        if one.clause.start <= value.start < one.clause.end and one.matches:
            partner = block.clauses[one.matches[0].index]
            return partner.start <= other.start < partner.end
    return False


def is_incidental(value: Quantity) -> bool:
    """一个, "one of", the first: counts of one that prose puts in by itself."""
    return value.kind in _VAGUE and value.low == value.high and value.low <= _SMALL and value.low >= 0


def matches(value: Quantity, block: Reading) -> tuple[int, ...]:
    """Indexes of the block's values that say the same as ``value``, in order."""
    found = tuple(index for index, other in enumerate(block.values) if says_the_same(value, other))
    return found or _ends(value, block) or _rates(value, block)


def _ends(value: Quantity, block: Reading) -> tuple[int, ...]:
    """Both ends of a range, where the block writes them apart (超过7天不满30天)."""
    if value.low == value.high:
        return ()
    alike = [(index, other) for index, other in enumerate(block.values) if other.dimension == value.dimension]
    low = tuple(index for index, other in alike if other.low == other.high == value.low)
    high = tuple(index for index, other in alike if other.low == other.high == value.high)
    return low + high if low and high else ()


def _rates(value: Quantity, block: Reading) -> tuple[int, ...]:
    """每分钟600次 is 600 times a year's minutes; the block may write the count and the period apart, or together."""
    if value.kind == "frequency" and value.low > 0:
        every = tuple(
            index
            for index, other in enumerate(block.values)
            if other.kind == "duration" and abs(value.low * other.low / _YEAR - 1) <= _MONTHS_DIFFER
        )
        if every:
            return every
        periods = [other.low for other in block.values if other.kind == "frequency"]
        return tuple(
            index
            for index, other in enumerate(block.values)
            if other.kind in _VAGUE and any(other.low * period == value.low for period in periods)
        )
    if value.kind == "duration" and value.low > 0:
        return tuple(
            index
            for index, other in enumerate(block.values)
            if other.kind == "frequency" and abs(other.low * value.low / _YEAR - 1) <= _MONTHS_DIFFER
        )
    if value.kind in _VAGUE and value.low == value.high and value.low > _SMALL:
        return tuple(
            index
            for index, other in enumerate(block.values)
            if other.kind == "frequency" and other.low in {value.low * period for period in _PERIODS}
        )
    return ()


def says_the_same(value: Quantity, other: Quantity) -> bool:
    """Whether ``other`` states ``value``: equal, equivalent, one end of its range, or the same bare number."""
    relation = compare(value, other)
    if relation in {"equal", "equivalent"} or value.text == other.text:
        return True
    if other.text.startswith("- ") and value.dimension == other.dimension and value.low == -other.low:
        return True
    if value.dimension == other.dimension and other.low != other.high and value.low == value.high:
        return value.low in {other.low, other.high}
    if {value.kind, other.kind} == {"date", "duration"}:
        return _days(value) is not None and _days(value) == _days(other)
    bare = "number" in {value.kind, other.kind} or (value.kind in _VAGUE and other.kind in _VAGUE)
    return bare and relation == "incomparable" and _digits(value) <= _digits(other)


def _digits(value: Quantity) -> set[Decimal]:
    return {value.low / value.factor, value.high / value.factor}


def _days(value: Quantity) -> Decimal | None:
    """Days of a duration in days, and of 3日 read as a day of a month."""
    if value.unit == "day":
        return value.low / value.factor
    found = _DAY_ALONE.fullmatch(value.text)
    return Decimal(found.group(1)) if found else None


def _stands_as_written(value: Quantity, block: Reading) -> bool:
    """A code's letters stand in the block, or all but its number where the block gives none (COVID for COVID-19)."""
    if value.kind != "code":
        return False
    wanted = Reading(value.text).letters.text
    if len(wanted) > 1 and re.search(rf"(?<!\d){re.escape(wanted)}(?!\d)", block.letters.text):
        return True
    stem = wanted.rstrip("0123456789.-")
    return len(stem) > 2 and re.search(rf"{re.escape(stem)}(?![\d-])", block.letters.text) is not None


def turned_limits(claim: Reading, block: Reading, stated: Stated) -> tuple[Reason, ...]:
    """A reason for each limit whose every mention in the block is a limit of the other side."""
    found = []
    for value, own in zip(claim.values, stated, strict=True):
        if value.bound is None:
            continue
        mentions = [block.values[index] for index in own]
        if mentions and all(other.bound not in {None, value.bound} for other in mentions):
            found.append(
                Reason(
                    gate="bound",
                    figure=0.0,
                    threshold=1.0,
                    words=(_with_limit(value, claim),),
                    expected=tuple(dict.fromkeys(_with_limit(other, block) for other in mentions))[:_MAX_SHOWN],
                )
            )
    return tuple(found)


def _with_limit(value: Quantity, reading: Reading) -> str:
    """The value with a few characters around it, where its limit is written."""
    return reading.text[max(0, value.start - 6) : value.end + 3].strip(" ,.;，。；\n")
