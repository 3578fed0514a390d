"""Pieces of a stream in, whole sentences out; and the sentences of a text that is complete."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.domain import Span
from core.text.boundaries import display_width, find_end


@dataclass(frozen=True, slots=True)
class Piece:
    r"""A sentence, list item, heading, table row or code fence, with its citation marks.

    ``lead`` is the white space before it: "" (also before the first), " ", "\n" or "\n\n"; ``text`` has none at
    either end and is never empty.
    """

    lead: str
    text: str


class SentenceBuffer:
    """Holds back a stream until a sentence is complete; how the stream was cut never changes what comes out.

    Nothing is held for longer than `core.text.boundaries.MAX_CHARS` characters.
    """

    def __init__(self) -> None:
        self._empty()

    def _empty(self) -> None:
        self._text = ""
        self._resume = 0
        self._column = 0
        self._newlines = 0
        self._has_blank = False
        self._is_first = True

    def feed(self, piece: str) -> list[Piece]:
        """The sentences that ``piece`` completes, in order; may be empty."""
        self._text += piece
        return list(self._take(closed=False))

    def close(self) -> list[Piece]:
        """What is left when the stream ends. The buffer is as new afterwards."""
        rest = list(self._take(closed=True))
        self._empty()
        return rest

    def _take(self, *, closed: bool) -> Iterator[Piece]:
        start = self._skip_space(0)
        resume = max(self._resume, start)
        while start < len(self._text):
            found = find_end(self._text, start=start, at=resume, column=self._column, closed=closed)
            if found.end is None:
                resume = found.resume
                break
            yield self._piece(self._text[start : found.end])
            start = resume = self._skip_space(found.end)
        self._text = self._text[start:]
        self._resume = max(0, resume - start)

    def _skip_space(self, start: int) -> int:
        """The next visible character; what is passed over becomes the lead of the next piece."""
        end = start
        text = self._text
        while end < len(text) and text[end].isspace():
            if text[end] == "\n":
                self._newlines += 1
                self._column = 0
            else:
                self._has_blank = True
            end += 1
        return end

    def _piece(self, text: str) -> Piece:
        lead = "\n\n" if self._newlines > 1 else "\n" if self._newlines else " " if self._has_blank else ""
        kept = text.rstrip()
        piece = Piece("" if self._is_first else lead, kept)
        space = text[len(kept) :]
        self._column = _column_after(kept, space, self._column)
        self._newlines, self._has_blank, self._is_first = space.count("\n"), bool(space), False
        return piece


def split(text: str) -> list[str]:
    """The sentences of ``text`` in order, without the white space between them; may be empty."""
    return [text[span.start : span.end] for span in spans(text)]


def spans(text: str) -> tuple[Span, ...]:
    """The sentences of ``text`` as ranges, by the same rules as `SentenceBuffer`; only white space lies between."""
    return tuple(_spans(text))


def _spans(text: str) -> Iterator[Span]:
    column = 0
    start = _visible(text, 0)
    while start < len(text):
        end = find_end(text, start=start, at=start, column=column, closed=True).end or len(text)
        sentence = text[start:end].rstrip()
        yield Span(start, start + len(sentence))
        following = _visible(text, end)
        column = _column_after(sentence, text[start + len(sentence) : following], column)
        start = following


def _column_after(sentence: str, space: str, column: int) -> int:
    """The column at which the next sentence begins, if this one began at ``column``."""
    if "\n" in space:
        return 0
    last = sentence.rfind("\n")
    return display_width(sentence[last + 1 :]) + (column if last < 0 else 0)


def _visible(text: str, start: int) -> int:
    while start < len(text) and text[start].isspace():
        start += 1
    return start
