"""中文数字: what 十五, 两百万, 四万五千二, 452.3万, 二〇二四, 三点五 and 两三 are worth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

_DIGITS = dict(zip("零〇一二三四五六七八九两壹贰叁肆伍陆柒捌玖幺", map(int, "001234567892123456789"), strict=False)) | {
    "玖": 9,
    "幺": 1,
    "壹": 1,
    "贰": 2,
    "叁": 3,
    "肆": 4,
    "伍": 5,
    "陆": 6,
    "柒": 7,
    "捌": 8,
    "俩": 2,
}
_SMALL = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000, "廿": 20, "卅": 30}
_LARGE = {"万": 10**4, "亿": 10**8, "兆": 10**12}

HAN_VALUES = {**_DIGITS, **_SMALL, **_LARGE}
HAN_CHARS = "".join(HAN_VALUES)

_TOKEN = re.compile(
    rf"(?P<arabic>\d{{1,20}}(?:\.\d{{1,12}})?)|(?P<char>[{HAN_CHARS}])|(?P<vague>[多余几])|(?P<gap> {{1,4}})", re.A
)
_POINT = re.compile(r"点 {0,2}(?P<places>[零〇一二三四五六七八九壹两]{1,12})(?![十百千万亿])", re.A)
_MIXED_WHOLE = re.compile(r" {0,3}又 {0,3}", re.A)


@dataclass(frozen=True, slots=True)
class HanRead:
    """The value of the first ``length`` characters; ``high`` only where two neighbours are a span (两三, 二三十)."""

    value: Decimal
    length: int
    approximate: bool = False
    high: Decimal | None = None


def han_value(text: str) -> HanRead | None:
    """The number that ``text`` begins with (folded; Arabic digits may be mixed in), or None.

    A scale alone (万, 百) is no number; 十 is. Digits in a row (二〇二四) are read place by place.
    """
    tokens, length, vague = _tokens(text)
    if not tokens or (isinstance(tokens[0], str) and tokens[0] in _LARGE):
        return None
    if isinstance(tokens[0], str) and tokens[0] in "百千佰仟" and len(tokens) == 1:
        return None
    if len(tokens) == 3 and tokens[2] == "十" and _are_neighbours(tokens[0], tokens[1]):
        return HanRead(Decimal(10 * _DIGITS[str(tokens[0])]), length, True, Decimal(10 * _DIGITS[str(tokens[1])]))
    plain = [HAN_VALUES[token] for token in tokens if isinstance(token, str) and token in _DIGITS]
    if len(plain) == len(tokens) > 1:
        return _in_a_row(text, plain, length)
    value = _total(tokens)
    point = _POINT.match(text, length)
    if point:
        places = "".join(str(_DIGITS[char]) for char in point["places"])
        value += Decimal(f"0.{places}")
        length = point.end()
        while length < len(text) and text[length] in _LARGE:
            value *= _LARGE[text[length]]
            length += 1
    return HanRead(value, length, vague)


def _are_neighbours(first: Decimal | str, second: Decimal | str) -> bool:
    one, two = (_DIGITS.get(token, 0) if isinstance(token, str) else 0 for token in (first, second))
    return 0 < one == two - 1


def _tokens(text: str) -> tuple[list[Decimal | str], int, bool]:
    tokens: list[Decimal | str] = []
    position = length = 0
    vague = False
    while (found := _TOKEN.match(text, position)) is not None:
        position = found.end()
        if found["gap"]:
            continue
        if found["vague"]:
            if not tokens or position >= len(text) or text[position:].lstrip(" ")[:1] not in "十百千万亿":
                break
            vague = True
            continue
        tokens.append(Decimal(found["arabic"]) if found["arabic"] else found["char"])
        length = position
    return tokens, length, vague


def _in_a_row(text: str, digits: list[int], length: int) -> HanRead:
    if len(digits) == 2 and 0 < digits[0] < digits[1] <= digits[0] + 2:
        return HanRead(Decimal(digits[0]), length, True, Decimal(digits[1]))
    value = Decimal("".join(map(str, digits)))
    point = _POINT.match(text, length)
    if point is None:
        return HanRead(value, length)
    places = "".join(str(_DIGITS[char]) for char in point["places"])
    return HanRead(value + Decimal(f"0.{places}"), point.end())


def _total(tokens: list[Decimal | str]) -> Decimal:
    """Sections below 万, 万 and 亿, added; a last digit straight after a unit counts tenths of it (两千三 = 2300)."""
    total = section = Decimal(0)
    digit: Decimal | None = None
    last_unit = last_large = 1
    zero = False
    for token in tokens:
        if not isinstance(token, str):
            digit = token
            continue
        value = HAN_VALUES[token]
        if token in _DIGITS:
            zero = zero or value == 0
            if value or digit is None:
                digit = Decimal(value) if not digit else digit * 10 + value
            continue
        if token in _LARGE:
            section += digit or 0
            is_above = total and (value > last_large or not section)
            total = (total + section) * value if is_above else total + (section or 1) * value
            section, last_large = Decimal(0), value
        elif token in ("廿", "卅"):
            section += value
        else:
            section += (1 if digit is None or (digit == 0 and zero) else digit) * value
        digit, last_unit, zero = None, value, False
    if digit is not None:
        section += digit if zero or last_unit < 100 else digit * last_unit / 10
    return total + section
