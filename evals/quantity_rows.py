"""What a labelled row expects: the spans, values and units of its entities, and which of them are supported.

Supported: everything but (1) values that depend on today or on another element (yesterday, the one before the last),
(2) ranges of two dates or times, which we read as two, (3) units that no table of ours holds, (4) a unit without a
value ("percentage"), (5) the digits inside phone numbers, addresses and versions, which are codes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from core.amounts.number_folding import fold
from core.amounts.units import UNITS, Unit
from evals.quantity_readings import Found
from evals.rows import Row

_NAMES = {
    "united states dollar": "usd", "dollar": "usd", "chinese yuan": "cny", "pound": "pound", "japanese yen": "jpy",
    "new taiwan dollar": "twd", "swiss franc": "chf", "c": "celsius", "f": "fahrenheit", "pound sterling": "gbp",
    "count per week": "", "pound-mass": "lb", "cubic centimetre": "ml", "mile per hour": "mph", "liang": "两",
    "jin": "斤", "finnish markka": "markka", "pence": "pence", "metric ton": "ton",
}  # fmt: skip
_DEFINITE = re.compile(r"XXXX|T\d|P[T\d.]")
_CODE = re.compile(r"[./+-]\d|\d[./-]\Z")


@dataclass(frozen=True, slots=True)
class Expected:
    """One labelled entity. ``value`` in its unit, or the timex of a date; no ``span`` where none is labelled."""

    text: str
    span: tuple[int, int] | None
    value: float | None
    unit: Unit | None
    timex: str | None
    is_supported: bool

    def has_span_of(self, found: Found) -> bool:
        """Whether ``found`` stands where this does; compared by its words where no position is labelled."""
        if self.span is None:
            return fold(found.text).strip() == fold(self.text).strip()
        return self.span in found.spans

    @property
    def shown(self) -> str:
        """The value as labelled."""
        return self.timex or f"{self.value} {self.unit.name if self.unit else ''}".strip()


def expected_of(row: Row, entity: dict[str, Any]) -> Expected:
    """What ``entity`` of ``row`` expects."""
    resolution = entity["resolution"]
    span = None if entity["start"] is None else (entity["start"], entity["end"])
    text = entity["text"]
    if "values" in resolution:
        timex = str(resolution["values"][0].get("timex", ""))
        return Expected(text, span, None, None, timex, _is_supported_date(entity["type"], timex, row["text"]))
    value = _value(resolution.get("value"))
    name = str(resolution.get("unit") or "").lower()
    unit = _unit(name, row["kind"])
    has_unit = row["kind"] in {"number", "percent", "ordinal"} or name in {"", "dimensionless"} or unit is not None
    return Expected(text, span, value, unit, None, value is not None and has_unit and not _is_code(row, span))


def _value(written: object) -> float | None:
    try:
        return float(str(written).rstrip("%"))
    except ValueError:
        return None


def _unit(name: str, kind: str) -> Unit | None:
    if kind == "age":
        return UNITS.get(name)
    if kind == "dimension" and name == "pound":
        return UNITS["lb"]
    if kind == "temperature" and name == "degree":
        return UNITS["degrees"]
    return UNITS.get(_NAMES.get(name, name))


def _is_code(row: Row, span: tuple[int, int] | None) -> bool:
    if span is None or row["kind"] != "number":
        return False
    around = row["text"][max(0, span[0] - 2) : span[0]], row["text"][span[1] : span[1] + 2]
    return bool(re.search(r"[\d+][./+-]\Z|\+\Z", around[0]) or re.match(r"[./-]\d", around[1]))


def _is_supported_date(kind: str, timex: str, text: str) -> bool:
    kind = kind.removeprefix("datetimeV2.")
    if timex.startswith("(") or kind in {"datetimerange"} or timex in {"PRESENT_REF", "FUTURE_REF", "PAST_REF"}:
        return False
    if _DEFINITE.match(timex):
        return True
    year = timex[:4]
    folded = fold(text)
    return (
        year.isdigit() and "W" not in timex and (year in folded or f"{year[2:]}年" in folded or _in_words(year, folded))
    )


def _in_words(year: str, folded: str) -> bool:
    return (
        "nineteen" in folded
        or "two thousand" in folded
        or "".join("〇一二三四五六七八九"[int(d)] for d in year) in folded
    )


def is_same_value(expected: Expected, found: Found) -> bool:
    """Whether value and unit agree: numbers to 6 digits, units by what they measure, dates by their stated parts."""
    if expected.timex is not None:
        return found.timex == expected.timex
    if expected.value is None or found.value is None:
        return False
    mine, theirs = found.value, expected.value
    if expected.unit is not None and found.unit is not None:
        if found.unit.dimension != expected.unit.dimension and not _is_age(expected.unit, found.unit):
            return False
        mine, theirs = mine * float(found.unit.factor), theirs * float(expected.unit.factor)
    elif (expected.unit is None) != (found.unit is None):
        return False
    return abs(mine - theirs) <= 1e-6 * max(abs(mine), abs(theirs), 1e-12)


def _is_age(expected: Unit, found: Unit) -> bool:
    return found.dimension == "age" and expected.dimension == "time"
