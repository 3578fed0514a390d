"""Whether two quantities state the same value. ``a`` is what a sentence says, ``b`` what a document says."""

from __future__ import annotations

from decimal import Decimal

from core.amounts.dates import same_moment
from core.amounts.quantity import Comparison, Quantity

_TOLERANCE = {"time": Decimal("0.034"), "bytes": Decimal("0.05"), "frequency": Decimal("0.034")}
"""Across units only: 30 days for a month and 1000 or 1024 bytes are the same in office text (VERIFY, section 4)."""

_ABOUT = Decimal("0.06")
_ROUNDED = Decimal("0.01")


def compare(a: Quantity, b: Quantity) -> Comparison:
    """``equal``: the same value; ``equivalent``: the same for people, to be flagged (1 GB and 1024 MB, about, rounded).

    ``different``: the same dimension (and currency, and noun where both count) with another value. ``incomparable``:
    neither can confirm or refute the other; money of two currencies and counts of two things are.
    """
    if a.kind in {"date", "clock"} and b.kind == a.kind and a.moment is not None and b.moment is not None:
        return same_moment(a.moment, b.moment)
    if a.kind == "code" or b.kind == "code":
        return _codes(a, b)
    if a.dimension == b.dimension:
        return _values(a, b)
    if "number" in (a.dimension, b.dimension):
        if "percent" in (a.dimension, b.dimension):
            return _share(a, b)
        return _without_unit(a, b) if a.noun is None and b.noun is None else "incomparable"
    if a.dimension.startswith("count") and b.dimension.startswith("count"):
        return "equivalent" if _may_count_the_same(a, b) and _equal(a, b) else "incomparable"
    return "incomparable"


def same_bound(a: Quantity, b: Quantity) -> bool:
    """False only if one is a maximum and the other a minimum; a value without a bound agrees with either."""
    return a.bound is None or b.bound is None or a.bound == b.bound


def _codes(a: Quantity, b: Quantity) -> Comparison:
    if a.kind != b.kind:
        return "incomparable"
    if a.unit == b.unit:
        return "equal"
    return "different" if _stem(a.unit) == _stem(b.unit) else "incomparable"


def _stem(code: str | None) -> str:
    return (code or "").rstrip("0123456789.") or "v"


def _may_count_the_same(a: Quantity, b: Quantity) -> bool:
    """3,200 employees and 3,200 people, 3 个 and 3 家; never times and things."""
    units = {a.unit, b.unit}
    return "time" not in units and (None in units or units <= {"person"} or "person" not in units)


def _without_unit(a: Quantity, b: Quantity) -> Comparison:
    """A bare number against one with a unit: only the same digits agree (between days 15 and 30: 15–30 days)."""
    one, other = _written(a), _written(b)
    if one == other:
        return "equal"
    return "equivalent" if set(one) < set(other) or set(other) < set(one) else "incomparable"


def _equal(a: Quantity, b: Quantity) -> bool:
    return a.low == b.low and a.high == b.high


def _written(quantity: Quantity) -> tuple[Decimal, Decimal]:
    return (quantity.low / quantity.factor, quantity.high / quantity.factor)


def _share(a: Quantity, b: Quantity) -> Comparison:
    """A fraction against a percentage: 三分之二, half, 0.5 and 50 %; any other number has no unit in common."""
    number, percent = (a, b) if a.dimension == "number" else (b, a)
    if number.unit == "fraction" and _near(number.low * 100, percent.low, _ROUNDED):
        return "equivalent"
    if number.unit == "fraction":
        return "different"
    return "equal" if _written(number) == _written(percent) and number.noun is None else "incomparable"


def _values(a: Quantity, b: Quantity) -> Comparison:
    is_other_noun = a.noun is not None and b.noun is not None and a.noun != b.noun
    if _equal(a, b):
        return "equivalent" if is_other_noun else "equal"
    if is_other_noun:
        return "incomparable"
    if a.low == a.high and b.low != b.high and a.low in {b.low, b.high}:
        return "equivalent"
    tolerance = Decimal(0)
    if a.unit != b.unit:
        tolerance = _TOLERANCE.get(a.dimension, _ROUNDED if a.kind in {"measure", "temperature"} else Decimal(0))
    if a.approximate or b.approximate:
        tolerance = max(tolerance, _ABOUT)
    if _near(a.low, b.low, tolerance) and _near(a.high, b.high, tolerance):
        return "equivalent"
    return "equivalent" if _is_rounding(a, b) else "different"


def _near(one: Decimal, other: Decimal, tolerance: Decimal) -> bool:
    return abs(one - other) <= tolerance * max(abs(one), abs(other))


def _is_rounding(a: Quantity, b: Quantity) -> bool:
    """Whether ``a`` is ``b`` rounded: at least two digits, at most 1 % off, and not a plain whole number."""
    if a.unit != b.unit or a.low != a.high or b.low != b.high or not _near(a.low, b.low, _ROUNDED):
        return False
    written, source = a.low / a.factor, b.low / b.factor
    if not a.is_rounded and _is_whole(source):
        return False
    places = written.normalize().as_tuple()
    if len(places.digits) < 2 or not isinstance(places.exponent, int):
        return False
    return source.quantize(Decimal((0, (1,), places.exponent))) == written


def _is_whole(value: Decimal) -> bool:
    return value == value.to_integral_value()
