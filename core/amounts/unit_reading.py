"""The unit beside a number, read only where it is meant: not 五角大楼, not 三年级, not "50 in April"."""

from __future__ import annotations

import re
from dataclasses import replace

from core.amounts.bare_numbers import STOP, bare
from core.amounts.making import made
from core.amounts.numerals import Numeral
from core.amounts.quantity import Quantity
from core.amounts.units import PREFIX, UNIT, UNITS, Unit, unit_named

_OF_UNIT = re.compile(
    r"个(?=月|小时|星期|礼拜|钟|工作日|自然日|交易日|季度|百分点|基点|学分|积分|比特币|半年|字符|字节|像素)", re.A
)
_MANY = re.compile("[多余来](?=[\u4e00-\u9fff])", re.A)
_SCALE_BEFORE = re.compile(r"(?P<scale>[华摄])氏(?:温度)?\Z", re.A)
_WEIGHT = re.compile(r"weigh|\btons?\b|\blbs?\b|\bkgs?\b|kilo|heav|ounce|gram", re.A)
_MODIFIED = re.compile(
    r"(?P<words>(?:[ -][a-z]{3,14}){1,3}) (?P<unit>(?:business |working |calendar )?(?:days|weeks|months|years"
    r"|hours|minutes))\b",
    re.A,
)
_BLOCKED = {
    "分": re.compile(r"[之公享部别配析类开成布发工]"),
    "周": re.compile(r"[一二三四五六日末年岁]"),
    "天": re.compile(r"[气然]"),
    "月": re.compile(r"[亮球]"),
    "年": re.compile(r"[级龄纪轻]"),
    "角": re.compile(r"[大形度落色]"),
    "元": re.compile(r"[素旦]"),
    "两": re.compile(r"[个位种名次天年月周项者端边国岸性类人家份条]"),
    "成": re.compile(r"[为员功立本果绩都了长年效交]"),
    "度": re.compile(r"[假过]"),
    "块": re.compile(r"[儿内]"),
    "毛": re.compile(r"[病巾利]"),
    "码": re.compile(r"[头]"),
    "人": re.compile(r"[民类]"),
    "名": re.compile(r"[单称字义]"),
    "位": re.compile(r"[置于]"),
    "号": re.compile(r"[码称]"),
    "页": re.compile(r"[面]"),
    "折": re.compile(r"[腾磨]"),
    "×": re.compile(r" ?\d"),
    "x": re.compile(r" ?\d"),
    "楼": re.compile(r"[梯道盘市房]"),
    "字": re.compile(r"[节典段体号]"),
}
_LETTERS = frozenset("mgshdwvlxa")
_LETTER_SCALE = re.compile(r" ?(?P<letter>[mw])(?![a-z0-9])", re.A)
_HAN_TEXT = re.compile("[\u4e00-\u9fff]", re.A)
_MONEY_SCALE = re.compile(r" ?(?P<scale>[mb])(?![a-z0-9])", re.A)


def unit_after(text: str, folded: str, numeral: Numeral) -> tuple[Unit | None, int]:
    """The unit after a number and where it ends; None and the end of the number where there is none."""
    end = numeral.end
    of = _OF_UNIT.match(folded, end + (folded[end : end + 1] == " "))
    at = of.end() if of is not None else end
    if of is None and _MANY.match(folded, end):
        at = end + 1
    if numeral.style == "fraction" and folded.startswith((" a ", " an ", " of a ", " of an "), at):
        at = folded.index(" a", at) + (2 if folded.startswith((" a ", " of a "), at) else 3)
    found = UNIT.match(folded, at)
    if found is None:
        return _modified(folded, end)
    spelling = found["unit"]
    unit = unit_named(spelling)
    start, stop = found.span("unit")
    if not _is_meant(text, folded, found, numeral):
        return None, end
    if spelling in {"pound", "pounds"} and _is_weight(folded, numeral, start, stop):
        unit = UNITS["lb"]
    if folded[stop : stop + 1] in ")]" and folded[found.start() : start].strip(" -") in {"(", "["}:
        stop += 1
    return unit, stop


def _is_weight(folded: str, numeral: Numeral, start: int, stop: int) -> bool:
    """Whether these pounds weigh: 23-pound, or another word of weight close by."""
    is_joined = folded[numeral.end : start] == "-"
    return is_joined or _WEIGHT.search(folded, max(0, numeral.start - 50), stop + 50) is not None


def _modified(folded: str, end: int) -> tuple[Unit | None, int]:
    """The unit behind up to three words that qualify it: 20 paid vacation days, 12 consecutive months."""
    found = _MODIFIED.match(folded, end)
    if found is None or any(word in STOP for word in re.split("[ -]", found["words"].strip(" -"))):
        return None, end
    return unit_named(found["unit"]), found.end()


def _is_meant(text: str, folded: str, found: re.Match[str], numeral: Numeral) -> bool:
    """Whether the letters or characters are the unit that they look like."""
    spelling = found["unit"]
    start, stop = found.span("unit")
    blocked = _BLOCKED.get(spelling)
    if blocked is not None and blocked.match(folded, stop):
        return False
    if spelling == "in":
        return start == numeral.end or folded[stop : stop + 1] in {"", "."}
    if spelling in _LETTERS:
        is_upper = text[start] == spelling.upper()
        return (
            (start == numeral.end or not is_upper)
            and not (is_upper and spelling in "msvh")
            and start - numeral.end <= 1
        )
    if spelling == "兆":
        return numeral.style == "arabic"
    if spelling == "points" and folded[stop : stop + 3] == " of":
        return False
    if spelling == "db":
        return text[start:stop] != "DB"
    if spelling in {"mw", "mwh"}:
        return text[start] == "M"
    return True


def degrees(folded: str, start: int, unit: Unit) -> tuple[Unit, int] | None:
    """华氏温度 100 度: the scale that stands before the number, and where it starts."""
    if unit.name != "degree":
        return None
    before = _SCALE_BEFORE.search(folded[max(0, start - 4) : start])
    if before is None:
        return None
    return UNITS["fahrenheit" if before["scale"] == "华" else "celsius"], start - (before.end() - before.start())


def with_currency_before(text: str, folded: str, numeral: Numeral, floor: int) -> Quantity | None:
    """USD 20, $1.5m, 人民币 50 元: money whose currency stands before; nothing before ``floor`` is looked at."""
    start = numeral.start
    prefix = PREFIX.search(folded[max(floor, start - 8) : start]) if start > floor else None
    if prefix is None or not _is_prefix(folded, start, prefix):
        return None
    unit = unit_named(prefix["unit"])
    end = numeral.end
    scale = _MONEY_SCALE.match(folded, end)
    if scale is not None:
        factor = 10**6 if scale["scale"] == "m" else 10**9
        numeral = replace(numeral, value=numeral.value * factor, scaled=True)
        end = scale.end()
    suffix = UNIT.match(folded, end)
    if suffix is not None:
        named = unit_named(suffix["unit"])
        if named.dimension == unit.dimension or (named.dimension.startswith("money") and prefix["unit"] in "$¥￥"):
            unit, end = named, suffix.end()
    return made(text, replace(numeral, start=start - (prefix.end() - prefix.start())), end, unit)


def _is_prefix(folded: str, start: int, prefix: re.Match[str]) -> bool:
    at = start - (prefix.end() - prefix.start())
    return not (prefix["unit"][0].isalpha() and at > 0 and folded[at - 1].isalpha() and folded[at - 1].isascii())


def with_letter_scale(text: str, folded: str, numeral: Numeral) -> Quantity | None:
    """10M: ten megabytes in a Chinese sentence, ten million in an English one; 1.2m dollars, 3w 元; else None."""
    letter = _LETTER_SCALE.match(folded, numeral.end)
    if letter is None:
        return None
    end = letter.end()
    after = UNIT.match(folded, end)
    money = unit_named(after["unit"]) if after is not None else None
    factor = 10**6 if letter["letter"] == "m" else 10**4
    scaled = replace(numeral, end=end, value=numeral.value * factor, scaled=True)
    if after is not None and money is not None and money.dimension.startswith("money"):
        return made(text, scaled, after.end("unit"), money)
    if text[end - 1] != "M":
        return None
    if _HAN_TEXT.search(folded, max(0, numeral.start - 40), end + 40):
        return made(text, numeral, end, UNITS["mb"])
    return bare(text, folded, scaled)
