"""What a quantity is, and when two of them say the same."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from core.amounts.dates import Moment

Kind = Literal[
    "number",  # bare: 42, 三分之二
    "count",  # with a noun or measure word: 3 次, 15 employees
    "money",
    "percent",
    "measure",  # bytes, length, mass, area, ratio, points …
    "temperature",
    "duration",
    "age",
    "date",  # any part of a date
    "clock",  # a time of day
    "frequency",  # times per year: 每周两次, monthly
    "ordinal",  # the third, 第三
    "code",  # versions and identifiers: v2.3.1, AES-256
]
Bound = Literal["max", "min"]
Comparison = Literal["equal", "equivalent", "different", "incomparable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """One quantity of a text: ``text[start:end]`` of the original, mark and unit included, without its bound words.

    ``dimension`` is what can be compared: ``time`` (base unit second), ``bytes``, ``money:CNY``, ``percent`` (of 100),
    ``date``, ``clock``, ``frequency`` (times a year), ``count:次``, ``number`` (no unit) …
    ``low`` and ``high`` are in base units and differ only for a range. ``unit`` names the unit as written, the same
    in both languages (None: none); for a code it is the code itself, normalised. ``factor``: base units in one of
    ``unit``. ``noun``: what is counted, singular. ``bound``: the value is a limit. ``approximate``: about, 约, 左右.
    ``is_rounded``: written with a scale (452.3万), so that its digits are not exact.
    ``outer``: start and end with the bound words (不超过 5 天); None where there are none.
    ``moment``: the parts of a date or clock time.
    """

    start: int
    end: int
    text: str
    kind: Kind
    dimension: str
    low: Decimal
    high: Decimal
    unit: str | None = None
    factor: Decimal = Decimal(1)
    noun: str | None = None
    bound: Bound | None = None
    approximate: bool = False
    is_rounded: bool = False
    moment: Moment | None = None
    outer: tuple[int, int] | None = None

    @property
    def outer_start(self) -> int:
        """Where its bound words begin; ``start`` where there are none before it."""
        return self.outer[0] if self.outer is not None else self.start

    @property
    def outer_end(self) -> int:
        """Where its bound words end; ``end`` where there are none after it."""
        return self.outer[1] if self.outer is not None else self.end
