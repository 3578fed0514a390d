from typing import Any

import pytest
import scripted as s
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.localslack.config import Limits
from bot.localslack.views_check import check_view
from bot.slack import modal
from bot.slack.text import clean
from core.domain import LANGUAGES, Chunk, Language, Span


def source(chunk: Chunk, *spans: Span, language: Language = "zh", **more: Any) -> dict[str, Any]:
    given: dict[str, Any] = {"number": 1, "changed_to": chunk.document, "is_current": True} | more
    return check_view(modal.source(chunk, spans, language, **given), kind="modal", limits=Limits())


def body(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The inline elements of the chunk's text."""
    after = view["blocks"][[block["type"] for block in view["blocks"]].index("divider") + 1 :]
    return [
        e for block in after if block["type"] == "rich_text" for part in block["elements"] for e in part["elements"]
    ]


def test_the_chunk_is_shown_character_for_character_with_its_support_marked() -> None:
    parts = body(source(s.PROBATION, Span(14, 27)))
    assert "".join(part["text"] for part in parts) == s.PROBATION.text
    assert [part["text"] for part in parts if part.get("style")] == [s.PROBATION.text[14:27]]


def test_spans_that_overlap_or_reach_too_far_are_marked_once() -> None:
    parts = body(source(s.PROBATION, Span(20, 999), Span(0, 5), Span(3, 8), Span(8, 9)))
    assert [part["text"] for part in parts if part.get("style")] == [s.PROBATION.text[0:9], s.PROBATION.text[20:]]
    assert "".join(part["text"] for part in parts) == s.PROBATION.text


@given(st.text(min_size=1, max_size=400), st.lists(st.tuples(st.integers(0, 400), st.integers(1, 50)), max_size=4))
@settings(max_examples=100, deadline=None)
def test_any_text_with_any_spans_makes_a_valid_view(text: str, ranges: list[tuple[int, int]]) -> None:
    spans = [Span(start, start + length) for start, length in ranges]
    parts = body(source(s.chunk(text), *spans))
    assert "".join(part["text"] for part in parts) == clean(text)


@pytest.mark.parametrize("text", ["长" * 60_000, "word " * 12_000, "🎉" * 25_000])
def test_a_very_long_chunk_shows_the_part_around_its_support(text: str) -> None:
    at = len(text) // 2
    view = source(s.chunk(text), Span(at, at + 10))
    parts = body(view)
    assert [part["text"] for part in parts if part.get("style", {}).get("code")] == [text[at : at + 10]]
    assert "只显示一部分" in str(view["blocks"][-1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hostile_document_cannot_ping_or_link(language: Language) -> None:
    hostile = s.document(
        title="<!channel> :fire: " + "x" * 400, owner="<@U1>", version="*1*", url="javascript:alert(1)"
    )
    view = source(s.chunk("<!here> <https://e.v|x>", hostile), Span(0, 7), language=language)
    assert '"mrkdwn"' not in str(view)
    assert "javascript" not in str(view)
    assert "'link'" not in str(view)


def test_the_link_comes_from_the_index() -> None:
    assert {"type": "link", "url": s.PROBATION.document.url, "text": "打开完整文档"} in (
        source(s.PROBATION)["blocks"][0]["elements"][0]["elements"]
    )


def test_a_title_that_is_the_first_heading_too_is_said_once() -> None:
    chunk = s.chunk("试用期为 90 天。", heading=(s.PROBATION.document.title, "试用期"))
    parts = source(chunk)["blocks"][0]["elements"][0]["elements"]
    assert [part["text"] for part in parts[:2]] == [s.PROBATION.document.title, "\n试用期"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_other_view_is_valid(language: Language) -> None:
    views = [modal.loading(), modal.rephrase("问" * 5000, "a1", language)]
    views += [modal.unavailable(key, language) for key in ("modal_missing", "modal_denied", "modal_failed")]
    for view in views:
        check_view(view, kind="modal", limits=Limits())


def test_what_was_cited_is_told_from_what_is_current() -> None:
    newer = s.document(version="4.0")
    assert "现在是版本 4.0" in str(source(s.PROBATION, is_current=False, changed_to=newer)["blocks"][0])
    assert "已经撤下" in str(source(s.PROBATION, is_current=False, changed_to=None)["blocks"][0])
    assert "withdrawn" in str(source(s.PROBATION, is_current=False, changed_to=None, language="en")["blocks"][0])
