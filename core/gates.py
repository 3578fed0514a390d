"""Reasons to refuse before anything is generated. A gate is named by what it catches; it returns a Refusal or None."""

from __future__ import annotations

from core.domain import Conflict, Policy, Question, Retrieval
from core.events import Refusal


def score_too_low(question: Question, retrieval: Retrieval, policy: Policy) -> Refusal | None:
    """Gate 1: nothing found, or the best score is too small a share of the best possible one.

    The share (0..1) does not depend on the size of the corpus, so one threshold per language serves all.
    """
    threshold = policy.min_score[question.language]
    share = retrieval.best_share
    if retrieval.hits and share >= threshold:
        return None
    return Refusal(kind="score_too_low", best_share=share, threshold=threshold)


def sources_conflict(conflicts: tuple[Conflict, ...], *, best_share: float, threshold: float) -> Refusal | None:
    """Gate 2: the first conflict that no document settles. ``conflicts`` are relevant to the question, best first."""
    for conflict in conflicts:
        if conflict.settled_by is None:
            return Refusal(kind="conflict", best_share=best_share, threshold=threshold, conflict=conflict)
    return None
