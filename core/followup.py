"""A follow-up in a conversation as a question of its own: "那专业版呢？" after "基础版的存储空间是多少？".

Rules decide first, in the language of the follow-up. A cheap model may do better where one is configured, but its
question holds no word and no number that nobody wrote: otherwise the rules stand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from core.domain import Question, Turn
from core.language import is_common, language_of, words
from core.ports import ChatModel, PortError
from core.questions import followup_en, followup_model, followup_zh
from core.questions.question_kinds import kind_of
from core.text.smalltalk import is_small_talk

How = Literal["whole", "slot", "pronoun", "asked", "appended", "model"]

_MOST_CHARS: Final = 120
"""A longer question says what it is about; shortest of those that do not in the labelled set: 60."""
_TURNS_BACK: Final = 3
_SWITCH: Final = re.compile(
    r"^(?:(?:换|另外)(?:一)?个(?:问题|话题)|另一个问题|不相关|新问题|顺便问"
    r"|(?:a )?(?:different|new|another|unrelated)(?: question| topic)?\b|unrelated(?:ly)?\b"
    r"|by the way|btw|on another note)",
    re.IGNORECASE,
)
_ASKING: Final = re.compile(
    r"[?？]\s*$|呢[。！!\s]*$"
    r"|(?:^|[,，。.] ?)(?:(?:and (?:for|in|on|what|how|if)|(?:what|how) about|what if)\b|那|如果)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Standalone:
    """A question that is understood without what came before, and ``how`` it was made from the follow-up."""

    text: str
    how: How = "whole"

    @property
    def is_changed(self) -> bool:
        """Whether ``text`` is another than what was written."""
        return self.how != "whole"


def asks(text: str) -> bool:
    """Whether ``text``, written after an answer, asks for something."""
    return not is_small_talk(text) and (_ASKING.search(text.strip()) is not None or kind_of(text) is not None)


def standalone(text: str, turns: Sequence[Turn]) -> Standalone:
    """``text`` after ``turns`` (oldest first) by rules; a question that stands alone stays as it is."""
    said = " ".join(text.split())
    if not turns or len(said) > _MOST_CHARS or is_small_talk(said) or _SWITCH.search(said):
        return Standalone(text)
    before = next((turn.question for turn in reversed(turns[-_TURNS_BACK:]) if not is_small_talk(turn.question)), "")
    before = " ".join(before.split())
    if not before or not words(before):
        return Standalone(text)
    language = language_of(before) if _is_name(said) else language_of(said)
    rules = followup_zh if language == "zh" else followup_en
    made = rules.whole(said, before)
    if made is None or made[0] == said:
        return Standalone(text)
    if language != language_of(before):
        return Standalone(f"{before} {said}", "appended")
    return Standalone(*made)


def leans_on_context(text: str) -> bool:
    """Whether ``text`` can't be understood alone: after any question it would stand for another."""
    before = "这件事是怎么规定的？" if language_of(text) == "zh" else "What does the policy say?"
    return standalone(text, (Turn(before, ""),)).is_changed


def _is_name(said: str) -> bool:
    """Whether a follow-up is a name or a number in either language: "iOS?", "2027?"."""
    found = words(said)
    return len(found) <= 2 and not any(is_common(word.norm) or not word.text.isascii() for word in found)


async def understood(question: Question, *, model: ChatModel | None) -> Standalone:
    """`standalone`, by ``model`` where there is one and its question passes the check; in an outage by rules."""
    by_rules = standalone(question.text, question.turns)
    said = question.text.strip()
    if model is None or not question.turns or is_small_talk(said) or len(said) > _MOST_CHARS or _SWITCH.search(said):
        return by_rules
    try:
        text = await followup_model.rewritten(question, model=model)
    except PortError:
        return by_rules
    if text is None:
        return by_rules
    return Standalone(question.text) if _is_same(text, question.text) else Standalone(text, "model")


def _is_same(one: str, other: str) -> bool:
    return [word.norm for word in words(one)] == [word.norm for word in words(other)]


def alone(question: Question, found: Standalone) -> Question:
    """``question`` as it is to be answered: its text stands alone; the answer is in the language of the follow-up."""
    if not found.is_changed:
        return question
    language = question.language if found.how == "appended" else language_of(found.text)
    return replace(question, text=found.text, language=language)
