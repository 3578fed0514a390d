from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain import Claim
from core.markers import MAX_NUMBERS, Mark, claim, marks, neutralise

PIECES = st.lists(
    st.sampled_from(
        [
            "[1]",
            "[",
            "]",
            "【",
            "】",
            "（",
            "）",
            "来源：",
            "source ",
            "1",
            "12",
            ",",
            "，",
            " ",
            "-",
            "^",
            "†",
            "`",
            "```",
            "。",
            ".",
            "a",
            "年假",
            "arr",
            "(http://a",
            "\\",
            "\n",
            "[2024]",
            "〔",
            "0",
        ]
    ),
    max_size=30,
).map("".join)


@pytest.mark.parametrize(
    ("mark", "numbers"),
    [
        ("[1]", (1,)),
        ("[1][2]", (1, 2)),
        ("[1], [2]", (1, 2)),
        ("[1, 2]", (1, 2)),
        ("[1，2]", (1, 2)),
        ("[1、2]", (1, 2)),
        ("[1；2]", (1, 2)),
        ("[1 和 2]", (1, 2)),
        ("[1 and 2]", (1, 2)),
        ("[1-3]", (1, 2, 3)),
        ("[1–3, 5]", (1, 2, 3, 5)),
        ("[3-1]", (3, 1)),
        ("【1】", (1,)),
        ("［１］", (1,)),
        ("〔1〕", (1,)),
        ("[^1]", (1,)),
        ("[#1]", (1,)),
        ("[0]", (0,)),
        ("【1†source】", (1,)),
        ("【4:0†handbook.md】", (4,)),
        ("[来源1]", (1,)),
        ("[来源：1]", (1,)),
        ("[来源1，来源2]", (1, 2)),
        ("[source 1]", (1,)),
        ("[Source: 1, 2]", (1, 2)),
        ("[Exhibit 3]", (3,)),
        ("（来源：[1][2]）", (1, 2)),
        ("（见[1]）", (1,)),
        ("(Source 1)", (1,)),
        ("来源：[1]", (1,)),
        ("\\[1\\]", (1,)),
    ],
)
def test_every_form_of_mark_is_read_and_taken_out(mark: str, numbers: tuple[int, ...]) -> None:
    assert claim(f"每分钟上限是 600 次 {mark}。") == Claim("每分钟上限是 600 次。", numbers)
    assert claim(f"The limit is 600 calls {mark}.") == Claim("The limit is 600 calls.", numbers)
    assert claim(f"上限是600次。{mark}") == Claim("上限是600次。", numbers)
    assert claim(f"The limit is 600 calls. {mark}") == Claim("The limit is 600 calls.", numbers)


@pytest.mark.parametrize(
    "text",
    [
        "用 `limit[1]` 读取。",
        "Read it with `limit [1]` now.",
        "``a ` [1] b``",
        "```\nlimit [1]\n```",
        "```python\nstill open [1]",
        "arr[0]",
        "读 x[1] 的值。",
        "Use items[2] to read it.",
        "rows[1].id",
        "total[1] = 2",
        "2024年 [2024] 版",
        "In [2024] it changed.",
        "取值在 [0, 1] 之间",
        "[1](https://example.com/1)",
        "[1](http://example.com)",
        "[说明](https://example.com/[1)",
        "[text](url)",
        "（1）第一条",
        "(2) the second",
        "[v1.2]",
        "[]",
        "[1",
        "1]",
    ],
)
def test_code_links_years_and_list_numbers_are_no_marks(text: str) -> None:
    assert marks(text) == ()
    assert claim(text) == Claim(text, ())
    assert neutralise(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("上限是600次[1]", Claim("上限是600次", (1,))),
        ("The limit is 600 calls per minute[1].", Claim("The limit is 600 calls per minute.", (1,))),
        ("limit[1] is 600", Claim("limit is 600", (1,))),
        ("It covers these items[1].", Claim("It covers these items.", (1,))),
        ("年假 [1] 不可结转 [2]。", Claim("年假不可结转。", (1, 2))),
        ("Leave [2] expires [1][2] in March.", Claim("Leave expires in March.", (2, 1))),
        ("可结转。[1]。", Claim("可结转。", (1,))),
        ("“可以”[1]，最多 5 天[2]！", Claim("“可以”，最多 5 天！", (1, 2))),
        ("- 病假 [1]\n- 事假 [2]", Claim("- 病假\n- 事假", (1, 2))),
        ("[1] 可以结转", Claim("可以结转", (1,))),
        ("没有标记。", Claim("没有标记。", ())),
    ],
)
def test_a_claim_reads_as_if_it_had_never_had_marks(text: str, expected: Claim) -> None:
    assert claim(text) == expected


def test_marks_say_where_they_stand() -> None:
    assert marks("上限[1]是【2, 3】。") == (Mark(2, 5, (1,)), Mark(6, 12, (2, 3)))


def test_wide_ranges_and_long_lists_yield_a_bounded_number_of_numbers() -> None:
    assert claim("x [1-999].").numbers == tuple(range(1, MAX_NUMBERS + 1))
    assert len(marks("[1-99, 100-199]")[0].numbers) == MAX_NUMBERS


@pytest.mark.parametrize("text", ["见文献 [1]、【2】（来源：[3]）。", "As shown in [1] and [Source: 2, 3] (source 4)."])
def test_marks_of_a_document_are_made_harmless_at_the_same_length(text: str) -> None:
    assert marks(text)
    assert marks(neutralise(text)) == ()
    assert len(neutralise(text)) == len(text)


@given(PIECES)
def test_no_document_keeps_a_mark(text: str) -> None:
    assert marks(neutralise(text)) == ()


@given(PIECES)
def test_a_claim_holds_the_numbers_of_its_marks(text: str) -> None:
    assert claim(text).numbers == tuple(dict.fromkeys(n for mark in marks(text) for n in mark.numbers))


@pytest.mark.parametrize(
    "hostile",
    [
        "[",
        "[1",
        "[1,",
        "[1  ",
        "[^",
        "（来源",
        "（[1]",
        "`",
        "``",
        "``a",
        "```",
        "【1†",
        "[1-",
        "\\[",
        "来源：",
        "[1] ",
        "x[1]",
        "(see ",
        "[" + "1  " * 49,
        "（" + "[1]" * 19,
    ],
)
def test_hostile_repetition_is_read_in_linear_time(hostile: str) -> None:
    text = hostile * (100_000 // len(hostile))
    claim(text)
    neutralise(text)
