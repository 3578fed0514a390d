"""A quantity from a number and its unit."""

from __future__ import annotations

from core.amounts.numerals import Numeral
from core.amounts.quantity import Kind, Quantity
from core.amounts.units import Unit

_KINDS: dict[str, Kind] = {
    "time": "duration",
    "workdays": "duration",
    "percent": "percent",
    "number": "number",
    "money": "money",
    "count": "count",
    "temperature": "temperature",
}


def made(text: str, numeral: Numeral, end: int, unit: Unit, kind: Kind | None = None) -> Quantity:
    """``text[numeral.start:end]`` as a quantity of ``unit``; its kind follows from what the unit measures."""
    return Quantity(
        start=numeral.start,
        end=end,
        text=text[numeral.start : end],
        kind=kind or _KINDS.get(unit.dimension.partition(":")[0], "measure"),
        dimension=unit.dimension,
        low=numeral.value * unit.factor,
        high=(numeral.high if numeral.high is not None else numeral.value) * unit.factor,
        unit=unit.name,
        factor=unit.factor,
        approximate=numeral.approximate,
        is_rounded=numeral.scaled,
    )
