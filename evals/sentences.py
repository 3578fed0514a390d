"""Measure sentence splitting: boundaries found, exact rows, and the same pieces however the stream was cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from core.sentences import SentenceBuffer, split
from evals.rows import Row, RowsError, interval, read_rows, share, write_predictions

CUTS = (1, 3, 7)
"""Characters fed at a time."""
_FIELDS = ("id", "source", "text", "sentences")
_SPACE = re.compile(r"\s+")
_NAIVE = re.compile(r"(?<=[。！？!?.])\s*")


@dataclass(slots=True)
class Score:
    """Counts over rows: boundaries found, made up and missed; rows split exactly; rows alike for every cut."""

    rows: int = 0
    found: int = 0
    extra: int = 0
    missed: int = 0
    exact: int = 0
    steady: int = 0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall of boundaries, 0..1; 1 where there is none to find."""
        counted = 2 * self.found + self.extra + self.missed
        return 2 * self.found / counted if counted else 1.0

    def f1_interval(self) -> tuple[float, float]:
        """95 % interval of `f1`: Wilson's for found ÷ (found + extra + missed), of which F1 is a monotone function."""
        low, high = interval(self.found, self.found + self.extra + self.missed)
        return 2 * low / (1 + low), 2 * high / (1 + high)

    def add(self, text: str, gold: Iterable[str], predicted: Iterable[str]) -> None:
        """Count one row."""
        wanted, got = boundaries(gold), boundaries(predicted)
        self.rows += 1
        self.found += len(wanted & got)
        self.extra += len(got - wanted)
        self.missed += len(wanted - got)
        self.exact += wanted == got
        self.steady += is_steady(text)


def boundaries(sentences: Iterable[str]) -> set[int]:
    """Offsets between the sentences, counted in characters that are no white space; not the end of the text."""
    found, end = set(), 0
    for sentence in sentences:
        end += len(_SPACE.sub("", sentence))
        found.add(end)
    return found - {0, end}


def is_steady(text: str) -> bool:
    """Whether the stream's pieces are those of the whole text for each of `CUTS`."""
    whole = split(text)
    return all(_streamed(text, size) == whole for size in CUTS)


def _streamed(text: str, size: int) -> list[str]:
    buffer = SentenceBuffer()
    pieces = [piece for start in range(0, len(text), size) for piece in buffer.feed(text[start : start + size])]
    return [piece.text for piece in [*pieces, *buffer.close()]]


def naive(text: str) -> list[str]:
    """The baseline: cut after every full stop, question and exclamation mark."""
    return [part for part in _NAIVE.split(text) if part]


def run(data: Path, rows: Path | None, predictions: Path | None) -> None:
    """Print one line for each ``source`` of the rows, beside the baseline, and write predictions.

    ``rows`` defaults to ``dev.jsonl`` in ``data``. A prediction's ``label`` is "same" or "different", its ``score``
    the row's F1, its ``reasons`` the boundaries missed or made up, in context.

    Raises:
        RowsError: a row lacks a field.
    """
    read = read_rows(rows or data / "dev.jsonl")
    for row in read:
        if missing := [field for field in _FIELDS if field not in row]:
            raise RowsError(f"Row {row.get('id', '?')!r} has no {missing[0]!r}; needed: {', '.join(_FIELDS)}.")
    _print(read)
    if predictions is not None:
        write_predictions(predictions, (_prediction(row) for row in read))


def score_rows(rows: Iterable[Row], splitter: Callable[[str], list[str]]) -> dict[str, Score]:
    """Scores by ``source``, in order of appearance, then for all rows under "all"."""
    scores: dict[str, Score] = {}
    total = Score()
    for row in rows:
        predicted = splitter(row["text"])
        for score in (scores.setdefault(row["source"], Score()), total):
            score.add(row["text"], row["sentences"], predicted)
    return {**scores, "all": total}


def _print(rows: list[Row]) -> None:
    table = Table(title="Sentence boundaries (%, 95 % interval)")
    for column in ("source", "rows", "precision", "recall", "F1", "exact rows", "same for cuts 1, 3, 7", "naive F1"):
        table.add_column(column, overflow="fold")
    baseline = score_rows(rows, naive)
    for source, score in score_rows(rows, split).items():
        low, high = score.f1_interval()
        table.add_row(
            source,
            str(score.rows),
            share(score.found, score.found + score.extra),
            share(score.found, score.found + score.missed),
            f"{100 * score.f1:.1f} [{100 * low:.1f}, {100 * high:.1f}]",
            share(score.exact, score.rows),
            share(score.steady, score.rows),
            f"{100 * baseline[source].f1:.1f}",
        )
    Console(width=160).print(table)


def _prediction(row: Row) -> Row:
    predicted = split(row["text"])
    score = Score()
    score.add(row["text"], row["sentences"], predicted)
    wanted, got = boundaries(row["sentences"]), boundaries(predicted)
    text = _SPACE.sub("", row["text"])
    reasons = [f"missed: {_around(text, at)}" for at in sorted(wanted - got)]
    reasons += [f"extra: {_around(text, at)}" for at in sorted(got - wanted)]
    label = "same" if wanted == got else "different"
    return {"id": row["id"], "label": label, "score": score.f1, "reasons": reasons, "sentences": predicted}


def _around(text: str, at: int) -> str:
    return f"{text[max(0, at - 15) : at]}¦{text[at : at + 15]}"
