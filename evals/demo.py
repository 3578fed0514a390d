"""The whole bot on the labelled demo questions: does each end in the right kind of outcome, with the right facts."""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from contextlib import aclosing
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bot.config import Settings, load_config
from bot.demo import demo_bot
from bot.wiring import Bot
from core.domain import Audience
from core.events import Done, Event, Refusal, Sentence
from corpus.ingest import demo_folder
from evals.rows import Row, read_rows, share

_KINDS = ("direct", "several_chunks", "conflict", "outdated", "not_permitted", "no_answer")


@dataclass(frozen=True, slots=True)
class Result:
    """One question's outcome: ``outcome`` is ``answered``, a refusal kind, or ``failed``."""

    row: Row
    outcome: str
    text: str
    cited: tuple[str, ...]

    @property
    def is_right_kind(self) -> bool:
        """Whether the outcome is one of those that the label allows."""
        expected = self.row["expected"]["outcome"]
        return self.outcome in ([expected] if isinstance(expected, str) else expected)

    @property
    def is_wrong_answer(self) -> bool:
        """Answered where a refusal was due, or with what must not be said."""
        absent = self.row["expected"].get("absent", ())
        return self.outcome == "answered" and (not self.is_right_kind or any(fact in self.text for fact in absent))

    @property
    def has_facts(self) -> bool:
        """Whether every labelled fact is in what was shown (of a conflict: in its two sides)."""
        return all(fact in self.text for fact in self.row["expected"]["facts"])

    @property
    def cites_expected(self) -> bool:
        """Whether at least one labelled chunk was cited."""
        return bool(set(self.cited) & set(self.row["expected"]["chunks"]))


def quoting_bot(data: Path) -> Bot:
    """The bot over the demo documents in a new store under ``data``, without any key, by the thresholds in force."""
    settings = Settings(anthropic_api_key=None, exhibit_data=data)
    return demo_bot(settings, load_config(settings.exhibit_config))


def questions() -> list[Row]:
    """The labelled demo questions."""
    return read_rows(demo_folder() / "questions.jsonl")


async def ask(bot: Bot, row: Row) -> Result:
    """Ask one labelled question as its audience, on its day."""
    audience = Audience(tuple(frozenset(viewer) for viewer in row["audience"]))
    question = bot.question(row["question"], audience=audience, as_of=date.fromisoformat(row["as_of"]))
    async with aclosing(bot.answer(question)) as stream:
        return _result(row, [event async for event in stream])


def _result(row: Row, events: list[Event]) -> Result:
    texts, cited, outcome = [], [], "failed"
    for event in events:
        if isinstance(event, Sentence):
            texts.append(event.text)
            cited += [citation.chunk_id for citation in event.citations]
        elif isinstance(event, Refusal):
            outcome = event.kind
            sides = event.conflict.sides if event.conflict else ()
            texts += [side.chunk.text[side.span.start : side.span.end] for side in sides]
            cited += [side.chunk.id for side in sides]
        elif isinstance(event, Done) and event.status == "answered":
            outcome = "answered"
    return Result(row, outcome, "\n".join(texts), tuple(dict.fromkeys(cited)))


def run() -> None:
    """Ask them all and print the table, then what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        results = asyncio.run(_ask_all(quoting_bot(Path(folder))))
    console = Console()
    console.print(_table(results))
    for result in results:
        if not result.is_right_kind or (result.row["expected"]["facts"] and not result.has_facts):
            wanted = result.row["expected"]
            line = f"{result.row['id']} {result.row['question']}: {result.outcome}, expected {wanted['outcome']}"
            console.print(f"{line} {wanted['facts']}", markup=False, soft_wrap=True)
            console.print(f"    {result.text!r}", markup=False, style="dim", soft_wrap=True)


async def _ask_all(bot: Bot) -> list[Result]:
    return [await ask(bot, row) for row in questions()]


def _table(results: list[Result]) -> Table:
    table = Table("kind", "language", "right outcome, % [95 %]", "facts shown", "expected chunk cited", "wrong answers")
    groups: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in results:
        groups[result.row["kind"], result.row["language"]].append(result)
        groups["all", "zh + en"].append(result)
    for kind in (*_KINDS, "all"):
        for language in ("zh", "en", "zh + en"):
            if group := groups.get((kind, language)):
                table.add_row(kind, language, *_figures(group))
    return table


def _figures(group: list[Result]) -> tuple[str, str, str, str]:
    stating = [result for result in group if result.row["expected"]["facts"]]
    return (
        share(sum(result.is_right_kind for result in group), len(group)),
        share(sum(result.has_facts for result in stating), len(stating)),
        share(sum(result.cites_expected for result in stating), len(stating)),
        str(sum(result.is_wrong_answer for result in group)),
    )
