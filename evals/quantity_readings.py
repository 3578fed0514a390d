"""What `core.quantities` finds, put in the terms of the labelled rows: numbers in the unit written, dates as timex."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.amounts.dates import Moment
from core.amounts.frequencies import PER_YEAR
from core.amounts.number_folding import fold
from core.amounts.numerals import numerals
from core.amounts.units import Unit
from core.quantities import Quantity, quantities

_KINDS = {
    "number": {"number", "count", "money", "percent"},
    "percent": {"percent"},
    "currency": {"money"},
    "dimension": {"measure"},
    "age": {"age"},
    "temperature": {"temperature", "measure"},
    "ordinal": {"ordinal"},
    "datetime": {"date", "clock", "duration", "frequency"},
    "quantity_with_unit": {"number", "count", "money", "percent", "measure", "temperature", "duration", "age"},
}
_AT = re.compile(r",? ?(?:at |on |的)?")


@dataclass(frozen=True, slots=True)
class Found:
    """One thing found. ``spans``: where it stands, without and with its bound words. ``value`` is in ``unit``."""

    text: str
    spans: tuple[tuple[int, int], ...]
    value: float | None = None
    unit: Unit | None = None
    timex: str | None = None

    @property
    def start(self) -> int:
        """First character, without bound words."""
        return self.spans[0][0]

    @property
    def end(self) -> int:
        """After the last character, without bound words."""
        return self.spans[0][1]

    @property
    def shown(self) -> str:
        """The value as found."""
        return self.timex or f"{self.value:g} {self.unit.name if self.unit else ''}".strip()


def found_in(text: str, kind: str, language: str) -> Sequence[Found]:
    """What is found in ``text`` of the labelled ``kind``; the language is not needed."""
    del language
    found = [quantity for quantity in quantities(text) if quantity.kind in _KINDS.get(kind, set())]
    if kind == "quantity_with_unit":
        years = [one for one in quantities(text) if one.moment == Moment(year=(one.moment or Moment()).year)]
        return [_year(one) for one in years] + [_reading(quantity, kind) for quantity in found]
    if kind == "number":
        return [one for quantity in found if (one := _numeral(quantity)) is not None]
    if kind == "datetime":
        return _dates(text, found)
    if kind == "temperature":
        found = [one for one in found if one.kind == "temperature" or one.dimension == "angle"]
    return [_reading(quantity, kind) for quantity in found]


def _year(quantity: Quantity) -> Found:
    value = quantity.moment.year if quantity.moment is not None else None
    return Found(quantity.text, _spans(quantity), None if value is None else float(value))


def _numeral(quantity: Quantity) -> Found | None:
    if quantity.kind in {"number", "count"} and quantity.unit in {None, "fraction"}:
        return Found(quantity.text, ((quantity.start, quantity.end),), float(quantity.low))
    numeral = next(iter(numerals(fold(quantity.text))), None)
    if numeral is None:
        return None
    start, end = quantity.start + numeral.start, quantity.start + numeral.end
    if quantity.kind == "percent":
        return None
    return Found(quantity.text[numeral.start : numeral.end], ((start, end),), float(numeral.value))


def _spans(quantity: Quantity) -> tuple[tuple[int, int], ...]:
    """Without bound words, with those before, those after, and both: the labels differ in what they count in."""
    outer = quantity.outer or (quantity.start, quantity.end)
    starts, ends = (quantity.start, outer[0]), (quantity.end, outer[1])
    return tuple((start, end) for start in starts for end in ends)


def _reading(quantity: Quantity, kind: str) -> Found:
    spans = _spans(quantity)
    middle = (quantity.low + quantity.high) / 2
    if quantity.kind in {"number", "count"} or kind in {"percent", "ordinal"}:
        return Found(quantity.text, spans, float(middle))
    unit = Unit(quantity.unit or "", quantity.dimension, quantity.factor)
    return Found(quantity.text, spans, float(middle / quantity.factor), unit)


def _dates(text: str, found: Sequence[Quantity]) -> list[Found]:
    read: list[Found] = []
    previous: Quantity | None = None
    for quantity in found:
        timex = _timex(quantity)
        spans = _spans(quantity)
        is_joined = previous is not None and _AT.fullmatch(fold(text[previous.end : quantity.start])) is not None
        if is_joined and previous is not None and {previous.kind, quantity.kind} == {"date", "clock"}:
            date, clock = (read[-1].timex, timex) if previous.kind == "date" else (timex, read[-1].timex)
            start = previous.start
            read[-1] = Found(text[start : quantity.end], ((start, quantity.end),), timex=f"{date}{clock}")
        else:
            read.append(Found(quantity.text, spans, timex=timex))
        previous = quantity
    return read


def _timex(quantity: Quantity) -> str:
    if quantity.moment is not None:
        return _moment(quantity.moment)
    if quantity.kind == "frequency":
        return _period(round(PER_YEAR[quantity.unit or "year"] / quantity.low, 6), quantity.unit or "")
    return _duration(quantity)


_LETTERS = {"year": "Y", "month": "M", "week": "W", "day": "D", "hour": "TH", "minute": "TM", "second": "TS"}
_SECONDS = {"year": 31536000, "month": 2592000, "week": 604800, "day": 86400, "hour": 3600, "minute": 60, "second": 1}


def _period(count: Decimal, unit: str) -> str:
    letter = _LETTERS.get(unit, "?")
    shown = f"{count.normalize():f}"
    return f"PT{shown}{letter[1]}" if letter.startswith("T") else f"P{shown}{letter}"


def _duration(quantity: Quantity) -> str:
    unit = quantity.unit or ""
    if len(list(numerals(fold(quantity.text)))) < 2 or quantity.low != quantity.high:
        return _period(quantity.low / quantity.factor, unit)
    rest, days, times = int(quantity.low), "", ""
    for name, seconds in _SECONDS.items():
        count, rest = divmod(rest, seconds)
        if count and _LETTERS[name].startswith("T"):
            times += f"{count}{_LETTERS[name][1]}"
        elif count:
            days += f"{count}{_LETTERS[name]}"
    return f"P{days}{'T' + times if times else ''}"


def _moment(moment: Moment) -> str:
    if moment.hour is not None:
        shown = f"T{moment.hour:02}"
        if moment.minute or moment.states_minute:
            shown += f":{moment.minute or 0:02}"
        return shown + (f":{moment.second:02}" if moment.second is not None else "")
    year = f"{moment.year:04}" if moment.year is not None else "XXXX"
    if moment.weekday is not None and moment.day is None:
        return f"XXXX-WXX-{moment.weekday}"
    if moment.day is not None:
        return f"{year}-{'XX' if moment.month is None else f'{moment.month:02}'}-{moment.day:02}"
    return year if moment.month is None else f"{year}-{moment.month:02}"
