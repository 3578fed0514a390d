"""Reasons to refuse before anything is generated. A gate is named by what it catches; it returns a Refusal or None."""

from __future__ import annotations

from core.asks import Ask, ask, score
from core.domain import Conflict, Policy, Question, Retrieval, Side
from core.events import Refusal
from core.questions.passages import setting
from core.sentences import spans

MIN_SIDE = 0.42
"""How well (`core.asks.score`, 0..1) each side of a conflict must answer. Of the demo's conflict questions and their
rewordings the lowest has .45; of questions refused for a conflict beside the point the highest has .38 (experiments:
“Conflicts between documents”)."""


def score_too_low(question: Question, retrieval: Retrieval, policy: Policy) -> Refusal | None:
    """Gate 1: nothing found, or the best score is too small a share of the best possible one.

    The share (0..1) does not depend on the size of the corpus, so one threshold per language serves all.
    """
    threshold = policy.min_score[question.language]
    share = retrieval.best_share
    if retrieval.hits and share >= threshold:
        return None
    return Refusal(kind="score_too_low", best_share=share, threshold=threshold)


def sources_conflict(
    question: Question, conflicts: tuple[Conflict, ...], *, best_share: float, threshold: float
) -> Refusal | None:
    """Gate 2: the first conflict about what was asked that no document settles.

    ``conflicts`` are relevant to the question, best first. Both sides must come near to answering it: two documents
    that disagree on something beside the point are no reason to refuse.
    """
    asked = ask(question)
    for conflict in conflicts:
        if conflict.settled_by is None and all(_may_answer(asked, side) for side in conflict.sides):
            return Refusal(kind="conflict", best_share=best_share, threshold=threshold, conflict=conflict)
    return None


def _may_answer(asked: Ask, side: Side) -> bool:
    text = side.chunk.text
    whole = next((span for span in spans(text) if span.start <= side.span.start < span.end), side.span)
    sentence, context = text[whole.start : whole.end], setting(side.chunk, side.span)
    return max((score(part, sentence, context=context) for part in asked.parts), default=1.0) >= MIN_SIDE
