"""Ends of sentences that no stop marks: list items, mail headers and rules (-----) squeezed into one line."""

from __future__ import annotations

import re

_BULLET = r"[•⁃‣·]\s?"
_FIRST_ITEM = re.compile(rf"(?:{_BULLET})?(?P<number>\d{{1,3}}|[a-z])(?P<sign>\.\)|\.|\))\s")
_NEXT_ITEM = re.compile(rf"\s(?P<item>(?:{_BULLET})?(?P<number>\d{{1,3}}|[a-z]))\Z")
_COUNTED = re.compile(
    r"(?:most|least|than|to|of|is|are|up|over|under|about|only|by|for|and|or|step|no|see)\s\Z", re.IGNORECASE
)
_STAMP = re.compile(
    r"(?P<name>[^\n]{0,80}?)(?P<gap>\s?)(?P<stamp>\d{1,2}/\d{1,2}/\d{2,4}\s\d{1,2}:\d{2}(?::\d{2})?\s[AP]M)\Z"
)
_SMALL_WORD = re.compile(r"(?<![^\s])[a-z]")
RULE = re.compile(r"_{5,200}+|={5,200}+|-{5,200}+|\*{5,200}+")
MAX_BEFORE = 130
"""How much of the sentence before the sign is looked at."""


def next_item(text: str, start: int, index: int) -> int | None:
    """Where the next item begins, if its number ends before the sign at ``index`` (``.`` or ``)``).

    The sentence at ``start`` must begin with the number before it, in the same style: ``1) One 2) Two``.
    """
    first = _FIRST_ITEM.match(text, start)
    found = _NEXT_ITEM.search(text, max(start, index - 8), index)
    if first is None or found is None or found.start() < first.end():
        return None
    sign = first["sign"]
    after = index + len(sign)
    if text[index:after] != sign or text[after : after + 1] != " " or not text[after + 1 : after + 2].isupper():
        return None
    if found["number"] != _successor(first["number"]) or _COUNTED.search(text, start, found.start("item")):
        return None
    return found.start("item")


def _successor(number: str) -> str:
    return str(int(number) + 1) if number.isdigit() else chr(ord(number) + 1)


def mail_header_end(text: str, start: int, end: int) -> int | None:
    """The end of a name before the date and time that end at ``end``, or of the date and time; None: not a header.

    Header: ``Name Name 03/23/2001 10:13 AM Text``; no word of the name is small, and a capital follows.
    """
    if text[end : end + 1] != " " or not text[end + 1 : end + 2].isupper() or end - start > MAX_BEFORE:
        return None
    found = _STAMP.match(text, start, end)
    if found is None or bool(found["name"]) != bool(found["gap"]) or _SMALL_WORD.search(found["name"]):
        return None
    return found.end("name") if found["name"] else end
