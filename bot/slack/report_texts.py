"""What a report looks like: the forms it is made and settled in, the message to an owner, the line in its thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.messages import say
from bot.reports import WRONGS, Filed
from bot.slack.notices import actions, button, context, header, paragraph
from bot.slack.paging import Page, page
from bot.slack.richtext import section, words
from bot.slack.text import Json, clean, plain, shorten
from core.domain import Document, Language

REPLY_CHARS: Final = 2_000
"""What fits into a message beside its question."""
COMMENT_CHARS: Final = 600
"""With a question, an answer and five passages, all Chinese, this stays below `bot.slack.text.MAX_BYTES`."""
OUTCOMES: Final = ("answered", "added", "closed")
_TITLES: Final = {"ask_owner": "report_ask_owner", "gap": "report_is_gap", "wrong": "report_is_wrong"}
_REASONS: Final = {
    "wrong": "reason_wrong",
    "outdated": "reason_outdated",
    "incomplete": "reason_incomplete",
    "other": "reason_other",
}
_OUTCOMES: Final = {"answered": "outcome_answered", "added": "outcome_added", "closed": "outcome_closed"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A cited chunk as a place may see it: only its id where those who read there may not read its document."""

    chunk_id: str
    title: str = ""
    quote: str = ""


def kind_of(report: Filed, language: Language) -> str:
    """What a report is about, in a few words."""
    title = say(_TITLES[report.kind], language)
    if report.reason not in _REASONS:
        return title
    return say("report_titled", language, title=title, reason=say(_REASONS[report.reason], language))


def message(report: Filed, question: str, answer: str, passages: Sequence[Passage], language: Language) -> Page:
    """The message to an owner; ``answer`` empty where it may not be shown. A settled report has no button."""
    title = kind_of(report, language)
    blocks = [header(title), paragraph(say("report_question", language, question=shorten(question, 500)))]
    if report.comment:
        blocks.append(paragraph(say("report_comment", language, comment=shorten(report.comment, COMMENT_CHARS))))
    if answer:
        blocks.append(paragraph(say("report_answer", language, answer=shorten(answer, 500))))
    blocks += [_passage(one, language) for one in passages]
    if report.state == "open":
        settle = button(say("report_settle", language), "settle_report", report.id, primary=True)
        return page(title, [*blocks, actions([settle])])
    return page(title, [*blocks, context("✅ " + say("report_settled", language))])


def _passage(one: Passage, language: Language) -> Json:
    if not one.title:
        return context(say("report_hidden", language, chunk=one.chunk_id))
    parts = [
        section(words(say("quoted", language, title=shorten(one.title, 60)), bold=True), words(f"  {one.chunk_id}"))
    ]
    quotes = [{"type": "rich_text_quote", "elements": [words(shorten(one.quote, 180))]}] if one.quote else []
    return {"type": "rich_text", "elements": [*parts, *quotes]}


def reply(report: Filed, document: Document | None, language: Language, *, question: str, answer_id: str) -> Page:
    """The line in the thread of a report; ``document``: what was added, where everyone there may read it.

    ``question`` stands above it where the thread does not show it.
    """
    blocks = [context("💬 " + shorten(question, 300))] if question else []
    line = ""
    if report.document_id:
        title = shorten(document.title, 150) if document else report.document_id
        line = say("reply_added", language, title=title)
        blocks.append(paragraph("📄 " + line))
    if report.reply:
        line = say("reply_answered", language, reply=shorten(report.reply, REPLY_CHARS))
        blocks.append(paragraph("✅ " + line))
    if report.document_id and not question:
        blocks.append(actions([button(say("answer_again", language), "try_again", answer_id)]))
    return page(line, blocks)


def reason_form(answer_id: str, channel: str, language: Language) -> Json:
    """Why an answer is of no use; goes to the owners of what it cites."""
    options = [_option(say(_REASONS[reason], language), reason) for reason in WRONGS]
    blocks = [
        _input("reason", say("reason_label", language), {"type": "radio_buttons", "options": options}),
        _text("comment", say("comment_label", language), say("comment_hint", language), COMMENT_CHARS),
    ]
    return _form("reason", say("reason_title", language), say("reason_submit", language), blocks, language) | {
        "private_metadata": f"{answer_id} {channel}"
    }


def settle_form(report: Filed, question: str, place: str, language: Language) -> Json:
    """What became of a report. ``place``: the message whose button was pressed, as ``channel ts``; may be empty."""
    options = [_option(say(_OUTCOMES[outcome], language), outcome) for outcome in OUTCOMES]
    chosen = {"type": "radio_buttons", "options": options, "initial_option": options[0]}
    blocks = [
        paragraph(say("report_question", language, question=shorten(question, 1000))),
        _input("outcome", say("outcome_label", language), chosen),
        _text("reply", say("reply_label", language), say("reply_hint", language), REPLY_CHARS),
        _text("document", say("document_label", language), say("document_hint", language), 100, multiline=False),
    ]
    return _form("settle", say("settle_title", language), say("settle_submit", language), blocks, language) | {
        "private_metadata": f"{report.id} {place}".strip()
    }


def typed(view: Json, name: str) -> str:
    """What was typed or chosen in a form."""
    value = view["state"]["values"].get(name, {}).get(name, {})
    chosen = value.get("selected_option") or {}
    return clean(str(value.get("value") or chosen.get("value") or "")).strip()


def _form(callback: str, title: str, submit: str, blocks: list[Json], language: Language) -> Json:
    return {
        "type": "modal",
        "callback_id": callback,
        "title": plain(shorten(title, 24)),
        "submit": plain(shorten(submit, 24)),
        "close": plain(say("rephrase_cancel", language)),
        "blocks": blocks,
    }


def _option(label: str, value: str) -> Json:
    return {"text": plain(shorten(label, 75)), "value": value}


def _input(name: str, label: str, element: Json) -> Json:
    return {"type": "input", "block_id": name, "label": plain(label), "element": element | {"action_id": name}}


def _text(name: str, label: str, hint: str, limit: int, *, multiline: bool = True) -> Json:
    element = {"type": "plain_text_input", "multiline": multiline, "max_length": limit}
    return _input(name, label, element) | {"optional": True, "hint": plain(hint)}
