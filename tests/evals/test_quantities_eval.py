"""The measure of quantities, on rows written here and on the labelled ones where they are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evals.quantities import Count, judge, run
from evals.quantity_readings import found_in
from evals.rows import RowsError

LABELLED = Path(__file__).parents[3] / "shared" / "data" / "quantities"


def row(kind: str, text: str, *entities: dict[str, Any], lang: str = "zh") -> dict[str, Any]:
    """A labelled row."""
    return {
        "id": text,
        "lang": lang,
        "kind": kind,
        "text": text,
        "reference_datetime": None,
        "entities": list(entities),
    }


def entity(text: str, start: int, resolution: dict[str, Any], kind: str = "number") -> dict[str, Any]:
    """A labelled entity."""
    return {"text": text, "type": kind, "start": start, "end": start + len(text), "resolution": resolution}


ROWS = [
    row("currency", "我有一千元", entity("一千元", 2, {"value": "1000", "unit": "Chinese yuan", "isoCurrency": "CNY"})),
    row("currency", "It is $20.", entity("$20", 6, {"value": "20", "unit": "Dollar"}), lang="en"),
    row("percent", "占百分之十二", entity("百分之十二", 1, {"value": "12%"})),
    row("number", "十五", entity("十五", 0, {"value": "16"})),
    row("number", "nothing here", lang="en"),
    row("ordinal", "the third one", entity("third one", 4, {"value": "3"}), lang="en"),
    row("datetime", "明天", entity("明天", 0, {"values": [{"timex": "2024-05-02"}]}, "datetimeV2.date")),
    row(
        "datetime",
        "Go on 5 May",
        entity("5 may", 6, {"values": [{"timex": "XXXX-05-05"}]}, "datetimeV2.date"),
        lang="en",
    ),
]


def test_span_and_value_must_both_agree() -> None:
    results = judge(ROWS, found_in, {})
    assert [result.label for result in results] == [
        "exact",
        "exact",
        "exact",
        "missed",
        "clean",
        "missed",
        "clean",
        "exact",
    ]
    assert results[3].reasons == ["'十五': read as 15, labelled 16.0"]


def test_what_depends_on_today_is_counted_apart() -> None:
    counts: dict[tuple[str, str], Count] = {}
    judge(ROWS, found_in, counts)
    assert counts["datetime", "zh"] == Count(others=1)
    assert counts["number", "en"] == Count(negatives=1)
    assert counts["number", "zh"] == Count(entities=1, span=1)


def test_a_table_is_printed_and_predictions_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, predictions = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    rows.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in ROWS), encoding="utf-8")
    run(tmp_path, rows, predictions)
    assert "currency" in capsys.readouterr().out
    written = [json.loads(line) for line in predictions.read_text(encoding="utf-8").splitlines()]
    assert written[0] == {
        "id": "我有一千元",
        "label": "exact",
        "score": 1.0,
        "reasons": [],
        "found": [{"text": "一千元", "start": 2, "end": 5, "value": "1000 CNY"}],
    }


def test_rows_of_another_format_are_refused(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"id": "1", "text": "x"}\n', encoding="utf-8")
    with pytest.raises(RowsError, match="entities"):
        run(tmp_path, rows, None)


@pytest.mark.skipif(not LABELLED.is_dir(), reason="the optional data folder is not next to the checkout")
def test_the_labelled_rows_are_read_as_well_as_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(LABELLED, None, tmp_path / "out.jsonl")
    written = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    exact = sum(one["label"] == "exact" for one in written)
    wrong = sum(one["label"] in {"partial", "missed"} for one in written)
    assert exact / (exact + wrong) > 0.85
    assert capsys.readouterr().out
