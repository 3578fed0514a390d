"""Markdown (or plain text) as sections of units: where headings, paragraphs, lists, tables and code begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

Kind = Literal["text", "list", "table", "fence"]

_KINDS: dict[str, Kind] = {
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
    "fence": "fence",
    "code_block": "fence",
}
_CUT_AT = {"list_item_open": 1, "tr_open": 2}
"""Tokens that begin an item or row of an outermost list or table, with their level."""

_LINK = re.compile(r"!?\[([^\[\]\n]{0,200})\]\([^()\n]{0,500}\)")


@dataclass(frozen=True, slots=True)
class Unit:
    """Characters ``[start, end)`` of one kind. ``cuts``: where its 2nd, 3rd … item or row begins (lists and tables).

    The first row of a table holds its header as well; ``header`` is that header in one line (``a | b``).
    """

    start: int
    end: int
    kind: Kind
    cuts: tuple[int, ...] = ()
    header: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one path of headings: ``[start, end)`` with its heading lines, and its units in order.

    Heading lines without any text of their own begin the next section; only the last may have no units.
    """

    start: int
    end: int
    heading: tuple[str, ...]
    units: tuple[Unit, ...]


def sections(body: str) -> Iterator[Section]:
    """The sections of ``body`` in order; every non-blank character stands in exactly one."""
    path: list[tuple[int, str]] = []
    start = 0
    units: list[Unit] = []
    for level, title, unit in _walk(body):
        if not level:
            units.append(unit)
            continue
        if units:
            yield Section(start, unit.start, _titles(path), tuple(units))
            start, units = unit.start, []
        path = [above for above in path if above[0] < level] + [(level, title)]
    if body[start:].strip():
        yield Section(start, len(body), _titles(path), tuple(units))


def _titles(path: list[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(title for _, title in path if title)


def _walk(body: str) -> Iterator[tuple[int, str, Unit]]:
    """Each heading (level 1…6, title) and each unit (level 0) with the characters it fills, in order."""
    offsets = [0, *accumulate(len(line) + 1 for line in body.split("\n"))]
    offsets[-1] = len(body)
    tokens = _PARSER.parse(body)
    opens = [index for index, token in enumerate(tokens) if token.level == 0 and token.map and token.nesting >= 0]
    line = 0
    for index, following in pairwise([*opens, len(tokens)]):
        token = tokens[index]
        first, last = token.map or [line, line]
        if body[offsets[line] : offsets[first]].strip():
            yield 0, "", Unit(offsets[line], offsets[first], "text")
        line = last
        if token.type == "heading_open":
            title = _plain(tokens[index + 1].content)
            yield int(token.tag[1]), title, Unit(offsets[first], offsets[last], "text")
        else:
            yield 0, "", _unit(tokens[index:following], offsets, body)
    if body[offsets[line] :].strip():
        yield 0, "", Unit(offsets[line], len(body), "text")


def _unit(tokens: list[Token], offsets: list[int], body: str) -> Unit:
    kind = _KINDS.get(tokens[0].type, "text")
    first, last = tokens[0].map or [0, 0]
    begins = [token.map[0] for token in tokens if token.map and _CUT_AT.get(token.type) == token.level]
    header = ""
    if kind == "table":
        header = " | ".join(cell.strip() for cell in body[offsets[first] : offsets[first + 1]].strip(" |\n").split("|"))
        begins = begins[1:]
    cuts = tuple(offsets[line] for line in begins[1:]) if kind in ("list", "table") else ()
    return Unit(offsets[first], offsets[last], kind, cuts, header)


def _plain(title: str) -> str:
    return re.sub(r"[*`]+", "", _LINK.sub(r"\1", title)).strip()


def _block_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["block"])  # "normalize" would change line ends, and with them the line numbers
    return parser


_PARSER = _block_parser()
