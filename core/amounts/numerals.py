"""Written numbers, wherever they stand: Arabic, full-width, 中文数字 and English words, with scales and fractions.

Every position is an index into the original text: `fold` replaces characters one for one and never changes a length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from core.amounts.han_numbers import HAN_CHARS, HAN_VALUES, han_value
from core.amounts.number_scales import HALVES, SCALES, VULGAR
from core.amounts.number_words import WORD_RUN, word_value

MAX_DIGITS = 30
"""Longer runs are identifiers, not amounts; the bound also keeps arithmetic small."""

MAX_HAN = 80
"""Characters of one 中文 number, spaces included; 四千五百六十九万…三百八十二 has 31."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """One written number. ``style`` says how it was written; ``places`` counts the decimals as written.

    ``scaled``: the text gave a scale (万, million, k), so that the written digits are rounded ones.
    ``approximate``: 十多万, 二三十. ``high`` differs from ``value`` only for 两三 and the like.
    """

    start: int
    end: int
    value: Decimal
    style: str
    scaled: bool = False
    approximate: bool = False
    high: Decimal | None = None


_HAN = f"[{HAN_CHARS}]"
_PLAIN = r"(?:\d{1,3}(?:[,\u202f]\d{3}){1,9}(?!\d)|(?<![\d.,a-z])\d{1,3}(?: \d{3}){1,3}(?![\d,.-])|\d++)(?:\.\d++)?"
_ARABIC = re.compile(
    rf"(?P<frac>(?!24/7)\d{{1,9}}(?: {{1,2}}\d{{1,4}})?/\d{{1,5}})(?![\d/])|(?P<plain>{_PLAIN}|\.\d++)"
    r"(?:(?P<exp>e[+-]?\d{1,2}(?!\w)| ?[x×*] ?10\^[+-]?\d{1,2}(?!\d)|\^\+?\d{1,2}(?!\d)))?",
    re.A,
)
_AFTER = re.compile(
    rf" ?(?P<han>(?:[十百千万亿]|兆(?=[元日亿万]))(?:[多余几]?[{HAN_CHARS}\d.]){{0,30}}+[多余]?[万亿]?)"
    r"|[ -]?(?P<scale>hundred|thousand|lakhs?|millions?|mil|mln|mn|crore|billion|bln|bn|trillion|tln|tn|doz(?:en)?s?"
    r"|k)(?![a-z0-9])"
    r"|(?P<vulgar>[½¼¾⅓⅔⅕⅛])",
    re.A,
)
_TAIL = re.compile(
    r" and (?:(?P<small>\d{1,3}(?![.,]\d)|[a-z]{3,9}(?:[ -][a-z]{3,5})?)(?![\w])|(?P<part>a half|one half"
    r"|a quarter)\b)",
    re.A,
)
_AND_HALF = re.compile(r" and (?:an? |one[ -])?(?P<part>half|quarter|1/2|1/4)\b", re.A)
_FRACTION_OF = re.compile(rf" {{0,2}}分 {{0,2}}之 {{0,2}}(?=[{HAN_CHARS}\d负])", re.A)
_DIGITS = re.compile(r"\d++", re.A)
_HAN_RUN = re.compile(rf"(?:{_HAN}(?: {{1,2}}(?={_HAN}))?){{1,400}}+", re.A)
_HAN_REST = re.compile(
    rf"(?:[ 多余几]{{0,3}}[十百千万亿]|点 ?{_HAN}|[{HAN_CHARS}\d.]| (?={_HAN}{{1,2}})){{0,60}}+", re.A
)
_BOTTOM = re.compile(r"(?P<scale>[百佰千万]{1,2}) {0,2}分 {0,2}之", re.A)
_WHOLE = re.compile(r" {0,2}又 {0,2}", re.A)
_UNIT_SCALE = re.compile("千(?=瓦|米|克|字节|比特|卡|赫|伏|焦)|兆(?=字节|比特|瓦|赫)|百(?= ?分 ?[位点比制])", re.A)
_COUNTED = re.compile("[个位种名次天年月周项者端边份条家人]", re.A)
_START = re.compile(
    rf"\d|\.\d|[½¼¾⅓⅔⅕⅛]|{_HAN}|(?:an? |ze|on|tw|th|fo|fi|si|se|ei|ni|te|el|no|hu|mi|bi|tr|do|ha|qu)[a-z]*+", re.A
)
_SIGN = re.compile(r"(?:(?<![\w)%])(?<![\w)%] )-|负|\b(?:minus|negative) )\Z", re.A)
_POINT = re.compile(r"[\d.零〇一二三四五六七八九]{1,20}+", re.A)


def numerals(folded: str) -> Iterator[Numeral]:
    """Every number of a folded text in order, without overlaps; bare 中文 digits inside words (一切, 四川) too.

    Which of these are quantities is decided by the caller, who knows what stands around them.
    """
    position = 0
    while (found := _START.search(folded, position)) is not None:
        numeral = _read(folded, found)
        if numeral is None:
            position = _after_unread(folded, found)
            continue
        numeral = _signed(folded, _mixed(folded, _fraction(folded, numeral)))
        yield numeral
        position = numeral.end


def _after_unread(folded: str, found: re.Match[str]) -> int:
    """Where to look on after what is no number: behind a run of digits, or of 中文 digits too long to be one."""
    run = _DIGITS.match(folded, found.start()) or _HAN_RUN.match(folded, found.start())
    is_skipped = run is not None and (folded[found.start()].isdigit() or run.end() - run.start() > MAX_HAN)
    return run.end() if run is not None and is_skipped else found.end()


def _read(folded: str, found: re.Match[str]) -> Numeral | None:
    first = folded[found.start()]
    if first in VULGAR:
        return Numeral(found.start(), found.end(), VULGAR[first], "fraction")
    if first.isdigit() or first == ".":
        return _arabic(folded, found.start())
    if "a" <= first <= "z":
        return _words(folded, found)
    return _han(folded, found.start())


def _arabic(folded: str, start: int) -> Numeral | None:
    found = _ARABIC.match(folded, start)
    if found is None or found.end() - start > MAX_DIGITS:
        return None
    if found["frac"]:
        return _slash(found)
    value, end, style = _decimal(found["plain"]), found.end(), "arabic"
    if found["exp"]:
        power = found["exp"].lstrip(" x×*").removeprefix("e").removeprefix("10^")
        value = value ** Decimal(power.lstrip("^")) if found["exp"][0] == "^" else value.scaleb(int(power))
        return Numeral(start, end, value, style)
    after = _AFTER.match(folded, end)
    if after is None:
        half = _AND_HALF.match(folded, end)
        if half is None:
            return Numeral(start, end, value, style)
        return Numeral(start, half.end(), value + HALVES[half["part"]], style)
    if after["vulgar"]:
        return Numeral(start, after.end(), value + VULGAR[after["vulgar"]], "fraction")
    if after["han"]:
        read = han_value(_digits(found["plain"]) + after["han"])
        if read is None:
            return Numeral(start, end, value, style)
        return Numeral(
            start,
            end + read.length - len(_digits(found["plain"])) + after.start("han") - end,
            read.value,
            style,
            True,
            read.approximate,
        )
    numeral = Numeral(start, after.end(), value * SCALES[after["scale"]], style, True)
    return _with_tail(folded, numeral, SCALES[after["scale"]])


def _decimal(written: str) -> Decimal:
    return Decimal(_digits(written))


def _digits(written: str) -> str:
    return written.replace(",", "").replace("\u202f", "").replace(" ", "")


def _slash(found: re.Match[str]) -> Numeral | None:
    whole, _, rest = found["frac"].rpartition(" ")
    top, bottom = rest.split("/")
    if int(bottom) == 0:
        return None
    value = Decimal(whole.strip() or 0) + Decimal(top) / Decimal(bottom)
    return Numeral(found.start(), found.end(), value, "slash")


def _with_tail(folded: str, numeral: Numeral, scale: int) -> Numeral:
    tail = _TAIL.match(folded, numeral.end)
    if tail is None:
        return numeral
    if tail["part"]:
        share = Decimal("0.25") if tail["part"] == "a quarter" else Decimal("0.5")
        return Numeral(numeral.start, tail.end(), numeral.value + scale * share, numeral.style, True)
    small = tail["small"]
    added = Decimal(small) if small.isdigit() else None
    if added is None or added >= scale:
        return numeral
    return Numeral(numeral.start, tail.end(), numeral.value + added, numeral.style, True)


def _words(folded: str, found: re.Match[str]) -> Numeral | None:
    if found.start() and (folded[found.start() - 1].isalnum() and folded[found.start() - 1].isascii()):
        return None
    run = WORD_RUN.match(folded, found.start())
    if run is None or run.end() - run.start() > 200:
        return None
    article = _ARTICLE.match(run.group())
    if article is not None:
        run = WORD_RUN.match(folded, run.start() + article.end())
        assert run is not None
    read = word_value(run.group())
    if read is None or (read.style == "fraction" and not _is_share(folded, run, read.length)):
        return None
    return Numeral(run.start(), run.start() + read.length, read.value, read.style, read.scaled)


_ARTICLE = re.compile(r"an? (?!hundred|thousand|million|billion|trillion|dozen|half|third|quarter|[a-z]+th)", re.A)
_SHARE_END = re.compile(r" of\b| ?[-.,;:!?)]| ?\Z| (?:are|is|was|were|will|must|may|majority|vote|and)\b|[^ a-z]", re.A)


def _is_share(folded: str, run: re.Match[str], length: int) -> bool:
    """Whether "a third", "a tenth" is a share and not an ordinal ("a third party"); halves and quarters always are."""
    if re.match(r"an? (?!half|quarter)", run.group()) is None:
        return True
    return _SHARE_END.match(folded, run.start() + length) is not None


def _han(folded: str, start: int) -> Numeral | None:
    bottom = _BOTTOM.match(folded, start)
    if bottom is not None:
        value = Decimal(1)
        for char in bottom["scale"]:
            value *= HAN_VALUES[char]
        return Numeral(start, bottom.end("scale"), value, "han")
    run = _HAN_RUN.match(folded, start)
    rest = _HAN_REST.match(folded, run.end() if run is not None else start)
    end = _before_unit(folded, start, rest.end() if rest is not None else start)
    if end - start > MAX_HAN:
        return None
    read = han_value(folded[start:end])
    if read is None:
        return None
    return Numeral(start, start + read.length, read.value, "han", False, read.approximate, read.high)


def _before_unit(folded: str, start: int, end: int) -> int:
    """Where the number ends if its last character begins a unit (一百千瓦, 五十兆字节, 三十两, 七十百分位)."""
    for found in _UNIT_SCALE.finditer(folded, start + 1, min(len(folded), end + 3)):
        if found.start() < end and (found.group() != "千" or folded[found.start() - 1] in "十百"):
            return found.start()
    if (
        end - start > 1
        and folded[end - 1] == "两"
        and folded[end - 2 : end] != "一两"
        and not _COUNTED.match(folded, end)
    ):
        return end - 1
    return end


def _fraction(folded: str, bottom: Numeral) -> Numeral:
    """X分之Y, where ``bottom`` is X; ``bottom`` itself when no fraction follows."""
    link = _FRACTION_OF.match(folded, bottom.end)
    if link is None or not bottom.value:
        return bottom
    at = link.end() + (1 if folded[link.end()] == "负" else 0)
    found = _START.match(folded, at)
    top = _read(folded, found) if found else None
    if top is None:
        return bottom
    value = top.value / bottom.value
    style = "percent" if folded[bottom.start] in "百佰千万" else "fraction"
    return Numeral(bottom.start, top.end, value, style, False, top.approximate)


def _mixed(folded: str, whole: Numeral) -> Numeral:
    """五又三分之一: a whole number and the fraction after it; ``whole`` itself when none follows."""
    link = _WHOLE.match(folded, whole.end)
    found = _START.match(folded, link.end()) if link else None
    part = _read(folded, found) if found else None
    part = _fraction(folded, part) if part else None
    if part is None or part.style not in {"fraction", "slash"}:
        return whole
    return Numeral(whole.start, part.end, whole.value + part.value, "fraction")


def _signed(folded: str, numeral: Numeral) -> Numeral:
    before = _SIGN.search(folded[max(0, numeral.start - 10) : numeral.start])
    if before is None:
        return numeral
    length = before.end() - before.start()
    return Numeral(
        numeral.start - length, numeral.end, -numeral.value, numeral.style, numeral.scaled, numeral.approximate
    )
