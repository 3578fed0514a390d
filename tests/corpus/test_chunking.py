"""Chunks are exact substrings, and what belongs together stays together."""

from __future__ import annotations

from datetime import date

import pytest
from hostile import assert_linear
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain import Document
from corpus.chunking import LIMIT_TOKENS, TARGET_TOKENS, chunk, size

ZH = Document(id="doc-010", title="手册", version="1", language="zh", updated_at=date(2025, 3, 1))


def texts(body):
    return [part.text for part in chunk(ZH, body)]


def sentences(n, zh):
    return "".join(
        f"第{i}条规定员工须在当月提交申请。" if zh else f"Rule {i} asks staff to apply in time. " for i in range(n)
    )


def test_each_section_is_a_chunk_with_its_heading_path_and_a_counted_id():
    body = "# 云梯手册\n\n概述。\n\n## 上传\n\n单个文件上限 200 MB。\n\n### 断点续传\n\n支持。\n\n"
    body += "## Recycle bin\n\nKept for 30 days.\n"
    found = [(part.id, part.heading, part.text) for part in chunk(ZH, body)]
    assert found == [
        ("doc-010#c01", ("云梯手册",), "# 云梯手册\n\n概述。"),
        ("doc-010#c02", ("云梯手册", "上传"), "## 上传\n\n单个文件上限 200 MB。"),
        ("doc-010#c03", ("云梯手册", "上传", "断点续传"), "### 断点续传\n\n支持。"),
        ("doc-010#c04", ("云梯手册", "Recycle bin"), "## Recycle bin\n\nKept for 30 days."),
    ]


def test_a_heading_without_text_of_its_own_opens_the_chunk_below_it():
    assert texts("# 制度\n\n## 年假\n\n5 天。") == ["# 制度\n\n## 年假\n\n5 天。"]
    assert texts("# A\n\ntext\n\n# 完") == ["# A\n\ntext", "# 完"]


def test_heading_paths_carry_no_markup():
    (part,) = chunk(ZH, "# **Open** [API](https://x.example) `v2`\n\ntext")
    assert part.heading == ("Open API v2",)


@pytest.mark.parametrize("zh", [True, False])
def test_short_paragraphs_of_a_section_are_put_together_up_to_the_target(zh):
    paragraphs = [sentences(4, zh).strip() for _ in range(12)]
    found = texts("\n\n".join(paragraphs))
    assert len(found) > 1
    assert all(size(text) <= TARGET_TOKENS * 1.1 for text in found)
    assert "\n\n".join(found) == "\n\n".join(paragraphs)


@pytest.mark.parametrize("zh", [True, False])
def test_a_long_paragraph_is_cut_between_sentences_only(zh):
    found = texts(sentences(80, zh))
    assert len(found) > 2
    assert all(text.endswith("。" if zh else ".") for text in found)
    assert all(size(text) <= TARGET_TOKENS for text in found)


@pytest.mark.parametrize("intro", ["以下费用不予报销：", "The following is **not** reimbursed:", "不予报销的费用"])
def test_a_list_stays_with_the_line_that_announces_it(intro):
    before = sentences(17, zh=True)
    items = "\n".join(f"- 第 {i} 项费用 item {i}" for i in range(15))
    assert texts(f"{before}\n\n{intro}\n\n{items}") == [before, f"{intro}\n\n{items}"]


@pytest.mark.parametrize("exception", ["但经主管批准的除外。", "Except where a manager agrees."])
def test_an_exception_stays_with_the_rule_before_it(exception):
    rule = sentences(17, zh=True)
    assert texts(f"# A\n\n{rule}\n\n{exception}") == [f"# A\n\n{rule}\n\n{exception}"]


def test_a_long_list_is_cut_between_items_and_its_introduction_keeps_the_first():
    items = [f"- 第 {i} 项：发生后须在 {i} 天内提交申请，并附上发票原件与审批单。\n  逾期不予受理。" for i in range(60)]
    found = texts("报销须满足下列条件：\n\n" + "\n".join(items))
    assert found[0].startswith("报销须满足下列条件：\n\n- 第 0 项")
    assert len(found) > 3
    assert all(text.startswith("- ") for text in found[1:])
    assert all(text.endswith("逾期不予受理。") for text in found)


def test_a_long_table_is_cut_between_rows_and_later_parts_carry_its_header_in_their_heading():
    rows = "\n".join(f"| 城市 {i} | {i * 10} 元 |" for i in range(120))
    parts = chunk(ZH, f"# 差旅标准\n\n| 城市 | 每晚上限 |\n| --- | --- |\n{rows}\n\n以上金额含税。")
    assert len(parts) > 3
    assert parts[0].heading == ("差旅标准",)
    assert {part.heading for part in parts[1:-1]} == {("差旅标准", "城市 | 每晚上限")}
    assert all(line.endswith((" |", "。")) for part in parts for line in part.text.split("\n")[2:] if line)


def test_a_table_below_the_limit_and_a_code_fence_of_any_length_stay_whole():
    table = "| a | b |\n|---|---|\n" + "\n".join(f"| {i} | {i} |" for i in range(100))
    assert TARGET_TOKENS < size(table) < LIMIT_TOKENS
    assert texts(table) == [table]
    fence = "```json\n" + '{"limit": 600}\n\n' * 400 + "```"
    assert texts(f"# API\n\nExample.\n\n{fence}\n\nEnd.")[1] == fence


def test_link_definitions_and_html_are_not_lost():
    assert texts("[a]: https://x.example\n\n<div>\n说明\n</div>") == ["[a]: https://x.example\n\n<div>\n说明\n</div>"]


LINES = [
    "# 标题",
    "## Head",
    "text。",
    "但除外。",
    "Except this.",
    "：",
    "a:",
    "",
    "- a",
    "1. b",
    "```",
    "> 引用",
    "[x]: y",
]
PIECES = st.sampled_from(
    [
        *(line + "\n" for line in LINES),
        *(
            "---\n",
            "===\n",
            "    code\n",
            "<p>\n",
            "没有结尾",
            " ",
            "\t",
            "\u2028",
            "\r",
            "\n\n",
            "| a | b |\n|---|---|\n",
            "| 1 | 2 |\n",
        ),
        *(
            sentences(30, zh=True),
            sentences(30, zh=False),
            "| x | 一二三四五六七八 |\n" * 60,
            "- 条目内容很多很多很多\n" * 60,
        ),
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES | st.text(max_size=8), max_size=25).map("".join))
def test_chunks_are_substrings_in_order_and_cover_all_that_is_not_blank(body):
    end = 0
    for number, part in enumerate(chunk(ZH, body), start=1):
        assert part.id == f"doc-010#c{number:02d}"
        assert part.text
        assert part.start >= end
        assert not body[end : part.start].strip()
        assert body[part.start :].startswith(part.text)
        end = part.start + len(part.text)
    assert not body[end:].strip()


@pytest.mark.parametrize(
    "unit",
    [
        "> ",
        "- ",
        "[a",
        "|",
        "# a\n",
        "a:\n\n",
        "：\n\n",
        "`",
        "| a | b |\n|---|---|\n",
        "* * ",
        "但\n\n",
        "第。",
        "<a",
        "[](",
        "1. ",
    ],
)
def test_hostile_documents_take_linear_time(unit):
    assert_linear(lambda n: chunk(ZH, "# h\n\n" + unit * n), small=1000, large=4000)
