"""Cells of a pipe table with what names them: the first cell of the row and the head of the column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.domain import Span

_LINE = re.compile(r"^[ \t]{0,8}\|[^\n]{1,4000}$", re.MULTILINE)
_RULE = re.compile(r"[|:\- \t]+")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell below the head and right of the first column: its place, its row, and the words that name it."""

    span: Span
    row: Span
    label: str
    head: str


def cells(text: str, *, carried: str = "") -> Iterator[Cell]:
    """Every such cell that is not empty, in order; ``carried``: the head of a table that goes on in this text."""
    head = _texts(carried, _split(carried, 0, len(carried))) if carried else []
    end = -2
    for line in _LINE.finditer(text):
        spans = _split(text, line.start(), line.end())
        is_first = line.start() != end + 1 and not (carried and text[: line.start()].strip() == "")
        if is_first:
            head = _texts(text, spans)
        elif not _RULE.fullmatch(line.group()) and spans[0] is not None:
            label = text[spans[0].start : spans[0].end]
            for index, span in enumerate(spans[1:], start=1):
                if span is not None:
                    named = head[index] if index < len(head) else ""
                    yield Cell(span, Span(line.start(), line.end()), label, named)
        end = line.end()


def _texts(text: str, spans: Iterable[Span | None]) -> list[str]:
    return ["" if span is None else text[span.start : span.end] for span in spans]


def is_row(line: str) -> bool:
    """Whether a line is a row of a table."""
    return line.lstrip().startswith("|")


def _split(text: str, start: int, end: int) -> list[Span | None]:
    """The cells of a row without the spaces around them; None: empty."""
    inner = text[start:end].rstrip()
    stop = start + len(inner) - (1 if inner.endswith("|") else 0)
    at = text.index("|", start) + 1
    found: list[Span | None] = []
    while at <= stop:
        bar = text.find("|", at, stop)
        last = bar if bar >= 0 else stop
        part = text[at:last]
        left = at + len(part) - len(part.lstrip())
        right = last - (len(part) - len(part.rstrip()))
        found.append(Span(left, right) if left < right else None)
        at = last + 1
    return found
