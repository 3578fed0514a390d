"""What is said instead of an answer: three refusals that look different, a failure, and short notices.

Each has a next step and a button that does it. Values are the blocks of one message, without block ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import assert_never

from bot.messages import say
from bot.slack.richtext import own_link, section, words
from bot.slack.text import Json, clean, plain, shorten
from core.domain import LANGUAGES, Conflict, Document, Language, Side
from core.events import Refusal

MAX_OPENED = 5
"""Buttons that open a document; five blocks are the most that an answer sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opens:
    """A button that opens a source: its number in this answer and the title of its document."""

    number: int
    title: str
    updated: date


def refusal(refused: Refusal, language: Language, *, answer_id: str, opens: Sequence[Opens]) -> tuple[str, list[Json]]:
    """The title, for a notification, and the blocks of a refusal; ``opens``: what can be opened, in its order."""
    match refused.kind:
        case "score_too_low":
            return _score_too_low(refused, language, answer_id)
        case "conflict":
            assert refused.conflict is not None, "the grammar gives a conflict its sides"
            return _conflict(refused.conflict, language, answer_id, opens)
        case "out_of_coverage":
            return _out_of_coverage(refused, language, answer_id, opens)
        case other:
            assert_never(other)


def _score_too_low(refused: Refusal, language: Language, answer_id: str) -> tuple[str, list[Json]]:
    title = say("low_title", language)
    figures = {"share": percent(refused.best_share), "threshold": percent(refused.threshold)}
    body = say("low_body", language, **figures) if refused.best_share > 0 else say("low_none", language)
    buttons = [
        button(say("rephrase", language), "rephrase", answer_id, primary=True),
        button(say("report_gap", language), "report_gap", answer_id),
    ]
    return title, [header(title), paragraph(body), paragraph(say("low_next", language)), actions(buttons)]


def _conflict(conflict: Conflict, language: Language, answer_id: str, opens: Sequence[Opens]) -> tuple[str, list[Json]]:
    title = say("conflict_title", language)
    sides = {"type": "rich_text", "elements": [part for side in conflict.sides for part in _side(side, language)]}
    step = say("conflict_next", language, owners=owners([side.chunk.document for side in conflict.sides], language))
    buttons = [button(say("ask_owners", language), "ask_owner", answer_id, primary=True)]
    return title, [
        header(title),
        paragraph(say("conflict_body", language)),
        {"type": "divider"},
        sides,
        {"type": "divider"},
        paragraph(step),
        actions([*buttons, *open_buttons(opens, answer_id, language)]),
    ]


def _side(side: Side, language: Language) -> list[Json]:
    """The value, bold, where it stands and since when, and the statement as a quotation."""
    quote = shorten(side.chunk.text[side.span.start : side.span.end], 400) or "…"
    value = words(shorten(side.value, 200) or "…", bold=True)
    return [
        section(value, words("\n"), *_document(side.chunk.document, language)),
        {"type": "rich_text_quote", "elements": [words(quote)]},
    ]


def _out_of_coverage(
    refused: Refusal, language: Language, answer_id: str, opens: Sequence[Opens]
) -> tuple[str, list[Json]]:
    title = say("coverage_title", language)
    found = [section(*_document(document, language)) for document in refused.found[:MAX_OPENED]]
    blocks = [header(title), paragraph(say("coverage_body", language))]
    if found:
        items = {"type": "rich_text_list", "style": "bullet", "elements": found}
        blocks.append({"type": "rich_text", "elements": [items]})
    buttons = [button(say("report_coverage", language), "report_gap", answer_id, primary=True)]
    buttons = [*open_buttons(opens, answer_id, language), *buttons]
    return title, [*blocks, paragraph(say("coverage_next", language)), actions(buttons)]


def _document(document: Document, language: Language) -> list[Json]:
    """A document's title, linked to the address that the index has for it, and when it was updated."""
    title = say("quoted", language, title=shorten(document.title, 150))
    name = own_link(title, document.url) if is_web(document.url) else words(title)
    return [name, words(say("updated", language, updated=document.updated_at))]


def is_web(url: str) -> bool:
    """Whether an address of the index may be made a link: http or https, as long as Slack takes."""
    return url.startswith(("https://", "http://")) and len(url) <= 3000


def failure(language: Language, *, answer_id: str, body: str | None = None) -> tuple[str, list[Json]]:
    """Something did not work: never why, always a way to try again. ``body`` replaces the usual words."""
    title = say("failed_title", language)
    again = button(say("try_again", language), "try_again", answer_id)
    return title, [header(title), paragraph(body or say("failed_body", language)), actions([again])]


def cancelled(language: Language, *, answer_id: str) -> tuple[str, list[Json]]:
    """The asker stopped the answer before a sentence of it was shown."""
    text = say("cancelled", language)
    again = button(say("try_again", language), "try_again", answer_id)
    return text, [paragraph(f"⏹️ {text}"), actions([again])]


def too_long(language: Language, *, count: int, limit: int) -> tuple[str, list[Json]]:
    """The question is longer than ``limit`` characters."""
    text = say("too_long", language, count=count, limit=limit)
    return text, [paragraph(text)]


def reworded(language: Language, *, answer_id: str) -> tuple[str, list[Json]]:
    """The question's message was edited after it was answered: whether to answer what it says now."""
    text = say("reworded", language)
    return text, [paragraph(text), actions([button(say("answer_again", language), "answer_reworded", answer_id)])]


def usage(languages: Sequence[Language] = LANGUAGES) -> tuple[str, list[Json]]:
    """How to ask; in both languages where nothing was written that could choose one."""
    blocks: list[Json] = []
    for language in languages:
        texts = [say(key, language) for key in ("usage_title", "usage_body", "usage_example")]
        blocks += [header(texts[0]), paragraph(texts[1]), context(texts[2])]
    return say("usage_title", "zh") + " / " + say("usage_title", "en"), blocks


def percent(share: float) -> str:
    """A share 0..1 as people read it: ``12%``."""
    return f"{100 * share:.0f}%"


def owners(documents: Sequence[Document], language: Language) -> str:
    """Owners of ``documents``, each once, or that there is none on record."""
    names = dict.fromkeys(shorten(document.owner, 100) for document in documents if document.owner.strip())
    return say("between_names", language).join(names) or say("no_owner", language)


def header(text: str) -> Json:
    """A title."""
    return {"type": "header", "text": plain(shorten(text, 150))}


def paragraph(text: str) -> Json:
    """One paragraph, exactly as written."""
    return {"type": "rich_text", "elements": [section(words(clean(text)))]}


def context(text: str) -> Json:
    """A small grey line; at most 3,000 characters."""
    return {"type": "context", "elements": [plain(clean(text)[:3000])]}


def actions(buttons: Sequence[Json]) -> Json:
    """A row of buttons."""
    return {"type": "actions", "elements": list(buttons)}


def button(label: str, action: str, value: str, *, primary: bool = False) -> Json:
    """A button; ``value`` is an opaque id, at most 2,000 characters."""
    style = {"style": "primary"} if primary else {}
    return {"type": "button", "action_id": action, "value": value, "text": plain(shorten(label, 75))} | style


def open_buttons(opens: Sequence[Opens], answer_id: str, language: Language) -> list[Json]:
    """Buttons that open sources by title."""
    return [_open(say("open", language, title=shorten(one.title, 60)), one, answer_id) for one in opens[:MAX_OPENED]]


def source_buttons(opens: Sequence[Opens], answer_id: str, language: Language) -> list[Json]:
    """Buttons that open sources by number and title, as an answer cites them."""
    return [
        _open(
            say("source", language, number=one.number, title=shorten(one.title, 50), updated=one.updated),
            one,
            answer_id,
        )
        for one in opens
    ]


def _open(label: str, one: Opens, answer_id: str) -> Json:
    return button(label, f"cite_{one.number}", f"{answer_id}:{one.number}")
