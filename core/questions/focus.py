"""The word that an answer turns on: the noun after "which", the verb after "how do I", what is before 是多少."""

from __future__ import annotations

import re

from core.evidence.reading import is_han
from core.language import normalise
from core.questions.answer_types import HARD
from core.questions.asked_words import held, placed_terms, terms_of
from core.questions.question_kinds import VERB, Wanted
from core.text.frame import FRAME

_FOCUS = re.compile(
    rf"\b(?:what|which) (?!(?:{VERB}|kinds?|types?|sorts?)\b)(?P<noun>[a-z]{{3,20}})"
    r"|\bhow (?:(?:do|does|can|could|should|must|may) (?:i|we|you|one|they|(?:a|an|the) [a-z]{2,20})|to) "
    r"(?P<verb>[a-z]{3,20})"
    r"|(?:什么样的|什么|哪[一]?[个些种家款项类])(?P<zh_noun>[\u4e00-\u9fff]{2,4})"
    r"|(?:怎么|如何|怎样)(?:才?能|可以|去|把.{1,20}?)?(?P<zh_verb>[\u4e00-\u9fff]{2})"
)
_ATTRIBUTE = re.compile(r"(?:是|为|有)(?:多少|什么|哪|谁|几)")
_MAY = re.compile(r"可不可以|能不能|[可能]否|可以|能够?|允许|是否|会不会|要不要|需不需要|需要")


def focus_of(question: str, wanted: Wanted) -> frozenset[str]:
    """Norms of that word (its parts too); empty where the question shows none, or asks for a value anyway."""
    text = normalise(question)
    if attribute := _ATTRIBUTE.search(text):
        return _last(text[: attribute.start()])
    if wanted.kind in HARD:
        return frozenset()
    if wanted.kind in ("whether", "may", "must"):
        return _done(text)
    found = _FOCUS.search(text)
    word = next((group for group in found.groups() if group), "") if found else ""
    return held(word).norms


def _last(text: str) -> frozenset[str]:
    """The last word, unless it only says how something is measured (上限, 标准)."""
    terms = terms_of(text)
    return frozenset((terms[-1].norm,)) if terms and terms[-1].norm not in FRAME else frozenset()


def _done(text: str) -> frozenset[str]:
    """What a Chinese yes/no question asks about: the first word after 可以 or 能, else the last."""
    terms = [(term, span) for term, span in placed_terms(text) if is_han(term.norm[0])]
    if not terms:
        return frozenset()
    modal = _MAY.search(text)
    after = [term for term, span in terms if modal and span.start >= modal.end()]
    return frozenset(((after or [terms[-1][0]])[0].norm,))
