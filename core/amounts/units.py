"""Units of both languages: what a unit measures, and how many base units it stands for.

Base units: second, byte, metre, kilogram, square metre, litre, percent, degree (of its own scale), piece.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from core.amounts.currencies import CURRENCIES, SMALL_CHANGE
from core.amounts.unit_tables import MEASURE_WORDS, MEASURES


@dataclass(frozen=True, slots=True)
class Unit:
    """``name`` is the same for every spelling in both languages; ``factor`` is the number of base units."""

    name: str
    dimension: str
    factor: Decimal


DAY = 86400


def _units() -> dict[str, Unit]:
    found: dict[str, Unit] = {}
    for dimension, rows in MEASURES.items():
        for name, factor, spellings in rows:
            for spelling in spellings.split(" "):
                found.setdefault(spelling.replace("|", " "), Unit(name, dimension, Decimal(factor)))
    for code, spellings in CURRENCIES.items():
        for spelling in spellings.split(" "):
            found[spelling.replace("|", " ")] = Unit(code, f"money:{code}", Decimal(1))
        found[f"m{code.lower()}"] = Unit(f"million {code}", f"money:{code}", Decimal(10**6))
        found[f"k{code.lower()}"] = Unit(f"thousand {code}", f"money:{code}", Decimal(10**3))
    for code, rows in SMALL_CHANGE.items():
        for name, factor, spellings in rows:
            for spelling in spellings.split(" "):
                found[spelling] = Unit(name, f"money:{code}", Decimal(factor))
    for name, spellings in MEASURE_WORDS.items():
        for spelling in spellings.split(" "):
            label = name if name != "item" else spelling
            found.setdefault(spelling, Unit(label, f"count:{label}", Decimal(1)))
    return found


UNITS = _units()
"""Every spelling, folded, with its unit."""


def _pattern(spellings: list[str]) -> str:
    ordered = sorted(spellings, key=len, reverse=True)
    latin = [re.escape(s).replace(r"\ ", "[ -]{1,2}") for s in ordered if s[-1].isascii() and s[-1].isalnum()]
    other = [re.escape(s).replace(r"\ ", "[ -]{1,2}") for s in ordered if not (s[-1].isascii() and s[-1].isalnum())]
    return f"(?:(?:{'|'.join(latin)})(?![a-z0-9])|{'|'.join(other)})"


UNIT = re.compile(rf" ?-?[ \u202f]?[\[(]?(?P<unit>{_pattern(list(UNITS))})", re.A)
"""A unit straight after a number; 个 before 月, 小时 and the like belongs to the number's side."""

PREFIXES = {s: u for s, u in UNITS.items() if u.dimension.startswith("money") and (not s[0].isalpha() or s.isascii())}
PREFIXES["人民币"] = UNITS["人民币"]
PREFIX = re.compile(
    rf"(?P<unit>{'|'.join(re.escape(s) for s in sorted(PREFIXES, key=len, reverse=True))}) {{0,2}}\Z", re.A
)
"""A currency straight before a number."""


def unit_named(spelling: str) -> Unit:
    """The unit of a match of `UNIT` or `PREFIX`."""
    unit = UNITS.get(spelling)
    return unit if unit is not None else UNITS[re.sub("[ -]+", " ", spelling)]
