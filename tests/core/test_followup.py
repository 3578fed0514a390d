"""A follow-up becomes a question of its own, or stays as it is; nothing comes in that nobody wrote."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hostile import ends_soon
from hypothesis import given, settings
from hypothesis import strategies as st
from making import make_question

from bot.scripted_model import ScriptedModel
from core.domain import Question, Turn
from core.followup import Standalone, alone, asks, standalone, understood
from core.language import is_common, words
from core.ports import PortError
from core.questions.followup_model import adds_nothing
from core.text.smalltalk import is_small_talk
from evals.followup import ROWS, is_right, made
from evals.rows import read_rows

ROWS_READ = read_rows(ROWS)
QUESTIONS = sorted({question for row in ROWS_READ for question in row["before"]})
FOLLOW_UPS = sorted({row["text"] for row in ROWS_READ})


def after(text: str, *questions: str) -> Standalone:
    return standalone(text, tuple(Turn(question, "") for question in questions))


def follow_up(text: str, before: str, answer: str = "") -> Question:
    return replace(make_question(text), turns=(Turn(before, answer),))


@pytest.mark.parametrize(
    ("before", "text", "expected", "how"),
    [
        ("基础版的存储空间是多少？", "那专业版呢？", "专业版的存储空间是多少？", "slot"),
        ("年假有几天？", "试用期内呢？", "试用期内年假有几天？", "slot"),
        ("专业版多少钱？", "它支持单点登录吗？", "专业版支持单点登录吗？", "pronoun"),
        ("试用期可以休年假吗？", "为什么？", "为什么试用期可以休年假？", "asked"),
        ("年假有几天？", "VPN 怎么申请？", "VPN 怎么申请？", "whole"),
        ("Do employees get sick leave?", "and for interns?", "Do interns get sick leave?", "slot"),
        ("What does the Pro plan cost?", "What about Business?", "What does the Business plan cost?", "slot"),
        ("Can I carry over unused leave?", "Does it expire?", "Does unused leave expire?", "pronoun"),
        ("Can interns take annual leave?", "why?", "Why can interns take annual leave?", "asked"),
        ("Can interns take annual leave?", "How do I set up the VPN?", "How do I set up the VPN?", "whole"),
    ],
)
def test_a_follow_up_is_made_whole_by_the_question_before(before: str, text: str, expected: str, how: str) -> None:
    assert after(text, before) == Standalone(expected, how)  # type: ignore[arg-type]


def test_the_labelled_rows_are_right_by_their_terms() -> None:
    wrong = [row["id"] for row in ROWS_READ if not is_right(row, made(row))]
    assert len(ROWS_READ) >= 160
    assert len(wrong) <= 4, wrong


@pytest.mark.parametrize("row", [row for row in ROWS_READ if row["text"] == row["expected"]], ids=lambda row: row["id"])
def test_what_stands_alone_is_not_touched(row: dict[str, object]) -> None:
    assert made(row) == row["text"]


def test_a_follow_up_of_a_follow_up_goes_back_to_what_was_understood() -> None:
    first = after("实习生呢？", "年假有几天？").text
    assert after("病假呢？", "年假有几天？", first).text == "实习生病假有几天？"
    first = after("and for interns?", "How many days of annual leave do employees get?").text
    assert after("in Berlin?", first).text == "How many days of annual leave do interns get in Berlin?"


def test_small_talk_between_is_passed_over() -> None:
    assert after("那病假呢？", "年假有几天？", "好的，谢谢").text == "病假有几天？"
    assert after("and interns?", "Do employees get sick leave?", "thanks!").text == "Do interns get sick leave?"


def test_without_a_conversation_nothing_changes() -> None:
    assert after("那专业版呢？") == Standalone("那专业版呢？")
    assert after("and for interns?") == Standalone("and for interns?")


@given(st.sampled_from(QUESTIONS), st.sampled_from(FOLLOW_UPS))
@settings(max_examples=120, deadline=None)
def test_no_telling_word_and_no_number_comes_from_nowhere(before: str, text: str) -> None:
    connecting = set("为什么是这样规定的多少久谁时候在哪里呢不，？")
    said = {word.norm for word in words(f"{before} {text}")}
    letters = {letter for letter in f"{before}{text}" if not letter.isascii()} | connecting
    for word in words(after(text, before).text):
        is_joining = is_common(word.norm) or word.norm in ("plan", "aren't", "mustn't", "couldn't")
        assert word.norm in said or is_joining or set(word.text) <= letters, word.text


@given(
    st.sampled_from(QUESTIONS), st.text(alphabet="那个它为什么呢年假实习生？ it that for interns?and 5天", max_size=40)
)
@settings(max_examples=80, deadline=None)
def test_any_text_gives_a_question_that_is_not_empty(before: str, text: str) -> None:
    found = after(text, before)
    assert found.text.strip() or not text.strip()
    assert found.is_changed == (found.text != text) or found.how == "whole"


@given(st.sampled_from(QUESTIONS), st.sampled_from(FOLLOW_UPS))
@settings(max_examples=20, deadline=None)
def test_the_same_follow_up_is_always_understood_alike(before: str, text: str) -> None:
    assert after(text, before) == after(text, before)


@pytest.mark.parametrize(
    "text",
    ["那" * 100, "要需要" * 33, "and " * 25, "it that " * 14, "的" * 100, "5 天" * 30, "谢谢" * 50],
    ids=["那", "要需要", "and", "it that", "的", "5 天", "谢谢"],
)
def test_hostile_text_takes_no_time(text: str) -> None:
    with ends_soon():
        for before in ("可以" * 400 + "吗？", "how do I " * 110 + "?", "最多" * 400, "的" * 1000):
            after(text, before)
            is_small_talk(text)


@pytest.mark.parametrize(
    "text", ["谢谢", "好的，谢谢！", "收到 👍", "ok", "Thanks a lot!", "got it, thank you", ":+1:", "That’s all"]
)
def test_small_talk_asks_for_nothing(text: str) -> None:
    assert is_small_talk(text)
    assert not asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "那专业版呢",
        "需要审批吗",
        "多久？",
        "and for interns?",
        "what about Business",
        "how long does it take",
        "实习生？",
    ],
)
def test_a_follow_up_asks(text: str) -> None:
    assert asks(text)
    assert not is_small_talk(text)


@pytest.mark.parametrize("text", ["我下午去问一下财务", "I will ask finance tomorrow", "这条我已经转给客户", ""])
def test_a_remark_does_not_ask(text: str) -> None:
    assert not asks(text)


def reply(text: str) -> str:
    return json.dumps({"question": text}, ensure_ascii=False)


@pytest.mark.parametrize(
    ("text", "before", "rewrite", "expected"),
    [
        ("那专业版呢？", "基础版有多少空间？", "专业版有多少空间？", Standalone("专业版有多少空间？", "model")),
        ("and interns?", "Do employees get sick leave?", "Do interns get sick leave?",
         Standalone("Do interns get sick leave?", "model")),
        ("VPN 怎么申请？", "年假有几天？", "VPN 怎么申请？", Standalone("VPN 怎么申请？")),
    ],
)  # fmt: skip
async def test_a_model_that_adds_nothing_is_believed(
    text: str, before: str, rewrite: str, expected: Standalone
) -> None:
    assert await understood(follow_up(text, before), model=ScriptedModel([reply(rewrite)])) == expected


@pytest.mark.parametrize(
    ("text", "before", "rewrite"),
    [
        ("那专业版呢？", "基础版的存储空间是多少？", "专业版的存储空间是 200 GB 吗？"),
        ("那专业版呢？", "基础版的存储空间是多少？", "基础版的存储空间是多少？"),
        ("那专业版呢？", "基础版的存储空间是多少？", "专业版的回收站保留多久？"),
        ("and interns?", "Do employees get sick leave?", "Do interns in Berlin get sick leave?"),
        ("and interns?", "Do employees get sick leave?", "Do interns get 10 sick days?"),
        ("and interns?", "Do employees get sick leave?", "实习生有病假吗？"),
    ],
)
async def test_a_model_that_adds_or_loses_something_is_not(text: str, before: str, rewrite: str) -> None:
    model = ScriptedModel([reply(rewrite)])
    assert await understood(follow_up(text, before), model=model) == after(text, before)


@pytest.mark.parametrize("bad", ["not json", "{}", '{"question": 3}', '{"question": ""}', reply("长" * 400)])
async def test_a_reply_that_can_not_be_used_leaves_the_rules(bad: str) -> None:
    found = await understood(follow_up("那专业版呢？", "基础版的存储空间是多少？"), model=ScriptedModel([bad]))
    assert found == Standalone("专业版的存储空间是多少？", "slot")


class BrokenModel(ScriptedModel):
    async def complete(self, prompt: object) -> str:
        raise PortError("model", "no connection")


async def test_an_outage_of_the_model_leaves_the_rules() -> None:
    found = await understood(follow_up("and interns?", "Do employees get sick leave?"), model=BrokenModel([]))
    assert found == Standalone("Do interns get sick leave?", "slot")


def test_words_of_the_answer_may_be_used() -> None:
    turns = (Turn("怎么请年假？", "在考勤系统里提交申请。"),)
    assert adds_nothing("考勤系统在哪里？", "在哪里？", turns)
    assert not adds_nothing("报销系统在哪里？", "在哪里？", turns)


def test_the_question_that_is_answered_has_its_own_language() -> None:
    question = follow_up("and for interns?", "年假有几天？")
    found = alone(question, standalone(question.text, question.turns))
    assert (found.text, found.language) == ("年假有几天？ and for interns?", "en")
    assert alone(question, Standalone(question.text)) == question
