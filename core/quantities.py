"""Quantities of a text in Chinese and English: numbers, money, units, percentages, dates, durations, bounds.

Rules: indices are into the original text; nothing is resolved against today ("tomorrow" is no quantity); a number that
is no amount (article, page, step, list number, citation mark) is left out.
"""

from __future__ import annotations

from decimal import Decimal

from core.amounts.comparing import compare, same_bound
from core.amounts.dates import Dated, moments, order
from core.amounts.frequencies import Frequency, frequencies
from core.amounts.limits import with_limits
from core.amounts.measuring import HINT, measured
from core.amounts.number_folding import fold
from core.amounts.number_marks import number_marks
from core.amounts.ordinals import ordinals
from core.amounts.quantity import Bound, Comparison, Kind, Quantity
from core.amounts.taken import Taken

__all__ = ["Bound", "Comparison", "Kind", "Quantity", "compare", "quantities", "same_bound"]


def quantities(text: str) -> tuple[Quantity, ...]:
    """Every quantity of ``text``, in order of start, without overlaps; may be empty. Linear in the length of ``text``.

    Left out: references (第三条, page 3, step 2, a list number, ``[1]``), relative dates (明天, next week), the
    articles "a" and 一个, a bare "one", numbers of more than 30 digits.
    """
    folded = fold(text)
    if HINT.search(folded) is None:
        return ()
    taken = Taken(len(text))
    found: list[Quantity] = []
    found.extend(_dated(text, dated) for dated in moments(folded) if taken.take(dated.start, dated.end))
    for mark in number_marks(folded):
        if taken.take(mark.start, mark.end) and mark.kind == "code":
            found.append(_code(text, mark.start, mark.end, mark.name))
    found.extend(_often(text, often) for often in frequencies(folded) if taken.take(often.start, often.end))
    found.extend(ordinals(text, folded, taken))
    found.extend(measured(text, folded, taken))
    found.sort(key=lambda quantity: quantity.start)
    return with_limits(folded, found)


def _code(text: str, start: int, end: int, name: str) -> Quantity:
    nothing = Decimal(0)
    return Quantity(
        start=start, end=end, text=text[start:end], kind="code", dimension="code", low=nothing, high=nothing, unit=name
    )


def _dated(text: str, dated: Dated) -> Quantity:
    value = order(dated.moment)
    return Quantity(
        start=dated.start,
        end=dated.end,
        text=text[dated.start : dated.end],
        kind="clock" if dated.is_clock else "date",
        dimension="clock" if dated.is_clock else "date",
        low=value,
        high=value,
        moment=dated.moment,
    )


def _often(text: str, often: Frequency) -> Quantity:
    return Quantity(
        start=often.start,
        end=often.end,
        text=text[often.start : often.end],
        kind="frequency",
        dimension="frequency",
        low=often.per_year,
        high=often.per_year,
        unit=often.unit,
    )
