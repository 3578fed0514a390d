"""Units: every spelling has one meaning, and letters are a unit only where they are meant as one."""

from __future__ import annotations

from decimal import Decimal

import pytest

from core.amounts.number_folding import fold
from core.amounts.units import UNIT, UNITS, unit_named
from core.quantities import quantities


def test_every_spelling_is_folded_and_found_by_the_pattern() -> None:
    for spelling, unit in UNITS.items():
        assert spelling == fold(spelling), spelling
        found = UNIT.fullmatch(spelling)
        assert found is not None, spelling
        assert unit_named(found["unit"]) == unit


@pytest.mark.parametrize(
    ("one", "other"), [("千米", "km"), ("小时", "hours"), ("元", "rmb"), ("兆字节", "mb"), ("%", "个百分点")]
)
def test_both_languages_share_a_unit(one: str, other: str) -> None:
    assert UNITS[one] == UNITS[other]


def test_a_gigabyte_is_1024_megabytes_and_a_month_30_days() -> None:
    assert UNITS["gb"].factor == 1024 * UNITS["mb"].factor
    assert UNITS["月"].factor == 30 * UNITS["天"].factor


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("The bridge is 5 m long.", "metre"),
        ("附件不超过10M", "megabyte"),
        ("附件不超过10兆", "megabyte"),
        ("a 5 kW heater", "kilowatt"),
        ("限流1000 QPS", "per second"),
        ("密码至少12字符", "character"),
        ("a 12 character password", "character"),
    ],
)
def test_letters_are_read_as_the_unit_that_is_meant(text: str, unit: str) -> None:
    assert [found.unit for found in quantities(text)] == [unit]


@pytest.mark.parametrize("text", ["五角大楼", "三年级学生", "两者皆可", "四川省", "十分满意", "周一见面会"])
def test_a_word_that_begins_like_a_number_and_unit_is_none(text: str) -> None:
    assert [found for found in quantities(text) if found.kind != "date"] == []


def test_ten_million_in_english_is_no_unit() -> None:
    (found,) = quantities("Revenue reached 10M.")
    assert (found.dimension, found.low) == ("number", Decimal(10_000_000))
