"""Written numbers: what they are worth and where they stand."""

from __future__ import annotations

from decimal import Decimal

import pytest

from core.amounts.han_numbers import han_value
from core.amounts.number_folding import fold
from core.amounts.number_words import word_value
from core.amounts.numerals import numerals


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("十五", "15"),
        ("二十一", "21"),
        ("一百零二", "102"),
        ("两千三", "2300"),
        ("四百五", "450"),
        ("两百万", "2000000"),
        ("四万五千二", "45200"),
        ("五亿零六", "500000006"),
        ("二〇二四", "2024"),
        ("零点五", "0.5"),
        ("一万零十二点一五", "10012.15"),
        ("452.3万", "4523000"),
        ("1千零1", "1001"),
        ("10万万", "1000000000"),
        ("壹佰贰拾", "120"),
    ],
)
def test_chinese_numbers_are_read_with_their_scales(written: str, value: str) -> None:
    read = han_value(written)
    assert read is not None
    assert (read.value, read.length) == (Decimal(value), len(written))


@pytest.mark.parametrize(("written", "low", "high"), [("两三", 2, 3), ("二三十", 20, 30)])
def test_two_neighbouring_digits_are_a_span(written: str, low: int, high: int) -> None:
    read = han_value(written)
    assert read is not None
    assert (read.value, read.high, read.approximate) == (low, high, True)


@pytest.mark.parametrize("written", ["万", "百", "", "abc"])
def test_a_scale_alone_is_no_number(written: str) -> None:
    assert han_value(written) is None


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("two hundred and fifty", "250"),
        ("twenty-one trillion three hundred", "21000000000300"),
        ("nine point nought four", "9.04"),
        ("one and a half", "1.5"),
        ("three quarters", "0.75"),
        ("one hundred and three and two fifths", "103.4"),
        ("a dozen", "12"),
    ],
)
def test_english_words_are_read(written: str, value: str) -> None:
    read = word_value(written)
    assert read is not None
    assert (read.value, read.length) == (Decimal(value), len(written))


@pytest.mark.parametrize("written", ["fifth", "third"])
def test_an_english_ordinal_is_no_number(written: str) -> None:
    assert word_value(written) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("共4,523,000元和1 3/5", [("4,523,000", "4523000"), ("1 3/5", "1.6")]),
        ("３又１／２", [("３又１／２", "3.5")]),
        ("五分之一", [("五分之一", "0.2")]),
        ("从-5到10", [("-5", "-5"), ("10", "10")]),
        ("3 million and a half", [("3 million and a half", "3500000")]),
        ("2 and a half", [("2 and a half", "2.5")]),
        ("12.32e+2", [("12.32e+2", "1232")]),
        ("一百千瓦", [("一百", "100")]),
        ("1, 234", [("1", "1"), ("234", "234")]),
        ("pages 5-10", [("5", "5"), ("10", "10")]),
    ],
)
def test_numbers_stand_where_they_were_written(text: str, found: list[tuple[str, str]]) -> None:
    read = [(text[one.start : one.end], one.value) for one in numerals(fold(text))]
    assert read == [(words, Decimal(value)) for words, value in found]


def test_folding_never_moves_a_character() -> None:
    text = "ＡＢＣ１２３，４５６　萬億個İ½㎡－～Straße"
    assert len(fold(text)) == len(text)
    assert fold("ＵＳＤ　１，０００萬") == "usd 1,000万"
    assert fold("共2０，300") == "共20，300"
