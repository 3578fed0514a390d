"""Text that enters or leaves Slack, made harmless.

Rule: document and model text goes into ``rich_text`` or ``plain_text`` (``emoji: false``) objects only, which Slack
does not search for tokens; a ``mrkdwn`` object is never built. The one string that Slack does parse, the ``text`` of a
message, passes through `escape`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

Json = dict[str, Any]
"""A JSON object as Slack's API takes and gives it."""

MAX_CHARS = 8_000
"""Characters over all blocks of a message. Slack rejects near 12,000 (bolt-js issue 2867); this leaves room."""
MAX_BYTES = 10_000
"""UTF-8 bytes over all blocks: Chinese text is rejected from about 10,600 on (openclaw pull 143882)."""

_INVISIBLE = re.compile("[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff\ue000\ue001]")
_TOKEN = re.compile(r"<([@#!]?)([^<>|\n]{0,500})(?:\|([^<>\n]{0,500}))?>")


def escape(text: str) -> str:
    """``text`` for a string that Slack parses: ``&``, ``<`` and ``>`` as entities, nothing else changed."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def clean(text: str) -> str:
    """``text`` without characters that are invisible or turn the reading direction; line breaks become line feeds."""
    return _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n"))


def shorten(text: str, limit: int) -> str:
    """At most ``limit`` characters (> 1) of ``text`` on one line; an ellipsis stands where something was cut."""
    line = " ".join(clean(text).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def fit_bytes(text: str, limit: int) -> str:
    """The longest beginning of ``text`` of at most ``limit`` UTF-8 bytes that splits no character."""
    return text.encode()[:limit].decode(errors="ignore")


def asked(text: str, *, bot_user: str) -> str:
    """What a person wrote, from the ``text`` of an event: without the mention of the bot, tokens as people see them."""

    def shown(token: re.Match[str]) -> str:
        sign, value, label = token.groups()
        if sign == "@":
            return "" if value == bot_user else f"@{label or value}"
        if sign == "#":
            return f"#{label or value}"
        return label or value

    return clean(_unescape(_TOKEN.sub(shown, text))).strip()


def _unescape(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def plain(text: str) -> Json:
    """A ``plain_text`` object in which ``:name:`` stays as written; ``text`` must not be empty."""
    return {"type": "plain_text", "text": text, "emoji": False}


def size(blocks: Sequence[Json]) -> tuple[int, int]:
    """Characters and UTF-8 bytes of every text and address in ``blocks``."""
    strings = list(_strings(list(blocks)))
    return sum(map(len, strings)), sum(len(string.encode()) for string in strings)


def _strings(value: object) -> Iterator[str]:
    match value:
        case dict():
            for key, inner in value.items():
                if isinstance(inner, str) and key in ("text", "url", "initial_value"):
                    yield inner
                else:
                    yield from _strings(inner)
        case list():
            for inner in value:
                yield from _strings(inner)
