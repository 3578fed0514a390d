"""Numbers with what they measure: the unit after, the currency before, compounds (5 元 3 角) and ranges (3–5 天)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from core.dates import Moment
from core.han_numbers import HAN_CHARS, HAN_VALUES
from core.numerals import Numeral, numerals
from core.quantity import Kind, Quantity
from core.units import DAY, PREFIX, UNIT, UNITS, Unit, unit_named

HINT = re.compile(
    rf"[\d{HAN_CHARS}半每½¼¾⅓⅔周期正午]"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|teen|ty|hundred|thousand|million|billion|dozen|half|third"
    r"|zero|nought|quarter|ly\b|th\b|first|second|annual|every|each|once|twice|per |day|noon|midnight|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\ban? ",
    re.A,
)


class Taken:
    """Which characters of a text belong to something already."""

    __slots__ = ("_mask",)

    def __init__(self, length: int) -> None:
        self._mask = bytearray(length)

    def is_free(self, start: int, end: int) -> bool:
        """Whether no character of ``[start, end)`` is taken."""
        return not any(self._mask[start:end])

    def take(self, start: int, end: int) -> bool:
        """Take ``[start, end)`` if all of it is free; whether that was so."""
        if not self.is_free(start, end):
            return False
        self._mask[start:end] = b"\x01" * (end - start)
        return True


_ORDINAL = Unit("ordinal", "ordinal", Decimal(1))
_ORDINAL_SUFFIX = re.compile("(?:st|nd|rd|th)(?![a-z0-9])", re.A)
_KINDS: dict[str, Kind] = {"time": "duration", "workdays": "duration", "percent": "percent", "number": "number"}
_AGE = re.compile(
    r"(?:周?岁(?:大)?|(?:天|周|个?月)大(?=[的了小，。]|\Z))|[ -](?:years?|months?|weeks?|days?)(?:[ -]old\b| of age\b)",
    re.A,
)
_OF_UNIT = re.compile(r"个(?=月|小时|星期|礼拜|钟|工作日|自然日|交易日|季度|百分点|基点|学分|积分|比特币|半年)", re.A)
_HALF_AFTER = re.compile(r"半(?![年月天日小个])", re.A)
_RANGE = re.compile(r" ?(?:-|~|至|到|--) ?\Z|-? to \Z| and \Z", re.A)
_COMPOUND = re.compile(r" ?(?:又|零|and|,)? ?\Z", re.A)
_STOP = frozenset(
    ["of", "in", "on", "at", "to", "for", "and", "or", "the", "a", "an", "is", "are", "was", "were", "be", "by", "with", "from", "as", "per", "than", "that", "this", "which", "who", "it", "he", "she", "they", "we", "you", "i", "not", "no", "but", "if", "then", "so", "out", "into", "over", "under", "up", "down", "about", "after", "before", "between", "during", "until", "when", "while", "where", "will", "would", "can", "could", "may", "must", "shall", "should", "have", "has", "had", "do", "does", "did", "more", "less", "most", "least", "times"]
)
_NOUN = re.compile(r"[ -](?P<word>[a-z]{3,24})(?![a-z])", re.A)
_HAN_NOUN = re.compile(r"(?P<word>[\u4e00-\u9fff]{1,2})", re.A)
_BEFORE_BARE = re.compile(r"(?:\A|[^\u4e00-\u9fff\w]|[是为有即共于达])\Z", re.A)
_AFTER_BARE = re.compile(r"\Z|[^\u4e00-\u9fff\w]|不是|还是|台", re.A)
_GAP = 12


def measured(text: str, folded: str, taken: Taken) -> Iterator[Quantity]:
    """Every quantity that stands on characters not yet taken, in order of start."""
    waiting: Quantity | None = None
    for numeral in _numbers(folded):
        if not taken.is_free(numeral.start, numeral.end):
            continue
        floor = waiting.end if waiting is not None else 0
        quantity = _quantity(text, folded, numeral, taken, floor)
        if quantity is None:
            continue
        joined = _joined(text, folded, waiting, quantity) if waiting is not None else None
        if joined is not None:
            waiting = joined
            continue
        if waiting is not None:
            yield waiting
        waiting = quantity
    if waiting is not None:
        yield waiting


_WORD_ORDINAL = re.compile(
    r"\b(?P<tens>(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-)?(?P<word>first|second|third|fourth|fifth|sixth"
    r"|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth"
    r"|nineteenth|twentieth|thirtieth)\b(?! party| parties|,)",
    re.A,
)
_BEFORE_ORDINAL = re.compile(r"(?:\A|\b(?:the|their|your|his|her|its|our|my|every|each|this|that|and|or) )\Z", re.A)
_ORDINAL_VALUES = {
    found: number
    for number, found in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth"],
        start=1,
    )
} | {"thirtieth": 30}


def ordinals(text: str, folded: str, taken: Taken) -> Iterator[Quantity]:
    """English ordinals in words on characters not yet taken; only behind an article and the like ("the first")."""
    for found in _WORD_ORDINAL.finditer(folded):
        if not _BEFORE_ORDINAL.search(folded[max(0, found.start() - 6) : found.start()]):
            continue
        value = _ORDINAL_VALUES[found["word"]]
        if found["tens"]:
            value += int(next(numerals(found["tens"])).value)
        if taken.take(found.start(), found.end()):
            yield _make(
                text, Numeral(found.start(), found.end(), Decimal(value), "word"), found.end(), _ORDINAL, "ordinal"
            )


_HALF = re.compile(r"半(?=个?(?:年|月|天|日|小时|钟头|星期|学期|数|价|薪)|折)|一半", re.A)


def _numbers(folded: str) -> Iterator[Numeral]:
    halves = [
        Numeral(found.start(), found.end(), Decimal("0.5"), "half" if found.end() - found.start() == 1 else "fraction")
        for found in (_HALF.finditer(folded) if "半" in folded else ())
    ]
    for numeral in numerals(folded):
        while halves and halves[0].start < numeral.end:
            half = halves.pop(0)
            if half.start <= numeral.start:
                yield half
        yield numeral
    yield from halves


def _quantity(text: str, folded: str, numeral: Numeral, taken: Taken, floor: int) -> Quantity | None:
    start, end = numeral.start, numeral.end
    if start and folded[start - 1] == "第":
        return _ordinal(text, numeral)
    suffix = _ORDINAL_SUFFIX.match(folded, end)
    if suffix is not None and numeral.style == "arabic":
        return _make(text, numeral, suffix.end(), _ORDINAL, "ordinal")
    age = _AGE.match(folded, end)
    if age is not None:
        return _aged(text, folded, numeral, age)
    points = _POINTS.match(folded, end)
    if points is not None:
        return _make(text, numeral, points.end(), UNITS["百分点"])
    if _DISCOUNT.match(folded, end):
        return _discounted(text, folded, numeral)
    if numeral.style == "percent":
        return _make(text, numeral, end, Unit("percent", "percent", Decimal(100)))
    prefix = PREFIX.search(folded[max(floor, start - 8) : start]) if start > floor else None
    if prefix is not None and _is_prefix(folded, start, prefix):
        return _after_prefix(text, folded, numeral, prefix)
    millions = _MILLIONS.match(folded, end)
    if millions is not None and text[millions.end() - 1] == "M":
        return _capital_m(text, folded, numeral, millions.end())
    unit, end = _unit(text, folded, numeral)
    if unit is None:
        return _bare(text, folded, numeral)
    if not taken.is_free(numeral.end, end):
        return _bare(text, folded, numeral)
    if numeral.style == "han" and _is_word(folded, numeral, unit, end):
        return None
    half = _HALF_AFTER.match(folded, end)
    if half is not None and unit.dimension.split(":")[0] in {"time", "length", "mass", "money"}:
        numeral = replace(numeral, value=numeral.value + Decimal("0.5"))
        end = half.end()
    if spelled := _degrees(folded, numeral.start, unit):
        unit = spelled[0]
        numeral = replace(numeral, start=spelled[1])
    quantity = _make(text, numeral, end, unit)
    if unit.dimension.startswith("count:"):
        return _counted(folded, quantity, unit)
    return quantity


_POINTS = re.compile(r" {0,4}个? {0,3}百 ?分 ?点", re.A)
_DISCOUNT = re.compile(r" ?折(?![扣腾磨叠旧算回返])", re.A)


def _discounted(text: str, folded: str, numeral: Numeral) -> Quantity:
    """九折, 八五折, 半折: the percentage that is left to pay."""
    share = numeral.value * 10 if numeral.value < 10 else numeral.value
    if numeral.style == "half":
        share = Decimal(50)
    end = folded.index("折", numeral.end) + 1
    return _make(text, replace(numeral, value=share), end, UNITS["percent"])


def _is_prefix(folded: str, start: int, prefix: re.Match[str]) -> bool:
    at = start - (prefix.end() - prefix.start())
    return not (prefix["unit"][0].isalpha() and at > 0 and folded[at - 1].isalpha() and folded[at - 1].isascii())


def _after_prefix(text: str, folded: str, numeral: Numeral, prefix: re.Match[str]) -> Quantity:
    unit = unit_named(prefix["unit"])
    end = numeral.end
    scale = re.compile(r" ?(?P<scale>[mb])(?![a-z0-9])", re.A).match(folded, end)
    if scale is not None:
        factor = 10**6 if scale["scale"] == "m" else 10**9
        numeral = replace(numeral, value=numeral.value * factor, scaled=True)
        end = scale.end()
    suffix = UNIT.match(folded, end)
    if suffix is not None:
        named = unit_named(suffix["unit"])
        if named.dimension == unit.dimension or (named.dimension.startswith("money") and prefix["unit"] in "$¥￥"):
            unit, end = named, suffix.end()
    start = numeral.start - (prefix.end() - prefix.start())
    return _make(text, replace(numeral, start=start), end, unit)


_SCALE_BEFORE = re.compile(r"(?P<scale>[华摄])氏(?:温度)?\Z", re.A)


def _degrees(folded: str, start: int, unit: Unit) -> tuple[Unit, int] | None:
    """华氏温度 100 度: the scale that stands before the number, and where it starts."""
    if unit.name != "degree":
        return None
    before = _SCALE_BEFORE.search(folded[max(0, start - 4) : start])
    if before is None:
        return None
    return UNITS["fahrenheit" if before["scale"] == "华" else "celsius"], start - (before.end() - before.start())


_MILLIONS = re.compile(r" ?m(?![a-z0-9])", re.A)


def _unit(text: str, folded: str, numeral: Numeral) -> tuple[Unit | None, int]:
    end = numeral.end
    of = _OF_UNIT.match(folded, end + (folded[end : end + 1] == " "))
    at = of.end() if of is not None else end
    if numeral.style == "fraction" and folded.startswith((" a ", " an ", " of a ", " of an "), at):
        at = folded.index(" a", at) + (2 if folded.startswith((" a ", " of a "), at) else 3)
    found = UNIT.match(folded, at)
    if found is None:
        return _modified(folded, end)
    spelling = found["unit"]
    unit = unit_named(spelling)
    start, stop = found.span("unit")
    if not _is_meant(text, folded, spelling, start, stop, numeral):
        return None, end
    if folded[stop : stop + 1] in ")]" and folded[found.start() : start].strip(" -") in {"(", "["}:
        stop += 1
    return unit, stop


_MODIFIED = re.compile(
    r"(?P<words>(?:[ -][a-z]{3,14}){1,3}) (?P<unit>(?:business |working |calendar )?(?:days|weeks|months|years|hours|minutes))\b",
    re.A,
)


def _modified(folded: str, end: int) -> tuple[Unit | None, int]:
    """The unit behind up to three words that qualify it: 20 paid vacation days, 12 consecutive months."""
    found = _MODIFIED.match(folded, end)
    if found is None or any(word in _STOP for word in re.split("[ -]", found["words"].strip(" -"))):
        return None, end
    return unit_named(found["unit"]), found.end()


_BLOCKED = {
    "分": re.compile(r"[之公享部别配析类开成布发工]", re.A),
    "周": re.compile(r"[一二三四五六日末年岁]", re.A),
    "天": re.compile(r"[气然]", re.A),
    "月": re.compile(r"[亮球]", re.A),
    "年": re.compile(r"[级龄纪轻]", re.A),
    "角": re.compile(r"[大形度落色]", re.A),
    "元": re.compile(r"[素旦]", re.A),
    "两": re.compile(r"[个位种名次天年月周项者端边国岸性类人家份条]", re.A),
    "成": re.compile(r"[为员功立本果绩都了长年效交]", re.A),
    "度": re.compile(r"[假过]", re.A),
    "块": re.compile(r"[儿内]", re.A),
    "毛": re.compile(r"[病巾利]", re.A),
    "码": re.compile(r"[头]", re.A),
    "人": re.compile(r"[民类]", re.A),
    "名": re.compile(r"[单称字义]", re.A),
    "位": re.compile(r"[置于]", re.A),
    "号": re.compile(r"[码称]", re.A),
    "页": re.compile(r"[面]", re.A),
    "折": re.compile(r"[腾磨]", re.A),
}
_LETTERS = frozenset("mgshdwvlxa")


def _is_meant(text: str, folded: str, spelling: str, start: int, stop: int, numeral: Numeral) -> bool:
    """Whether the letters or characters are the unit that they look like."""
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
    if spelling in {"mw", "mwh"}:
        return text[start] == "M"
    return True


_COMMON_WORDS = re.compile(
    r"一(?:[切些样定般起直旦致律向同并再经味共齐体面方半边道看时下点度带代道]|部分|方面|系列)|十(?:足|分(?!钟))|万一|千万(?![元美日人吨件台个次])|"
    r"拾[起到取]|[三四](?:亚|川|处)|五角大|二维|百度|两者|三者|双方|一[级类款把门家手]|三层|百分|千里|二手|四肢|九州",
    re.A,
)


def _is_word(folded: str, numeral: Numeral, unit: Unit, end: int) -> bool:
    """Whether a 中文 digit and what looks like its unit are a word of their own (一些, 十分, 五角大楼)."""
    if _COMMON_WORDS.match(folded, numeral.start):
        return True
    return numeral.value == 1 and unit.dimension.startswith("count:") and unit.name not in {"person", "time"}


def _make(text: str, numeral: Numeral, end: int, unit: Unit, kind: Kind | None = None) -> Quantity:
    family = unit.dimension.partition(":")[0]
    kinds: dict[str, Kind] = {"money": "money", "count": "count", "temperature": "temperature"}
    return Quantity(
        start=numeral.start,
        end=end,
        text=text[numeral.start : end],
        kind=kind or _KINDS.get(family) or kinds.get(family, "measure"),
        dimension=unit.dimension,
        low=numeral.value * unit.factor,
        high=(numeral.high if numeral.high is not None else numeral.value) * unit.factor,
        unit=unit.name,
        factor=unit.factor,
        approximate=numeral.approximate,
        is_rounded=numeral.scaled,
    )


def _ordinal(text: str, numeral: Numeral) -> Quantity:
    numeral = replace(numeral, start=numeral.start - 1)
    return _make(text, numeral, numeral.end, _ORDINAL, "ordinal")


def _aged(text: str, folded: str, numeral: Numeral, age: re.Match[str]) -> Quantity:
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
    return _make(text, numeral, age.end(), Unit(name, "age", Decimal(factor)), "age")


def _bare(text: str, folded: str, numeral: Numeral) -> Quantity | None:
    number = Unit("", "number", Decimal(1))
    if numeral.style == "half":
        return None
    if numeral.style in {"fraction", "slash"}:
        return replace(_make(text, numeral, numeral.end, number), unit="fraction")
    if numeral.style == "han" and not _is_bare_han(folded, numeral):
        return None
    quantity = replace(_make(text, numeral, numeral.end, number), unit=None)
    if _is_year(folded, numeral):
        return replace(quantity, kind="date", dimension="date", moment=Moment(year=int(numeral.value)))
    noun = _NOUN.match(folded, numeral.end)
    if noun is not None and noun["word"] not in _STOP:
        word = noun["word"]
        singular = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
        return replace(quantity, kind="count", dimension=f"count:{singular}", noun=singular)
    if numeral.style == "word" and numeral.value == 1:
        return None
    return quantity


_YEAR = re.compile(r"(?:19[5-9]|20[0-4])\d(?![ -]?(?:[a-z]{2,24}[^s\W]s|people|staff)\b)", re.A)


def _is_year(folded: str, numeral: Numeral) -> bool:
    """Whether four bare digits are a year: 1950 to 2049, and nothing in the plural is counted."""
    return (
        numeral.style == "arabic"
        and numeral.end - numeral.start == 4
        and _YEAR.match(folded, numeral.start) is not None
    )


def _is_bare_han(folded: str, numeral: Numeral) -> bool:
    written = folded[numeral.start : numeral.end]
    if len(written) > 1:
        return any(HAN_VALUES.get(char, 0) < 10 for char in written) and not _COMMON_WORDS.match(folded, numeral.start)
    if written == "拾":
        return False
    before, after = folded[max(0, numeral.start - 1) : numeral.start], folded[numeral.end : numeral.end + 2]
    return bool(_BEFORE_BARE.search(before)) and bool(_AFTER_BARE.match(after))


_HAN_TEXT = re.compile("[\u4e00-\u9fff]", re.A)


def _capital_m(text: str, folded: str, numeral: Numeral, end: int) -> Quantity | None:
    """10M: ten megabytes in a Chinese sentence, ten million in an English one."""
    if _HAN_TEXT.search(folded, max(0, numeral.start - 40), end + 40):
        return _make(text, numeral, end, UNITS["mb"])
    money = UNIT.match(folded, end)
    numeral = replace(numeral, end=end, value=numeral.value * 10**6, scaled=True)
    if money is not None and unit_named(money["unit"]).dimension.startswith("money"):
        return _make(text, numeral, money.end("unit"), unit_named(money["unit"]))
    return _bare(text, folded, numeral)


def _counted(folded: str, quantity: Quantity, unit: Unit) -> Quantity:
    if unit.name != "个":
        return replace(quantity, noun=unit.name)
    noun = _HAN_NOUN.match(folded, quantity.end)
    name = noun["word"] if noun is not None else None
    return replace(quantity, noun=name)


def _joined(text: str, folded: str, first: Quantity, second: Quantity) -> Quantity | None:
    """One quantity of two neighbours: a range, or a value given in two units; None where they are two."""
    gap = folded[first.end : second.start]
    if len(gap) > _GAP or first.low != first.high:
        return None
    is_between = gap.strip() == "and"
    if _RANGE.fullmatch(gap) and (not is_between or _is_between(folded, first.start)):
        return _range(text, first, second)
    if first.dimension == "money:CNY" and second.unit == "point" and not gap and first.unit != "fen":
        total = first.low + second.low / 100
        return replace(first, end=second.end, text=text[first.start : second.end], low=total, high=total)
    if "又" in gap and first.dimension == second.dimension == "time":
        total = first.low + second.low
        return replace(first, end=second.end, text=text[first.start : second.end], low=total, high=total)
    if _COMPOUND.fullmatch(gap) and first.dimension == second.dimension and first.factor > second.factor:
        if first.dimension.partition(":")[0] not in {"time", "length", "mass", "money", "age"}:
            return None
        total = first.low + second.low
        return replace(first, end=second.end, text=text[first.start : second.end], low=total, high=total)
    return None


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


__all__ = ["HINT", "UNITS", "Taken", "measured"]
