"""Labelled rows: read them, write predictions, count with intervals. JSON Lines throughout, UTF-8."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from scipy.stats import binomtest

Row = dict[str, Any]


class RowsError(Exception):
    """The rows can't be used."""


def read_rows(path: Path) -> list[Row]:
    """Every row of a JSON Lines file, in order; empty lines are passed over.

    Raises:
        RowsError: the file is missing, or a line is not a JSON object (the message names the line).
    """
    return list(_rows(path))


def _rows(path: Path) -> Iterator[Row]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RowsError(f"Can't read {str(path)!r}: {error.strerror}. Name a JSON Lines file.") from error
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise RowsError(f"{path.name}, line {number}: not JSON ({error.msg}).") from error
        if not isinstance(row, dict):
            raise RowsError(f"{path.name}, line {number}: a JSON object is needed, not {type(row).__name__}.")
        yield row


def write_predictions(path: Path, predictions: Iterable[Mapping[str, Any]]) -> None:
    """One JSON object a line, with at least ``id``, ``label``, ``score``, ``reasons``; replaces the file at the end."""
    part = path.with_name(path.name + ".part")
    part.parent.mkdir(parents=True, exist_ok=True)
    with part.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(dict(row), ensure_ascii=False) + "\n" for row in predictions)
    part.replace(path)


def interval(hits: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval for ``hits`` of ``n``, as shares 0..1; (0, 1) where ``n`` is 0."""
    if n == 0:
        return (0.0, 1.0)
    found = binomtest(hits, n).proportion_ci(confidence_level=0.95, method="wilson")
    return (float(found.low), float(found.high))


def share(hits: int, n: int) -> str:
    """``hits`` of ``n`` for a table: ``88.6 [84.1, 91.9] of 220``; ``–`` where ``n`` is 0."""
    if n == 0:
        return "–"
    low, high = interval(hits, n)
    return f"{100 * hits / n:.1f} [{100 * low:.1f}, {100 * high:.1f}] of {n}"
