"""What `core.quantities` finds, how it tells kinds apart, and that hostile text costs linear time."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from hostile import assert_linear, ends_soon

from core.quantities import Quantity, compare, quantities, same_bound


def only(text: str) -> Quantity:
    """The one quantity of ``text``."""
    (found,) = quantities(text)
    return found


def brief(text: str) -> list[tuple[str, str, Decimal]]:
    """Words, dimension and lower value of every quantity."""
    return [(found.text, found.dimension, found.low) for found in quantities(text)]


@pytest.mark.parametrize(
    ("text", "words", "dimension", "value"),
    [
        ("年假为15天", "15天", "time", 15 * 86400),
        ("试用期三个月", "三个月", "time", 90 * 86400),
        ("满半年", "半年", "time", "15768000"),
        ("工作三年半", "三年半", "time", "110376000"),
        ("共1小时30分钟", "1小时30分钟", "time", 5400),
        ("Leave is 20 days.", "20 days", "time", 20 * 86400),
        ("Take 20 paid vacation days.", "20 paid vacation days", "time", 20 * 86400),
        ("It takes two weeks", "two weeks", "time", 14 * 86400),
        ("需３个工作日", "３个工作日", "workdays", 3),
        ("needs 3 business days", "3 business days", "workdays", 3),
        ("单价5,000元", "5,000元", "money:CNY", 5000),
        ("预算452.3万元", "452.3万元", "money:CNY", 4523000),
        ("补贴两百万美元", "两百万美元", "money:USD", 2000000),
        ("50元6角三分", "50元6角三分", "money:CNY", "50.63"),
        ("It costs $1,500.", "$1,500", "money:USD", 1500),
        ("raised $2.5m", "$2.5m", "money:USD", 2500000),
        ("EUR 125 each", "EUR 125", "money:EUR", 125),
        ("占比87%", "87%", "percent", 87),
        ("占比百分之八十七", "百分之八十七", "percent", 87),
        ("占三成", "三成", "percent", 30),
        ("打八五折", "八五折", "percent", 85),
        ("about twenty percent", "twenty percent", "percent", 20),
        ("空间1 GB", "1 GB", "bytes", 1024**3),
        ("up to 16 MB", "16 MB", "bytes", 16 * 1024**2),
        ("温度39°C", "39°C", "temperature:C", 39),
        ("at 98.6 degrees Fahrenheit", "98.6 degrees Fahrenheit", "temperature:F", "98.6"),
        ("年满29岁", "29岁", "age", 29 * 31536000),
        ("when five years old", "five years old", "age", 5 * 31536000),
        ("for 20-year-olds", "20-year-olds", "age", 20 * 31536000),
        ("aged 30 and up", "30", "age", 30 * 31536000),
        ("within a week", "a week", "time", 7 * 86400),
        ("约一个半小时", "一个半小时", "time", 5400),
        ("奖金3w元", "3w元", "money:CNY", 30000),
        ("a 1.2m dollars deal", "1.2m dollars", "money:USD", 1200000),
        ("at 60 miles per hour", "60 miles per hour", "speed", "26.822400"),
        ("面积100平方米", "100平方米", "area", 100),
        ("走5 feet 2 inches", "5 feet 2 inches", "length", "1.5748"),
        ("双倍工资，即2倍", "2倍", "ratio", 2),
        ("三分之二以上", "三分之二", "number", Decimal(2) / 3),
    ],
)
def test_a_value_is_read_with_its_unit_in_both_languages(text: str, words: str, dimension: str, value: object) -> None:
    assert brief(text) == [(words, dimension, Decimal(str(value)))]


@pytest.mark.parametrize(
    "text",
    [
        "第三条 员工应当遵守制度",
        "见第2章第5节",
        "第1至3条另有规定",
        "几十人，数百万",
        "1. 提交申请",
        "（一）总则",
        "- 2) next",
        "See page 3 of 10.",
        "Follow step 2 and Section 4.1.",
        "如前所述[1][2,3]",
        "一切照旧，一般情况下十分重要",
        "五角大楼宣布了计划",
        "一个员工",
        "The one you mentioned is a good one.",
        "员工应当遵守公司的各项规章制度",
        "Contact the help desk.",
        "",
    ],
)
def test_what_is_no_amount_is_left_out(text: str) -> None:
    assert quantities(text) == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("升级到v2.3.1版本", "2.3.1"),
        ("Use version 2.3.1 or later.", "2.3.1"),
        ("采用AES-256加密", "aes256"),
        ("certified for ISO 27001", "iso27001"),
        ("in Room 301", "room301"),
        ("会议室A203", "a203"),
    ],
)
def test_versions_and_identifiers_are_codes_without_a_value(text: str, code: str) -> None:
    found = only(text)
    assert (found.kind, found.unit) == ("code", code)


@pytest.mark.parametrize(("text", "value"), [("第三名获奖", 3), ("the third floor", 3), ("on the 5th", 5)])
def test_an_ordinal_is_no_count(text: str, value: int) -> None:
    found = quantities(text)[0]
    assert (found.kind, found.low) == ("ordinal", value)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("报销不超过5000元", "max"),
        ("最多可以结转5天", "max"),
        ("须在15天内提交", "max"),
        ("罚款100元以下", "max"),
        ("预付款不得超过合同金额的30%", "max"),
        ("最早可提前14天预订", "max"),
        ("at most carry over 5 days", "max"),
        ("cannot exceed 30 days", "max"),
        ("It shouldn't be more than 30%.", "max"),
        ("90 days or less", "max"),
        ("至少提前3天申请", "min"),
        ("不少于2人", "min"),
        ("单笔超过1万元", "min"),
        ("工龄10年以上", "min"),
        ("保留90天（含）以上", "min"),
        ("at least 3 days", "min"),
        ("more than 3 days", "min"),
        ("no fewer than 3 days", "min"),
        ("20+ people", "min"),
        ("5 years or more", "min"),
        ("年假15天", None),
        ("the 15 days of leave", None),
        ("it fell by 5%", None),
    ],
)
def test_a_bound_is_read_on_either_side_of_its_value(text: str, bound: str | None) -> None:
    assert only(text).bound == bound


def test_the_outer_span_takes_in_the_bound_words() -> None:
    text = "报销不超过5000元。"
    found = only(text)
    assert text[found.start : found.end] == "5000元"
    assert text[found.outer_start : found.outer_end] == "不超过5000元"


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("3至5个工作日", 3, 5), ("5-20%", 5, 20), ("100~200元", 100, 200), ("between 3 and 5 km", 3000, 5000)],
)
def test_a_range_is_one_quantity(text: str, low: int, high: int) -> None:
    found = only(text)
    assert (found.low, found.high) == (low, high)


def test_about_is_noted_and_is_no_bound() -> None:
    for text in ("大约20人", "20人左右", "about 20 people", "roughly 20 people"):
        found = only(text)
        assert (found.approximate, found.bound) == (True, None)


@pytest.mark.parametrize(
    ("text", "per_year"),
    [
        ("每周两次", 104),
        ("两年一次", Decimal("0.5")),
        ("按季度结算", 4),
        ("monthly", 12),
        ("twice a year", 2),
        ("every two weeks", 26),
        ("daily", 365),
    ],
)
def test_a_frequency_counts_times_a_year(text: str, per_year: object) -> None:
    found = only(text)
    assert (found.kind, found.low) == ("frequency", per_year)


def test_indices_point_into_the_original_whatever_its_width() -> None:
    text = "预算为１２，３４５元；共２．５ＧＢ，ＵＳＤ２０"
    assert [text[found.start : found.end] for found in quantities(text)] == [
        "１２，３４５元",
        "２．５ＧＢ",
        "ＵＳＤ２０",
    ]
    assert [found.low for found in quantities(text)] == [12345, Decimal("2.5") * 1024**3, 20]


def test_zero_and_one_count() -> None:
    assert brief("扣0分，记1次") == [("0分", "points", 0), ("1次", "count:time", 1)]
    assert brief("0 defects and 1 hour") == [("0", "count:defect", 0), ("1 hour", "time", 3600)]


def test_a_year_is_a_date_unless_things_are_counted() -> None:
    assert [found.kind for found in quantities("In 2024 we had over 2000 courses, as in the 1990s.")] == [
        "date",
        "count",
        "date",
    ]
    assert [found.kind for found in quantities("2024年有2000人")] == ["date", "count"]


def test_pounds_are_money_unless_something_is_weighed() -> None:
    assert [found.dimension for found in quantities("It costs 20 pounds.")] == ["money:GBP"]
    assert [found.dimension for found in quantities("It weighs 20 pounds.")] == ["mass"]


def test_what_is_counted_is_its_noun() -> None:
    assert [found.noun for found in quantities("15 approved vendors, 3 employees")] == ["vendor", "employee"]
    assert only("5个部门").noun == "部门"


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("87%", "百分之八十七", "equal"),
        ("15天", "十五天", "equal"),
        ("60 minutes", "1小时", "equal"),
        ("$500", "500美元", "equal"),
        ("1 GB", "1000 MB", "equivalent"),
        ("1 GB", "1024 MB", "equal"),
        ("一个月", "31天", "equivalent"),
        ("1 month", "30 days", "equal"),
        ("约20人", "21人", "equivalent"),
        ("452万元", "4,523,000元", "equivalent"),
        ("两周", "14 days", "equal"),
        ("3,200 employees", "3,200 people", "equivalent"),
        ("3个部门", "3个文件", "equivalent"),
        ("3个部门", "5个文件", "incomparable"),
        ("3个部门", "5个部门", "different"),
        ("240个字符", "240 characters", "equal"),
        ("1 entry", "2 entries", "different"),
        ("v2.3", "version 2.3", "equal"),
        ("三分之二", "66.7%", "equivalent"),
        ("5天", "3至5天", "equivalent"),
        ("15天", "10天", "different"),
        ("10,480元", "10,500元", "different"),
        ("2024-05-01", "2024年5月1日", "equal"),
        ("5月1日", "May 1, 2024", "equivalent"),
        ("5月1日", "5月2日", "different"),
        ("下午3点", "3:00 pm", "equal"),
        ("下午3点", "3 am", "different"),
        ("v2.3.1", "2.3.1", "equal"),
        ("v2.3.1", "v2.4.0", "different"),
        ("每月", "weekly", "different"),
        ("500元", "$500", "incomparable"),
        ("5天", "5个工作日", "incomparable"),
        ("5次", "5人", "incomparable"),
        ("15", "15天", "equal"),
        ("15 employees", "15天", "incomparable"),
        ("Monday", "March 5", "incomparable"),
    ],
)
def test_two_values_compare_by_what_they_measure(claim: str, source: str, expected: str) -> None:
    assert compare(only(claim), only(source)) == expected


def test_only_opposite_bounds_disagree() -> None:
    least, most, plain = only("至少5天"), only("at most 5 days"), only("5天")
    assert not same_bound(least, most)
    assert same_bound(least, plain)
    assert same_bound(most, only("不超过5天"))


HOSTILE = (
    "1", "一", "1,", "1,111", "1.", "one ", "hundred and ", "第一", "每一", "jan ", "a1", "- 1",
    "百分之", "一又", "[1,", "1/", "at most ", "5元", "不超过", "1-", "十多", "1千", "1 to ", "one over ",
    "2024年", "1:", "a-", "半", "（一", "v1.", "20 paid ", "1 ",
)  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_costs_linear_time(unit: str) -> None:
    assert_linear(lambda size: quantities(unit * (size // len(unit))), small=2_000, large=8_000)


def test_a_number_of_any_length_is_passed_over_at_once() -> None:
    with ends_soon():
        assert quantities("1" * 200_000) == ()


def test_quantities_never_overlap_and_stand_in_order() -> None:
    text = (
        "2024年5月1日起，员工每年可休15天年假，最多结转5天；超过1,000元须经2名经理审批。"
        "From May 1, 2024, at most 3 of 15 days (20%) carry over; pay $20 per day by 5:30 pm on Friday."
    )
    found = quantities(text)
    assert len(found) > 12
    for before, after in pairwise(found):
        assert before.end <= after.start
    for one in found:
        assert one.text == text[one.start : one.end]
        assert one.outer_start <= one.start < one.end <= one.outer_end
