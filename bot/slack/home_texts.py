"""What stands in App Home: pure functions from what was found out to blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.messages import say
from bot.reports import Filed
from bot.slack.notices import actions, button, context, header, is_web, paragraph, percent
from bot.slack.report_texts import kind_of
from bot.slack.richtext import own_link, section, words
from bot.slack.text import Json, shorten
from core.domain import Document, Language, Policy

MOST_TITLES: Final = 15
MOST_GROUPS: Final = 5
_STATUS: Final = {
    "open": "status_open",
    "answered": "status_answered",
    "refused": "status_refused",
    "failed": "status_failed",
    "cancelled": "status_cancelled",
}
_COUNTS: Final = {"score_too_low": "low", "conflict": "conflict", "out_of_coverage": "coverage"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recent:
    """A question of the person who looks; ``url`` empty: no message of it stands."""

    question: str
    status: str
    day: date
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What admins see. ``groups``: questions without an answer and how often, only what everyone could read;
    ``not_shown``: how many were asked elsewhere. ``health``: whether each part answers.
    """

    documents: int
    chunks: int
    revision: int
    policy: Policy
    refusals: Mapping[str, int]
    groups: Sequence[tuple[str, int]]
    not_shown: int
    reports: int
    health: Mapping[str, bool]


def recent(asked: Sequence[Recent], language: Language) -> list[Json]:
    """One's own last questions, newest first."""
    blocks = [header(say("home_recent", language))]
    if not asked:
        return [*blocks, context(say("home_no_recent", language))]
    return [*blocks, _list([_asked(one, language) for one in asked])]


def _asked(one: Recent, language: Language) -> Json:
    text = shorten(one.question, 200) or "…"
    name = own_link(text, one.url) if is_web(one.url) else words(text)
    return section(name, words(f"  {say(_STATUS.get(one.status, 'status_open'), language)} · {one.day}"))


def documents(askable: Sequence[Document], language: Language) -> list[Json]:
    """The documents that one may ask; not all of many."""
    blocks = [header(say("home_documents", language, count=len(askable)))]
    newest = sorted(askable, key=lambda one: (one.updated_at, one.id), reverse=True)[:MOST_TITLES]
    if newest:
        blocks.append(_list([_title(one, language) for one in newest]))
    if len(askable) > len(newest):
        blocks.append(context(say("home_more", language, count=len(askable) - len(newest))))
    return blocks


def _title(one: Document, language: Language) -> Json:
    title = say("quoted", language, title=shorten(one.title, 150))
    name = own_link(title, one.url) if is_web(one.url) else words(title)
    return section(name, words(say("updated", language, updated=one.updated_at)))


def reports(waiting: Sequence[Filed], questions: Mapping[str, str], language: Language) -> list[Json]:
    """What waits for an owner's word, each with a button."""
    blocks = [header(say("home_reports", language))]
    if not waiting:
        blocks.append(context(say("home_no_reports", language)))
    for report in waiting:
        text = f"{kind_of(report, language)}\n{shorten(questions.get(report.id, ''), 300)}"
        blocks.append(paragraph(text))
        blocks.append(actions([button(say("report_settle", language), "settle_report", report.id)]))
    return blocks


def admin(desk: Desk, language: Language) -> list[Json]:
    """How the bot does: documents, thresholds, refusals of the week, what is asked in vain, health."""
    blocks = [
        header(say("home_admin", language)),
        paragraph(_corpus(desk, language)),
        paragraph(_thresholds(desk.policy, language)),
        paragraph(_refusals(desk.refusals, language)),
        paragraph(say("home_open_reports", language, count=desk.reports)),
    ]
    if desk.groups:
        items = [section(words(f"{count} × {shorten(text, 200) or '…'}")) for text, count in desk.groups[:MOST_GROUPS]]
        blocks += [paragraph(say("home_unanswered", language)), _list(items)]
    if desk.not_shown:
        blocks.append(context(say("home_not_shown", language, count=desk.not_shown)))
    if desk.health:
        marks = say("between_names", language).join(
            f"{'✅' if well else '❌'} {name}" for name, well in desk.health.items()
        )
        blocks.append(paragraph(say("home_health", language, parts=marks)))
    return blocks


def _corpus(desk: Desk, language: Language) -> str:
    figures = {"documents": desk.documents, "chunks": desk.chunks, "revision": desk.revision}
    return say("home_corpus", language, **figures)


def _thresholds(policy: Policy, language: Language) -> str:
    scores, coverages = (
        say("home_by_language", language, zh=percent(shares["zh"]), en=percent(shares["en"]))
        for shares in (policy.min_score, policy.min_coverage)
    )
    overlap = percent(policy.min_overlap)
    return say("home_thresholds", language, scores=scores, overlap=overlap, coverages=coverages)


def _refusals(kinds: Mapping[str, int], language: Language) -> str:
    counts = {name: kinds.get(kind, 0) for kind, name in _COUNTS.items()}
    return say("home_refusals", language, **counts)


def _list(items: Sequence[Json]) -> Json:
    return {"type": "rich_text", "elements": [{"type": "rich_text_list", "style": "bullet", "elements": list(items)}]}
