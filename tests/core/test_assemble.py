"""Assembly: order, budget, repeats, numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from making import make_chunk

from core.assemble import assemble, fingerprint, folded
from core.domain import Hit, Policy


def hits(*texts_and_scores: tuple[str, str, float]) -> list[Hit]:
    return [Hit(make_chunk(text, id), score) for id, text, score in texts_and_scores]


def test_the_best_is_first_the_second_last_and_the_third_second() -> None:
    assert folded([1, 2, 3, 4, 5]) == [1, 3, 5, 4, 2]
    assert folded([1, 2]) == [1, 2]
    assert folded([]) == []


def test_numbers_follow_the_order_shown() -> None:
    found = hits(("a#c01", "甲" * 5, 5.0), ("b#c01", "乙" * 5, 4.0), ("c#c01", "third", 3.0))
    blocks = assemble(found, policy=Policy(), count_tokens=len)
    assert [(block.number, block.chunk.id) for block in blocks] == [(1, "a#c01"), (2, "c#c01"), (3, "b#c01")]


def test_ties_are_broken_by_chunk_id_whatever_order_they_come_in() -> None:
    found = hits(("b#c01", "乙文", 5.0), ("a#c02", "text two", 5.0), ("a#c01", "甲文", 5.0))
    forwards = assemble(found, policy=Policy(), count_tokens=len)
    backwards = assemble(found[::-1], policy=Policy(), count_tokens=len)
    assert [block.chunk.id for block in forwards] == ["a#c01", "b#c01", "a#c02"]
    assert forwards == backwards


def test_a_block_that_does_not_fit_is_skipped_and_a_smaller_one_behind_it_taken() -> None:
    found = hits(("a#c01", "甲" * 600, 5.0), ("b#c01", "乙" * 700, 4.0), ("c#c01", "丙" * 500, 3.0))
    blocks = assemble(found, policy=Policy(context_tokens=1200), count_tokens=len)
    assert [block.chunk.id for block in blocks] == ["a#c01", "c#c01"]
    assert sum(block.tokens for block in blocks) == 1100


@pytest.mark.parametrize(
    ("first", "second"),
    [("回收站保留 30 天。", "回收站保留３０天"), ("Files are kept for 30 days.", "files are kept, for 30 days")],
)
def test_the_same_paragraph_of_two_documents_goes_in_once(first: str, second: str) -> None:
    assert fingerprint(first) == fingerprint(second)
    blocks = assemble(hits(("a#c01", first, 5.0), ("b#c01", second, 4.0)), policy=Policy(), count_tokens=len)
    assert [block.chunk.id for block in blocks] == ["a#c01"]


@given(st.lists(st.tuples(st.integers(1, 900), st.floats(0.1, 9.0)), max_size=12), st.integers(1, 6))
def test_budget_and_count_hold_and_numbers_run_from_one(sizes: list[tuple[int, float]], most: int) -> None:
    found = [Hit(make_chunk(f"{index}" + "x" * size, f"d{index}#c01"), s) for index, (size, s) in enumerate(sizes)]
    blocks = assemble(found, policy=Policy(max_blocks=most), count_tokens=len)
    assert sum(block.tokens for block in blocks) <= 1200
    assert len(blocks) <= most
    assert [block.number for block in blocks] == list(range(1, len(blocks) + 1))
