"""What `core.answer.answer` says, in the order of the grammar
``Understood? Meta? (Sentence | Dropped)* (Refusal | Failed)? Done``.

The Slack message, the HTTP stream, the terminal, the audit record and the scores are each a fold over these events.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.domain import Block, Citation, Conflict, Document, Language, Verdict

RefusalKind = Literal["score_too_low", "conflict", "out_of_coverage"]
Status = Literal["answered", "refused", "failed"]


@dataclass(frozen=True, slots=True)
class Understood:
    """The question was a follow-up: ``text`` is answered in its place, in ``language``, and readers must be told."""

    text: str
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Meta:
    """What the model will see. ``context_tokens`` counts the blocks as sent; ``tokens_before`` before compression.

    ``conflict``: a disagreement that an authoritative document settled (``policy.conflict = "authority"``); it must
    still be mentioned.
    """

    blocks: tuple[Block, ...]
    context_tokens: int
    tokens_before: int
    revision: int
    best_share: float
    conflict: Conflict | None = None

    @property
    def tokens_saved(self) -> int:
        """Tokens that compression took away; 0 without compression."""
        return self.tokens_before - self.context_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    r"""May be shown: clean text without marks, at least one verified citation.

    ``lead`` is what separates it from the sentence before: ``""``, ``" "``, ``"\\n"`` or ``"\\n\\n"``.
    ``disputed``: another document states a different value for what this sentence says.
    """

    text: str
    citations: tuple[Citation, ...]
    lead: str = ""
    disputed: Conflict | None = None


@dataclass(frozen=True, slots=True)
class Dropped:
    """May not be shown: the text never leaves the log of those who may read the documents."""

    text: str
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """The bot declines, and says why.

    ``best_share`` and ``threshold`` for a score too low; ``conflict`` for a conflict; ``found``: the documents that
    were found, best first (out of coverage).
    """

    kind: RefusalKind
    best_share: float
    threshold: float
    conflict: Conflict | None = None
    found: tuple[Document, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """Something outside did not work. ``detail`` is for the log, never for the channel."""

    stage: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The end. ``answered`` only if at least one `Sentence` came before. ``unanswered``: parts of the question, in
    its own words, that no shown sentence answers.
    """

    status: Status
    emitted: int
    dropped: int
    unanswered: tuple[str, ...] = ()


Event = Understood | Meta | Sentence | Dropped | Refusal | Failed | Done
