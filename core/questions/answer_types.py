"""Does a text hold the kind of thing that is asked for: a time, a sum, a person, a count of the right noun."""

from __future__ import annotations

import re
from functools import lru_cache

from core.language import is_common, words
from core.quantities import Quantity, quantities
from core.questions.answer_signs import OFTEN, STATED
from core.questions.asked_words import held
from core.questions.question_kinds import Kind, Wanted
from core.text.dictionary import tags

HARD: frozenset[Kind] = frozenset(
    (
        "when",
        "how_long",
        "how_often",
        "how_much",
        "how_many",
        "amount",
        "size",
        "percent",
        "who",
        "where",
        "version",
        "value",
    )
)
"""Kinds whose answer has a form that can be looked for; without it a text is no answer."""

_SPANS = frozenset(("duration", "date", "clock", "frequency", "age"))
_AMOUNTS = frozenset(("number", "count", "money", "percent", "measure", "temperature", "duration", "age", "frequency"))
_QUANTITY: dict[Kind, frozenset[str]] = {
    "when": _SPANS,
    "how_long": _SPANS | {"measure"},
    "how_often": _SPANS | {"count"},
    "how_much": frozenset(("money", "percent")),
    "percent": frozenset(("percent", "number")),
    "version": frozenset(("code",)),
    "value": _AMOUNTS | _SPANS | {"code"},
    "size": frozenset(("measure", "number", "count", "age", "temperature", "duration")),
    "amount": _AMOUNTS,
    "how_many": _AMOUNTS - {"percent", "frequency"},
}
_NAMED: dict[Kind, tuple[str, ...]] = {"who": ("nr", "nt"), "where": ("ns", "nt")}
_PEOPLE = frozenset(("people", "persons", "人"))
_NEAR_CHARS = 16
_CLAUSE = re.compile(r"[，,；;。：:]")


@lru_cache(maxsize=8192)
def _values(text: str) -> tuple[Quantity, ...]:
    return quantities(text)


def holds(wanted: Wanted, text: str) -> bool:
    """Whether ``text`` holds what ``wanted`` asks for; True for a kind that has no form of its own."""
    kind = wanted.kind
    if kind not in HARD:
        return True
    values = [value for value in _values(text) if value.kind in _QUANTITY.get(kind, ())]
    if kind == "how_many" and wanted.noun in _PEOPLE:
        if any(value.kind in ("count", "number") for value in values):
            return True
    elif kind == "how_many" and wanted.noun:
        if any(_counts(value, wanted.noun, text) for value in values):
            return True
    elif values:
        return True
    if kind == "who" and wanted.noun:
        return _identifies(wanted.noun, text)
    signs = STATED.get(kind)
    if signs is not None and signs.search(text) is not None and _is_about_noun(wanted, text):
        return True
    return kind in _NAMED and any(tag.startswith(_NAMED[kind]) for _, tag in tags(text))


def _identifies(role: str, text: str) -> bool:
    """Whether ``text`` names someone besides the role (who is the *auditor*: not "the auditor may …").

    Only clauses that name the role count, if there are any.
    """
    named = [word.norm for word in words(role) if not is_common(word.norm)]
    clauses = [words(clause) for clause in _CLAUSE.split(text)]
    about = [clause for clause in clauses if named and any(word.norm == named[-1] for word in clause)]
    return any(
        _names_someone(" ".join(word.text for word in clause if not named or word.norm != named[-1]))
        for clause in about or clauses
    )


def _names_someone(text: str) -> bool:
    return STATED["who"].search(text) is not None or any(tag.startswith(_NAMED["who"]) for _, tag in tags(text))


def suggests(wanted: Wanted, text: str) -> bool:
    """Whether ``text`` has the form that an answer to a question of an open kind often has."""
    signs = OFTEN.get(wanted.kind)
    return signs is not None and signs.search(text) is not None


def _is_about_noun(wanted: Wanted, text: str) -> bool:
    """Words such as "unlimited" count only in a text about what is counted."""
    return wanted.kind != "how_many" or not wanted.noun or _names(text, wanted.noun)


def _counts(value: Quantity, noun: str, text: str) -> bool:
    """Whether ``value`` counts the asked noun: it is its unit, or a bare number close to it."""
    if _names(f"{value.text} {value.noun or ''}", noun):
        return True
    has_own = value.noun is not None and value.noun.isascii() and value.noun != "person" and noun.isascii()
    if value.kind not in ("count", "number") or has_own:
        return False
    return not noun.isascii() or _names(text[max(0, value.start - _NEAR_CHARS) : value.end + _NEAR_CHARS], noun)


def _names(text: str, noun: str) -> bool:
    there = held(text)
    norms = [word.norm for word in words(noun) if not is_common(word.norm)]
    return not norms or any(there.credit(norm) > 0 for norm in norms)
