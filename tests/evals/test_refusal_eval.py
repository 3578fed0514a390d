"""Reading refusal rows of each format, and what is reported of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals import refusal, three_way
from evals.answerability import auroc, refused
from evals.rows import Row, RowsError, read_rows

CORPUS = [
    {"id": "d1", "lang": "zh", "title": "休假制度", "text": "员工每年有 15 天年假。年假须提前 3 天申请。"},
    {"id": "d2", "lang": "zh", "title": "报销制度", "text": "发票须在 60 天内提交报销。"},
    {"id": "d3", "lang": "en", "title": "VPN", "text": "A VPN session ends after 8 hours."},
]
QUERIES = [
    {"id": "q1", "lang": "zh", "question": "员工每年有几天年假？", "gold_ids": ["d1"], "coverage": "in"},
    {"id": "q2", "lang": "en", "question": "How long does a VPN session last?", "gold_ids": ["d3"], "coverage": "in"},
    {"id": "q3", "lang": "zh", "question": "离婚后孩子的抚养权归谁？", "gold_ids": [], "coverage": "out"},
]
PASSAGES = [
    {
        "id": "p1",
        "lang": "en",
        "question": "When was the bridge opened?",
        "title": "Bridge",
        "passage": "The bridge was opened in 1932.",
        "answerable": True,
    },
    {
        "id": "p2",
        "lang": "en",
        "question": "How much did the bridge cost?",
        "title": "Bridge",
        "passage": "The bridge was opened by the mayor.",
        "answerable": False,
    },
]


def given(question: str, *texts: str, expected: str = "answer") -> Row:
    documents = [{"id": f"d{n}", "source": None, "text": text} for n, text in enumerate(texts, start=1)]
    return {"id": "r1", "lang": "en", "question": question, "documents": documents, "expected": expected}


def write(folder: Path, name: str, rows: list[Row]) -> None:
    (folder / name).write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")


def test_questions_to_a_corpus_are_predicted_with_kind_score_and_reasons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "corpus.jsonl", CORPUS)
    write(tmp_path, "queries_dev.jsonl", QUERIES)
    refusal.run(tmp_path, None, tmp_path / "out.jsonl")
    found = {row["id"]: row for row in read_rows(tmp_path / "out.jsonl")}
    assert [found[name]["kind"] for name in ("q1", "q2", "q3")] == ["in", "in", "out"]
    assert found["q1"]["label"] == found["q2"]["label"] == "answer"
    assert found["q3"]["label"] == "refuse"
    assert found["q3"]["score"] < min(found["q1"]["score"], found["q2"]["score"])
    printed = capsys.readouterr().out
    assert "plain: best share" in printed
    assert "refused at 90% answered" in printed


def test_questions_to_another_company_and_near_misses_are_made_where_rows_do_not_say(tmp_path: Path) -> None:
    corpus = [dict(row, source="a" if row["lang"] == "zh" else "b") for row in CORPUS]
    queries = [
        {key: value for key, value in row.items() if key != "coverage"}
        | {"source": "a" if row["lang"] == "zh" else "b"}
        for row in QUERIES[:2]
    ]
    write(tmp_path, "corpus.jsonl", corpus)
    write(tmp_path, "queries_dev.jsonl", queries)
    refusal.run(tmp_path, None, tmp_path / "out.jsonl")
    kinds = [row["kind"] for row in read_rows(tmp_path / "out.jsonl")]
    assert {"in", "out"} <= set(kinds)


def test_a_passage_of_its_own_is_told_by_what_it_states(tmp_path: Path) -> None:
    write(tmp_path, "dev.jsonl", PASSAGES)
    refusal.run(tmp_path, None, tmp_path / "out.jsonl")
    labels = [(row["id"], row["label"]) for row in read_rows(tmp_path / "out.jsonl")]
    assert labels == [("p1", "answer"), ("p2", "refuse")]


def test_given_passages_are_answered_refused_or_disputed() -> None:
    rows = [
        given(
            "Does coffee improve memory?",
            "A 2021 study of 900 adults found that coffee improved memory and was beneficial.",
            "A 2023 trial found no effect of coffee on memory; critics dispute the earlier claims.",
            "A review found that coffee harmed memory in older adults.",
        ),
        given("How much does the harbour tunnel cost?", "Bakeries sell bread."),
    ]
    assert [judged.decision for judged in three_way.judge_all(rows)] == ["refuse_conflict", "refuse_insufficient"]


def test_macro_f1_is_one_for_all_right_and_low_for_one_answer_to_everything() -> None:
    expected = ["answer", "refuse_insufficient", "refuse_conflict"]
    assert three_way.macro_f1(expected, expected) == 1.0
    assert three_way.macro_f1(expected, ["answer"] * 3) == pytest.approx(1 / 6)


def test_the_curve_counts_what_lies_under_the_threshold_that_lets_enough_pass() -> None:
    above, below = [0.1, 0.5, 0.6, 0.7, 0.8, 0.9, 0.9, 0.9, 0.9, 0.9], [0.2, 0.4, 0.55]
    assert refused(above, below, answered=0.9) == 2
    assert refused(above, below, answered=0.95) == 0
    assert auroc([2.0, 1.0], [1.0, 0.0]) == 0.875


def test_true_answers_that_would_be_blocked_are_counted_by_language(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rows = [
        {
            "id": "e1",
            "lang": "zh",
            "question": "大桥什么时候通车？",
            "passage": "",
            "evidences": ["大桥于 1932 年通车。"],
        },
        {
            "id": "e2",
            "lang": "en",
            "question": "When was the bridge opened?",
            "passage": "",
            "evidences": ["By the mayor."],
        },
    ]
    write(tmp_path, "dev.jsonl", rows)
    refusal.run(tmp_path, None, None)
    printed = capsys.readouterr().out
    assert "| zh | 0.0" in printed
    assert "| en | 100.0" in printed


def test_rows_of_no_known_format_are_named(tmp_path: Path) -> None:
    write(tmp_path, "dev.jsonl", [{"id": "x"}])
    with pytest.raises(RowsError, match=r"corpus\.jsonl"):
        refusal.run(tmp_path, None, None)
