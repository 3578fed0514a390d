"""The retrieval report counts hits and errors as its labels say."""

from __future__ import annotations

import pytest

from evals.retrieval import ask_all, report, run
from evals.rows import RowsError

CORPUS = [
    {"id": f"{source}-{n}", "lang": lang, "source": source, "title": title, "text": text}
    for source, lang, rows in (
        (
            "甲",
            "zh",
            [("年假", "入职满一年享有五天年假。"), ("报销", "发票须在三十天内提交。"), ("考勤", "九点前打卡。")],
        ),
        (
            "B",
            "en",
            [("Leave", "Five days of annual leave."), ("Claims", "Hand in invoices."), ("Doors", "Wear a badge.")],
        ),
    )
    for n, (title, text) in enumerate(rows)
]
QUERIES = [
    {"id": "q1", "source": "甲", "question": "年假有几天？", "gold_ids": ["甲-0"]},
    {"id": "q2", "source": "B", "question": "How many days of annual leave are there?", "gold_ids": ["B-0"]},
    {"id": "q3", "source": "B", "question": "Where do I hand in invoices?", "gold_ids": ["B-2"]},
]


def test_each_company_is_asked_its_own_questions_and_those_of_the_others():
    asked = [(one.row["id"], one.kind, one.found[:1]) for one in ask_all(CORPUS, QUERIES) if one.kind != "near"]
    assert asked == [
        ("q2", "in", ("B-0",)),
        ("q3", "in", ("B-1",)),
        ("q1", "out", ()),
        ("q1", "in", ("甲-0",)),
        ("q2", "out", ()),
        ("q3", "out", ()),
    ]


def test_the_report_counts_hits_and_separation():
    lines = report(ask_all(CORPUS, QUERIES))
    assert lines[0].startswith("hit@1: 66.7 ")
    assert lines[2] == "AUC in/out: 1.000 (n = 3)"
    assert any(line.startswith("| 0.20 | 0.0 ") for line in lines)


def test_rows_without_gold_are_refused_with_a_remedy(tmp_path):
    (tmp_path / "corpus.jsonl").write_text('{"id": "a", "lang": "en", "title": "", "text": "x"}', encoding="utf-8")
    (tmp_path / "queries_dev.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(RowsError, match="has gold_ids"):
        run(tmp_path, None, None)
