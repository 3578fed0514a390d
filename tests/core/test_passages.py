"""What of a block may be quoted, and what it stands under."""

from __future__ import annotations

import pytest
from hostile import assert_linear
from making import make_block, make_chunk

from core.domain import Span
from core.questions.passages import passages, row_span, row_text, setting

ZH = """## 材料

请携带以下全部材料：

- 身份证原件；
- 学历证书复印件。

| 级别 | 响应 |
|:---|---|
| 一级 | 15 分钟 |

答：以上材料均须交还。它们不得外借。
"""
EN = """## Costs

**Are tolls paid back?** Tolls are paid back with a receipt. They need a stamp.

```
GET /v2/files
```

1. Open the portal.

2. Send the form.
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ZH, ["身份证原件；", "学历证书复印件。", "级别：一级，响应：15 分钟", "以上材料均须交还。", "它们不得外借。"]),
        (EN, ["Tolls are paid back with a receipt.", "They need a stamp.", "Open the portal.", "Send the form."]),
    ],
)
def test_headings_questions_headers_and_code_are_never_quoted(text: str, expected: list[str]) -> None:
    assert [passage.text for passage in passages(make_block(text))] == expected


def test_an_entry_knows_its_heading_and_the_line_that_announces_it() -> None:
    found = passages(make_block(ZH, title="入职指南"))
    assert found[0].above == "入职指南 材料 请携带以下全部材料："
    assert found[0].said == "请携带以下全部材料： 身份证原件；"
    assert (found[0].group, found[0].form) == (found[1].group, found[1].form)


def test_a_reply_stands_under_its_question_and_a_pronoun_under_the_sentence_before() -> None:
    first, second, *steps = passages(make_block(EN, title="Guide"))
    assert first.above == "Guide Costs Are tolls paid back?"
    assert second.above.endswith("Tolls are paid back with a receipt.")
    assert steps[0].group == steps[1].group


def test_rows_cut_off_their_table_take_its_header_from_the_headings() -> None:
    block = make_block("| Pro | 8 hours |\n| Free | 48 hours |\n", heading=("Plans", "| Plan | Response |"))
    assert [passage.text for passage in passages(block)] == [
        "Plan: Pro, Response: 8 hours",
        "Plan: Free, Response: 48 hours",
    ]


def test_empty_cells_are_left_out_of_a_row() -> None:
    assert row_text(("城市", "标准", "备注"), ("北京", "550 元", "")) == "城市：北京，标准：550 元"
    assert row_text((), ("a", "", "b")) == "a, b"


@pytest.mark.parametrize(
    ("sentence", "row"),
    [
        ("级别：一级，响应：15 分钟。", "| 一级 | 15 分钟 |"),
        ("级别：一级，响应：30 分钟", None),
        ("级别：一级", None),
        ("响应：一级，级别：15 分钟", None),
    ],
)
def test_only_a_row_read_out_cell_for_cell_is_found_in_its_table(sentence: str, row: str | None) -> None:
    span = row_span(sentence, ZH)
    assert (ZH[span.start : span.end] if span else None) == row


def test_the_setting_of_a_span_holds_what_stands_above_it() -> None:
    chunk = make_chunk(ZH, title="入职指南")
    start = ZH.index("| 一级")
    assert setting(chunk, Span(start, start + 8)) == "入职指南 材料 级别 响应"
    assert setting(chunk, Span(0, 3)) == "入职指南"


@pytest.mark.parametrize("unit", ["| a ", "- a? ", "答：", "#", "a：\n", "- ", "|-", "Q: ", "它", "*", "“"])
def test_hostile_blocks_take_linear_time(unit: str) -> None:
    assert_linear(lambda n: passages(make_block(unit * n)), small=4000, large=16000)
