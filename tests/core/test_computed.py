"""Derived values: code computes them from cited operands, or the sentence is not shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from making import events_of, make_chunk, make_ports, make_question, of_type

from bot.scripted_model import ScriptedModel
from core.computed import Derived, derive
from core.domain import Claim, Reason
from core.events import Dropped, Sentence


def shown(text: str, question: str = "") -> str:
    derived = derive(Claim(text, (1,)), question=question)
    assert isinstance(derived, Derived), derived
    return derived.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("还剩 {{15 天 - 6 天}}。", "还剩 9 天（15 天 − 6 天）。"),
        ("You have {{15 days - 6 days}} left.", "You have 9 days (15 days − 6 days) left."),
        ("You have {{15 days - 14 days}} left.", "You have 1 day (15 days − 14 days) left."),
        ("一共 {{(300 元 + 200 元) * 3}}。", "一共 1,500 元（(300 元 + 200 元) × 3）。"),
        ("In all {{(300 yuan + 200 yuan) × 3}}.", "In all 1,500 yuan ((300 yuan + 200 yuan) × 3)."),
        ("占 {{6 天 / 15 天}}。", "占 40%（6 天 ÷ 15 天）。"),
        ("That is {{1 day / 3 days}}.", "That is about 33.33% (1 day ÷ 3 days)."),
        ("报销 {{5,000 元 * 20%}}。", "报销 1,000 元（5,000 元 × 20%）。"),
        ("相隔 {{2026-12-31 - 2026-12-01}}。", "相隔 30 天（2026-12-31 − 2026-12-01）。"),
        ("They are {{2026-12-31 - 2026-12-01}} apart.", "They are 30 days (2026-12-31 − 2026-12-01) apart."),
        ("到 {{2026年3月1日 + 90 天}} 为止。", "到 2026年5月30日（2026年3月1日 + 90 天） 为止。"),
        ("Until {{2026-01-31 + 1 month}}.", "Until 2026-02-28 (2026-01-31 + 1 month)."),
        ("还剩 {{1 GB - 512 MB}}。", "还剩 0.5 GB（1 GB − 512 MB）。"),
        ("共 {{600 次 * 24}}。", "共 14,400 次（600 次 × 24）。"),
    ],
)
def test_the_result_stands_with_its_working(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    "expression",
    [
        "15 天 - 6 元",  # units
        "15 天 + 3 个月",  # a month is no fixed number of days
        "2026-12-31 + 2026-12-01",
        "2026-12 - 2026-11",  # not a day
        "2026-02-31 - 2026-02-01",
        "约 15 天 - 6 天",
        "10-15 天 - 6 天",  # a range
        "15 天 / 0",
        "15 天 / 0 天",
        "15 天 × 6 天",
        "十五天 - 六天 天",
        "15 天",
        "15 天 - ",
        "__import__('os')",
        "15 天 - 6 天; 1",
        "v2.3 - v2.1",
        "((((",
        "1 天 ** 9 天",
        " + ".join(["1 天"] * 13),
        "9999-12-31 + 90 天",
    ],
)
def test_what_code_can_not_reproduce_is_refused_with_the_expression(expression: str) -> None:
    for text in (f"还剩 {{{{{expression}}}}}。", f"Left: {{{{{expression}}}}}."):
        refused = derive(Claim(text, (1,)), question="")
        assert isinstance(refused, Reason)
        assert refused.gate == "computed"
        assert refused.words == (expression.strip(),)


def test_text_without_a_mark_is_left_alone() -> None:
    assert derive(Claim("年假为 15 天。", (1,)), question="") is None


def test_a_number_of_the_question_needs_no_source_and_the_others_do() -> None:
    derived = derive(Claim("还剩 {{15 天 - 6 天}}。", (1,)), question="我已经休了 6 天，还剩几天年假？")
    assert isinstance(derived, Derived)
    assert derived.checks == (Claim("还剩 15 天。", (1,)),)


def test_numbers_of_the_question_alone_are_no_evidence() -> None:
    refused = derive(Claim("是 {{15 天 - 6 天}}。", (1,)), question="15 天减 6 天是几天？")
    assert isinstance(refused, Reason)


LEAVE = make_chunk("员工每年有 15 天年假。病假为 12 天。", "doc-015#c01", title="休假制度")
LEAVE_EN = make_chunk(
    "Employees have 15 days of annual leave a year. Sick leave is 12 days.", "doc-020#c01", title="Leave"
)


@pytest.mark.parametrize(
    ("question", "chunk", "draft", "expected"),
    [
        ("我休了 6 天年假，还剩几天年假？", LEAVE, "年假还剩 {{15 天 - 6 天}}[1]。", "年假还剩 9 天（15 天 − 6 天）。"),
        (
            "I took 6 days of annual leave, how many days of annual leave are left?",
            LEAVE_EN,
            "You have {{15 days - 6 days}} of annual leave left [1].",
            "You have 9 days (15 days − 6 days) of annual leave left.",
        ),
    ],
)
async def test_a_computed_answer_is_shown_with_its_citation(
    question: str, chunk: object, draft: str, expected: str
) -> None:
    events = await events_of(make_question(question), make_ports(chunk, model=ScriptedModel([draft])))  # type: ignore[arg-type]
    (sentence,) = of_type(events, Sentence)
    assert sentence.text == expected  # type: ignore[attr-defined]
    assert [citation.number for citation in sentence.citations] == [1]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "draft",
    [
        "年假还剩 {{20 天 - 6 天}}[1]。",  # an operand that is not there
        "年假还剩 {{12 天 - 6 天}}[1]。",  # an operand of something else
        "年假还剩 {{15 天 - 6 元}}[1]。",
        "年假还剩 9 天[1]。",  # the model's own arithmetic
    ],
)
async def test_a_value_that_does_not_come_from_the_cited_block_is_dropped(draft: str) -> None:
    question = make_question("我休了 6 天年假，还剩几天年假？")
    events = await events_of(question, make_ports(LEAVE, model=ScriptedModel([draft])))
    assert not of_type(events, Sentence)
    assert of_type(events, Dropped)


@given(st.text(alphabet="{}()+-*/ 15天元", max_size=60))
def test_no_expression_breaks_it(text: str) -> None:
    derive(Claim(text, (1,)), question=text)
