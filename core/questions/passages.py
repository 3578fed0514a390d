"""What of a block may be quoted, and what each part stands under: headings, a question, a table's header, an intro."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from core.domain import Block, Chunk, Span
from core.evidence.reading import is_han
from core.sentences import spans

_HEADING = re.compile(r"#{1,6}\s+")
_MARKER = re.compile(r"(?:[-*+•·]|[(（]?\d{1,3}[.)、）]|[一二三四五六七八九十]{1,3}、)\s*+(?:\[[ x]\]\s*+)?")
_REPLY = re.compile(r"(?:答|回答|回复|A|Answer)\s?[:：]\s*+", re.IGNORECASE)
_ASKED = re.compile(r"(?:问|提问|Q|Question)\s?[:：]\s*+", re.IGNORECASE)
_RULE_CELLS = re.compile(r":?-{1,}:?")
_POINTS_BACK = re.compile(
    r"(?:[^，,。；;]{0,3}(?:其|该|此|这|它|上述|前述)|(?:\w+ )?(?:it|they|this|these|those|such|he|she|both|each)\b)",
    re.IGNORECASE,
)
"""A sentence that begins so is about what the sentence before it names."""
_EMPHASIS = "*_ "
MIN_INTRO_CHARS = 8
"""A shorter announcing line (新增：) says nothing, and is too short to be verified."""
_SHORT_CHARS = 5
"""A shorter sentence ("Yes.", 能。) says nothing by itself, and is too short to be verified."""

Form = Literal["sentence", "row", "item"]


@dataclass(frozen=True, slots=True)
class Passage:
    """Something that may be quoted. ``text`` is how it is quoted; ``span`` where it stands in the block's text.

    ``above`` is what it stands under, nearest last: title and headings, then the question, table header or announcing
    line inside the block. ``heading`` and ``intro`` are the nearest heading and the line that announces the list it
    is an item of (both may be empty). ``group`` counts paragraphs, lists and tables, so that neighbours are known.
    """

    text: str
    span: Span
    form: Form
    above: str
    heading: str = ""
    intro: str = ""
    group: int = 0

    @property
    def said(self) -> str:
        """The text with the line that announces it, which is quoted with it."""
        return f"{self.intro} {self.text}" if self.form == "item" and len(self.intro) >= MIN_INTRO_CHARS else self.text


@dataclass(slots=True)
class _Place:
    """What has been read so far."""

    titles: str
    heading: str = ""
    question: str = ""
    intro: str = ""
    columns: tuple[str, ...] = ()
    group: int = 0
    is_inline: bool = False
    is_in_list: bool = False
    end: int = 0
    passages: list[Passage] = field(default_factory=list)


def passages(block: Block) -> tuple[Passage, ...]:
    """Everything of the block that may be quoted, in order: no heading, question, table header or code fence.

    Linear in the length of the text.
    """
    return _passages(block.text, " ".join(_titles(block.chunk)), _carried_header(block.chunk))


def setting(chunk: Chunk, span: Span) -> str:
    """What the text at ``span`` of a chunk stands under: title, headings, question, table header, announcing line."""
    around = [
        p.above for p in _passages(chunk.text, " ".join(_titles(chunk)), _carried_header(chunk)) if _meets(p, span)
    ]
    return " ".join(dict.fromkeys(around)) or " ".join(_titles(chunk))


def row_span(sentence: str, text: str) -> Span | None:
    """Where the table row stands in ``text`` that ``sentence`` reads out, cell for cell, by `row_text`; else None."""
    if "|" not in text:
        return None
    read_out = sentence.strip().rstrip("。.")
    rows = (passage for passage in _passages(text, "", ()) if passage.form == "row")
    return next((row.span for row in rows if row.text.rstrip("。.") == read_out), None)


def _meets(passage: Passage, span: Span) -> bool:
    return passage.span.start < span.end and span.start < passage.span.end


def _titles(chunk: Chunk) -> tuple[str, ...]:
    return tuple(dict.fromkeys((chunk.document.title, *(part for part in chunk.heading if not part.startswith("|")))))


def _carried_header(chunk: Chunk) -> tuple[str, ...]:
    last = chunk.heading[-1] if chunk.heading else ""
    return _cells(last) if last.startswith("|") else ()


@lru_cache(maxsize=1024)
def _passages(text: str, titles: str, columns: tuple[str, ...]) -> tuple[Passage, ...]:
    place = _Place(titles, columns=columns)
    pieces = spans(text)
    for index, piece in enumerate(pieces):
        _read(place, text, piece, following=pieces[index + 1] if index + 1 < len(pieces) else None)
    return tuple(place.passages)


def _read(place: _Place, text: str, piece: Span, *, following: Span | None) -> None:
    between = text[place.end : piece.start]
    raw = text[piece.start : piece.end]
    starts_line = "\n" in between or place.end == 0
    is_entry = _MARKER.match(raw) is not None or raw.startswith("|")
    if (("\n\n" in between) and not (is_entry and place.is_in_list)) or (starts_line and not is_entry):
        place.group += 1
    if starts_line:
        place.is_in_list = is_entry
    place.end = piece.end
    if _HEADING.match(raw):
        _enter_heading(place, raw)
    elif raw.startswith("|"):
        _read_row(place, text, piece, following)
    elif not raw.startswith(("```", "~~~")):
        _read_sentence(
            place, raw, piece, is_item=starts_line and _MARKER.match(raw) is not None, starts_line=starts_line
        )


def _enter_heading(place: _Place, raw: str) -> None:
    place.heading = _HEADING.sub("", raw, count=1).strip(_EMPHASIS)
    place.question = place.intro = ""
    place.columns = ()


def _read_row(place: _Place, text: str, piece: Span, following: Span | None) -> None:
    cells = _cells(text[piece.start : piece.end])
    if all(_RULE_CELLS.fullmatch(cell) for cell in cells if cell):
        return
    if following is not None and _is_rule(text[following.start : following.end]):
        place.columns = cells
        if place.passages and place.passages[-1].intro == place.intro:
            place.intro = ""
        return
    header = " ".join(place.columns)
    quoted = row_text(place.columns, cells)
    above = " ".join(part for part in (place.titles, place.heading, place.intro, header) if part)
    place.passages.append(Passage(quoted, piece, "row", above, place.heading, place.intro, place.group))


def _is_rule(line: str) -> bool:
    return line.startswith("|") and all(_RULE_CELLS.fullmatch(cell) for cell in _cells(line) if cell)


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().strip("|").replace(r"\|", "¦").split("|"))


def row_text(columns: Sequence[str], cells: Sequence[str]) -> str:
    """A table row as a sentence: 列名：值，列名：值. Without a header the cells alone."""
    shown = [(name, cell) for name, cell in zip(columns or [""] * len(cells), cells, strict=False) if cell]
    is_wide = any(is_han(char) for _, cell in shown for char in cell) or any(is_han(c) for n, _ in shown for c in n)
    colon, comma = ("：", "，") if is_wide else (": ", ", ")
    return comma.join(f"{name}{colon}{cell}" if name else cell for name, cell in shown)


def _read_sentence(place: _Place, raw: str, piece: Span, *, is_item: bool, starts_line: bool) -> None:
    if starts_line:
        if place.is_inline or not is_item:
            place.question = "" if place.is_inline else place.question
            place.is_inline = False
        place.intro = place.intro if is_item else ""
        place.columns = place.columns if is_item else ()
    body = _MARKER.sub("", raw, count=1) if is_item else raw
    body = " ".join(body.split()).strip("*_").strip()
    asked = _ASKED.match(body)
    if is_question(body) or asked:
        place.question = body[asked.end() :] if asked else body
        place.is_inline = is_item
        return
    reply = _REPLY.match(body)
    body = body[reply.end() :] if reply else body
    if sum(char.isalnum() for char in body) < _SHORT_CHARS:
        return
    before = place.passages[-1] if place.passages else None
    is_back = before is not None and before.group == place.group and _POINTS_BACK.match(body) is not None
    earlier = before.text if before and is_back else ""
    above = " ".join(part for part in (place.titles, place.heading, place.question, place.intro, earlier) if part)
    if body.endswith(("：", ":")):
        place.intro = body
        return
    form: Form = "item" if is_item else "sentence"
    place.passages.append(Passage(body, piece, form, above, place.heading, place.intro, place.group))


def is_question(text: str) -> bool:
    """Whether a line only asks."""
    return text.rstrip('*_ ”"').endswith(("？", "?"))
