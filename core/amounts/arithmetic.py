"""Arithmetic on quantities: units are checked, numbers are `Decimal`, dates are dates; nonsense is refused."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from core.domain import Language
from core.quantities import Quantity

_DAY_S = Decimal(86_400)
_DIGITS = re.compile(r"\d[\d,]*+(?:\.\d++)?+")
_CALENDAR = {"month": 1, "year": 12}
_REFUSED_KINDS = frozenset({"ordinal", "code", "clock", "frequency", "temperature", "age"})


class ArithmeticRefused(Exception):
    """These operands can't be combined: {args}."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """An amount in base units of ``dimension``, or a day. ``write`` puts a number of units of ``factor`` in words."""

    dimension: str
    amount: Decimal = Decimal(0)
    factor: Decimal = Decimal(1)
    unit: str | None = None
    day: date | None = None
    write: Callable[[str], str] = str


def read(quantity: Quantity) -> Value:
    """One exact operand.

    Raises:
        ArithmeticRefused: a range, an approximate value, part of a date, a code, or a number that is not in digits.
    """
    if quantity.kind in _REFUSED_KINDS or quantity.approximate or quantity.low != quantity.high:
        raise ArithmeticRefused(quantity.text)
    if quantity.kind == "date":
        return Value(dimension="date", day=_day(quantity), write=_date_writer(quantity.text))
    number = _DIGITS.search(quantity.text)
    if number is None:
        raise ArithmeticRefused(quantity.text)
    before, after = quantity.text[: number.start()], quantity.text[number.end() :]
    return Value(
        dimension=quantity.dimension,
        amount=quantity.low,
        factor=quantity.factor,
        unit=quantity.unit,
        write=lambda figures: f"{before}{figures}{_singular(after) if figures == '1' else after}",
    )


def _day(quantity: Quantity) -> date:
    moment = quantity.moment
    if moment is None or moment.year is None or moment.month is None or moment.day is None:
        raise ArithmeticRefused(quantity.text)
    try:
        return date(moment.year, moment.month, moment.day)
    except ValueError as error:
        raise ArithmeticRefused(quantity.text) from error


def _date_writer(text: str) -> Callable[[str], str]:
    if "年" not in text:
        return str
    return lambda iso: "{}年{}月{}日".format(*(int(part) for part in iso.split("-")))


def _singular(unit: str) -> str:
    return unit[:-1] if unit.isascii() and len(unit) > 2 and unit.endswith("s") else unit


def add(left: Value, right: Value) -> Value:
    """Two amounts of one dimension; a day and a time."""
    if left.day is not None and right.day is None:
        return _moved(left, right, 1)
    return _together(left, right, left.amount + right.amount)


def subtract(left: Value, right: Value) -> Value:
    """Two amounts of one dimension; a time from a day; two days, which gives days."""
    if left.day is not None and right.day is not None:
        apart = Decimal((left.day - right.day).days) * _DAY_S
        return Value(dimension="time", amount=apart, factor=_DAY_S, unit="day", write=lambda figures: f"{figures} day")
    if left.day is not None:
        return _moved(left, right, -1)
    return _together(left, right, left.amount - right.amount)


def multiply(left: Value, right: Value) -> Value:
    """An amount and a plain number or percentage, either way round."""
    for amount, times in ((left, right), (right, left)):
        if amount.day is None and times.dimension in ("number", "percent"):
            share = times.amount / 100 if times.dimension == "percent" else times.amount
            return _like(amount, amount.amount * share)
    raise ArithmeticRefused("×")


def divide(left: Value, right: Value) -> Value:
    """An amount by a plain number; two amounts of one dimension, which gives a percentage."""
    if left.day is None and right.dimension == "number" and left.dimension != "number":
        return _like(left, left.amount / right.amount)
    if left.day is None and left.dimension == right.dimension:
        return Value(dimension="percent", amount=100 * left.amount / right.amount, write=lambda figures: f"{figures}%")
    raise ArithmeticRefused("÷")


def _together(left: Value, right: Value, amount: Decimal) -> Value:
    units = {left.unit, right.unit}
    if left.day or right.day or left.dimension != right.dimension or (len(units) > 1 and units & _CALENDAR.keys()):
        raise ArithmeticRefused("+ −")
    return _like(left, amount)


def _like(value: Value, amount: Decimal) -> Value:
    return Value(dimension=value.dimension, amount=amount, factor=value.factor, unit=value.unit, write=value.write)


def _moved(day: Value, time: Value, sign: int) -> Value:
    """A day moved by whole days, or by calendar months (31 January + 1 month is the last day of February)."""
    assert day.day is not None
    count = time.amount / time.factor
    if time.dimension != "time" or count != count.to_integral_value() or time.factor < _DAY_S:
        raise ArithmeticRefused("+ −")
    try:
        if time.unit in _CALENDAR:
            moved = _months_later(day.day, sign * int(count) * _CALENDAR[time.unit])
        else:
            moved = day.day + timedelta(days=sign * int(time.amount / _DAY_S))
    except (OverflowError, ValueError) as error:
        raise ArithmeticRefused("+ −") from error
    return Value(dimension="date", day=moved, write=day.write)


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def written(value: Value, language: Language) -> str:
    """The value in the unit of its first operand; 约 / about where it had to be rounded to two decimals."""
    if value.day is not None:
        return value.write(value.day.isoformat())
    exact = value.amount / value.factor
    rounded = exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
    figures = f"{rounded.normalize():,f}"
    about = "" if rounded == exact else {"zh": "约 ", "en": "about "}[language]
    return about + _spoken(value.write(figures), figures, language)


def _spoken(text: str, figures: str, language: Language) -> str:
    """Days between two dates have no unit of their own yet."""
    if text != f"{figures} day":
        return text
    if language == "zh":
        return f"{figures} 天"
    return text if figures == "1" else f"{text}s"
