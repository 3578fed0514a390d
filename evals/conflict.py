"""Does the detector find disagreement, and only that: rows of documents that disagree or only look like it.

Rows with ``expected`` (conflict, agree) or ``has_conflict``; ``documents`` holds two or more texts. A row with a
question is asked through the relevance test; one without by the pairwise detector alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from core.conflict import find_conflicts
from core.domain import Block, Chunk, Conflict, Document, Question
from core.language import tokens
from evals.rows import Row, RowsError, read_rows, share, write_predictions

DAY = date(2025, 6, 1)
_PLAIN_VALUE = re.compile(r"(\d[\d,]{0,20}(?:\.\d{1,10})?)\s{0,2}([%％]|[A-Za-z]{1,12}|[\u4e00-\u9fff]{1,2})?")
_PLAIN_CONTEXT = 14


@dataclass(frozen=True, slots=True)
class Judged:
    """One row: what was expected, what both rules said, and what ours found."""

    row: Row
    expected: bool
    ours: bool
    plain: bool
    found: tuple[Conflict, ...]


def run(data: Path, rows: Path | None, predictions: Path | None) -> None:
    """Measure ``rows`` (default: ``dev.jsonl`` of ``data``), print the tables, write one prediction a row.

    Raises:
        RowsError: the rows have another format.
    """
    judged = [judge(row) for row in read_rows(rows or data / "dev.jsonl")]
    console = Console(width=160)
    console.print(_table(judged, title=data.name))
    if predictions is not None:
        write_predictions(predictions, map(_prediction, judged))


def judge(row: Row) -> Judged:
    """Ask both rules about one row.

    Raises:
        RowsError: the row lacks ``documents``, or ``expected`` and ``has_conflict``.
    """
    blocks = blocks_of(row)
    asked = row.get("question")
    question = Question(id=str(row.get("id")), text=asked or "", language=row.get("lang", "en"), as_of=DAY)
    found = find_conflicts(question, blocks, any_topic=not asked)
    plain = any(plain_conflict(one.text, other.text) for one, other in combinations(blocks, 2))
    return Judged(row, _is_conflict(row), bool(found), plain, found)


def blocks_of(row: Row) -> tuple[Block, ...]:
    """The documents of a row as blocks, numbered from 1; a ``date`` becomes the document's day.

    Raises:
        RowsError: there are none.
    """
    documents = row.get("documents")
    if not isinstance(documents, list) or not all(isinstance(part, dict) and "text" in part for part in documents):
        raise RowsError(f"Row {row.get('id')!r}: `documents` must be a list of objects with a `text`.")
    return tuple(_block(number, part, row.get("lang", "en")) for number, part in enumerate(documents, start=1))


def _block(number: int, part: Mapping[str, Any], language: Any) -> Block:
    day = date.fromisoformat(part["date"]) if part.get("date") else DAY
    document = Document(id=f"d{number}", title=part.get("title") or "", version="1", language=language, updated_at=day)
    chunk = Chunk(id=f"d{number}#c01", document=document, text=part["text"], start=0)
    return Block(number=number, chunk=chunk, text=chunk.text, tokens=0, score=1.0)


def _is_conflict(row: Row) -> bool:
    if "has_conflict" in row:
        return bool(row["has_conflict"])
    expected = row.get("expected")
    if expected not in ("conflict", "agree", "refuse_conflict", "answer", "refuse_insufficient"):
        raise RowsError(f"Row {row.get('id')!r}: `expected` must be conflict or agree, not {expected!r}.")
    return expected in ("conflict", "refuse_conflict")


def plain_conflict(one: str, other: str) -> bool:
    """The plain rule: the same written unit, another value, 2 tokens in common in the 14 characters before it."""
    return any(
        unit == their_unit and value != their_value and len(before & their_before) >= 2
        for value, unit, before in _plain_values(one)
        for their_value, their_unit, their_before in _plain_values(other)
    )


def _plain_values(text: str) -> list[tuple[str, str, frozenset[str]]]:
    found = []
    for match in _PLAIN_VALUE.finditer(text):
        before = frozenset(tokens(text[max(0, match.start() - _PLAIN_CONTEXT) : match.start()]))
        found.append((match.group(1).replace(",", ""), (match.group(2) or "").lower(), before))
    return found


def _prediction(judged: Judged) -> dict[str, object]:
    reasons = [
        {"subject": list(conflict.subject), "values": [side.value for side in conflict.sides]}
        for conflict in judged.found[:5]
    ]
    label = "conflict" if judged.ours else "agree"
    return {"id": judged.row.get("id"), "label": label, "score": float(len(judged.found)), "reasons": reasons}


def _table(judged: Iterable[Judged], *, title: str) -> Table:
    groups: dict[tuple[str, str], list[Judged]] = {}
    for one in judged:
        for kind in dict.fromkeys((str(one.row.get("kind") or one.row.get("subcategory") or "-"), "all")):
            groups.setdefault((str(one.row.get("lang")), kind), []).append(one)
            if kind == "all":
                groups.setdefault(("all", "all"), []).append(one)
    table = Table("lang", "kind", "n", "rule", "recall %", "precision %", "false alarm %", title=title)
    for (language, kind), rows in sorted(groups.items()):
        for rule in ("plain", "ours"):
            table.add_row(language, kind, str(len(rows)), rule, *_figures(rows, rule))
    return table


def _figures(rows: list[Judged], rule: str) -> tuple[str, str, str]:
    fires = [(one.ours if rule == "ours" else one.plain, one.expected) for one in rows]
    hits = sum(fired and expected for fired, expected in fires)
    alarms = sum(fired and not expected for fired, expected in fires)
    conflicts = sum(expected for _, expected in fires)
    return share(hits, conflicts), share(hits, hits + alarms), share(alarms, len(fires) - conflicts)
