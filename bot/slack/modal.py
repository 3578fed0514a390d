"""The modals: a source with the part that supports the answer marked, why it can't be opened, and asking again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.messages import both, say
from bot.slack.notices import context, is_web, paragraph
from bot.slack.richtext import own_link, section, words
from bot.slack.text import Json, clean, plain, shorten
from core.domain import Chunk, Document, Language, Span

PIECE_CHARS: Final = 2_900
"""Text of one block; Slack takes 3,000."""
SOURCE_CHARS: Final = 20_000
"""Text of a source that is shown; a view may have 250 KB and 100 blocks."""
BEFORE_CHARS: Final = 4_000
"""Of a longer source, what is shown before the marked part."""
QUESTION_CHARS: Final = 3_000
"""Slack's limit of an input."""


def loading() -> Json:
    """What opens at once, before anything is looked up; in both languages, since nothing is known yet."""
    title = " / ".join(both("modal_source"))
    return _view(title, "zh", [paragraph("\n".join(both("modal_loading")))])


def source(
    chunk: Chunk,
    spans: Sequence[Span],
    language: Language,
    *,
    number: int,
    changed_to: Document | None,
    is_current: bool,
) -> Json:
    """The chunk, character for character, with ``spans`` marked; its document's title, version, dates, owner, link.

    ``changed_to``: the version that is current now, where the chunk's is not; None there says that the document has
    been withdrawn.
    """
    document = chunk.document
    blocks = [_facts(document, chunk, language)]
    if not is_current:
        blocks.insert(0, paragraph(_since(changed_to, language)))
    marked = _merged(spans, len(chunk.text))
    blocks += [context(say("modal_legend" if marked else "modal_plain_legend", language)), {"type": "divider"}]
    start, end = _window(len(chunk.text), marked)
    blocks += list(_text_blocks(chunk.text, marked, start, end))
    if end - start < len(chunk.text):
        blocks.append(context(say("modal_cut", language)))
    return _view(say("modal_title", language, number=number), language, blocks)


def unavailable(key: str, language: Language) -> Json:
    """Why there is nothing to read: the text ``key`` of `bot.messages`."""
    return _view(say("modal_source", language), language, [paragraph(say(key, language))])


def rephrase(question: str, answer_id: str, language: Language) -> Json:
    """A form with the question to edit and ask again; ``answer_id`` tells where the answer goes."""
    entry = {
        "type": "plain_text_input",
        "action_id": "text",
        "multiline": True,
        "initial_value": question[:QUESTION_CHARS],
        "min_length": 1,
        "max_length": QUESTION_CHARS,
    }
    block = {
        "type": "input",
        "block_id": "question",
        "label": plain(say("rephrase_label", language)),
        "hint": plain(say("rephrase_hint", language)),
        "element": entry,
    }
    return _view(say("rephrase_title", language), language, [block]) | {
        "callback_id": "rephrase",
        "private_metadata": answer_id,
        "submit": plain(say("rephrase_submit", language)),
        "close": plain(say("rephrase_cancel", language)),
    }


def typed_question(view: Json) -> str:
    """What was typed into `rephrase`."""
    return clean(str(view["state"]["values"]["question"]["text"].get("value") or "")).strip()


def _view(title: str, language: Language, blocks: Sequence[Json]) -> Json:
    return {
        "type": "modal",
        "title": plain(shorten(title, 24)),
        "close": plain(say("modal_close", language)),
        "blocks": list(blocks),
    }


def _since(changed_to: Document | None, language: Language) -> str:
    if changed_to is None:
        return say("modal_withdrawn", language)
    version = shorten(changed_to.version, 40)
    return say("modal_changed", language, version=version, updated=changed_to.updated_at)


def _facts(document: Document, chunk: Chunk, language: Language) -> Json:
    """Title, place, version, dates, owner; the link comes from the index, where it is a web address."""
    headings = chunk.heading[1:] if chunk.heading[:1] == (document.title,) else chunk.heading
    place = " › ".join(shorten(heading, 80) for heading in headings)
    facts = [
        say("modal_version", language, version=shorten(document.version, 40)) if document.version else "",
        say("modal_updated", language, updated=document.updated_at),
        say("modal_effective", language, effective=document.effective_at) if document.effective_at else "",
        say("modal_owner", language, owner=shorten(document.owner, 100)) if document.owner else "",
    ]
    parts = [words(shorten(document.title, 200), bold=True)]
    if place:
        parts.append(words("\n" + place))
    parts.append(words("\n" + " · ".join(fact for fact in facts if fact)))
    if is_web(document.url):
        parts += [words("\n"), own_link(say("modal_link", language), document.url)]
    return {"type": "rich_text", "elements": [section(*parts)]}


def _merged(spans: Sequence[Span], length: int) -> list[Span]:
    """The spans in order, inside the text, none touching another."""
    merged: list[Span] = []
    for span in sorted(spans, key=lambda span: span.start):
        start, end = max(0, span.start), min(span.end, length)
        if merged and start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(end, merged[-1].end))
        elif start < end:
            merged.append(Span(start, end))
    return merged


def _window(length: int, marked: Sequence[Span]) -> tuple[int, int]:
    if length <= SOURCE_CHARS:
        return 0, length
    start = max(0, (marked[0].start if marked else 0) - BEFORE_CHARS)
    start = min(start, length - SOURCE_CHARS)
    return start, start + SOURCE_CHARS


def _text_blocks(text: str, marked: Sequence[Span], start: int, end: int) -> Iterator[Json]:
    """``text[start:end]`` in blocks of at most `PIECE_CHARS`; marked parts bold and boxed."""
    parts: list[Json] = []
    chars = 0
    for piece, is_marked in _pieces(text, marked, start, end):
        if parts and chars + len(piece) > PIECE_CHARS:
            yield {"type": "rich_text", "elements": [section(*parts)]}
            parts, chars = [], 0
        shown = clean(piece)
        if shown:
            parts.append(words(shown, bold=is_marked, code=is_marked))
            chars += len(piece)
    if parts:
        yield {"type": "rich_text", "elements": [section(*parts)]}


def _pieces(text: str, marked: Sequence[Span], start: int, end: int) -> Iterator[tuple[str, bool]]:
    """The text from ``start`` to ``end`` in pieces of at most `PIECE_CHARS`, and whether each is marked."""
    at = start
    for span in [*marked, Span(end, end + 1)]:
        for stop, is_marked in ((min(span.start, end), False), (min(span.end, end), True)):
            while at < stop:
                upto = min(stop, at + PIECE_CHARS)
                yield text[at:upto], is_marked
                at = upto
