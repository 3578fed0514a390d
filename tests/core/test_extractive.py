"""Quoting: which passages, how they read, and that the verifier lets them through."""

from __future__ import annotations

import json

import pytest
from making import events_of, make_block, make_chunk, make_ports, make_question, of_type

from core.domain import Block, Prompt
from core.events import Refusal, Sentence
from core.extractive import ExtractiveModel, quotes
from core.prompt import NO_ANSWER
from core.questions.passages import passages

TABLE_ZH = (
    "## 标准\n\n| 城市 | 普通员工 | 经理 |\n|---|---|---|\n| 北京 | 550 元 | 700 元 |\n| 其他 | 320 元 | 420 元 |\n"
)
TABLE_EN = "## Limits\n\n| City | Staff | Managers |\n|---|---|---|\n| Beijing | 500 yuan | 650 yuan |\n"
FAQ_ZH = "## 客户问：回收站里的文件能找回吗？\n\n答：能。回收站里的文件保留 30 天，期间可以找回。\n"
FAQ_EN = (
    "- Is laundry reimbursed? Laundry is reimbursed on trips of more than 5 days.\n"
    "- Is the minibar reimbursed? No, minibar bills are never reimbursed.\n"
)
STEPS_EN = "## How to restore a file\n\n1. Open the recycle bin.\n2. Select the file.\n3. Click Restore.\n"
STEPS_ZH = (
    "## 如何恢复文件\n\n1. 打开网页版左侧的“回收站”；\n2. 勾选要恢复的文件，可以多选；\n3. 点击“恢复”，等待完成。\n"
)


def prompt(question: str, *blocks: Block) -> Prompt:
    return Prompt(system="", user="", question=make_question(question), blocks=blocks)


def quoted(question: str, *texts: str) -> list[str]:
    blocks = [make_block(text, number) for number, text in enumerate(texts, start=1)]
    return [quote.text for quote in quotes(prompt(question, *blocks))]


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("北京的普通员工标准是多少？", TABLE_ZH, "城市：北京，普通员工：550 元，经理：700 元"),
        ("What is the limit for staff in Beijing?", TABLE_EN, "City: Beijing, Staff: 500 yuan, Managers: 650 yuan"),
    ],
)
def test_a_table_row_is_quoted_with_its_column_names(question: str, text: str, expected: str) -> None:
    assert quoted(question, text) == [expected]


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("回收站里的文件能找回吗？", FAQ_ZH, "回收站里的文件保留 30 天，期间可以找回。"),
        ("Is laundry reimbursed?", FAQ_EN, "Laundry is reimbursed on trips of more than 5 days."),
    ],
)
def test_of_a_faq_the_answer_is_quoted_never_the_question(question: str, text: str, expected: str) -> None:
    found = quoted(question, text)
    assert expected in found
    assert not any(line.endswith(("？", "?")) or line.startswith("#") for line in found)


@pytest.mark.parametrize(("question", "text"), [("怎么恢复文件？", STEPS_ZH), ("How do I restore a file?", STEPS_EN)])
def test_a_way_is_quoted_from_its_first_step_to_its_last(question: str, text: str) -> None:
    steps = [line.partition(". ")[2] for line in text.splitlines() if line[:1].isdigit()]
    assert quoted(question, text) == steps


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("怎么举报钓鱼邮件？", "## 如何举报钓鱼邮件\n\n点击工具栏的盾牌图标。随后等待信息安全部回复。\n"),
        (
            "How do I report a stolen laptop?",
            "## Reporting a stolen laptop\n\nCall the hotline at once. Then write to IT.\n",
        ),
    ],
)
def test_a_section_whose_heading_asks_the_same_is_quoted_from_its_first_sentence(question: str, text: str) -> None:
    assert quoted(question, text) == [passage.text for passage in passages(make_block(text))]


def test_a_title_with_a_colon_in_the_sentence_is_quoted_whole() -> None:
    text = "《客服问答：文件与存储》写的上传上限是 100 MB。"
    assert quoted("上传上限是多少？", text) == [text]


@pytest.mark.parametrize(
    ("question", "text", "limit"),
    [
        ("快递费可以报销吗？", "快递费可以报销。但私人快递费除外。", "但私人快递费除外。"),
        (
            "Are hotel costs reimbursed?",
            "Hotel costs are reimbursed. However, minibar bills are not.",
            "However, minibar bills are not.",
        ),
    ],
)
def test_a_limit_straight_after_the_quoted_sentence_comes_along(question: str, text: str, limit: str) -> None:
    assert quoted(question, text)[-1] == limit


@pytest.mark.parametrize(
    ("question", "texts", "expected"),
    [
        (
            "发票要在多久之内提交，餐补每天多少钱？",
            ("发票须在 60 天内提交报销。", "出差餐补为每天 100 元。"),
            ["发票须在 60 天内提交报销。", "出差餐补为每天 100 元。"],
        ),
        (
            "How long is an access token valid, and how many calls per minute are allowed?",
            ("An access token is valid for 2 hours.", "An application may make 600 calls per minute."),
            ["An access token is valid for 2 hours.", "An application may make 600 calls per minute."],
        ),
    ],
)
def test_each_part_of_a_question_gets_its_own_quote(question: str, texts: tuple[str, ...], expected: list[str]) -> None:
    assert quoted(question, *texts) == expected


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("食堂的晚餐多少钱？", "总部食堂供应三餐，晚餐从 17:30 开始。"),
        ("How much does a second monitor cost?", "A second monitor is available on request and needs no approval."),
        ("审计日志怎么导出？", "访问记录可以导出为 CSV 文件。"),
        ("What is the dress code?", "Every change needs two approvals, one of them from an owner of the code."),
    ],
)
def test_a_topic_without_the_asked_answer_is_not_quoted(question: str, text: str) -> None:
    assert quoted(question, text) == []


def test_the_same_sentence_of_two_documents_is_quoted_once() -> None:
    text = "回收站里的文件保留 30 天。"
    assert quoted("回收站里的文件保留多少天？", text, text) == [text]


async def test_nothing_to_quote_is_declined() -> None:
    asked = prompt("团建预算是多少？", make_block("打印机在三楼。"))
    assert [piece async for piece in ExtractiveModel().stream(asked)] == [NO_ANSWER]
    assert json.loads(await ExtractiveModel().complete(asked)) == {"claims": []}


async def test_the_json_contract_holds_the_same_quotes_with_their_numbers() -> None:
    asked = prompt("How long does a session last?", make_block("A session lasts 8 hours."))
    expected = {"claims": [{"text": "A session lasts 8 hours.", "numbers": [1]}]}
    assert json.loads(await ExtractiveModel().complete(asked)) == expected


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("北京的普通员工标准是多少？", TABLE_ZH),
        ("What is the limit for staff in Beijing?", TABLE_EN),
        ("回收站里的文件能找回吗？", FAQ_ZH),
        ("Is laundry reimbursed?", FAQ_EN),
        ("怎么恢复文件？", STEPS_ZH),
        ("How do I restore a file?", STEPS_EN),
    ],
)
async def test_every_kind_of_quote_passes_the_verifier_and_is_shown(question: str, text: str) -> None:
    chunk = make_chunk(text)
    events = await events_of(make_question(question), make_ports(chunk, model=ExtractiveModel()))
    expected = [quote.text for quote in quotes(prompt(question, make_block(text)))]
    shown = [event.text for event in of_type(events, Sentence)]  # type: ignore[attr-defined]
    assert shown == expected
    assert shown


async def test_a_near_miss_ends_out_of_coverage() -> None:
    chunk = make_chunk("A second monitor is available on request and needs no approval.")
    events = await events_of(
        make_question("How much does a second monitor cost?"), make_ports(chunk, model=ExtractiveModel())
    )
    (refusal,) = of_type(events, Refusal)
    assert refusal.kind == "out_of_coverage"  # type: ignore[attr-defined]
