"""What a question asks for, and whether a sentence contains it. Supported is not relevant: a true sentence that does
not answer is not an answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.domain import Question
from core.questions.answer_signs import OFTEN
from core.questions.answer_types import HARD, holds, suggests
from core.questions.asked_words import Held, Term, compounds_of, held, mass, terms_of
from core.questions.focus import focus_of
from core.questions.question_kinds import Wanted, kind_of
from core.questions.question_parts import parts_of
from core.text.stemming import stem

MIN_SCORE = 0.58
"""What a passage must reach to be quoted: it speaks for itself, so it has to name what was asked."""
MIN_NAMED = 0.2
"""Share of the asked words that a model's sentence must name: an answer in other words may name few of them."""
_ABOVE, _FOCUS_ABOVE = 0.85, 0.5
"""What stands only in the headings above a sentence counts less than what it says itself, the focus least."""
_NO_FOCUS = 0.8
"""Factor for a text that does not name the word that the answer turns on."""
_SHARED = 0.35
"""Words of the other parts of the question, in a part that leaves them out (…，最晚什么时候完成？)."""
_HEAD_ALONE = 0.5
"""What the head of a compound loses where its qualifier is missing: a minibar bill is no phone bill."""
_NAME = re.compile(r"\b[A-Z][a-z]++\b")
_TYPE, _NO_TYPE, _NO_SIGN = 0.1, 0.45, 0.95
"""Share of what is missing that the asked kind of value makes up for; factor for a text without it; and for one
without the form that answers to an open kind of question often have.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing asked: in the question's own words, the kind of answer, and the words it is about.

    ``pairs``: qualifier and head of its compounds. ``focus``: what "which" and "what" choose from.
    """

    text: str
    wanted: Wanted
    terms: tuple[Term, ...]
    pairs: tuple[tuple[Term, Term], ...]
    focus: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Ask:
    """What a question asks for: its parts, in order, never empty."""

    parts: tuple[Part, ...]

    @property
    def wanted(self) -> tuple[str, ...]:
        """The words that the question is about, in their normal form, without repeats."""
        return tuple(dict.fromkeys(term.norm for part in self.parts for term in part.terms))


def ask(question: Question) -> Ask:
    """What ``question`` asks for; without content words everything answers it."""
    return _ask(question.text)


@lru_cache(maxsize=256)
def _ask(text: str) -> Ask:
    texts = parts_of(text)
    own = [terms_of(part) for part in texts]
    whole = terms_of(text)
    elsewhere = [
        frozenset(term.norm for j, terms in enumerate(own) for term in terms if j != i) for i in range(len(own))
    ]
    parts = []
    for part, terms, others in zip(texts, own, elsewhere, strict=True):
        mine = {term.norm for term in terms}
        is_whole = len(texts) == 1
        shared = tuple(
            Term(term.norm, term.weight * _SHARED)
            for term in whole
            if term.norm not in mine and not is_whole and (term.norm not in others or len(mine) < 2)
        )
        wanted = kind_of(part) or kind_of(text) or Wanted("what")
        parts.append(Part(part, wanted, terms + shared, compounds_of(part), focus_of(part, wanted)))
    return Ask(tuple(parts))


def score(part: Part, sentence: str, *, context: str) -> float:
    """How well ``sentence``, standing under ``context``, answers ``part``: 0 (not at all) .. 1."""
    covered = coverage(part, sentence, context=context)
    if part.wanted.kind in HARD:
        return covered + _TYPE * (1 - covered) if _is_stated(part, sentence) else covered * _NO_TYPE
    if part.wanted.kind not in OFTEN:
        return covered
    return covered + _TYPE * (1 - covered) if suggests(part.wanted, sentence) else covered * _NO_SIGN


def _is_stated(part: Part, sentence: str) -> bool:
    """Whether the kind of thing asked for stands in ``sentence``; a name that the question gives answers no "who"."""
    if part.wanted.kind == "who":
        given = {term.norm for term in part.terms}
        sentence = _NAME.sub(lambda name: name[0].lower() if stem(name[0].lower()) in given else name[0], sentence)
    return holds(part.wanted, sentence)


def coverage(part: Part, sentence: str, *, context: str) -> float:
    """Weighted share 0..1 of the words of ``part`` that stand in ``sentence`` or in what it stands under."""
    total = mass(part.terms)
    if total <= 0:
        return 1.0
    mine, above = held(sentence), held(context)
    found = {
        term.norm: _credit(term.norm, mine, above, by_heading=_FOCUS_ABOVE if term.norm in part.focus else _ABOVE)
        for term in part.terms
    }
    if part.focus and not any(found.get(norm, 1.0) for norm in part.focus):
        total /= _NO_FOCUS
    alone = {head.norm: 1 - _HEAD_ALONE * (1 - found[qualifier.norm]) for qualifier, head in part.pairs}
    return sum(term.weight * found[term.norm] * alone.get(term.norm, 1.0) for term in part.terms) / total


def _credit(norm: str, mine: Held, above: Held, *, by_heading: float) -> float:
    direct = mine.credit(norm)
    return direct if direct >= by_heading else max(direct, by_heading * above.credit(norm))


def is_answered_by(asked: Ask, sentence: str, *, context: str) -> bool:
    """Whether ``sentence``, in any wording, may be an answer: it holds the kind of thing that a part asks for, and
    names something of what the part is about. ``context``: what it stands under and what it cites.
    """
    return any(_may_answer(part, sentence, context=context) for part in asked.parts)


def _may_answer(part: Part, sentence: str, *, context: str) -> bool:
    return _is_stated(part, sentence) and coverage(part, sentence, context=context) >= MIN_NAMED


def unanswered(question: Question, shown: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The parts of a question of several parts that no shown sentence answers, in the question's own words.

    ``shown``: each sentence with what it stands under. Empty for a question of one part.
    """
    parts = _ask(question.text).parts
    if len(parts) == 1:
        return ()
    return tuple(
        part.text for part in parts if not any(_may_answer(part, text, context=context) for text, context in shown)
    )
