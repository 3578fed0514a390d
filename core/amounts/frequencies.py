"""How often: 每周两次, 两年一次, monthly, twice a year, every 30 days. Normalised to times in 365 days."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from core.amounts.han_numbers import han_value
from core.amounts.number_words import VALUES

PER_YEAR = {
    "minute": Decimal(525600),
    "hour": Decimal(8760),
    "day": Decimal(365),
    "workday": Decimal(250),
    "week": Decimal(52),
    "month": Decimal(12),
    "quarter": Decimal(4),
    "half": Decimal(2),
    "year": Decimal(1),
}
_ZH = {
    "分钟": "minute",
    "分": "minute",
    "小时": "hour",
    "天": "day",
    "日": "day",
    "晚": "day",
    "工作日": "workday",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "季度": "quarter",
    "季": "quarter",
    "半年": "half",
    "年度": "year",
    "年": "year",
    "学年": "year",
    "财年": "year",
}
_EN = {
    "minutely": "minute",
    "hourly": "hour",
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "annually": "year",
    "yearly": "year",
    "annual": "year",
    "semi-annually": "half",
    "semiannually": "half",
    "semi-annual": "half",
    "semiannual": "half",
    "nightly": "day",
}
_ODD = {"biweekly": Decimal(26), "bi-weekly": Decimal(26), "fortnightly": Decimal(26), "bimonthly": Decimal(6)}
_HAN = "[一二两三四五六七八九十]"
_N = rf"(?:\d{{1,3}}|{_HAN}{{1,3}})"
_EN_N = r"(?:\d{1,3}|once|twice|" + "|".join(VALUES) + ")"
_ZH_UNIT = "(?P<{0}>工作日|分钟|小时|星期|礼拜|季度|半年|年度|学年|财年|天|日|晚|周|月|季|年)"
_EN_UNIT = r"(?P<{0}>minute|hour|(?:business |working |calendar )?day|workday|week|month|quarter|year|night)s?\b"
_SCAN = re.compile(
    rf"(?:每隔?(?P<n1>{_N})?个?|按){_ZH_UNIT.format('u1')}(?:内"
    rf"|之内)?(?:[各可至少最多不超过举行召开安排进行提供享有]{{0,6}}(?P<c1>{_N}) ?[次回趟])?"
    rf"|(?P<c2>{_N}) ?[次回]/(?:每)?{_ZH_UNIT.format('u2')}"
    rf"|(?<![\d一二三四五六七八九十])(?P<n3>{_N})个?{_ZH_UNIT.format('u3')}(?P<c3>[一两]|\d) ?次"
    rf"|/(?P<slash>年|月|周|天|日|小时|次数|day|month|week|year|hour|quarter|mo|yr)(?![a-z])"
    rf"|\b(?P<odd>{'|'.join(map(re.escape, _ODD))})\b"
    rf"|\b(?P<adverb>{'|'.join(map(re.escape, sorted(_EN, key=len, reverse=True)))})\b(?! (?:leave|general"
    rf"|report|review|income))"
    rf"|\b(?P<c4>{_EN_N})(?: times?)? (?:a|an|per|each|every|in every|in a) (?:(?P<n4>{_EN_N}"
    rf"|other) )?{_EN_UNIT.format('u4')}"
    rf"|\b(?:every|each) (?:(?P<n5>{_EN_N}|other) )?{_EN_UNIT.format('u5')}"
    rf"|\b(?:per|an?(?<!such a)) {_EN_UNIT.format('u6')}",
    re.A,
)
_HINT = re.compile("[每按次/]|ly\\b|every|each|per |\\ban? |annual", re.A)


_SPEED = re.compile(r"(?:miles?|kilomet(?:er|re)s?|km) \Z", re.A)


@dataclass(frozen=True, slots=True)
class Frequency:
    """``per_year`` times in a year; ``unit`` is the period named."""

    start: int
    end: int
    per_year: Decimal
    unit: str


def frequencies(folded: str) -> Iterator[Frequency]:
    """Every frequency of a folded text, in order. "a month" counts only straight after an amount (500 yuan a month)."""
    if _HINT.search(folded) is None:
        return
    for found in _SCAN.finditer(folded):
        read = _read(folded, found)
        if read is not None:
            yield Frequency(found.start(), found.end(), *read)


def _read(folded: str, found: re.Match[str]) -> tuple[Decimal, str] | None:
    if found["odd"]:
        return _ODD[found["odd"]], "week" if "month" not in found["odd"] else "month"
    if found["adverb"]:
        unit = _EN[found["adverb"]]
        return PER_YEAR[unit], unit
    if found["slash"]:
        unit = _ZH.get(found["slash"]) or {"mo": "month", "yr": "year"}.get(found["slash"], found["slash"])
        return (PER_YEAR[unit], unit) if unit in PER_YEAR else None
    unit = next(found[name] for name in ("u1", "u2", "u3", "u4", "u5", "u6") if found[name])
    unit = _ZH.get(unit) or {"night": "day", "working day": "workday", "business day": "workday"}.get(
        unit, unit.removeprefix("calendar ")
    )
    if found["u6"] and _SPEED.search(folded[max(0, found.start() - 12) : found.start()]):
        return None
    if found["u6"] and (found.group().startswith("a") and not _is_rate(folded, found.start())):
        return None
    if (
        found["c4"]
        and not found["c4"][0].isdigit()
        and found["c4"] not in {"once", "twice"}
        and "time" not in found.group()
    ):
        return None
    if found["c4"] and found["c4"][0].isdigit() and "time" not in found.group():
        return None
    count = _small(next((found[name] for name in ("c1", "c2", "c3", "c4") if found[name]), None))
    every = _small(next((found[name] for name in ("n1", "n3", "n4", "n5") if found[name]), None))
    if not every:
        return None
    return PER_YEAR[unit] * count / every, unit


def _is_rate(folded: str, start: int) -> bool:
    before = folded[max(0, start - 12) : start]
    return bool(
        re.search(r"(?:[\d%元]|dollars?|yuan|hours?|days?|times|euros?|pounds?|rmb|usd|cny|once|twice) \Z", before)
    )


def _small(written: str | None) -> Decimal:
    if written is None:
        return Decimal(1)
    if written.isdigit():
        return Decimal(written)
    if written in {"once", "twice", "other"}:
        return Decimal(1 if written == "once" else 2)
    if written in VALUES:
        return Decimal(VALUES[written])
    read = han_value(written)
    return read.value if read else Decimal(1)
