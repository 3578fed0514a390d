from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals import sentences
from evals.rows import RowsError
from evals.sentences import Score, boundaries, is_steady, naive, score_rows

ROWS = [
    {
        "id": "zh-1",
        "lang": "zh",
        "source": "made up",
        "text": "年假5天。病假12天。",
        "sentences": ["年假5天。", "病假12天。"],
    },
    {
        "id": "en-1",
        "lang": "en",
        "source": "made up",
        "text": "Ask Dr. Lee. Wait.",
        "sentences": ["Ask Dr. Lee.", "Wait."],
    },
    {
        "id": "en-2",
        "lang": "en",
        "source": "other",
        "text": "No stop here Next one.",
        "sentences": ["No stop here", "Next one."],
    },
]


def _write(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    return path


def test_boundaries_are_compared_without_white_space() -> None:
    assert boundaries(["年假 5 天。", "完。"]) == boundaries(["年假5天。 ", " 完。"]) == {5}
    assert boundaries(["One."]) == boundaries([]) == set()


def test_rows_are_counted_by_source_and_together() -> None:
    found = score_rows(ROWS, lambda text: text.replace("。", "。|").replace("Lee. ", "Lee. |").strip("|").split("|"))
    assert found == {
        "made up": Score(rows=2, found=2, exact=2, steady=2),
        "other": Score(rows=1, missed=1, steady=1),
        "all": Score(rows=3, found=2, missed=1, exact=2, steady=3),
    }
    assert found["all"].f1 == pytest.approx(0.8)
    low, high = found["all"].f1_interval()
    assert 0 < low < 0.8 < high < 1


def test_the_baseline_cuts_after_every_stop() -> None:
    assert naive("Ask Dr. Lee. 年假5天。完") == ["Ask Dr.", "Lee.", "年假5天。", "完"]


def test_the_splitter_gives_the_same_pieces_for_every_cut() -> None:
    assert is_steady("上限是600次。[1] It is 3.14. [2]")


def test_a_run_prints_a_table_and_writes_predictions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write(tmp_path / "dev.jsonl", ROWS)
    out = tmp_path / "predictions.jsonl"
    sentences.run(tmp_path, None, out)
    printed = capsys.readouterr().out
    assert "made up" in printed
    assert "other" in printed
    assert [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] == [
        {"id": "zh-1", "label": "same", "score": 1.0, "reasons": [], "sentences": ["年假5天。", "病假12天。"]},
        {"id": "en-1", "label": "same", "score": 1.0, "reasons": [], "sentences": ["Ask Dr. Lee.", "Wait."]},
        {
            "id": "en-2",
            "label": "different",
            "score": 0.0,
            "reasons": ["missed: Nostophere¦Nextone."],
            "sentences": ["No stop here Next one."],
        },
    ]


def test_rows_of_another_format_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(RowsError, match="'x' has no 'source'"):
        sentences.run(tmp_path, _write(tmp_path / "rows.jsonl", [{"id": "x"}]), None)
