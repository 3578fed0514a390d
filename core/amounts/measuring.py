"""Numbers with what they measure: the unit after, the currency before, ages, shares, counted things."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from core.amounts.bare_numbers import bare, decade_at, is_word
from core.amounts.han_numbers import HAN_CHARS
from core.amounts.joining import joined
from core.amounts.making import made
from core.amounts.numerals import Numeral, numerals
from core.amounts.ordinals import is_ordinal_word, ordinal_at
from core.amounts.quantity import Quantity
from core.amounts.taken import Taken
from core.amounts.unit_reading import degrees, unit_after, with_currency_before, with_letter_scale
from core.amounts.units import DAY, UNITS, Unit

HINT = re.compile(
    rf"[\d{HAN_CHARS}半每按½¼¾⅓⅔周期正午]"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|teen|ty|hundred|thousand|million|billion"
    r"|dozen|half"
    r"|third|zero|nought|quarter|ly\b|th\b|first|second|annual|every|each|once|twice|per |day|noon|midnight|\ban? "
    r"|mon\b|tue|wed|thu|fri|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec",
    re.A,
)
"""A text without any of these has no quantity."""

_AGE = re.compile(
    r"(?:周?岁(?:大)?|(?:天|周|个?月)大(?=[的了小，。]|\Z))|[ -](?:years?|months?|weeks?|days?)(?:[ -]olds?\b"
    r"| of age\b)",
    re.A,
)
_AGED = re.compile(r"\b(?:aged?|age of|ages) \Z", re.A)
_HALF = re.compile(r"半(?=个?(?:年|月|天|日|小时|钟头|星期|学期|数|价|薪)|折)|一半", re.A)
_ARTICLE = re.compile(
    r"\b(?:within|in|for|than|least|most|after|takes?|lasts?) (?P<article>an?)(?= (?:business |working "
    r"|calendar |full )?"
    r"(?:minute|hour|day|week|month|quarter|year|decade)\b)",
    re.A,
)
_HALF_AFTER = re.compile(r"半(?![年月天日小个])", re.A)
_AND_A_HALF = re.compile("个半(?=月|小时|钟头|星期|礼拜|学期|年)", re.A)
_POINTS = re.compile(r" {0,4}个? {0,3}百 ?分 ?点", re.A)
_DISCOUNT = re.compile(r" ?折(?![扣腾磨叠旧算回返])", re.A)
_HAN_NOUN = re.compile(r"(?P<word>[\u4e00-\u9fff]{1,2})", re.A)
_WITH_HALF = frozenset({"time", "length", "mass", "money"})
_PERCENT = Unit("percent", "percent", Decimal(100))


def measured(text: str, folded: str, taken: Taken) -> Iterator[Quantity]:
    """Every quantity that stands on characters not yet taken, in order of start."""
    waiting: Quantity | None = None
    for numeral in _numbers(folded):
        floor = waiting.end if waiting is not None else 0
        if numeral.start < floor or not taken.is_free(numeral.start, numeral.end):
            continue
        quantity = _quantity(text, folded, numeral, taken, floor)
        if quantity is None:
            continue
        both = joined(text, folded, waiting, quantity) if waiting is not None else None
        if both is not None:
            waiting = both
            continue
        if waiting is not None:
            yield waiting
        waiting = quantity
    if waiting is not None:
        yield waiting


def _numbers(folded: str) -> Iterator[Numeral]:
    extra = [*_halves(folded), *_articles(folded)]
    extra.sort(key=lambda numeral: numeral.start)
    waiting = deque(extra)
    for numeral in numerals(folded):
        while waiting and waiting[0].start < numeral.end:
            other = waiting.popleft()
            if other.start <= numeral.start:
                yield other
        yield numeral
    yield from waiting


def _halves(folded: str) -> Iterator[Numeral]:
    for found in _HALF.finditer(folded) if "半" in folded else ():
        style = "half" if found.end() - found.start() == 1 else "fraction"
        yield Numeral(found.start(), found.end(), Decimal("0.5"), style)


def _articles(folded: str) -> Iterator[Numeral]:
    """The article that counts: within a week, for an hour."""
    for found in _ARTICLE.finditer(folded):
        yield Numeral(found.start("article"), found.end("article"), Decimal(1), "word")


def _quantity(text: str, folded: str, numeral: Numeral, taken: Taken, floor: int) -> Quantity | None:
    is_vague = numeral.style == "han" and folded[numeral.start - 1 : numeral.start] in {"几", "数"}
    if is_vague or is_ordinal_word(folded, numeral):
        return None
    return (
        ordinal_at(text, folded, numeral)
        or decade_at(text, folded, numeral)
        or _share_or_age(text, folded, numeral)
        or with_currency_before(text, folded, numeral, floor)
        or with_letter_scale(text, folded, numeral)
        or _with_unit(text, folded, numeral, taken)
    )


def _share_or_age(text: str, folded: str, numeral: Numeral) -> Quantity | None:
    if _AGED.search(folded[max(0, numeral.start - 8) : numeral.start]):
        return made(text, numeral, numeral.end, Unit("year", "age", Decimal(365 * DAY)), "age")
    age = _AGE.match(folded, numeral.end)
    if age is not None:
        return _aged(text, numeral, age)
    points = _POINTS.match(folded, numeral.end)
    if points is not None:
        return made(text, numeral, points.end(), UNITS["百分点"])
    if _DISCOUNT.match(folded, numeral.end):
        return _discounted(text, folded, numeral)
    return made(text, numeral, numeral.end, _PERCENT) if numeral.style == "percent" else None


def _with_unit(text: str, folded: str, numeral: Numeral, taken: Taken) -> Quantity | None:
    more = _AND_A_HALF.match(folded, numeral.end)
    if more is not None:
        numeral = replace(numeral, end=more.end(), value=numeral.value + Decimal("0.5"))
    unit, end = unit_after(text, folded, numeral)
    if end > numeral.end + 1 and folded[numeral.end] in "多余来":
        numeral = replace(numeral, approximate=True)
    if unit is None or not taken.is_free(numeral.end, end):
        return bare(text, folded, numeral)
    if numeral.style == "han" and (is_word(folded, numeral) or _is_article(folded, numeral, unit, end)):
        return None
    half = _HALF_AFTER.match(folded, end)
    if half is not None and unit.dimension.partition(":")[0] in _WITH_HALF:
        numeral = replace(numeral, value=numeral.value + Decimal("0.5"))
        end = half.end()
    scale = degrees(folded, numeral.start, unit)
    if scale is not None:
        unit, numeral = scale[0], replace(numeral, start=scale[1])
    quantity = made(text, numeral, end, unit)
    return _counted(folded, quantity, unit) if unit.dimension.startswith("count:") else quantity


def _is_article(folded: str, numeral: Numeral, unit: Unit, end: int) -> bool:
    """一个, 一项, 一位: the article, not a count; 一次 and 一人 count."""
    is_counted = unit.name == "time" or (unit.name == "person" and folded[end - 1] == "人")
    return numeral.value == 1 and unit.dimension.startswith("count:") and not is_counted


def _discounted(text: str, folded: str, numeral: Numeral) -> Quantity:
    """九折, 八五折, 半折: the percentage that is left to pay."""
    share = numeral.value * 10 if numeral.value < 10 else numeral.value
    if numeral.high is not None:
        share += numeral.high
    if numeral.style == "half":
        share = Decimal(50)
    end = folded.index("折", numeral.end) + 1
    return made(text, replace(numeral, value=share), end, UNITS["percent"])


def _aged(text: str, numeral: Numeral, age: re.Match[str]) -> Quantity:
    written = age.group()
    names = {
        "年": "year",
        "岁": "year",
        "year": "year",
        "天": "day",
        "周大": "week",
        "月": "month",
        "month": "month",
        "week": "week",
        "day": "day",
    }
    name = next(name for part, name in names.items() if part in written)
    factor = {"year": 365, "month": 30, "week": 7, "day": 1}[name] * DAY
    return made(text, numeral, age.end(), Unit(name, "age", Decimal(factor)), "age")


def _counted(folded: str, quantity: Quantity, unit: Unit) -> Quantity:
    if unit.name != "个":
        return replace(quantity, noun=unit.name)
    noun = _HAN_NOUN.match(folded, quantity.end)
    name = noun["word"] if noun is not None else None
    return replace(quantity, noun=name)
