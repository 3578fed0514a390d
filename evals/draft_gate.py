"""Does the gate for a model's draft let true answers pass: gold answers of labelled rows, in people's own words.

Each gold answer is split like a draft; one sentence that may answer is enough. The context is what the bot would have:
the title, and the sentences that the annotators gave as evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from core import asks
from core.domain import Question
from core.language import language_of
from core.questions.answer_types import holds
from core.sentences import split
from evals.rows import Row, share


def has_gold(row: Row) -> bool:
    """Whether ``row`` has an answer that should pass."""
    return bool(_gold(row))


def report(rows: Sequence[Row]) -> list[str]:
    """How many gold answers would be blocked, and how many of them for want of the asked kind of value, as Markdown."""
    lines = ["### true answers that the draft gate blocks", "", "| language | blocked, % [95 %] | by kind alone |"]
    lines.append("|---|---|---|")
    for language in ("zh", "en"):
        group = [row for row in rows if has_gold(row) and row["lang"] == language]
        if group:
            blocked, kindless = _blocked(group)
            lines.append(f"| {language} | {share(blocked, len(group))} | {share(kindless, len(group))} |")
    return lines


def _blocked(rows: Iterable[Row]) -> tuple[int, int]:
    blocked = kindless = 0
    for row in rows:
        text = row["question"]
        asked = asks.ask(Question(id=row["id"], text=text, language=language_of(text), as_of=date(2026, 1, 1)))
        sentences = split(_gold(row))
        if any(asks.is_answered_by(asked, sentence, context=_context(row)) for sentence in sentences):
            continue
        blocked += 1
        kindless += not any(holds(part.wanted, sentence) for part in asked.parts for sentence in sentences)
    return blocked, kindless


def _gold(row: Row) -> str:
    """The answer of a row; empty where it has none or can't be answered."""
    if row.get("answerability", "ANSWERABLE") != "ANSWERABLE" or not row.get("answerable", True):
        return ""
    found = row.get("evidences") or row.get("answers") or [row.get("reference_answer") or ""]
    return str(found[0])


def _context(row: Row) -> str:
    return " ".join((row.get("title") or "", *row.get("selected_sentences", ())))
