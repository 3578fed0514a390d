"""Where a sentence ends: the rules, for text of which more may follow.

Every rule looks a bounded number of characters ahead, and waits where the text is too short for that; so a decision
never depends on how a stream was cut, and the work for a character is bounded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.text.abbreviations import ends_sentence, is_list_number, may_be_abbreviation
from core.text.lookahead import BLANKS, STOPS, LookAhead, MoreTextNeededError
from core.text.unpunctuated import RULE, mail_header_end, next_item

MAX_CHARS = 4000
"""A piece without an end is cut here, so that no stream is held for ever."""

_INTERESTING = re.compile(r"[。！？!?．.…\n“「『《〈（(\[【［\"`]|(?<=[0-9a-z])\)|(?<= [AP])M|_{5}|={5}|-{5}|\*{5}")
_LONGEST_SIGN = 5
_DOTS = re.compile(r"\.(?: ?\.){1,40}+|…{1,40}+")
_PAIRS = ("“”", "「」", "『』", "《》", "〈〉", "（）", "()", "[]", "【】", "［］", '""', "``")
_WINDOW = 200
"""How far the closing sign is looked for; in longer quotes and brackets sentences end as elsewhere."""
_SPAN = {
    pair[0]: re.compile(rf"{re.escape(pair[0])}[^{re.escape(pair[1])}\n]{{0,{_WINDOW}}}+{re.escape(pair[1])}")
    for pair in _PAIRS
}
_QUOTES = frozenset('“「『"')
_SPEECH = re.compile(
    r"(?:[他她它我你您咱]们?|[\u4e00-\u9fff]{2,4}?)(?:又|也|还|再|就)?(?:说|道|问|答|喊|称|表示|回答|补充|写)道?[。，：！,:]"
)
_GOES_ON = frozenset("的地得等和与及是为、，,；;：:")
_HAN = re.compile(r"[\u3400-\u9fff]")
_WIDE = re.compile(r"[\u2e80-\uffdc]")
_HEADING = re.compile(r"#{1,6}[ \t]")
_BLOCK = re.compile(
    r"```|~~~|\||#{1,6}[ \t]|[-*+•·>][ \t]|---|\*\*\*"
    r"|[(（]?\d{1,3}[.)、）]|（[一二三四五六七八九十]{1,3}）|[一二三四五六七八九十]{1,3}、"
)
_WRAP_WIDTH = 60
"""Columns (Han count two) from which a line without a full stop is taken to be wrapped; lists have shorter lines."""


@dataclass(frozen=True, slots=True)
class Found:
    """The sentence ends before ``end``; None: no end yet, go on at ``resume`` when there is more text."""

    end: int | None
    resume: int


@dataclass(frozen=True, slots=True)
class _At:
    """A judgement: the sentence ends at ``index``, or goes on there."""

    index: int
    is_end: bool


def find_end(text: str, *, start: int, at: int, column: int, closed: bool) -> Found:
    """The end of the sentence that begins at ``start`` (not white space), searched from ``at``.

    ``at``: ``start`` or a former ``resume``. ``column``: how much of its line stands before ``start``, in columns; 0
    at the start of a line. ``closed``: no more text follows.
    """
    rules = _Rules(LookAhead(text, start, closed), column)
    limit = start + MAX_CHARS
    position = at
    try:
        if column == 0 and rules.is_block():
            end = rules.block_end(at)
            return Found(None if end is None else min(end, limit), max(start, len(text) - 3))
        while match := _INTERESTING.search(text, position, limit):
            position = match.start()
            judged = rules.judge(position)
            if judged.is_end:
                return Found(min(judged.index, limit), judged.index)
            position = judged.index
    except MoreTextNeededError:
        return Found(None, position)
    if len(text) >= limit:
        return Found(limit, limit)
    return Found(len(text) if closed else None, max(position, len(text) - _LONGEST_SIGN))


@dataclass(frozen=True, slots=True)
class _Rules:
    ahead: LookAhead
    column: int

    def is_block(self) -> bool:
        """Whether a fence, table row or heading begins here; they are not split inside."""
        head = self.ahead.need_line(self.ahead.start, 1)
        if head not in ("|", "#", "`", "~"):
            return False
        head = self.ahead.need_line(self.ahead.start, 7)
        return head.startswith(("|", "```", "~~~")) or _HEADING.match(head) is not None

    def block_end(self, at: int) -> int | None:
        text, start = self.ahead.text, self.ahead.start
        end = -1
        if text[start] in "`~":
            fence = text.find(text[start] * 3, max(at, start + 3))
            end = fence + 3 if fence >= 0 else -1
        else:
            end = text.find("\n", at)
        if end < 0 and len(text) >= start + MAX_CHARS:
            return start + MAX_CHARS
        if end < 0:
            return len(text) if self.ahead.closed else None
        return end

    def judge(self, index: int) -> _At:
        """Whether the sentence ends at the sign at ``index`` (or behind what belongs to it)."""
        char = self.ahead.text[index]
        if char == "\n":
            return self._newline(index)
        if char in _SPAN:
            return self._opener(index, char)
        if char in ".…":
            return self._item(index) or self._dot(index, char)
        if char in ")M":
            return (self._item(index) if char == ")" else self._header(index)) or _At(index + 1, is_end=False)
        if char in "_=*-":
            return self._rule(index)
        return self._stop(index, char)

    def _item(self, index: int) -> _At | None:
        self.ahead.need_line(index, 4)
        item = next_item(self.ahead.text, self.ahead.start, index)
        return None if item is None else _At(item, is_end=True)

    def _header(self, index: int) -> _At | None:
        self.ahead.need_line(index, 3)
        end = mail_header_end(self.ahead.text, self.ahead.start, index + 1)
        return None if end is None else _At(end, is_end=True)

    def _rule(self, index: int) -> _At:
        """A line drawn with signs stands alone, also where the line break before or after it was lost."""
        rule = RULE.match(self.ahead.text, index)
        end = rule.end() if rule else index + 1
        is_apart = index == self.ahead.start or self.ahead.text[index - 1].isspace()
        if not is_apart or self.ahead.char(end) not in (*BLANKS, "\n", ""):
            return _At(end, is_end=False)
        return _At(end if index == self.ahead.start else index, is_end=True)

    def _newline(self, index: int) -> _At:
        """A line ends: a sentence too, unless the line is wide, unfinished, and plain text follows at once.

        A line that ends with a citation is finished.
        """
        text, start = self.ahead.text, self.ahead.start
        line = text[max(text.rfind("\n", start, index) + 1, start) : index].rstrip()
        before = 0 if "\n" in text[start:index] else self.column
        width = before + display_width(line)
        is_comma = line.endswith(("，", "、", ",")) and width >= _WRAP_WIDTH // 2
        if (width < _WRAP_WIDTH and not is_comma) or line.endswith((*STOPS, "：", ":", "；", ";", "|", "]", "】")):
            return _At(index, is_end=True)
        following = self.ahead.visible(index + 1)
        char = self.ahead.char(following)
        if not char or char in BLANKS or char == "\n" or _BLOCK.match(self.ahead.need_line(following, 7)):
            return _At(index, is_end=True)
        return _At(index + 1, is_end=False)

    def _opener(self, index: int, char: str) -> _At:
        """A quote or bracket is passed over as a whole; the sentence may end with a stop inside it."""
        text = self.ahead.text
        if char == '"' and index > self.ahead.start and text[index - 1].isascii() and text[index - 1].isalnum():
            return _At(index + 1, is_end=False)
        span = _SPAN[char].match(text, index)
        if span is None:
            self.ahead.need_line(index + 1, _WINDOW + 2)
            return _At(index + 1, is_end=False)
        end = span.end()
        if text[end - 2] not in STOPS:
            return _At(end, is_end=False)
        if char in _QUOTES:
            return self._after_quote(end)
        if char in "（(":
            return self._after_round(index, end)
        return _At(end, is_end=False)

    def _after_quote(self, end: int) -> _At:
        tail = self.ahead.tail(end)
        if tail.has_stop or tail.is_cited:
            return _At(tail.end, is_end=True)
        following = self.ahead.visible(tail.end)
        char = self.ahead.char(following)
        goes_on = (char and char in _GOES_ON) or char.islower()
        if not goes_on and _HAN.match(char) and self.ahead.text[self.ahead.start] in _QUOTES:
            goes_on = _SPEECH.match(self.ahead.need_line(following, 12)) is not None
        return _At(tail.end, is_end=not goes_on)

    def _after_round(self, index: int, end: int) -> _At:
        tail = self.ahead.tail(end)
        if index == self.ahead.start or tail.has_stop:
            return _At(tail.end, is_end=True)
        following = self.ahead.visible(tail.end)
        return _At(tail.end, is_end=following > tail.end and self.ahead.char(following).isupper())

    def _stop(self, index: int, char: str) -> _At:
        """。！？ and their Latin forms, alone or in a row."""
        if char in "!?" and _is_ascii_word(self.ahead.char(index + 1)):
            return _At(index + 1, is_end=False)
        tail = self.ahead.tail(index + 1)
        following = self.ahead.char(self.ahead.visible(tail.end))
        goes_on = (following and following in "，、；,;") or (tail.is_quoted and following.islower())
        return _At(tail.end, is_end=not goes_on)

    def _dot(self, index: int, char: str) -> _At:
        """A full stop after a Latin word, a decimal point, or an ellipsis."""
        text = self.ahead.text
        following = self.ahead.char(index + 1)
        if char == "…" or following == "." or (following == " " and self.ahead.char(index + 2) == "."):
            return self._ellipsis(index)
        if _is_ascii_word(following) or (following and following in ",;:/\\@=-"):
            return _At(index + 1, is_end=False)
        before = text[max(self.ahead.start, index - 30) : index]
        if is_list_number(before) or (_HAN.match(following) and before[-1:].isdigit()):
            return _At(index + 1, is_end=False)
        tail = self.ahead.tail(index + 1)
        after = self.ahead.visible(tail.end)
        sign = self.ahead.char(after)
        if (sign and sign in ",;，；、") or (tail.is_quoted and sign.islower()):
            return _At(tail.end, is_end=False)
        if tail.is_cited or not may_be_abbreviation(before):
            return _At(tail.end, is_end=True)
        return _At(tail.end, is_end=ends_sentence(before, self.ahead.word(after)))

    def _ellipsis(self, index: int) -> _At:
        """An ellipsis ends a sentence only before a capital, a new line or, with a blank, Chinese.

        One that begins a sentence ends none; in ``word. . . . Next`` the first dot is the full stop.
        """
        dots = _DOTS.match(self.ahead.text, index)
        end = dots.end() if dots else index + 1
        if self.ahead.char(end) == " ":
            self.ahead.need(end + 1)
        tail = self.ahead.tail(end)
        following = self.ahead.visible(tail.end)
        char = self.ahead.char(following)
        is_capital = following > tail.end and char.isupper() and (end - index > 5 or self.ahead.word(following) != "I")
        if index == self.ahead.start:
            return _At(end, is_end=not char or char == "\n")
        if is_capital and dots and dots.group() == ". . . ." and not self.ahead.text[index - 1].isspace():
            return _At(index + 1, is_end=True)
        is_end = not char or char == "\n" or is_capital or tail.is_cited or tail.has_stop
        return _At(tail.end, is_end=is_end or bool(following > tail.end and _HAN.match(char)))


def _is_ascii_word(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")


def display_width(text: str) -> int:
    """Columns of ``text`` on a screen: wide characters count two."""
    return len(text) + len(_WIDE.findall(text))
