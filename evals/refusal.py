"""Does the bot refuse what it can't answer, and nothing else: questions to a corpus or a passage, three-way decisions.

The format is told by the fields: rows with ``documents`` and ``expected`` (fitz-gov), rows with a ``passage`` and
``answerable`` (ClapNQ), rows with ``evidences`` (ExpMRC: only true answers), else ``corpus.jsonl`` and queries.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from evals import answerability, draft_gate, three_way
from evals.rows import Row, RowsError, read_rows, write_predictions


def run(data: Path, rows: Path | None, predictions: Path | None) -> None:
    """Prints the tables as Markdown.

    Raises:
        RowsError: a file is missing, or the rows are of none of the formats.
    """
    given = read_rows(rows or _default_rows(data))
    if not given:
        raise RowsError(f"No rows for {str(data)!r}.")
    lines, predicted = _measured(data, given)
    typer.echo("\n".join([f"## {data.name}", "", *lines]))
    if predictions:
        write_predictions(predictions, predicted)


def _default_rows(data: Path) -> Path:
    queries = data / "queries_dev.jsonl"
    return queries if queries.exists() else data / "dev.jsonl"


def _measured(data: Path, given: Sequence[Row]) -> tuple[list[str], list[dict[str, Any]]]:
    first = given[0]
    if "documents" in first and "expected" in first:
        judged = three_way.judge_all(given)
        return three_way.report(judged), [
            {"id": j.row["id"], "label": j.decision, "score": j.margin, "reasons": [f"plain: {j.plain}"]}
            for j in judged
        ]
    if "evidences" in first:
        return draft_gate.report(given), []
    if "passage" in first and "answerable" in first:
        found = answerability.from_passages(given)
    elif "question" in first and (data / "corpus.jsonl").exists():
        found = answerability.ask_all(read_rows(data / "corpus.jsonl"), given)
    else:
        raise RowsError(
            f"{str(data)!r} has no corpus.jsonl, and its rows have neither documents and expected nor passage and "
            "answerable. See the README of a refusal set."
        )
    if not any(s.kind == "in" for s in found) or all(s.kind == "in" for s in found):
        raise RowsError(f"The rows of {str(data)!r} hold no pair of answerable and unanswerable questions.")
    gold = ["", *draft_gate.report(given)] if any(map(draft_gate.has_gold, given)) else []
    return [*answerability.report(found), *gold], [
        {
            "id": s.row["id"],
            "label": "refuse" if s.reasons else "answer",
            "score": s.score,
            "kind": s.kind,
            "reasons": s.reasons,
        }
        for s in found
    ]
