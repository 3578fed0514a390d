"""Whether two quantities compete: of one kind, and not both true of one thing."""

from __future__ import annotations

from decimal import Decimal

from core.quantities import Quantity, compare

_VALUES = frozenset(
    ("number", "count", "money", "percent", "measure", "temperature", "duration", "age", "date", "clock", "frequency")
)
_DAY = Decimal(86400)
_ARTICLES = ("一个", "一", "a", "an", "zero", "零")


def is_competing(one: Quantity, other: Quantity) -> bool:
    """Whether both can't be the value of one thing: not equal or equivalent, no range that meets the other, and no
    lower bound under an upper one. Codes, versions, ordinals and references never compete.
    """
    if one.kind not in _VALUES or other.kind not in _VALUES or _is_article(one) or _is_article(other):
        return False
    if {one.dimension, other.dimension} == {"workdays", "time"}:
        return _workdays_differ(one, other)
    if {compare(one, other), compare(other, one)} != {"different"}:
        return False
    return not _can_both_hold(one, other)


def _is_article(quantity: Quantity) -> bool:
    is_small = quantity.kind in ("count", "number") and quantity.low in (0, 1)
    return is_small and quantity.text.lower().startswith(_ARTICLES)


def _can_both_hold(one: Quantity, other: Quantity) -> bool:
    if one.bound and other.bound and one.bound != other.bound:
        least, most = (one, other) if one.bound == "min" else (other, one)
        return least.low <= most.high
    if one.moment is not None or (one.low == one.high and other.low == other.high):
        return False
    if one.low != one.high and other.low != other.high:
        return one.low < other.high and other.low < one.high
    return one.low <= other.high and other.low <= one.high


def _workdays_differ(one: Quantity, other: Quantity) -> bool:
    """N working days are n to n·7/5 + 2 days of the calendar."""
    work, calendar = (one, other) if one.dimension == "workdays" else (other, one)
    days = calendar.low / _DAY
    return days < work.low or days > work.high * 7 / 5 + 2
