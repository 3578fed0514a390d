"""Verified sentences as Slack ``rich_text`` elements: bold, code, lists, fences and tables as people know them.

Nothing in a text becomes a link, a mention or an emoji: links of documents are written out, not made clickable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.slack.text import Json, clean
from core.events import Sentence

_OPEN, _CLOSE = "\ue000", "\ue001"
"""Enclose a citation number while Markdown is parsed; `clean` keeps both out of every text from outside."""

DISPUTED = "⚖️"
"""After a sentence that another document contradicts; a note below says how."""

_BLOCKS = MarkdownIt("commonmark", {"html": False}).enable("table")
_BLOCKS.disable(["inline", "code", "html_block", "reference", "lheading"])

_INLINE = re.compile(
    r"`(?P<code>[^`\n]{1,500}+)`"
    r"|\*\*(?P<bold>(?:[^*\n]|\*(?!\*)){1,800}+)\*\*"
    r"|(?<![0-9A-Za-z*])\*(?P<italic>[^*\s][^*\n]{0,200}+)\*(?![0-9A-Za-z*])"
    r"|(?P<image>!?)\[(?P<label>[^\[\]\n]{1,200}+)\]\((?P<address>[^()\s]{1,500}+)\)"
    rf"|{_OPEN}(?P<number>\d{{1,3}}){_CLOSE}"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
)
_ONLY_NUMBERS = re.compile(rf"(?:{_OPEN}\d{{1,3}}{_CLOSE}){{1,99}}(?:{DISPUTED})?")
_NO_SPACE = ("", _CLOSE, "\n", "。", "！", "？", "；", "”", "）", "…")
"""What needs no space before a number: the start of a line, another number, a mark as wide as a character."""
_TABLE_ROW = re.compile(r"\s{0,20}\|.{0,2000}\|\s{0,20}$")
_LIST_ITEM = re.compile(r"\s{0,20}(?:[-*+]|\d{1,9}[.)])\s")
_RULE_ROW = re.compile(r"\s{0,20}\|[-:| ]{1,2000}\|\s{0,20}$")


def answer_elements(sentences: Sequence[Sentence]) -> list[Json]:
    """Elements of one ``rich_text`` block: the sentences with their leads, each followed by its numbers as ``[1]``."""
    return elements(_source(sentences))


def elements(markdown: str) -> list[Json]:
    """Elements of one ``rich_text`` block for a Markdown text; each holds at least one character."""
    tree = _Builder()
    tree.read(_BLOCKS.parse(markdown))
    return tree.done


def section(*parts: Json) -> Json:
    """A ``rich_text_section`` of inline elements."""
    return {"type": "rich_text_section", "elements": list(parts)}


def words(text: str, *, bold: bool = False, italic: bool = False, code: bool = False) -> Json:
    """An inline text element, not empty; exactly ``text``."""
    style = {name: True for name, on in (("bold", bold), ("italic", italic), ("code", code)) if on}
    return {"type": "text", "text": text} | ({"style": style} if style else {})


def own_link(text: str, url: str) -> Json:
    """A link; ``url`` must come from the index, never from a text."""
    return {"type": "link", "url": url, "text": text}


def _source(sentences: Sequence[Sentence]) -> str:
    """One Markdown text; numbers wait for the end of a fence or a table, which they would break."""
    parts: list[str] = []
    waiting: list[Sentence] = []
    in_fence, before = False, ""
    for index, sentence in enumerate(sentences):
        text = clean(sentence.text)
        lead = sentence.lead if index else ""
        if waiting and not in_fence and (lead == "\n\n" or not _is_structure(text)):
            parts.append("\n\n" + _marks(*waiting))
            waiting, lead = [], "\n\n"
        elif parts and not lead and parts[-1].endswith(_CLOSE):
            lead = " "
        elif lead == "\n" and _LIST_ITEM.match(before) and not _LIST_ITEM.match(text):
            lead = "\n\n"
        before = text
        in_fence ^= text.count("```") % 2 == 1
        parts.append(lead + (text if in_fence or "```" in text else _balanced(text)))
        if in_fence or _is_structure(text):
            waiting.append(sentence)
        else:
            parts.append(_marks(sentence))
    if waiting:
        parts.append(("\n```" if in_fence else "") + "\n\n" + _marks(*waiting))
    return "".join(parts)


def _marks(*sentences: Sentence) -> str:
    """The numbers that the sentences cite, each once, and the sign of a dispute."""
    numbers = dict.fromkeys(citation.number for sentence in sentences for citation in sentence.citations)
    is_disputed = any(sentence.disputed for sentence in sentences)
    return "".join(f"{_OPEN}{number}{_CLOSE}" for number in numbers) + (DISPUTED if is_disputed else "")


def _is_structure(text: str) -> bool:
    last = text.rstrip().rpartition("\n")[2]
    return bool(_TABLE_ROW.match(last)) or last.startswith("```")


def _balanced(text: str) -> str:
    """``text`` without a ``**`` whose partner stands in a sentence that is not here; ``2**10`` keeps its own."""
    return text if text.count("**") % 2 == 0 else re.sub(r"(?<![0-9A-Za-z])\*\*|\*\*(?![0-9A-Za-z])", "", text)


def inline(text: str, *, bold: bool = False) -> Iterator[Json]:
    """Inline elements of one paragraph of Markdown."""
    end = 0
    for match in _INLINE.finditer(text):
        if match.start() > end:
            yield words(text[end : match.start()], bold=bold)
        end = match.end()
        if match["code"]:
            yield words(match["code"], bold=bold, code=True)
        elif match["bold"]:
            yield from inline(match["bold"], bold=True)
        elif match["italic"]:
            yield words(match["italic"], bold=bold, italic=True)
        elif match["label"]:
            yield words(f"{match['label']} ({match['address']})", bold=bold)
        elif match["number"]:
            before = text[match.start() - 1 : match.start()]
            yield words(("" if before in _NO_SPACE else " ") + f"[{match['number']}]")
        else:
            yield words(match["escaped"], bold=bold)
    if end < len(text):
        yield words(text[end:], bold=bold)


class _Builder:
    """Turns Markdown block tokens into elements; paragraphs that follow each other share one section."""

    def __init__(self) -> None:
        self.done: list[Json] = []
        self._lists: list[tuple[str, int]] = []
        self._in_quote = 0
        self._in_table = False
        self._headers: list[str] = []
        self._row: list[str] = []
        self._item_open = False

    def read(self, tokens: Sequence[Token]) -> None:
        heading = False
        for token in tokens:
            match token.type:
                case "bullet_list_open" | "ordered_list_open":
                    self._lists.append((token.type.partition("_")[0], int(token.attrGet("start") or 1)))
                case "bullet_list_close" | "ordered_list_close":
                    self._lists.pop()
                case "list_item_open":
                    self._item_open = True
                case "blockquote_open" | "blockquote_close":
                    self._in_quote += token.nesting
                case "heading_open" | "heading_close":
                    heading = token.nesting == 1
                case "table_open" | "table_close":
                    self._in_table, self._headers = token.nesting == 1, []
                case "tr_close":
                    self._table_row()
                    self._row = []
                case "inline":
                    self._inline(token, heading)
                case "fence":
                    self._fence(token.content.rstrip("\n"))

    def _fence(self, code: str) -> None:
        if code:
            self.done.append({"type": "rich_text_preformatted", "elements": [words(code)]})

    def _inline(self, token: Token, heading: bool) -> None:
        if self._in_table:
            self._row.append(token.content)
            return
        content = "\n".join(line for line in map(_row_as_text, token.content.split("\n")) if line)
        parts = [part for part in inline(content, bold=heading) if part["text"]]
        if not parts:
            return
        if self.done and _ONLY_NUMBERS.fullmatch(token.content):
            self._numbers(parts)
        elif self._lists:
            self._item(parts)
        else:
            self._paragraph("rich_text_quote" if self._in_quote else "rich_text_section", parts)

    def _paragraph(self, kind: str, parts: list[Json]) -> None:
        if self.done and self.done[-1]["type"] == kind:
            self.done[-1]["elements"] += [words("\n\n"), *parts]
        else:
            self.done.append({"type": kind, "elements": parts})

    def _numbers(self, parts: list[Json]) -> None:
        """Numbers that waited: at the end of what they belong to, below a fence."""
        last = self.done[-1]
        match last["type"]:
            case "rich_text_preformatted":
                self.done.append(section(*parts))
            case "rich_text_list":
                last["elements"][-1]["elements"] += [words(" "), *parts]
            case _:
                last["elements"] += [words(" "), *parts]

    def _item(self, parts: list[Json]) -> None:
        """A list item; a further paragraph of the same item goes on a new line of it."""
        style, start = self._lists[-1]
        indent = min(len(self._lists) - 1, 8)
        last = self.done[-1] if self.done else None
        if not self._item_open and last is not None and last["type"] == "rich_text_list":
            last["elements"][-1]["elements"] += [words("\n"), *parts]
            return
        self._item_open = False
        if last is not None and last["type"] == "rich_text_list" and (last["style"], last["indent"]) == (style, indent):
            last["elements"].append(section(*parts))
            return
        offset = {"offset": start - 1} if style == "ordered" and start > 1 else {}
        self.done.append(
            {"type": "rich_text_list", "style": style, "indent": indent, "elements": [section(*parts)]} | offset
        )

    def _table_row(self) -> None:
        """A row of a table as a list item, ``first cell – header: cell; …``, readable on a narrow screen."""
        if not self._headers:
            self._headers = self._row
            return
        first, *rest = self._row
        cells = [
            [words(f"{header}: " if header else ""), *inline(cell)]
            for header, cell in zip(self._headers[1:], rest, strict=False)
            if cell
        ]
        parts = list(inline(first, bold=True))
        for index, cell in enumerate(cells):
            parts += [words("; " if index else " – "), *cell]
        self._lists.append(("bullet", 1))
        self._item_open = True
        self._item([part for part in parts if part["text"]] or [words("–")])
        self._lists.pop()


def _row_as_text(line: str) -> str:
    """A row of a table that stands alone: its cells with dots between; a rule line is dropped."""
    if _RULE_ROW.match(line):
        return ""
    if _TABLE_ROW.match(line):
        return " · ".join(cell.strip() for cell in line.strip().strip("|").split("|") if cell.strip())
    return line
