"""Dates and clock times as far as a text gives them: year, month, day, weekday, quarter, hour, minute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Literal

from core.amounts.date_forms import CLOCK, DATE, DAYS, MONTHS, STARTS
from core.amounts.han_numbers import han_value
from core.amounts.number_words import ORDINAL_WORDS, word_value

Relation = Literal["equal", "equivalent", "different", "incomparable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The parts that a text states; None: not stated. ``weekday`` 1 (Monday) to 7, 67: weekend; ``hour`` 0 to 24.

    ``half``: 1 or 2, of a year. ``is_half_day``: the hour is of twelve and the text does not say which half.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    quarter: int | None = None
    half: int | None = None
    hour: int | None = None
    minute: int | None = None
    second: int | None = None
    is_half_day: bool = False

    @property
    def states_minute(self) -> bool:
        """Whether the text gives the minute (3:00, not 3 pm)."""
        return self.minute is not None


_PARTS = tuple(field.name for field in fields(Moment) if field.name not in {"is_half_day", "hour", "minute"})


def same_moment(a: Moment, b: Moment) -> Relation:
    """``equal``: the same parts; ``equivalent``: one states fewer, all shared ones agree; none shared: incomparable.

    3 pm and 3:00 pm are equal; 3 o'clock is equivalent to either half of the day.
    """
    shared, is_fuller = 0, False
    if a.hour is not None and b.hour is not None:
        is_open = (a.is_half_day or b.is_half_day) and a.hour % 12 == b.hour % 12
        if (a.hour != b.hour and not is_open) or (a.minute or 0) != (b.minute or 0):
            return "different"
        shared, is_fuller = 1, a.hour != b.hour
    for part in _PARTS:
        one, other = getattr(a, part), getattr(b, part)
        if one is not None and other is not None:
            shared += 1
            if one != other:
                return "different"
        elif one is not other:
            is_fuller = True
    if not shared:
        return "incomparable"
    return "equivalent" if is_fuller else "equal"


def order(moment: Moment) -> Decimal:
    """A number that grows with the moment: seconds of the day, or days with 31 to a month and 372 to a year."""
    if moment.hour is not None:
        return Decimal(3600 * moment.hour + 60 * (moment.minute or 0) + (moment.second or 0))
    month = moment.month or 3 * (moment.quarter or 1) - 2
    return Decimal(372 * (moment.year or 0) + 31 * (month - 1) + (moment.day or 1) - 1)


@dataclass(frozen=True, slots=True)
class Dated:
    """A moment and where it stands."""

    start: int
    end: int
    moment: Moment

    @property
    def is_clock(self) -> bool:
        """Whether it is a time of day."""
        return self.moment.hour is not None


def moments(folded: str) -> Iterator[Dated]:
    """Every date or clock time of a folded text; dates first, then clock times. Impossible ones are passed over."""
    starts = [found.start() for found in STARTS.finditer(folded) if _may_start(folded, found.start())]
    for form, read in ((DATE, _date), (CLOCK, _clock)):
        end = 0
        for start in starts:
            found = form.match(folded, start) if start >= end else None
            moment = read(found) if found is not None else None
            if found is not None and moment is not None:
                end = found.end()
                yield Dated(start, end, moment)


def _may_start(folded: str, start: int) -> bool:
    return not ("a" <= folded[start] <= "z") or start == 0 or not ("a" <= folded[start - 1] <= "z")


def _number(written: str | None) -> int | None:
    if written is None:
        return None
    digits = re.match(r"\d+", written)
    if digits:
        return int(digits.group())
    read = han_value(written.removeprefix("初"))
    return int(read.value) if read else None


def _day(written: str | None) -> int | None:
    if written is None or written[0].isdigit():
        return _number(written)
    words = re.split("[ -]", written)
    if len(words) == 2:
        return {"twenty": 20, "thirty": 30}[words[0]] + ORDINAL_WORDS[words[1]]
    return ORDINAL_WORDS.get(words[0])


def _first(found: re.Match[str], *names: str) -> str | None:
    return next((found[name] for name in names if found[name] is not None), None)


def _date(found: re.Match[str]) -> Moment | None:
    year = _year(_first(found, "iy", "uy", "zy", "ey1", "ey2", "ey3", "ey4", "ey5", "ey6", "ey7", "ey8"))
    english = _first(found, "em1", "em2", "em3", "em4")
    month = MONTHS[english.rstrip(".")] if english else _number(_first(found, "im", "zm1", "zm2"))
    day = _day(_first(found, "ed1", "ed2")) or _number(_first(found, "id", "zd1", "zd2", "zd3"))
    if found["us"]:
        month, day = _number(found["ua"]), _number(found["ub"])
        if month is not None and day is not None and month > 12:
            month, day = day, month
    quarter = _number(_first(found, "zq2", "zq3", "eq", "eq2"))
    if found["eqn"]:
        quarter = ORDINAL_WORDS.get(found["eqn"]) or int(found["eqn"][0])
    half_word = _first(found, "zq1", "zh4", "eh")
    half = None if half_word is None else {"上": 1, "下": 2, "1": 1, "2": 2}[half_word]
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return None
    weekday = _weekday(found)
    return Moment(year=year, month=month, day=day, weekday=weekday, quarter=quarter, half=half)


def _weekday(found: re.Match[str]) -> int | None:
    if found["zw"]:
        return {"末": 67, "天": 7, "日": 7}.get(found["zw"]) or "一二三四五六".index(found["zw"]) + 1
    english = found["ew"] or found["ew1"]
    return DAYS[english] if english else None


def _year(written: str | None) -> int | None:
    if written is None:
        return None
    if "a" <= written[0] <= "z":
        return _year_in_words(written)
    if written[0].isdigit():
        return int(written) if len(written) == 4 else (2000 if int(written) < 50 else 1900) + int(written)
    return int("".join(str("零一二三四五六七八九".index(char.replace("〇", "零"))) for char in written))


def _year_in_words(written: str) -> int | None:
    """Nineteen seventy-two, twenty oh five, two thousand and thirty."""
    century, _, rest = written.partition(" ")
    if century == "two":
        read = word_value(written)
        return int(read.value) if read else None
    read = word_value(rest.removeprefix("oh "))
    return {"nineteen": 1900, "twenty": 2000}[century] + int(read.value) if read else None


def _clock(found: re.Match[str]) -> Moment | None:
    if found["word"]:
        return Moment(hour=12 if found["word"] in {"noon", "正午"} else 0, minute=0)
    hour = _number(_first(found, "h1", "h2", "h3", "h4"))
    if hour is None or hour > 24:
        return None
    minute = _minute(_first(found, "m1", "m2", "m3", "m4"))
    half_day, period = _first(found, "ap1", "ap2"), _first(found, "zp", "zp2")
    is_open = half_day is None and period is None and 1 <= hour <= 12 and found["hm"] is None
    if hour < 12 and (half_day == "p" or _is_late(period, hour)):
        hour += 12
    elif half_day == "a" and hour == 12:
        hour = 0
    return Moment(hour=hour, minute=minute, second=_number(found["s1"]), is_half_day=is_open)


_AFTERNOON = frozenset({"下午", "傍晚", "晚上", "晚间", "今晚", "夜里", "深夜", "晚"})


def _is_late(period: str | None, hour: int) -> bool:
    """Whether the Chinese word before an hour makes it one after noon (中午 1 点 is 13:00, 中午 11 点 is not)."""
    name = (period or "").strip()
    return name in _AFTERNOON or (name == "中午" and hour < 10)


def _minute(written: str | None) -> int | None:
    if written is None:
        return None
    return {"半": 30, "一刻": 15, "三刻": 45}.get(written) or _number(written) or 0
