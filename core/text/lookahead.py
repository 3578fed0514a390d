"""Looking ahead in a text of which more may follow, never further than a fixed number of characters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.markers import marks

STOPS = "。！？!?…．."
BLANKS = " \t\u3000\u00a0"
CLOSING = "”’」』）】》〉)]}"
MAX_TAIL = 96
"""Most closing signs and marks that still belong to the sentence before them."""
_MAX_MARK = 84

_STOP_RUN = re.compile(rf"[{STOPS}]{{1,{MAX_TAIL}}}+")
_CLOSING_RUN = re.compile(rf"[{re.escape(CLOSING)}]{{1,{MAX_TAIL}}}+")
_EMPHASIS = re.compile(r"\*{1,3}|_{1,3}|~{1,2}")
_BRACKET = re.compile(r"\\?[\[【［〔][^\]】］〕\n]{0,60}+[\]】］〕]|[（(][^（）()\n]{0,80}+[）)]")
_MARK_OPENERS = frozenset("[【［〔（(\\")
_WORD = re.compile(r"[A-Za-z'’]{1,16}+|[0-9]")


class MoreTextNeededError(Exception):
    """The look-ahead reached the end of a text that is still open."""


@dataclass(frozen=True, slots=True)
class Tail:
    """What belongs to a sentence after its full stop: up to ``end``; whether it holds a quote's end, a mark, a stop."""

    end: int
    is_quoted: bool
    is_cited: bool
    has_stop: bool


@dataclass(frozen=True, slots=True)
class LookAhead:
    """``text`` seen from a sentence that begins at ``start``; ``closed``: no more text follows."""

    text: str
    start: int
    closed: bool

    def need(self, index: int) -> None:
        """Wait until ``text`` reaches beyond ``index`` or is closed.

        Raises:
            MoreTextNeededError: it does not yet.
        """
        if index >= len(self.text) and not self.closed:
            raise MoreTextNeededError

    def char(self, index: int) -> str:
        """The character at ``index``; "" behind the end."""
        self.need(index)
        return self.text[index : index + 1]

    def need_line(self, index: int, chars: int) -> str:
        """The next ``chars`` characters from ``index``, fewer where the line or the text ends."""
        ahead = self.text[index : index + chars]
        line, newline, _ = ahead.partition("\n")
        if not newline and len(ahead) < chars:
            self.need(len(self.text))
        return line

    def visible(self, index: int) -> int:
        """Index of the next character that is no blank; at most three blanks are passed over."""
        for ahead in range(index, index + 4):
            if self.char(ahead) not in BLANKS or not self.char(ahead):
                return ahead
        return index + 3

    def word(self, index: int) -> str:
        """The Latin word, digit or other character at ``index``; "" at the end of the line."""
        found = _WORD.match(self.need_line(index, 17))
        if found:
            return found.group()
        char = self.char(index)
        return "" if char == "\n" else char

    def tail(self, index: int) -> Tail:
        """What follows the full stop before ``index``: more stops, closing quotes and brackets, marks."""
        end, is_quoted, is_cited, has_stop = index, False, False, False
        while end - index < MAX_TAIL and (char := self.char(end)):
            if run := _STOP_RUN.match(self.text, end):
                has_stop, end = True, run.end()
            elif run := _CLOSING_RUN.match(self.text, end):
                is_quoted, end = True, run.end()
            elif closing := self._closing_end(char, end):
                is_quoted, end = is_quoted or char in "\"'", closing
            elif mark := self._mark_after_blanks(end):
                is_cited, end = True, mark
            else:
                break
        return Tail(end, is_quoted, is_cited, has_stop)

    def _closing_end(self, char: str, index: int) -> int | None:
        """The end of a sign at ``index`` that both opens and closes, if it closes: an odd number stood before it."""
        if char == '"':
            return index + 1 if self.text.count('"', self.start, index) % 2 else None
        if char == "'":
            return index + 1 if not self.char(index + 1).isalnum() else None
        emphasis = _EMPHASIS.match(self.text, index)
        if emphasis is None:
            return None
        self.need(index + 3)
        emphasis = _EMPHASIS.match(self.text, index)
        if emphasis is None or self.text.count(emphasis.group(), self.start, index) % 2 == 0:
            return None
        return emphasis.end()

    def _mark_after_blanks(self, index: int) -> int | None:
        for ahead in range(index, index + 3):
            char = self.char(ahead)
            if char in _MARK_OPENERS:
                return self._mark_end(ahead)
            if not char or char not in BLANKS:
                return None
        return None

    def _mark_end(self, index: int) -> int | None:
        bracket = _BRACKET.match(self.text, index)
        if bracket is None:
            self.need_line(index, _MAX_MARK)
            return None
        if self.char(bracket.end()) == "(":  # a link
            return None
        return bracket.end() if _is_mark(bracket.group()) else None


@lru_cache(maxsize=1024)
def _is_mark(bracket: str) -> bool:
    """Whether all of ``bracket`` is one citation mark; remembered, because a stream asks again at every piece."""
    found = marks(bracket)
    return bool(found) and (found[0].start, found[0].end) == (0, len(bracket))
