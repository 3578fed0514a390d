"""Rows become cases by their fields, and the table counts what was kept back."""

import json
from pathlib import Path

import pytest

from core.domain import Policy
from evals.ablation import table as ablation_table
from evals.attributions import read_cases
from evals.rows import RowsError
from evals.verify import judge, run, table

BLOCKS = [
    {"id": "b1", "text": "员工每周可申请最多2天远程办公，由直属主管批准。"},
    {"id": "b2", "text": "Deleted files stay in the trash for 30 days and are then removed."},
    {"id": "b3", "text": "Hotel stays are reimbursed up to $250 per night."},
]
HANDED = [
    ("zh", "员工每周最多可以申请两天远程办公。", 1, "supported", "human_para"),
    ("zh", "员工每周可申请最多3天远程办公。", 1, "unsupported", "number"),
    ("en", "Deleted files stay in the trash for 30 days.", 2, "supported", "verbatim"),
    ("en", "Deleted files stay in the trash for 30 days.", 3, "unsupported", "wrong_block"),
]


def write(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def handed(tmp_path: Path) -> Path:
    write(tmp_path / "blocks.jsonl", [dict(block) for block in BLOCKS])
    rows: list[dict[str, object]] = [
        {"id": f"r{n}", "lang": lang, "sentence": text, "blocks": ["b1", "b2", "b3"], "cite": cite, "label": label,
         "kind": kind}
        for n, (lang, text, cite, label, kind) in enumerate(HANDED)
    ]  # fmt: skip
    write(tmp_path / "dev.jsonl", rows)
    return tmp_path


def test_rows_with_blocks_become_cases_in_order(handed: Path) -> None:
    cases = read_cases(handed, None)
    assert [(case.id, case.cited, case.is_supported) for case in cases] == [
        ("r0", 1, True), ("r1", 1, False), ("r2", 2, True), ("r3", 3, False),
    ]  # fmt: skip
    assert [block.number for block in cases[0].blocks] == [1, 2, 3]


def test_a_moved_citation_counts_as_kept_back_and_is_reported(handed: Path, tmp_path: Path) -> None:
    predictions = tmp_path / "out.jsonl"
    run(handed, None, predictions)
    rows = [json.loads(line) for line in predictions.read_text(encoding="utf-8").splitlines()]
    assert [(row["id"], row["label"]) for row in rows] == [
        ("r0", "supported"), ("r1", "unsupported"), ("r2", "supported"), ("r3", "unsupported"),
    ]  # fmt: skip
    assert rows[3]["moved_to"] == 2
    assert {reason["gate"] for reason in rows[1]["reasons"]} >= {"quantity"}
    assert [row["score"] for row in rows][:2] == [1.0, 0.0]


def test_the_table_shows_the_plain_rule_beside_ours(handed: Path) -> None:
    text = table([judge(case, Policy()) for case in read_cases(handed, None)])
    assert "plain rule | 50.0" in text
    assert "ours | 100.0" in text
    assert "unsupported zh number" in text
    assert "µs" in text


def test_evidence_in_the_row_is_cited_among_its_neighbours(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"id": f"a{n}", "group": f"g{n}", "lang": "zh", "claim": f"第{n}号会议室可容纳{n}0人。",
         "evidence": f"[1] 会议室管理：第{n}号会议室可容纳{n}0人，须提前预订。", "label": label}
        for n, label in enumerate(["supported", "unsupported", "partially_supported"], start=1)
    ]  # fmt: skip
    cases = read_cases(tmp_path, write(tmp_path / "rows.jsonl", rows))
    assert [case.is_supported for case in cases] == [True, False, False]
    assert cases[0].cited == 1
    assert cases[0].blocks[0].chunk.text.startswith("会议室管理")
    assert len(cases[0].blocks) == 3


def test_rows_of_an_unknown_format_are_refused(tmp_path: Path) -> None:
    rows = write(tmp_path / "rows.jsonl", [{"id": "x", "text": "…"}])
    with pytest.raises(RowsError, match="evidence"):
        read_cases(tmp_path, rows)


def test_the_ablation_counts_what_each_gate_alone_keeps_back(handed: Path) -> None:
    text = ablation_table([judge(case, Policy()) for case in read_cases(handed, None)])
    assert "quantity" in text
    assert "without" in text
