"""Two neighbours that are one quantity: a range (3–5 天) or a value in two units (5 元 3 角, 5 feet 2 inches)."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from core.amounts.quantity import Quantity

_RANGE = re.compile(r" ?(?:-|~|至|到|--) ?\Z|-? to \Z| and \Z", re.A)
_COMPOUND = re.compile(r" ?(?:又|零|and|,)? ?\Z", re.A)
_COMPOUNDS = frozenset({"time", "length", "mass", "money"})
_GAP = 12


def joined(text: str, folded: str, first: Quantity, second: Quantity) -> Quantity | None:
    """One quantity of two neighbours; None where they are two."""
    gap = folded[first.end : second.start]
    if len(gap) > _GAP or first.low != first.high or first.moment is not None or second.moment is not None:
        return None
    if _RANGE.fullmatch(gap) and (gap.strip() != "and" or _is_between(folded, first.start)):
        return _range(text, first, second)
    if first.dimension == "money:CNY" and second.unit == "point" and not gap and first.unit != "fen":
        return _sum(text, first, second, first.low + second.low / 100)
    if first.dimension != second.dimension or first.dimension.partition(":")[0] not in _COMPOUNDS:
        return None
    is_falling = first.factor > second.factor and _COMPOUND.fullmatch(gap) is not None
    return _sum(text, first, second, first.low + second.low) if is_falling or gap.strip() == "又" else None


def _sum(text: str, first: Quantity, second: Quantity, total: Decimal) -> Quantity:
    return replace(first, end=second.end, text=text[first.start : second.end], low=total, high=total)


def _is_between(folded: str, start: int) -> bool:
    return folded[max(0, start - 9) : start].rstrip(" $€£¥").endswith("between")


def _range(text: str, first: Quantity, second: Quantity) -> Quantity | None:
    if first.dimension == second.dimension:
        low, high = first.low, second.high
    elif first.dimension == "number" and first.noun is None and second.kind not in {"ordinal", "code"}:
        low, high = first.low * second.factor, second.high
    else:
        return None
    if low > high:
        return None
    return replace(second, start=first.start, text=text[first.start : second.end], low=low, high=high)
