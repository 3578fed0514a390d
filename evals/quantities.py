"""Measure `core.quantities` on labelled numbers, money, units and dates of both languages, by kind and language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from evals.quantity_readings import Found, found_in
from evals.quantity_rows import Expected, expected_of, is_same_value
from evals.rows import Row, RowsError, read_rows, share, write_predictions

Reader = Callable[[str, str, str], Sequence[Found]]
"""What is found in a text, given the kind of the row and its language."""


@dataclass(slots=True)
class Count:
    """Tallies of one kind and language; entities, but for ``alarms`` of ``negatives``, which are rows."""

    entities: int = 0
    exact: int = 0
    span: int = 0
    value: int = 0
    negatives: int = 0
    alarms: int = 0
    others: int = 0
    others_exact: int = 0


@dataclass(slots=True)
class Result:
    """One row judged: ``label`` exact, partial, missed, clean or alarm; ``score`` the share of its entities exact."""

    row: Row
    found: Sequence[Found]
    exact: int = 0
    expected: int = 0
    reasons: list[str] = field(default_factory=list)

    @property
    def label(self) -> str:
        """What the row as a whole came to."""
        if not self.expected:
            return "alarm" if self.found else "clean"
        return "exact" if self.exact == self.expected else "partial" if self.exact else "missed"

    def prediction(self) -> dict[str, Any]:
        """The line for the predictions file."""
        score = self.exact / self.expected if self.expected else float(not self.found)
        found = [{"text": one.text, "start": one.start, "end": one.end, "value": one.shown} for one in self.found]
        return {"id": self.row["id"], "label": self.label, "score": score, "reasons": self.reasons, "found": found}


def run(data: Path, rows: Path | None, predictions: Path | None) -> None:
    """Print exact (span and value), span-only and false-alarm shares by kind and language; write predictions."""
    path = rows if rows is not None else data / "dev.jsonl"
    labelled = read_rows(path)
    if not labelled or any("entities" not in row or "kind" not in row for row in labelled):
        raise RowsError(f"{path.name}: every row needs id, lang, kind, text and entities.")
    counts: dict[tuple[str, str], Count] = {}
    results = judge(labelled, found_in, counts)
    Console(width=160).print(table(counts))
    if predictions is not None:
        write_predictions(predictions, (result.prediction() for result in results))


def judge(rows: Iterable[Row], reader: Reader, counts: dict[tuple[str, str], Count]) -> list[Result]:
    """Every row judged, in order; ``counts`` is added to by (kind, language)."""
    return [_judge(row, reader, counts.setdefault((row["kind"], row["lang"]), Count())) for row in rows]


def _judge(row: Row, reader: Reader, count: Count) -> Result:
    found = tuple(reader(row["text"], row["kind"], row["lang"]))
    result = Result(row, found)
    expected = [expected_of(row, entity) for entity in row["entities"]]
    if not expected:
        count.negatives += 1
        count.alarms += bool(found)
        result.reasons += [f"not expected: {one.text!r}" for one in found]
    for one in expected:
        has_span = [other for other in found if one.has_span_of(other)]
        is_exact = any(is_same_value(one, other) for other in has_span)
        if not one.is_supported:
            count.others += 1
            count.others_exact += is_exact
            continue
        result.expected += 1
        result.exact += is_exact
        count.entities += 1
        count.exact += is_exact
        count.span += bool(has_span)
        count.value += any(is_same_value(one, other) for other in found)
        if not is_exact:
            result.reasons.append(_why(one, has_span))
    return result


def _why(expected: Expected, has_span: Sequence[Found]) -> str:
    if has_span:
        return f"{expected.text!r}: read as {has_span[0].shown}, labelled {expected.shown}"
    return f"{expected.text!r}: not found ({expected.shown})"


def table(counts: Mapping[tuple[str, str], Count]) -> Table:
    """The tallies, a line for each kind and language and one for all; shares in % with 95 % intervals."""
    shown = Table(title="quantities")
    for name in ("kind", "lang", "exact", "span", "value, any span", "alarms on negatives", "not supported, exact"):
        shown.add_column(name)
    for (kind, language), count in sorted(counts.items()):
        shown.add_row(kind, language, *_cells(count))
    for language in sorted({language for _, language in counts}):
        shown.add_row("all", language, *_cells(_sum(count for key, count in counts.items() if key[1] == language)))
    shown.add_row("all", "", *_cells(_sum(counts.values())))
    return shown


def _sum(counts: Iterable[Count]) -> Count:
    total = Count()
    for count in counts:
        for name in Count.__slots__:
            setattr(total, name, getattr(total, name) + getattr(count, name))
    return total


def _cells(count: Count) -> tuple[str, ...]:
    return (
        share(count.exact, count.entities),
        share(count.span, count.entities),
        share(count.value, count.entities),
        share(count.alarms, count.negatives),
        share(count.others_exact, count.others),
    )
