"""The words around a value that make it a limit or an estimate: 不超过, 以内, at least, or more, about, 左右."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.amounts.quantity import Bound, Quantity

_FILLER = (
    r"(?: |为|是|达|在|提前|需|要|有|共|的|给予|a total of|an?|the|of|be|is|by|\(|（|:|：|“|\"|period of"
    r"|sum of|每[年月周日天次人]|[a-z]{1,12}-){0,6}"
)
_FIRM_FILLER = r"(?:(?![的部后者时])[\u4e00-\u9fff]{0,6}| ?(?:[a-z-]{1,14} ){0,3})"
_NOT = "(?:not|[a-z]{2,7}n't|never|cannot|no)(?: be| been)?"
_FIRM_MAX = (
    "不得?超过|未超过|不[能可会应]超过|不[得能可会应][\u4e00-\u9fff]{1,3}?超过|无法超过|"
    "不得?[多高大]于|不[能可会应][多高大]于|最[多高大长晚迟]|至多|"
    "上限|不足|低于|少于|"
    f"at most|up to|{_NOT} (?:more|greater|higher|larger|longer|later|older) than|{_NOT} (?:above|over|exceed)|maximum"
)
_FIRM_MIN = (
    "不得?[少低小短]于|不[能可会应][少低小短]于|不[得能可应]?不足|最[少低小短早]|至少|起码|下限|超过|高于|多于|"
    f"at least|{_NOT} (?:less|fewer|lower|smaller|shorter|earlier|sooner|younger) than|{_NOT} (?:below|under)|minimum"
)
_MAX_LEFT = (
    "不得?晚于|不得?迟于|封顶|小于|短于|早于|不满|未满|不到|≤|<=?|not exceeding|"
    "(?:less|fewer|lower|smaller|shorter|earlier|younger) than|under|below|within|max\\.?|limited to|limit(?: is|:)?|"
    "capped at|cap of|ceiling of"
)
_MIN_LEFT = (
    "不得?早于|大于|长于|晚于|满|达到|≥|>=?|min\\.?|(?:more|greater|higher|larger|longer|later|older) than|"
    "over|above|exceed(?:s|ed|ing)?|beyond"
)
_ABOUT_LEFT = (
    "大约|大概|约为|约|将近|接近|近|差不多|about|around|approximately|approx\\.?|roughly|nearly|almost|circa|ca\\.|~"
)
_NOT_WORD = "(?<![a-z])"
_LEFT = re.compile(
    rf"(?:{_NOT_WORD}(?P<max>{_MAX_LEFT})|{_NOT_WORD}(?P<min>{_MIN_LEFT})"
    rf"|{_NOT_WORD}(?P<about>{_ABOUT_LEFT})){_FILLER}\Z",
    re.A,
)
_FIRM_LEFT = re.compile(
    rf"{_NOT_WORD}(?:(?P<max>{_FIRM_MAX})|(?P<min>{_FIRM_MIN}))(?:或?等于)?(?P<about>\b\B)?{_FIRM_FILLER}\Z", re.A
)
_TIME_LEFT = re.compile(
    rf"{_NOT_WORD}(?:(?P<max>截止到?|截至|before|by|until|till|through)|(?P<min>自从?|从|from|since|after|starting))"
    rf"(?P<about>\b\B)?{_FILLER}\Z",
    re.A,
)
_ABOUT_END = re.compile(rf"{_NOT_WORD}(?:{_ABOUT_LEFT}) ?\Z", re.A)
_RIGHT = re.compile(
    r" ?(?:[(（]含[^)）]{0,3}[)）])?(?:(?P<max>或?者?及?含?以内|或?者?及?以下|之内|内(?![容部在])|封顶|为限|为上限"
    r"| ?(?:or|and) (?:less|fewer|lower|below|under|earlier)\b|,? ?(?:at (?:the )?most|maximum|max\b))"
    r"|(?P<min>\+(?!\d)|及?或?以上|起(?![点床来草])| ?(?:or|and) (?:more|above|over|longer|greater|up|older|higher)\b"
    r"|,? ?(?:at (?:the )?least|minimum|min\b))|(?P<about>左右|上下| or so\b))",
    re.A,
)
_TIME_RIGHT = re.compile(
    r" ?(?:[(（]含[^)）]{0,3}[)）])?(?:(?P<max>(?:及|或|或者)?[之以]?前(?![台往来者后])| or (?:earlier"
    r"|before)\b|,? at the latest)"
    r"|(?P<min>(?:及|或|或者)?[之以]?后(?![台续来])|起(?![点床来草])|及?以来| or (?:later|after)\b"
    r"|,? at the earliest| onwards?\b))"
    r"(?P<about>\b\B)?",
    re.A,
)
_DATED = frozenset({"date", "clock"})
_WINDOW = 32


def with_limits(folded: str, found: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """The same quantities with ``bound``, ``approximate`` and ``outer`` filled from the words beside them."""
    limited = []
    previous_end = 0
    for quantity in found:
        limited.append(_with_limit(folded, quantity, max(previous_end, quantity.start - _WINDOW)))
        previous_end = quantity.end
    return tuple(limited)


def _is_turned(limit: str) -> bool:
    """最早提前 14 天 is at most 14 days ahead, 最晚提前 3 天 at least 3: the earliest point is the longest time."""
    return "提前" in limit and limit.startswith(("最早", "最晚", "最迟"))


def _with_limit(folded: str, quantity: Quantity, window_start: int) -> Quantity:
    left = folded[window_start : quantity.start]
    before = _FIRM_LEFT.search(left) or _LEFT.search(left)
    after = _RIGHT.match(folded, quantity.end)
    if quantity.kind in _DATED:
        before = before or _TIME_LEFT.search(left)
        after = after or _TIME_RIGHT.match(folded, quantity.end)
    if before is None and after is None:
        return quantity
    bound: Bound | None = None
    for found in (after, before):
        if found is not None and not found["about"]:
            bound = "max" if bool(found["max"]) != _is_turned(found.group()) else "min"
    is_about = any(found is not None and found["about"] for found in (before, after)) or bool(_ABOUT_END.search(left))
    start = window_start + before.start() if before is not None else quantity.start
    return replace(
        quantity,
        bound=bound,
        approximate=is_about or quantity.approximate,
        outer=(start, after.end() if after is not None else quantity.end),
    )
