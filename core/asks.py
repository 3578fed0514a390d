"""What a question asks for, and whether a sentence contains it. Supported is not relevant: a true sentence that does
not answer is not an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.domain import Question
from core.language import is_common, tokens


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked for. ``wanted``: the content words of the question, in their normal form, without repeats."""

    wanted: tuple[str, ...]


MIN_COVERED = 0.5


def ask(question: Question) -> Ask:
    """What ``question`` asks for; without content words everything answers it."""
    return Ask(tuple(dict.fromkeys(token for token in tokens(question.text) if not is_common(token))))


def covered(asked: Ask, sentence: str, *, context: str) -> float:
    """Share 0..1 of what is wanted that stands in ``sentence`` or in the headings above it."""
    if not asked.wanted:
        return 1.0
    there = {*tokens(sentence), *tokens(context)}
    return sum(word in there for word in asked.wanted) / len(asked.wanted)


def is_answered_by(asked: Ask, sentence: str, *, context: str) -> bool:
    """Whether ``sentence``, standing under the headings ``context``, contains what is asked for."""
    return covered(asked, sentence, context=context) >= MIN_COVERED


def unanswered(question: Question, shown: Sequence[str]) -> tuple[str, ...]:
    """The parts of a question of several parts that no shown sentence answers, in the question's own words."""
    return ()
