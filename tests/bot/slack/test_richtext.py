from typing import Any

import pytest
import scripted as s
from hostile import assert_linear

from bot.slack.richtext import answer_elements, elements

BOLD = {"style": {"bold": True}}


def text(value: str, **style: bool) -> dict[str, Any]:
    return {"type": "text", "text": value} | ({"style": style} if style else {})


def section(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": "rich_text_section", "elements": list(parts)}


def bullets(*items: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "rich_text_list", "style": "bullet", "indent": 0, "elements": list(items)} | more


@pytest.mark.parametrize(
    ("markdown", "parts"),
    [
        ("试用期为**九十天**，可缩短", [text("试用期为"), text("九十天", bold=True), text("，可缩短")]),
        ("**“重要”**的", [text("“重要”", bold=True), text("的")]),
        ("run `a_b*c` now", [text("run "), text("a_b*c", code=True), text(" now")]),
        ("见*这里*。", [text("见"), text("这里", italic=True), text("。")]),
        ("2*3*4 and 2**10 and a_b_c", [text("2*3*4 and 2**10 and a_b_c")]),
        ("**a `b` c**", [text("a ", bold=True), text("b", bold=True, code=True), text(" c", bold=True)]),
        (r"1\. \*x\*", [text("1"), text("."), text(" "), text("*"), text("x"), text("*")]),
    ],
)
def test_inline_markup_is_styled_in_both_languages(markdown: str, parts: list[dict[str, Any]]) -> None:
    assert elements(markdown) == [section(*parts)]


@pytest.mark.parametrize("hostile", ["<!channel> <@U1> <https://e.v|x>", ":fire: @here", "&lt;!here&gt;"])
def test_nothing_becomes_a_mention_a_link_or_an_emoji(hostile: str) -> None:
    assert elements(hostile) == [section(text(hostile))]


def test_a_link_of_a_document_is_written_out() -> None:
    assert elements("见 [手册](https://e.v/x)") == [section(text("见 "), text("手册 (https://e.v/x)"))]
    assert elements("[ref]: https://e.v/x") == [section(text("[ref]: https://e.v/x"))]


def test_lists_keep_their_order_depth_and_first_number() -> None:
    assert elements("- 一\n  - 二\n\n3. 三") == [
        bullets(section(text("一"))),
        bullets(section(text("二")), indent=1),
        bullets(section(text("三")), style="ordered", offset=2),
    ]


def test_a_table_becomes_a_line_for_each_row() -> None:
    assert elements("| 套餐 | 上限 |\n|---|---|\n| 标准版 | 100 MB |\n| 企业版 | |") == [
        bullets(
            section(text("标准版", bold=True), text(" – "), text("上限: "), text("100 MB")),
            section(text("企业版", bold=True)),
        )
    ]


def test_a_row_of_a_table_that_stands_alone_is_readable() -> None:
    assert elements("| 标准版 | 100 MB |") == [section(text("标准版 · 100 MB"))]
    assert elements("|---|---|") == []


def test_a_fence_keeps_every_character_also_while_it_is_open() -> None:
    code = {"type": "rich_text_preformatted", "elements": [text("curl **x** [1]")]}
    assert elements("```sh\ncurl **x** [1]\n```") == [code]
    assert elements("```sh\ncurl **x** [1]") == [code]


def test_headings_are_bold_and_quotes_are_quotes() -> None:
    assert elements("## 标题\n\n> 引用") == [
        section(text("标题", bold=True)),
        {"type": "rich_text_quote", "elements": [text("引用")]},
    ]


def test_numbers_follow_their_sentences() -> None:
    said = [
        s.sentence("试用期为 90 天。", (1, s.PROBATION)),
        s.sentence("It pays.", (2, s.LEAVE), (1, s.PROBATION)),
        s.sentence("单个文件最大 200 MB。", (2, s.NEW), disputed=s.CONFLICT, lead="\n\n"),
    ]
    assert "".join(part["text"] for part in answer_elements(said)[0]["elements"]) == (
        "试用期为 90 天。[1] It pays. [2][1]\n\n单个文件最大 200 MB。[2]⚖️"
    )


def test_numbers_of_list_items_stay_in_the_items() -> None:
    said = [s.sentence("- 一", (1, s.PROBATION)), s.sentence("- 二", (2, s.LEAVE), lead="\n")]
    assert answer_elements(said) == [bullets(section(text("一"), text(" [1]")), section(text("二"), text(" [2]")))]


def test_numbers_wait_for_the_end_of_a_table_and_of_a_fence() -> None:
    said = [
        s.sentence("| a | b |\n|---|---|", (1, s.PROBATION)),
        s.sentence("| c | d |", (2, s.LEAVE), lead="\n"),
        s.sentence("```\nx", (1, s.PROBATION), lead="\n\n"),
        s.sentence("y\n```", (1, s.PROBATION), lead="\n"),
        s.sentence("End.", (2, s.LEAVE), lead="\n"),
    ]
    assert answer_elements(said) == [
        bullets(
            section(text("c", bold=True), text(" – "), text("b: "), text("d"), text(" "), text("[1]"), text("[2]"))
        ),
        {"type": "rich_text_preformatted", "elements": [text("x\ny")]},
        section(text("[1]"), text("\n\n"), text("End."), text(" [2]")),
    ]


def test_a_disputed_row_of_a_table_is_marked_below_it() -> None:
    said = [s.sentence("| a | b |\n|---|---|\n| c | d |", (1, s.NEW), disputed=s.CONFLICT)]
    (found,) = answer_elements(said)
    assert [part["text"] for part in found["elements"][-1]["elements"]][-3:] == [" ", "[1]", "⚖️"]


def test_a_line_after_a_list_is_not_part_of_its_last_item() -> None:
    said = [
        s.sentence("1. 打开设置。", (1, s.PROBATION)),
        s.sentence("客户端每天检查一次更新。", (2, s.LEAVE), lead="\n"),
        s.sentence("- 导出", (1, s.PROBATION), lead="\n"),
        s.sentence("Then wait.", (1, s.PROBATION), lead=" "),
    ]
    assert answer_elements(said) == [
        bullets(section(text("打开设置。"), text("[1]")), style="ordered"),
        section(text("客户端每天检查一次更新。"), text("[2]")),
        bullets(section(text("导出"), text(" [1]"), text(" Then wait."), text(" [1]"))),
    ]


def test_a_heading_and_a_row_that_stand_alone_carry_their_number() -> None:
    said = [
        s.sentence("## 2. 住宿标准", (1, s.PROBATION)),
        s.sentence("| 城市 | 员工 |", (1, s.PROBATION), lead="\n\n"),
    ]
    assert answer_elements(said) == [
        section(text("2. 住宿标准", bold=True), text(" [1]"), text("\n\n"), text("城市 · 员工"), text(" "), text("[1]"))
    ]


def test_brackets_in_a_sentence_are_not_taken_for_our_numbers() -> None:
    said = [s.sentence("arr[0] \ue0009\ue001 (https://e.v)", (1, s.PROBATION))]
    assert answer_elements(said) == [section(text("arr[0] 9 (https://e.v)"), text(" [1]"))]


def test_bold_whose_other_half_was_withheld_is_plain() -> None:
    assert answer_elements([s.sentence("**注意", (1, s.PROBATION))]) == [section(text("注意"), text(" [1]"))]
    assert answer_elements([s.sentence("a 2**10 b", (1, s.PROBATION))]) == [section(text("a 2**10 b"), text(" [1]"))]


@pytest.mark.parametrize("piece", ["**a", "`", "[a](", "*a ", "> ", "- ", "| ", "\\*", "![x](", "```\n", "a|b\n"])
def test_hostile_markup_takes_linear_time(piece: str) -> None:
    assert_linear(lambda count: elements(piece * count), small=1_000, large=8_000)
