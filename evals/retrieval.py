"""Retrieval on labelled questions: does the right chunk come up, and does gate 1's score tell answerable from not.

A set is a ``corpus.jsonl`` (id, lang, title, text, perhaps source or enterprise) and queries (id, question, gold_ids,
perhaps coverage "in"/"out"). Where the corpus has several companies each is indexed alone, and the others' questions
count as out of coverage. As a near miss, every fourth question is asked of a corpus without its gold chunks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import typer

from core.domain import Chunk, Document
from corpus.index import Index, terms
from evals.rows import Row, RowsError, read_rows, share, write_predictions

THRESHOLDS = (0.08, 0.1, 0.11, 0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.24, 0.26, 0.3)


@dataclass(frozen=True, slots=True)
class Asked:
    """One question put to one corpus: ``kind`` is "in", "out" (another subject) or "near" (its gold is missing)."""

    row: Row
    kind: str
    found: tuple[str, ...]
    best_share: float

    def is_hit(self, *, within: int) -> bool:
        """Whether a gold chunk is among the first ``within``."""
        return bool(set(self.found[:within]) & set(self.row["gold_ids"]))


def run(data: Path, rows: Path | None, predictions: Path | None) -> None:
    """Prints hit rates, how well the score separates, and wrong refusals and passes by threshold, as Markdown.

    Raises:
        RowsError: a file is missing, or nothing in it can be asked.
    """
    asked = ask_all(read_rows(data / "corpus.jsonl"), read_rows(rows or data / "queries_dev.jsonl"))
    if not any(a.kind == "in" for a in asked):
        raise RowsError(f"No row of {str(data)!r} has gold_ids. Name a set of questions with gold chunks.")
    typer.echo("\n".join([f"## {data.name}", "", *report(asked)]))
    if predictions:
        scored = ({"id": a.row["id"], "label": a.kind, "score": a.best_share, "reasons": a.found[:5]} for a in asked)
        write_predictions(predictions, scored)


def ask_all(corpus: Sequence[Row], queries: Sequence[Row]) -> list[Asked]:
    """Every question put to every corpus that it is meant for."""
    asked: list[Asked] = []
    for company in sorted({_company(row) for row in corpus}):
        own = [row for row in corpus if _company(row) == company]
        inside = [row for row in queries if _company(row) == company and row.get("coverage", "in") == "in"]
        outside = [row for row in queries if row not in inside]
        asked += _ask(own, inside, "in")
        asked += _ask(own, outside, "out")
        near = [row for row in inside if int(hashlib.sha1(row["id"].encode()).hexdigest(), 16) % 4 == 0]  # noqa: S324
        gone = {name for row in near for name in row["gold_ids"]}
        asked += _ask([row for row in own if row["id"] not in gone], near, "near")
    return asked


def report(asked: Sequence[Asked]) -> list[str]:
    """The lines of the report."""
    inside = [a for a in asked if a.kind == "in"]
    lines = [f"hit@{n}: {share(sum(a.is_hit(within=n) for a in inside), len(inside))}" for n in (1, 5)]
    others = {kind: [a.best_share for a in asked if a.kind == kind] for kind in ("out", "near")}
    scores = [a.best_share for a in inside]
    lines += [f"AUC in/{kind}: {_auc(scores, below):.3f} (n = {len(below)})" for kind, below in others.items() if below]
    lines += ["", "| threshold | wrong refusals | wrong passes: out | wrong passes: near |", "|---|---|---|---|"]
    for limit in THRESHOLDS:
        refused = share(sum(score < limit for score in scores), len(scores))
        passed = [share(sum(score >= limit for score in below), len(below)) for below in others.values()]
        lines.append(f"| {limit:.2f} | {refused} | {' | '.join(passed)} |")
    return lines


def _ask(corpus: Iterable[Row], queries: Iterable[Row], kind: str) -> Iterable[Asked]:
    index = Index(_chunk(row) for row in corpus)
    view = index.view(lambda _: True)
    for row in queries:
        query = list(dict.fromkeys(terms(row["question"])))
        hits = index.search(view, query, limit=10)
        best = hits[0][1] / index.best_possible(view, query) if hits else 0.0
        yield Asked(row, kind, tuple(chunk.document.id for chunk, _ in hits), best)


def _chunk(row: Row) -> Chunk:
    heading = tuple(str(row.get("title", "")).split(" > "))
    document = Document(id=row["id"], title=heading[0], version="1", language=row["lang"], updated_at=date(2025, 1, 1))
    return Chunk(id=f"{row['id']}#c01", document=document, text=row["text"], start=0, heading=heading)


def _company(row: Row) -> str:
    return str(row.get("enterprise") or row.get("source") or "")


def _auc(above: Sequence[float], below: Sequence[float]) -> float:
    """Chance that an answerable question scores higher than one that is not; ties count half."""
    wins = sum((a > b) + 0.5 * (a == b) for a in above for b in below)
    return wins / (len(above) * len(below))
