"""A document's body becomes chunks: exact substrings, cut by heading, paragraph and table.

Rule: what belongs together stays together. A list or table stays with the paragraph that announces it, an exception
with the rule before it; a sentence, a table row, a list item and a code fence are never cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from core.domain import Chunk, Document
from core.sentences import spans
from corpus.markdown import Section, Unit, sections

TARGET_TOKENS = 240
"""Paragraphs of one section are put together up to this size: the context budget (1200) holds five such chunks."""

LIMIT_TOKENS = 480
"""What belongs together is kept whole up to this size, and beyond it cut between items, rows or sentences into parts
of the target size. Only a single sentence, row or code fence may be longer."""

_WIDE_TOKENS, _NARROW_TOKENS = 0.57, 0.27
"""Tokens per character, Chinese and English (cl100k, measured on 60,000 real chunks)."""

_WIDE = re.compile(r"[\u2e80-\U0003ffff]")
_CONTINUES = re.compile(
    r"[*_]{0,3}(?:但|不过|然而|否则|例外|除外|除上述|除此|前款|前述|上述|以上|其中|注[:：]"
    r"|(?i:however|but|except|exceptions?|unless|otherwise|note:|the above|of these|in this case|in that case)\b)"
)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters ``[start, end)`` of the body, their size, and the table header that stands above them."""

    start: int
    end: int
    tokens: float
    above: tuple[str, ...] = ()


def chunk(document: Document, body: str) -> tuple[Chunk, ...]:
    """Every non-blank character of ``body`` in exactly one chunk, in order; ``body[c.start:]`` begins with ``c.text``.

    Heading lines are part of the chunk that follows them. Where a table is cut between rows, the later parts carry
    its header row as the last element of ``Chunk.heading``. Linear in the length of ``body``.
    """
    chunks: list[Chunk] = []
    for section in sections(body):
        for piece in _merged(_pieces(section, body)):
            text = body[piece.start : piece.end]
            start = piece.start + len(text) - len(text.lstrip())
            name = f"{document.id}#c{len(chunks) + 1:02d}"
            heading = section.heading + piece.above
            chunks.append(Chunk(id=name, document=document, text=text.strip(), start=start, heading=heading))
    return tuple(chunks)


def size(text: str) -> float:
    """Estimated tokens of ``text``, without a tokenizer."""
    wide = len(_WIDE.findall(text))
    return wide * _WIDE_TOKENS + (len(text) - wide) * _NARROW_TOKENS


def _pieces(section: Section, body: str) -> Iterator[_Piece]:
    start = section.start
    for group in _groups(section.units, body):
        whole = _piece(start, group[-1].end, body)
        yield from [whole] if whole.tokens <= LIMIT_TOKENS else _cut(group, start, body)
        start = whole.end
    if not section.units:
        yield _piece(start, section.end, body)


def _piece(start: int, end: int, body: str) -> _Piece:
    return _Piece(start, end, size(body[start:end]))


def _groups(units: Iterable[Unit], body: str) -> Iterator[list[Unit]]:
    """Runs of units that belong together."""
    group: list[Unit] = []
    for unit in units:
        if group and not _belongs(unit, group[-1], body):
            yield group
            group = []
        group.append(unit)
    if group:
        yield group


def _belongs(unit: Unit, before: Unit, body: str) -> bool:
    if _announces(body[before.start : before.end]):
        return True
    if unit.kind == "text":
        return _CONTINUES.match(body, unit.start) is not None
    return unit.kind != "fence" and before.kind == "text"


def _announces(text: str) -> bool:
    return text.rstrip(" \n*_").endswith((":", "："))


def _merged(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Neighbours put together up to the target size; parts of a table stay apart from what surrounds them."""
    last: _Piece | None = None
    for piece in pieces:
        if last and last.above == piece.above and last.tokens + piece.tokens <= TARGET_TOKENS:
            last = replace(last, end=piece.end, tokens=last.tokens + piece.tokens)
            continue
        if last:
            yield last
        last = piece
    if last:
        yield last


def _cut(group: list[Unit], start: int, body: str) -> Iterator[_Piece]:
    """A group that is too long as a whole, cut into the smallest pieces allowed; what announces keeps what follows."""
    held: _Piece | None = None
    for unit in group:
        for atom in _atoms(unit, body):
            piece = _piece(start if held is None else held.start, atom.end, body)
            start = atom.end
            if _announces(body[atom.start : atom.end]) and piece.tokens <= TARGET_TOKENS:
                held = piece
                continue
            held = None
            yield replace(piece, above=atom.above)
    if held:
        yield held


def _atoms(unit: Unit, body: str) -> Iterator[_Piece]:
    above: tuple[str, ...] = ()
    for start, end in _ranges(unit.start, unit.cuts, unit.end):
        piece = replace(_piece(start, end, body), above=above)
        if unit.kind == "table":
            yield piece
            above = (unit.header,)
        elif unit.kind == "fence" or (unit.kind == "list" and piece.tokens <= LIMIT_TOKENS):
            yield piece
        else:
            cuts = tuple(start + span.start for span in spans(body[start:end]))[1:]
            for low, high in _ranges(start, cuts, end):
                yield _piece(low, high, body)


def _ranges(start: int, cuts: Iterable[int], end: int) -> Iterator[tuple[int, int]]:
    for cut in cuts:
        yield start, cut
        start = cut
    yield start, end
