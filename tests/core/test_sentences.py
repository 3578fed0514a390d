from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain import Span
from core.sentences import Piece, SentenceBuffer, spans, split
from core.text.boundaries import MAX_CHARS

SIGNS = [
    "。",
    "！",
    "？",
    ".",
    "!",
    "?",
    "…",
    "；",
    "，",
    ":",
    "“",
    "”",
    '"',
    "'",
    "(",
    ")",
    "（",
    "）",
    "《",
    "》",
    "`",
    "```",
]
SIGNS += [
    "[1]",
    "[",
    "]",
    "【1】",
    "(来源：",
    "[2024]",
    "\n",
    "\n\n",
    " ",
    "  ",
    "|",
    "# ",
    "- ",
    "**",
    "_",
    "*****",
    "1.",
    "2.",
]
SIGNS += [
    "1)",
    "2)",
    "3.14",
    "v2.3.1",
    "etc.",
    "U.S.",
    "No.",
    "Mr.",
    "a",
    "B",
    "The",
    "年假",
    "他说：",
    "10:13 AM",
    "03/23/2001",
]
SIGNS += ["http://a.b?x=1", "x" * 65, "年" * 40, "e.g.", "\u3000", "\t"]
TEXTS = st.lists(st.sampled_from(SIGNS), max_size=30).map("".join)


def stream(text: str, cuts: list[int]) -> list[Piece]:
    buffer = SentenceBuffer()
    pieces, start = [], 0
    for size in cuts:
        pieces += buffer.feed(text[start : start + size])
        start += size
    return [*pieces, *buffer.feed(text[start:]), *buffer.close()]


def by(size: int, text: str) -> list[Piece]:
    return stream(text, [size] * (len(text) // size))


@settings(max_examples=400, deadline=None)
@given(TEXTS, st.lists(st.integers(0, 9), max_size=60))
def test_how_a_stream_was_cut_never_matters(text: str, cuts: list[int]) -> None:
    whole = stream(text, [])
    assert stream(text, cuts) == whole
    assert by(1, text) == whole
    assert [piece.text for piece in whole] == split(text)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80), st.lists(st.integers(0, 9), max_size=30))
def test_how_any_other_text_was_cut_does_not_matter_either(text: str, cuts: list[int]) -> None:
    assert stream(text, cuts) == by(1, text) == stream(text, [])


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_no_character_is_lost(text: str) -> None:
    pieces = stream(text, [])
    assert _visible("".join(piece.lead + piece.text for piece in pieces)) == _visible(text)
    assert all(piece.text and piece.text == piece.text.strip() for piece in pieces)
    assert all(piece.lead in ("", " ", "\n", "\n\n") for piece in pieces)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_only_white_space_lies_between_spans(text: str) -> None:
    end = 0
    for span in spans(text):
        assert text[end : span.start].strip() == ""
        assert end <= span.start < span.end
        end = span.end
    assert text[end:].strip() == ""


def _visible(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("上限是600次[1]。超出要申请[2][3]。", ["上限是600次[1]。", "超出要申请[2][3]。"]),
        ("不需要审批。[1] 但超过 5000 元除外。[2]", ["不需要审批。[1]", "但超过 5000 元除外。[2]"]),
        ("It is 600. [1][2] It resets daily. [3]", ["It is 600. [1][2]", "It resets daily. [3]"]),
        ("“不得外传。”[1]【2】请遵守。", ["“不得外传。”[1]【2】", "请遵守。"]),
        ("可结转。（来源：[1]）不可折现。", ["可结转。（来源：[1]）", "不可折现。"]),
        ("**5 天。**[1] **12 天。**[2]", ["**5 天。**[1]", "**12 天。**[2]"]),
        ("It is free.[1] Ask HR.[2]", ["It is free.[1]", "Ask HR.[2]"]),
        ("见下表。[2024] 版有效。", ["见下表。", "[2024] 版有效。"]),
        ("请看。[1](https://example.com) 有说明。", ["请看。", "[1](https://example.com) 有说明。"]),
    ],
)
def test_citations_stay_with_the_sentence_before_them(text: str, expected: list[str]) -> None:
    assert split(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("圆周率3.14。版本v2.3.1可用。", ["圆周率3.14。", "版本v2.3.1可用。"]),
        ("Use v2.3.1 or 3.14. Then stop.", ["Use v2.3.1 or 3.14.", "Then stop."]),
        ("见https://example.com/a.b?x=1.2。谢谢！", ["见https://example.com/a.b?x=1.2。", "谢谢！"]),
        ("Write to hr@example.com. Wait.", ["Write to hr@example.com.", "Wait."]),
        ("Files (e.g. video.mp4) fail. Split them.", ["Files (e.g. video.mp4) fail.", "Split them."]),
        ("Dr. Lee and Mr. Wu met. They left.", ["Dr. Lee and Mr. Wu met.", "They left."]),
        ("See No. 5 and sec. 2.3 on p. 55. Done.", ["See No. 5 and sec. 2.3 on p. 55.", "Done."]),
        ("He lives in the U.S. for now. OK.", ["He lives in the U.S. for now.", "OK."]),
        ("He lives in the U.S. They don't.", ["He lives in the U.S.", "They don't."]),
        ("Laptops, phones, etc. are lent. Ask IT.", ["Laptops, phones, etc. are lent.", "Ask IT."]),
        ("Ask J. K. Rowe. He knows.", ["Ask J. K. Rowe.", "He knows."]),
        ("第3.2.1节适用。GB/T 1.1也适用。", ["第3.2.1节适用。", "GB/T 1.1也适用。"]),
        ("限额5.5 GB.超出付费。", ["限额5.5 GB.", "超出付费。"]),
    ],
)
def test_full_stops_of_numbers_names_and_abbreviations_end_nothing(text: str, expected: list[str]) -> None:
    assert split(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("真的吗？！不会吧。", ["真的吗？！", "不会吧。"]),
        ("Really?! No way!! Yes.", ["Really?!", "No way!!", "Yes."]),
        ("他说……然后走了。完。", ["他说……然后走了。", "完。"]),
        ("Wait ... there is more. Wait... There is.", ["Wait ... there is more.", "Wait...", "There is."]),
        ("支持 Windows；不支持 ChromeOS。", ["支持 Windows；不支持 ChromeOS。"]),
        ("“我同意。”她说。", ["“我同意。”她说。"]),
        ("规定：“不得外传！”这很重要。", ["规定：“不得外传！”", "这很重要。"]),
        ("倡导“客户第一！”的理念。", ["倡导“客户第一！”的理念。"]),
        ('"Stop." he said. "Go." She went.', ['"Stop." he said.', '"Go."', "She went."]),
        ("看《你好。世界》了吗？看了。", ["看《你好。世界》了吗？", "看了。"]),
        ("员工（含外包。下同）适用。是的。", ["员工（含外包。下同）适用。", "是的。"]),
        ("（详见附件。）另行通知。", ["（详见附件。）", "另行通知。"]),
        ("Use `a. B` first. Then go.", ["Use `a. B` first.", "Then go."]),
    ],
)
def test_quotes_brackets_and_runs_of_stops_are_kept_together(text: str, expected: list[str]) -> None:
    assert split(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- 年假5天\n- 病假12天", ["- 年假5天", "- 病假12天"]),
        ("1. 提交申请。[1]\n2. 主管审批。[2]", ["1. 提交申请。[1]", "2. 主管审批。[2]"]),
        ("1. Ask. 2. Wait.", ["1. Ask.", "2. Wait."]),
        ("流程：1. 提交；2. 审批；3. 备案。", ["流程：1. 提交；2. 审批；3. 备案。"]),
        ("## 1. 概述。简介\n正文。", ["## 1. 概述。简介", "正文。"]),
        ("| a。b | c. D |\n|---|---|\n| 1 | 2 |", ["| a。b | c. D |", "|---|---|", "| 1 | 2 |"]),
        ("运行：\n```\na = 1. \n\nb。c\n```\n完。", ["运行：", "```\na = 1. \n\nb。c\n```", "完。"]),
        ("可以\n\n不可以", ["可以", "不可以"]),
    ],
)
def test_lists_headings_tables_and_fences_end_where_their_lines_do(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_a_line_wrapped_inside_a_paragraph_ends_nothing() -> None:
    english = "Every employee who has worked for a full calendar year may carry over\nfive days of leave. Ask HR."
    assert split(english) == [english[:-8], "Ask HR."]
    chinese = "工作满一年的员工可以将未使用的年假结转到次年第一季度使用，\n但不得折现。"
    assert split(chinese) == [chinese]
    cited = english.replace("over\n", "over [1]\n")
    assert split(cited) == [cited[:73], cited[74:-8], "Ask HR."]
    assert split(english.replace("five", "\nfive"))[1].startswith("five")


def test_leads_tell_space_line_and_paragraph_apart() -> None:
    assert stream("  一。 二。三。\n四\n \n五", []) == [
        Piece("", "一。"),
        Piece(" ", "二。"),
        Piece("", "三。"),
        Piece("\n", "四"),
        Piece("\n\n", "五"),
    ]


def test_spans_point_into_the_original() -> None:
    text = " 年假 5 天。 Ask HR.\n"
    assert spans(text) == (Span(1, 8), Span(9, 16))


def test_a_sentence_comes_out_as_soon_as_the_next_one_begins() -> None:
    buffer = SentenceBuffer()
    assert buffer.feed("年假 5 天。[1") == []
    assert buffer.feed("]病") == [Piece("", "年假 5 天。[1]")]
    assert buffer.feed("假 12 天。\n") == [Piece("", "病假 12 天。")]
    assert buffer.close() == []


@pytest.mark.parametrize("size", [1, 3, 7])
@pytest.mark.parametrize("text", ["a" * 9000, "年" * 9000, "```\n" + "x\n" * 4000, "| a |" * 2000, "“" + "。a" * 4000])
def test_a_text_without_an_end_is_held_for_a_bounded_length(text: str, size: int) -> None:
    pieces = by(size, text)
    assert pieces == stream(text, [])
    assert max(len(piece.text) for piece in pieces) <= MAX_CHARS


@pytest.mark.parametrize(
    "hostile",
    [
        "[",
        "。",
        "1.",
        "`",
        "```",
        '"',
        "“",
        "（",
        "*",
        "_",
        "[1]",
        "。[1]",
        "！”",
        ". ",
        "\n",
        " ",
        "|",
        "a) b) ",
        "e.g. ",
        "''.",
    ],
)
def test_hostile_repetition_is_split_in_linear_time(hostile: str) -> None:
    assert len(spans((hostile * 100_000)[:100_000])) <= 100_000
    by(1, (hostile * 5_000)[:5_000])
