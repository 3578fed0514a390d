"""The words that a question is about, how much each says, and how well a text holds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from core.domain import Span
from core.evidence.reading import is_han
from core.language import is_common, tokens, words
from core.questions.question_kinds import without_asking
from core.text.dictionary import knows
from core.text.frame import FRAME
from core.text.stemming import stem
from core.text.synonyms import alike
from core.text.weights import general_weight

_FRAME_FACTOR = 0.5
_SYNONYM, _RELATED, _PART, _PIECE = 0.9, 0.8, 0.7, 0.3
_STEM_CHARS, _STEM_SHARE = 5, 0.6
_NOT, _STUCK, _STUCK_CHARS = frozenset("没未"), frozenset("不能可会要须已将"), 2


_LIGHT_WORDS = """
add get make take give go come put keep want like happen work way thing kind part long carry mean call start need use
find see look try become contain exist different specific certain general main currently
开始 有的 进行 出现 认为 得到 成为 属于 作为 具有 发生 产生 主要 情况 回来 起来 出来 下来 上去
"""
_LIGHT = frozenset(stem(word) for word in _LIGHT_WORDS.split())
"""Words of questions that hardly say what they are about."""


@dataclass(frozen=True, slots=True)
class Term:
    """A content word of a question in its normal form, and how much it says: above 0 up to 1."""

    norm: str
    weight: float


@lru_cache(maxsize=512)
def terms_of(text: str) -> tuple[Term, ...]:
    """The words of a question (or a part of one) in order, without repeats and without the words that ask."""
    return tuple(dict.fromkeys(term for term, _ in placed_terms(text)))


@lru_cache(maxsize=512)
def compounds_of(text: str) -> tuple[tuple[Term, Term], ...]:
    """Terms that stand next to each other with nothing between (audit report, 审计日志): qualifier and head."""
    found = placed_terms(text)
    return tuple(
        (before, after)
        for (before, one), (after, other) in pairwise(found)
        if other.start - one.end <= (0 if is_han(after.norm[0]) else 1)
    )


@lru_cache(maxsize=512)
def placed_terms(text: str) -> tuple[tuple[Term, Span], ...]:
    """The terms with their places in the normalised text, in order, with repeats."""
    found = []
    for word in words(without_asking(text)):
        norm = _bare(word.norm)
        weight = general_weight(norm) * (_FRAME_FACTOR if norm in FRAME or norm in _LIGHT else 1.0)
        if weight > 0:
            found.append((Term(norm, weight), Span(word.start, word.end)))
    return tuple(found)


def _bare(norm: str) -> str:
    """A Han word without the negation or auxiliary that the segmenter left on it (没休 → 休)."""
    is_stuck = len(norm) == _STUCK_CHARS and (norm[0] in _NOT or (norm[0] in _STUCK and not knows(norm)))
    return norm[1:] if is_stuck else norm


@dataclass(frozen=True, slots=True)
class Held:
    """The words of a text: ``norms``, and those again by their first characters, to find related forms."""

    norms: frozenset[str]
    latin: Mapping[str, tuple[str, ...]]
    han: tuple[str, ...]

    def credit(self, norm: str) -> float:
        """How well the text holds ``norm``, 0..1: itself, a synonym, a related form, a compound with it, a piece
        of it.
        """
        if norm in self.norms:
            return 1.0
        if not self.norms.isdisjoint(alike(norm)):
            return _SYNONYM
        if is_han(norm[0]):
            if any(norm in other for other in self.han):
                return _PART
            return _PIECE if any(len(other) > 1 and other in norm for other in self.han) else 0.0
        return _RELATED if self._is_related(norm) else 0.0

    def _is_related(self, norm: str) -> bool:
        for other in self.latin.get(norm[:_STEM_CHARS], ()):
            longer = max(len(norm), len(other))
            shared = next(
                (i for i, (a, b) in enumerate(zip(norm, other, strict=False)) if a != b), min(len(norm), len(other))
            )
            if shared >= _STEM_SHARE * longer:
                return True
        return False


@lru_cache(maxsize=8192)
def held(text: str) -> Held:
    """The words that ``text`` holds, whole and in parts; linear in its length."""
    norms = {norm for norm in tokens(text) if not norm.isdigit() and not is_common(norm)}
    norms.update(word.norm for word in words(text) if not is_common(word.norm))
    latin: dict[str, list[str]] = {}
    for norm in norms:
        if len(norm) >= _STEM_CHARS and norm.isascii() and norm.isalpha():
            latin.setdefault(norm[:_STEM_CHARS], []).append(norm)
    han = tuple(norm for norm in norms if is_han(norm[0]))
    return Held(frozenset(norms), {key: tuple(value) for key, value in latin.items()}, han)


def mass(terms: Iterable[Term]) -> float:
    """What the terms say together."""
    return sum(term.weight for term in terms)
