"""What a question asks for, and which sentences answer it."""

from __future__ import annotations

import pytest
from hostile import assert_linear
from making import make_question

from core import asks
from core.questions.question_kinds import kind_of
from core.questions.question_parts import parts_of


def answers(question: str, sentence: str, *, context: str = "") -> bool:
    """Whether the sentence may be quoted as an answer."""
    parts = asks.ask(make_question(question)).parts
    return any(asks.score(part, sentence, context=context) >= asks.MIN_SCORE for part in parts)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("团队空间由谁创建？", "who"),
        ("每月什么时候发工资？", "when"),
        ("试用期有多长？", "how_long"),
        ("密码多久更换一次？", "how_often"),
        ("餐补每天多少钱？", "how_much"),
        ("最多能上传多少个文件？", "how_many"),
        ("月薪上限是多少？", "amount"),
        ("文件最大能有多大？", "size"),
        ("年度体检在哪里做？", "where"),
        ("批量重命名是哪个版本有的？", "version"),
        ("为什么看不到下载按钮？", "why"),
        ("怎么恢复文件？", "how_to"),
        ("提取码可以自己设定吗？", "may"),
        ("住宿需要发票吗？", "must"),
        ("公司发不发通讯补贴？", "whether"),
        ("Who approves the change?", "who"),
        ("When is the sandbox reset?", "when"),
        ("How many hours is a token valid?", "how_long"),
        ("How often is the page updated?", "how_often"),
        ("How much does a monitor cost?", "how_much"),
        ("How many approvals does a change need?", "how_many"),
        ("How much is the allowance?", "amount"),
        ("How big can a file be?", "size"),
        ("Where are files stored?", "where"),
        ("Which app version added scanning?", "version"),
        ("Why is the button grey?", "why"),
        ("How do I close my account?", "how_to"),
        ("Can I keep the laptop?", "may"),
        ("Do I need a receipt?", "must"),
        ("Is laundry reimbursed?", "whether"),
        ("What is the hotel limit?", "value"),
        ("What is Yunti Drive?", "what"),
        ("What happens when a delivery fails?", "what"),
        ("What do I do if someone who left has files?", "what"),
    ],
)
def test_the_kind_of_a_question_is_read_from_its_asking_words(question: str, kind: str) -> None:
    found = kind_of(question)
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("年假有几天？", ("年假有几天？",)),
        ("令牌多久过期，调用上限又是多少？", ("令牌多久过期", "调用上限又是多少")),
        ("去上海出差，住宿标准和餐补各是多少？", ("住宿标准是多少", "餐补是多少")),
        (
            "How long is a token valid, and how many calls are allowed?",
            ("How long is a token valid", "how many calls are allowed"),
        ),
        (
            "What are the meal allowance and the taxi limit on a trip?",
            ("the meal allowance", "the taxi limit on a trip"),
        ),
        ("Which files and folders are kept?", ("Which files and folders are kept?",)),
    ],
)
def test_a_question_is_split_only_where_it_asks_for_several_things(question: str, parts: tuple[str, ...]) -> None:
    assert parts_of(question) == parts


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("食堂的晚餐多少钱？", "食堂的晚餐从 17:30 开始供应。"),
        ("谁批准加班？", "加班须事先批准。"),
        ("审计日志保留多少天？", "审计日志可以在后台查看。"),
        ("年度体检什么时候做？", "年度体检的费用由公司承担。"),
        ("公司的法定代表人是谁？", "合同须由法定代表人授权。"),
        ("年度体检的费用是多少？", "年度体检每年 9 月组织一次。"),
        ("食堂在几楼？", "食堂的午餐由员工自付 8 元。"),
        ("What is the visa fee?", "Visa fees are reimbursed in full."),
        ("How much does a second monitor cost?", "A second monitor is available on request."),
        ("How many engineers are in the on-call rota?", "Engineers join the on-call rota after 6 months."),
        ("When are laptops replaced?", "Laptops are replaced by the IT desk."),
        ("How many servers does the VPN have?", "The VPN update starts on 5% of the servers."),
        ("Who is the auditor?", "The auditor may ask for documents."),
    ],
)
def test_a_sentence_without_the_kind_of_value_asked_for_is_no_answer(question: str, sentence: str) -> None:
    asked = asks.ask(make_question(question))
    assert not answers(question, sentence)
    assert not asks.is_answered_by(asked, sentence, context="")


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("手机话费可以报销吗？", "停车费可以报销。"),
        ("客服电话是多少？", "客服每天处理 200 个工单。"),
        ("审计日志怎么导出？", "访问记录可以导出为 CSV 文件。"),
        ("Can I have my phone bill reimbursed?", "Minibar bills are never reimbursed."),
        ("What is the dress code?", "Every change of the code needs two approvals."),
    ],
)
def test_a_sentence_about_a_neighbour_of_what_was_asked_is_not_quoted(question: str, sentence: str) -> None:
    assert not answers(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence", "context"),
    [
        ("删掉的文件在回收站里能放多少天？", "删除的文件在回收站保留 30 天。", ""),
        ("提取码可以自己设定吗？", "提取码由系统随机生成，不能自定义。", ""),
        ("机密文件能不能分享给外部的人？", "密级：机密，能否外部分享：原则上禁止", "外部分享安全规范"),
        ("密码最少要多少位？", "密码长度不得少于 12 位。", ""),
        ("How do I close my account?", "Open Settings > Account > Close account.", ""),
        ("How many times is a failed delivery retried?", "The delivery is retried up to 6 times.", "Failed deliveries"),
        ("Do I need an approval to get a second monitor?", "A second monitor needs no approval.", ""),
        ("Is a monitor free?", "A monitor is free of charge.", ""),
    ],
)
def test_an_answer_in_nearly_the_same_words_is_quoted(question: str, sentence: str, context: str) -> None:
    assert answers(question, sentence, context=context)


@pytest.mark.parametrize(
    ("question", "sentence", "context"),
    [
        ("访问令牌多久过期？", "它的有效期是 2 小时。", "访问令牌的有效期为 2 小时"),
        ("加班打车能报多少钱？", "每次最多 60 元。", "加班打车"),
        ("How long is an access token valid?", "It expires after 2 hours.", "An access token is valid for 2 hours."),
        (
            "Who approves a change?",
            "Two colleagues, one of them an owner of the code.",
            "Every change needs two approvals",
        ),
    ],
)
def test_a_draft_may_answer_in_other_words(question: str, sentence: str, context: str) -> None:
    assert asks.is_answered_by(asks.ask(make_question(question)), sentence, context=context)


def test_without_content_words_everything_answers() -> None:
    assert asks.is_answered_by(asks.ask(make_question("什么？")), "打印机在三楼。", context="")
    assert asks.is_answered_by(asks.ask(make_question("What?")), "The printer is upstairs.", context="")


@pytest.mark.parametrize(
    ("question", "shown", "left"),
    [
        ("发票要在多久之内提交，餐补每天多少钱？", "发票须在 60 天内提交报销。", ("餐补每天多少钱",)),
        (
            "How long is a token valid, and who pays for repairs?",
            "A token is valid for 2 hours.",
            ("who pays for repairs",),
        ),
        ("年假有几天？", "打印机在三楼。", ()),
    ],
)
def test_parts_that_nothing_shown_answers_are_told_in_the_questions_words(
    question: str, shown: str, left: tuple[str, ...]
) -> None:
    assert asks.unanswered(make_question(question), [(shown, "")]) == left


@pytest.mark.parametrize(
    "unit", ["怎么把", "多少1", "什么", "能", " ", "和", "how many ", "is x ", "a and ", "who is the ", "，", "1.", "?"]
)
def test_hostile_questions_take_linear_time(unit: str) -> None:
    def answered(n: int) -> bool:
        text = "A" + unit * n + "吗 b?"
        return asks.is_answered_by(asks.ask(make_question(text)), text, context="")

    assert_linear(answered, small=500, large=4000)
