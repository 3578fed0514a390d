"""Dates and clock times as far as a text states them."""

from __future__ import annotations

import pytest

from core.amounts.dates import Moment, moments, same_moment
from core.amounts.number_folding import fold
from core.quantities import quantities


def read(text: str) -> list[Moment]:
    """The moments of a text."""
    return [found.moment for found in moments(fold(text))]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024年5月3日起", Moment(year=2024, month=5, day=3)),
        ("二〇二四年五月三日", Moment(year=2024, month=5, day=3)),
        ("2024-05-03", Moment(year=2024, month=5, day=3)),
        ("2024/5/3", Moment(year=2024, month=5, day=3)),
        ("2024.05.03发布", Moment(year=2024, month=5, day=3)),
        ("5月3日前", Moment(month=5, day=3)),
        ("每月15日", Moment(day=15)),
        ("2023年", Moment(year=2023)),
        ("2024年第三季度", Moment(year=2024, quarter=3)),
        ("上半年", Moment(half=1)),
        ("每周五", Moment(weekday=5)),
        ("周末", Moment(weekday=67)),
        ("March 5, 2024", Moment(year=2024, month=3, day=5)),
        ("5th of March 2024", Moment(year=2024, month=3, day=5)),
        ("on Friday, March 5", Moment(month=3, day=5, weekday=5)),
        ("14 Feb nineteen seventy two", Moment(year=1972, month=2, day=14)),
        ("in May 2024", Moment(year=2024, month=5)),
        ("Q3 2024", Moment(year=2024, quarter=3)),
        ("the second quarter", Moment(quarter=2)),
        ("since 2019", Moment(year=2019)),
        ("on Mondays", Moment(weekday=1)),
        ("下午3点半", Moment(hour=15, minute=30)),
        ("上午9:00", Moment(hour=9, minute=0)),
        ("中午1点", Moment(hour=13)),
        ("5:30 pm", Moment(hour=17, minute=30)),
        ("at 9 a.m.", Moment(hour=9)),
        ("12 am", Moment(hour=0)),
        ("by noon", Moment(hour=12, minute=0)),
    ],
)
def test_every_stated_part_is_read(text: str, moment: Moment) -> None:
    assert read(text) == [moment]


@pytest.mark.parametrize(
    "text",
    [
        "13月",
        "You may leave",
        "march on",
        "3点建议",
        "15日内",
        "提前15日",
        "10年以上",
        "3个月",
        "1:1",
        "monthly",
        "a second",
    ],
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert read(text) == []


def test_a_duration_of_days_or_years_is_not_read_as_a_date() -> None:
    kinds = [found.kind for found in quantities("15日内，满10年，提前3日，20年以上")]
    assert kinds == ["duration"] * 4


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (Moment(year=2024, month=5), Moment(year=2024, month=5), "equal"),
        (Moment(month=5, day=3), Moment(year=2024, month=5, day=3), "equivalent"),
        (Moment(month=5, day=3), Moment(month=5, day=4), "different"),
        (Moment(year=2024), Moment(month=5), "incomparable"),
        (Moment(hour=15), Moment(hour=15, minute=0), "equal"),
        (Moment(hour=15), Moment(hour=15, minute=30), "different"),
        (Moment(hour=3, is_half_day=True), Moment(hour=15), "equivalent"),
        (Moment(hour=3), Moment(hour=15), "different"),
    ],
)
def test_moments_are_compared_by_the_parts_that_both_state(a: Moment, b: Moment, expected: str) -> None:
    assert same_moment(a, b) == expected
    assert same_moment(b, a) == expected
