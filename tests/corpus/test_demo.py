"""The demo documents hold what the demo shows, and the labelled questions fit them.

A question's ``expected`` says: ``outcome``, one kind or the list of those that are right; ``chunks``, the chunks that
state the answer (one that repeats another word for word stands beside it); ``facts``, what the answer must contain as
written in the chunks; ``absent``, what it must not contain.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import combinations
from pathlib import Path

import pytest

from core.domain import Audience, Chunk, Document
from corpus.chunking import chunk
from corpus.documents import parse
from evals.rows import Row, read_rows

DEMO = Path(__file__).parents[2] / "corpus" / "demo"
PATHS = sorted(DEMO.glob("doc-*.md"))
ROWS = read_rows(DEMO / "questions.jsonl")
KINDS = {"direct", "several_chunks", "conflict", "outdated", "not_permitted", "no_answer"}
OUTCOMES = {"answered", "score_too_low", "conflict", "out_of_coverage"}
REFUSALS = OUTCOMES - {"answered"}
PARSED = {path.stem: parse(path.read_text(encoding="utf-8"), path=path.name) for path in PATHS}
CHUNKS: dict[str, Chunk] = {each.id: each for pair in PARSED.values() for each in chunk(*pair)}


def document(name: str) -> Document:
    return PARSED[name][0]


def body(name: str) -> str:
    return PARSED[name][1]


def outcomes(row: Row) -> set[str]:
    outcome = row["expected"]["outcome"]
    return {outcome} if isinstance(outcome, str) else set(outcome)


def audience(row: Row) -> Audience:
    return Audience(tuple(frozenset(viewer) for viewer in row["audience"]))


def in_force(name: str, row: Row) -> bool:
    day = date.fromisoformat(row["as_of"])
    newer = [other for other, _ in PARSED.values() if name in other.supersedes]
    return document(name).is_in_force(day) and not any(other.is_in_force(day) for other in newer)


def test_there_are_thirty_documents_named_by_their_ids_most_of_them_chinese() -> None:
    assert [path.stem for path in PATHS] == [f"doc-{number:03d}" for number in range(1, 31)]
    assert all(document(path.stem).id == path.stem for path in PATHS)
    assert Counter(found.language for found, _ in PARSED.values()) == {"zh": 22, "en": 8}


def test_every_reference_between_documents_names_a_document() -> None:
    for found, _ in PARSED.values():
        assert set(found.settles) | set(found.supersedes) <= set(PARSED)


def test_both_api_guides_state_600_calls_a_minute() -> None:
    assert "每个应用每分钟 600 次" in body("doc-010")
    assert "600 API calls per minute" in body("doc-011")


@pytest.mark.parametrize(
    ("old", "old_text", "new", "new_text"),
    [
        ("doc-006", "单个文件的上传上限为 100 MB", "doc-002", "单个文件的上传上限为 200 MB"),
        ("doc-005", "默认有效期为 30 天", "doc-004", "默认有效期为 7 天"),
        ("doc-026", "after 12 hours", "doc-023", "after 8 hours"),
    ],
)
def test_three_pairs_disagree_and_have_different_dates(old: str, old_text: str, new: str, new_text: str) -> None:
    assert old_text in body(old)
    assert new_text in body(new)
    assert document(old).updated_at < document(new).updated_at


def test_only_the_share_link_disagreement_is_settled() -> None:
    settled = {found.id: found.settles for found, _ in PARSED.values() if found.settles}
    assert settled == {"doc-007": ("doc-004", "doc-005")}
    assert "新建分享链接的默认有效期为 7 天" in body("doc-007")


def test_the_minutes_name_the_upload_disagreement_and_assign_an_action() -> None:
    minutes = body("doc-028")
    assert all(words in minutes for words in ("200 MB", "100 MB", "说法不一致", "待办：由产品部"))


def test_recycle_bin_and_probation_are_stated() -> None:
    assert "保留 30 天" in body("doc-003")
    assert "试用期为 90 天" in body("doc-017")


def test_manual_and_support_answers_share_a_paragraph_word_for_word() -> None:
    shared = set(body("doc-003").split("\n\n")) & set(body("doc-006").split("\n\n"))
    assert len([paragraph for paragraph in shared if "回收站" in paragraph]) == 1


def test_no_document_speaks_of_phone_bills_or_team_building() -> None:
    unspoken = ("话费", "手机费", "电话费", "通讯补贴", "通讯费", "团建", "预算", "phone", "team-building", "budget")
    for path in PATHS:
        text = path.read_text(encoding="utf-8").lower()
        assert [words for words in unspoken if words in text] == [], path.name


def test_old_and_future_policies_carry_other_values() -> None:
    assert document("doc-015").supersedes == ("doc-016",)
    assert document("doc-029").supersedes == ("doc-018",)
    assert document("doc-029").effective_at == date(2027, 1, 1)
    assert "每天 100 元" in body("doc-018")
    assert "每天 120 元" in body("doc-029")


def test_one_document_is_restricted_and_one_is_public() -> None:
    readers = {found.id: found.audience for found, _ in PARSED.values() if found.audience != ("workspace",)}
    assert readers == {"doc-009": ("everyone", "workspace"), "doc-027": ("group:SHR",)}


def test_at_least_sixty_six_questions_cover_six_kinds_in_both_languages() -> None:
    assert [row["id"] for row in ROWS] == [f"b{number:02d}" for number in range(1, len(ROWS) + 1)]
    assert len(ROWS) >= 66
    counts = Counter((row["kind"], row["language"]) for row in ROWS)
    assert {kind for kind, _ in counts} == KINDS
    assert all(counts[kind, language] >= 3 for kind in KINDS for language in ("zh", "en"))


def test_the_two_known_refusals_keep_their_ids() -> None:
    rows = {row["id"]: row for row in ROWS}
    assert ("团建" in rows["b08"]["question"], outcomes(rows["b08"])) == (True, {"score_too_low"})
    assert ("话费" in rows["b09"]["question"], outcomes(rows["b09"])) == (True, {"out_of_coverage"})


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_question_expects_what_its_chunks_state(row: Row) -> None:
    expected = row["expected"]
    assert outcomes(row) <= OUTCOMES
    assert outcomes(row) == {"answered"} or outcomes(row) <= REFUSALS
    cited = [CHUNKS[name] for name in expected["chunks"]]
    for each in cited:
        assert any(fact in each.text for fact in expected["facts"]), each.id
        assert audience(row).may_read(each.document), each.id
        assert in_force(each.document.id, row), each.id
    for fact in expected["facts"]:
        assert any(fact in each.text for each in cited), fact
    assert bool(cited) == bool(outcomes(row) & {"answered", "conflict"})


@pytest.mark.parametrize("row", [row for row in ROWS if row["kind"] == "conflict"], ids=lambda row: row["id"])
def test_a_conflict_question_names_both_sides(row: Row) -> None:
    names = {CHUNKS[name].document.id for name in row["expected"]["chunks"]}
    pairs = [set(pair) for pair in combinations(sorted(names), 2)]
    assert {"doc-002", "doc-006"} in pairs or {"doc-004", "doc-005"} in pairs or {"doc-023", "doc-026"} in pairs


@pytest.mark.parametrize("row", [row for row in ROWS if row["kind"] == "several_chunks"], ids=lambda row: row["id"])
def test_a_question_over_several_chunks_needs_at_least_two(row: Row) -> None:
    assert len(row["expected"]["chunks"]) >= 2
