"""One answer as one or more messages, each within Slack's limits of characters and of UTF-8 bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.messages import say
from bot.slack.notices import context
from bot.slack.richtext import answer_elements, section, words
from bot.slack.text import MAX_BYTES, MAX_CHARS, Json, clean, escape, fit_bytes, size
from core.domain import Language
from core.events import Sentence

BODY_CHARS: Final = 6_500
BODY_BYTES: Final = 8_000
"""Sentences of one message; what is left of `MAX_BYTES` is for numbers, notes and buttons."""
TEXT_BYTES: Final = 3_000
"""The ``text`` of a message: chat.update rejects more than 4,000, and an entity takes up to five bytes."""
_MARK_CHARS: Final = 6


@dataclass(frozen=True, slots=True)
class Page:
    """One message: its blocks, without ids, and the same in plain words, not escaped."""

    words: str
    blocks: tuple[Json, ...]

    @property
    def text(self) -> str:
        """The ``text`` of the message, for notifications and screen readers: escaped, of bounded length."""
        return escape(fit_bytes(self.words, TEXT_BYTES))


def page(text: str, blocks: Sequence[Json]) -> Page:
    """A page that reads ``text`` where blocks are not shown."""
    return Page(clean(text).strip() or "…", tuple(blocks))


def paged(sentences: Sequence[Sentence], language: Language, *, footer: Sequence[Json]) -> tuple[Page, ...]:
    """The sentences in order over as many pages as they need, ``footer`` below the last (or on a page of its own)."""
    bodies = [_body(group) for group in _groups(sentences)]
    pages = []
    for index, (text, body) in enumerate(bodies):
        before = [context(say("continued", language))] if index else []
        after = [context(say("continues", language))] if index + 1 < len(bodies) else []
        pages.append(page(text, [*before, *body, *after]))
    last = pages[-1]
    whole = replace(last, blocks=(*last.blocks, *footer))
    chars, bytes_ = size(whole.blocks)
    if chars <= MAX_CHARS and bytes_ <= MAX_BYTES:
        return (*pages[:-1], whole)
    return (*pages, page(say("continued", language), footer))


def _body(group: Sequence[Sentence]) -> tuple[str, list[Json]]:
    text = "".join((sentence.lead if index else "") + sentence.text for index, sentence in enumerate(group))
    return text, [{"type": "rich_text", "elements": answer_elements(group) or [section(words("…"))]}]


def _groups(sentences: Sequence[Sentence]) -> list[list[Sentence]]:
    """The sentences page by page; a code fence that a page breaks is opened again on the next."""
    groups: list[list[Sentence]] = [[]]
    chars = bytes_ = 0
    in_fence = False
    for sentence in (part for whole in sentences for part in _parts(whole)):
        more = len(sentence.text) + 2 + _MARK_CHARS * len(sentence.citations)
        more_bytes = len(sentence.text.encode()) + 2 + _MARK_CHARS * len(sentence.citations)
        if groups[-1] and (chars + more > BODY_CHARS or bytes_ + more_bytes > BODY_BYTES):
            groups.append([])
            chars = bytes_ = 0
        opening = "```\n" if in_fence and not groups[-1] else ""
        groups[-1].append(replace(sentence, text=opening + sentence.text))
        chars, bytes_ = chars + more, bytes_ + more_bytes
        in_fence ^= sentence.text.count("```") % 2 == 1
    return groups


def _parts(sentence: Sentence) -> Iterator[Sentence]:
    """The sentence itself, or pieces of it that each fit on a page; the last piece carries the citations."""
    rest, lead = sentence.text, sentence.lead
    while len(rest) > BODY_CHARS or len(rest.encode()) > BODY_BYTES - 400:
        piece = fit_bytes(rest[:BODY_CHARS], BODY_BYTES - 400)
        cut = piece.rfind("\n") + 1 or len(piece)
        yield replace(sentence, text=piece[:cut], lead=lead, citations=())
        rest, lead = rest[cut:], ""
    yield replace(sentence, text=rest, lead=lead)
