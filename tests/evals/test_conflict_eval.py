"""The measurement of conflicts: formats by their fields, the plain rule, figures and predictions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.conflict import blocks_of, judge, plain_conflict, run
from evals.rows import RowsError

SHARED = Path(__file__).parents[3] / "shared" / "data" / "conflict_hand"
ROWS = [
    {
        "id": "a",
        "lang": "zh",
        "kind": "value",
        "expected": "conflict",
        "documents": [{"id": "d1", "text": "年假须提前 3 天申请。"}, {"id": "d2", "text": "年假须提前 5 天申请。"}],
    },
    {
        "id": "b",
        "lang": "en",
        "kind": "equiv",
        "expected": "agree",
        "documents": [
            {"id": "d1", "text": "Tokens expire after one hour."},
            {"id": "d2", "text": "Tokens expire after 3600 seconds."},
        ],
    },
]


def test_rows_are_judged_and_predicted_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "dev.jsonl").write_text("\n".join(json.dumps(row) for row in ROWS), encoding="utf-8")
    run(tmp_path, None, tmp_path / "out" / "predictions.jsonl")
    lines = (tmp_path / "out" / "predictions.jsonl").read_text(encoding="utf-8").splitlines()
    predictions = [json.loads(line) for line in lines]
    assert [(row["id"], row["label"]) for row in predictions] == [("a", "conflict"), ("b", "agree")]
    assert predictions[0]["reasons"][0]["values"] == ["3 天", "5 天"]
    assert "100.0" in capsys.readouterr().out


@pytest.mark.parametrize(("question", "is_found"), [("年假要提前几天申请？", True), ("回收站保留多久？", False)])
def test_a_row_with_a_question_is_asked_whether_the_conflict_matters_to_it(question: str, is_found: bool) -> None:
    assert judge({**ROWS[0], "question": question}).ours is is_found


def test_the_answers_of_several_documents_are_a_row_of_their_own_format() -> None:
    row = {"id": "c", "lang": "en", "has_conflict": True, "question": "?", "documents": ROWS[1]["documents"]}
    assert judge(row).expected


@pytest.mark.parametrize(
    ("one", "other", "is_found"),
    [
        ("单个文件上传上限为 200 MB。", "单个文件上传上限为 100 MB。", True),
        ("单个文件上传上限为 200 MB。", "单个文件上传上限为 2 GB。", False),
        ("A token expires after 30 days.", "A token expires after 60 days.", True),
        ("A token expires after 30 days.", "Lunch lasts 60 minutes.", False),
    ],
)
def test_the_plain_rule_compares_written_units_and_the_words_before(one: str, other: str, is_found: bool) -> None:
    assert plain_conflict(one, other) is is_found


def test_rows_of_another_format_are_refused_by_name() -> None:
    with pytest.raises(RowsError, match="documents"):
        blocks_of({"id": "x"})
    with pytest.raises(RowsError, match="expected"):
        judge({"id": "x", "documents": ROWS[0]["documents"]})


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data/conflict_hand")
def test_the_written_pairs_meet_their_goals(tmp_path: Path) -> None:
    judged = [judge(json.loads(line)) for line in (SHARED / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
    hits = sum(one.ours and one.expected for one in judged)
    assert hits / sum(one.expected for one in judged) >= 0.93
    assert hits / sum(one.ours for one in judged) >= 0.95


def test_the_pairs_of_the_project_keep_their_figures() -> None:
    pairs = Path(__file__).parents[2] / "evals" / "conflict_pairs.jsonl"
    judged = [judge(json.loads(line)) for line in pairs.read_text(encoding="utf-8").splitlines()]
    hits = sum(one.ours and one.expected for one in judged)
    assert hits / sum(one.expected for one in judged) >= 0.92
    assert hits / sum(one.ours for one in judged) >= 0.98
