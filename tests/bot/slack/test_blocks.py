from collections.abc import Sequence
from dataclasses import replace

import pytest
import scripted as s
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.localslack.blocks import check_message
from bot.localslack.config import Limits
from bot.slack.blocks import Shown, pages, placeholder, sources
from bot.slack.paging import Page
from bot.slack.text import MAX_BYTES, MAX_CHARS, Json, size
from core.domain import LANGUAGES, Citation, Conflict, Language, Reason, Side, Span, Verdict
from core.events import Done, Dropped, Event, Failed, Refusal, Sentence


def shown(events: Sequence[Event], language: Language = "zh") -> Shown:
    folded = Shown(id="a1", language=language, as_of=s.TODAY)
    for event in events:
        folded = folded.after(event)
    return folded


def texts(found: Sequence[Page]) -> str:
    return "\n".join(_text(list(page.blocks)) for page in found)


def _text(value: object) -> str:
    match value:
        case dict():
            return " ".join(v if k == "text" and isinstance(v, str) else _text(v) for k, v in value.items())
        case list():
            return " ".join(map(_text, value))
    return ""


def actions(found: Sequence[Page]) -> list[str]:
    blocks = [block for page in found for block in page.blocks if block["type"] in ("actions", "context_actions")]
    return [element["action_id"] for block in blocks for element in block["elements"]]


def check(found: Sequence[Page]) -> None:
    for page in found:
        blocks: list[Json] = [block | {"block_id": f"b{index}"} for index, block in enumerate(page.blocks)]
        check_message(blocks, Limits())
        chars, bytes_ = size(blocks)
        assert chars <= MAX_CHARS
        assert bytes_ <= MAX_BYTES
        assert 0 < len(page.text) <= 4000
        assert "<" not in page.text
        assert '"mrkdwn"' not in str(blocks)


def test_a_finished_answer_has_numbers_notes_sources_and_feedback() -> None:
    found = pages(shown(s.ANSWERED))
    check(found)
    assert actions(found) == ["cite_1", "cite_2", "feedback"]
    for words in ("试用期为 90 天。", "有 1 句未能核实", "加班费怎么算", "[2]《Leave policy》最后更新于 2025-01-15"):
        assert words in texts(found)
    assert "[1]《员工手册》最后更新" not in texts(found)


def test_a_growing_answer_shows_what_is_verified_and_no_button_yet() -> None:
    found = pages(shown(s.ANSWERED[:2]))
    check(found)
    assert actions(found) == []
    assert "还在核对" in texts(found)
    assert pages(shown(s.ANSWERED[:3])) == found  # a Dropped changes nothing
    assert pages(shown(s.ANSWERED[:1])) == (placeholder(shown(())),)


def test_spans_of_all_sentences_that_cite_a_block_open_together() -> None:
    one, two = sources(shown(s.ANSWERED))
    assert (one.number, one.chunk, one.spans) == (1, s.PROBATION, (Span(0, 14), Span(14, 28)))
    assert (two.number, two.chunk, two.spans) == (2, s.LEAVE, (Span(0, 31),))


def test_buttons_for_two_passages_of_one_document_name_their_sections() -> None:
    pay = s.chunk("每月 25 日发薪。", number=2, heading=("薪酬",))
    said = [s.sentence("试用期为 90 天。", (1, s.PROBATION)), s.sentence("每月 25 日发薪。", (2, pay))]
    found = pages(shown([s.meta(s.PROBATION, pay), *said, Done(status="answered", emitted=2, dropped=0)]))
    check(found)
    assert "[1] 员工手册 › 试用期 · 2026-03-01" in str(found)
    assert "[2] 员工手册 › 薪酬 · 2026-03-01" in str(found)


def test_a_disputed_sentence_names_and_opens_both_sources() -> None:
    folded = shown((s.meta(s.NEW), s.sentence(s.NEW.text, (1, s.NEW), disputed=s.CONFLICT), s.done(1)))
    found = pages(folded)
    check(found)
    assert actions(found) == ["cite_1", "cite_2", "feedback"]
    for words in (
        "⚖️",
        "有争议",
        "200 MB",
        "100 MB",
        "《产品手册》，更新于 2026-06-01",
        "《客服问答》，更新于 2026-02-01",
    ):
        assert words in texts(found)
    assert [(source.number, source.chunk) for source in sources(folded)] == [(1, s.NEW), (2, s.OLD)]


def test_a_settled_conflict_is_still_mentioned() -> None:
    settled = replace(s.CONFLICT, settled_by=s.NEW.document)
    found = pages(shown((s.meta(s.NEW, conflict=settled), s.sentence(s.NEW.text, (1, s.NEW)), s.done(1)), "en"))
    check(found)
    assert 'Documents differ here; "产品手册" (updated 2026-06-01) decides.' in texts(found)
    assert "100 MB" in texts(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_three_refusals_and_the_failure_look_different(language: Language) -> None:
    kinds = (s.LOW, s.DISAGREE, s.UNCOVERED, s.BROKEN)
    found = [pages(shown(events, language)) for events in kinds]
    for each in found:
        check(each)
    assert len({each[0].blocks[0]["text"]["text"] for each in found}) == 4
    assert [actions(each) for each in found] == [
        ["rephrase", "report_gap"],
        ["ask_owner", "cite_1", "cite_2"],
        ["cite_1", "cite_2", "report_gap"],
        ["try_again"],
    ]
    assert "sk-secret" not in texts(found[3])


def test_no_hit_at_all_is_not_called_a_weak_match() -> None:
    found = pages(shown((Refusal(kind="score_too_low", best_share=0.0, threshold=0.2), s.REFUSED), "en"))
    assert "contains the words of your question" in texts(found)
    assert "0%" not in texts(found)


def test_an_answer_that_breaks_off_keeps_its_sentences_and_can_be_tried_again() -> None:
    found = pages(shown((*s.ANSWERED[:2], Failed("model", "x"), Done(status="failed", emitted=1, dropped=0))))
    check(found)
    assert actions(found) == ["cite_1", "try_again"]
    assert "试用期为 90 天" in texts(found)


def test_a_stream_that_ends_with_nothing_is_a_failure() -> None:
    assert actions(pages(shown((s.meta(s.LEAVE), Done(status="failed", emitted=0, dropped=0))))) == ["try_again"]


def test_a_question_from_a_modal_stands_above_its_answer() -> None:
    for events in ((), s.ANSWERED, s.LOW):
        found = pages(replace(shown(events), quoted="<!channel> 问"))
        check(found)
        assert texts(found[:1]).lstrip().startswith("💬 <!channel> 问")


@pytest.mark.parametrize(
    "text", ["长句子，没有停顿。" * 3000, "word " * 5000, "```\n" + "码行一\n" * 4000 + "```", "🎉" * 9000]
)
def test_a_very_long_sentence_goes_on_in_further_messages(text: str) -> None:
    found = pages(shown((s.meta(s.LEAVE), s.sentence(text, (1, s.LEAVE)), s.done(1))))
    check(found)
    assert len(found) > 1
    assert actions(found) == ["cite_1", "feedback"]
    assert "[1]" in texts(found)


def test_a_long_answer_keeps_its_finished_pages_while_it_grows() -> None:
    said = [s.sentence(f"第 {n} 句，" + "内容" * 200 + "。", (1, s.LEAVE)) for n in range(30)]
    seen: list[tuple[Page, ...]] = []
    for count in range(1, 31):
        seen.append(pages(shown((s.meta(s.LEAVE), *said[:count]))))
        check(seen[-1])
    last = pages(shown((s.meta(s.LEAVE), *said, s.done(30))))
    for found in seen:
        assert found[: len(found) - 1] == last[: len(found) - 1]
    whole = texts(last)
    assert [n for n in range(30) if f"第 {n} 句" not in whole] == []


def test_a_fence_that_a_page_breaks_goes_on_as_code() -> None:
    lines = [s.sentence("```\n" + "x = 1\n" * 900, (1, s.LEAVE)), s.sentence("y = 2\n" * 900 + "```", (1, s.LEAVE))]
    found = pages(shown((s.meta(s.LEAVE), *lines, s.done(2))))
    check(found)
    kinds = [part["type"] for page in found for b in page.blocks if b["type"] == "rich_text" for part in b["elements"]]
    assert kinds == ["rich_text_preformatted", "rich_text_section"] * 2


_TEXT = st.text(
    st.one_of(st.sampled_from("*`_|-#>[](){}<!@&:~\\ \n0123。，试用"), st.characters(codec="utf-8")),
    min_size=1,
    max_size=60,
)
_VISIBLE = _TEXT.filter(lambda text: bool(text.strip()))
_LEADS = st.sampled_from(["", " ", "\n", "\n\n"])
_CITATIONS = st.lists(
    st.integers(1, 2).map(lambda n: Citation(n, s.LEAVE.id, Span(0, 5))), min_size=1, max_size=2, unique=True
)
_CONFLICTS = st.builds(lambda value: Conflict(("a",), (Side(s.NEW, Span(0, 3), value), s.CONFLICT.sides[1])), _VISIBLE)
_SENTENCES = st.builds(
    lambda text, citations, lead, disputed: Sentence(
        text=text, citations=tuple(citations), lead=lead, disputed=disputed
    ),
    _VISIBLE,
    _CITATIONS,
    _LEADS,
    st.one_of(st.none(), _CONFLICTS),
)
_DROPPED = st.integers(0, 10**6).map(
    lambda n: Dropped(f"withheld-{n}-text", Verdict((), (Reason(gate="overlap", figure=0.1, threshold=0.3),)))
)
_ENDS = st.one_of(
    st.just(()),
    _VISIBLE.map(lambda detail: (Failed("model", "detail-" + detail),)),
    st.sampled_from([s.LOW[:1], s.DISAGREE[:1], s.UNCOVERED[2:3]]),
)


@given(st.lists(st.one_of(_SENTENCES, _DROPPED), max_size=12), _ENDS, st.sampled_from(LANGUAGES), _VISIBLE)
@settings(max_examples=150, deadline=None)
def test_no_dropped_text_is_in_any_message_and_every_message_is_valid(
    middle: list[Event], end: tuple[Event, ...], language: Language, unanswered: str
) -> None:
    events = [s.meta(s.PROBATION, s.LEAVE), *middle, *end]
    emitted = sum(isinstance(event, Sentence) for event in events)
    events.append(Done(status="answered", emitted=emitted, dropped=0, unanswered=(unanswered,)))
    for count in range(len(events) + 1):
        found = pages(shown(events[:count], language))
        check(found)
        sent = str(found)
        assert "withheld-" not in sent
        assert "detail-" not in sent
