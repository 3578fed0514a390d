"""The nouns. Every value is frozen; what enters is validated where it enters, and trusted from there on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

Language = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")


@dataclass(frozen=True, slots=True)
class Span:
    """Half-open range of characters ``[start, end)`` in the original text of a chunk; ``0 <= start < end``."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What is known of one version of a document, without its text.

    ``audience`` holds principals (see `Audience`): who may read it. ``authority`` is 0 (ordinary) or higher; among
    equals the higher is ranked first. ``settles`` names the documents whose disagreement this one decides.
    ``superseded_at`` is the day from which another document of the corpus replaces this one.
    """

    id: str
    title: str
    version: str
    language: Language
    updated_at: date
    effective_at: date | None = None
    expires_at: date | None = None
    superseded_at: date | None = None
    owner: str = ""
    url: str = ""
    authority: int = 0
    settles: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    audience: tuple[str, ...] = ("workspace",)

    def is_in_force(self, day: date) -> bool:
        """Whether the document holds on ``day``: ``effective_at <= day < min(expires_at, superseded_at)``."""
        if self.effective_at is not None and day < self.effective_at:
            return False
        ends = [end for end in (self.expires_at, self.superseded_at) if end is not None]
        return not ends or day < min(ends)


@dataclass(frozen=True, slots=True)
class Audience:
    """Who will see an answer: one set of principals for each viewer.

    A principal is ``everyone`` (also people of other companies), ``workspace``, ``channel:C…``, ``group:S…`` or
    ``user:U…``. A document may be used only if *every* viewer holds one of its principals; no viewer at all means
    that nobody is known, so nothing may be used.
    """

    viewers: tuple[frozenset[str], ...]

    def may_read(self, document: Document) -> bool:
        """Whether every viewer may read ``document``; False when there is no viewer."""
        readers = frozenset(document.audience)
        return bool(self.viewers) and all(readers & viewer for viewer in self.viewers)


WORKSPACE = Audience((frozenset({"everyone", "workspace"}),))
"""Anyone in the company: a public channel, or the command line without a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A part of one document: ``text`` is the document's text from ``start``, character for character.

    ``id`` is ``doc-010#c02`` (the counter starts at c01). ``heading`` is the path of headings above it.
    """

    id: str
    document: Document
    text: str
    start: int
    heading: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk and its retrieval score (> 0; comparable only within one retrieval)."""

    chunk: Chunk
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieval:
    """What retrieval found.

    ``hits``: best first, ties by chunk id, scores > 0; may be empty. ``best_possible``: the score that a chunk
    holding every term of the question as often as helps would reach, > 0 unless the question has no terms; terms that
    the corpus does not know count in full. ``revision``: the knowledge revision searched.
    """

    hits: tuple[Hit, ...]
    best_possible: float
    revision: int

    @property
    def best_share(self) -> float:
        """Best score ÷ best possible score, 0..1; comparable across corpora and languages."""
        if not self.hits or self.best_possible <= 0:
            return 0.0
        return min(1.0, self.hits[0].score / self.best_possible)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """An exhibit: a chunk under the number (1…n) by which an answer may cite it.

    ``text`` is what the model sees: ``chunk.text``, or whole sentences of it after compression. Verification and
    display always use ``chunk.text``. ``tokens`` counts ``text``.
    """

    number: int
    chunk: Chunk
    text: str
    tokens: int
    score: float


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier exchange of a conversation."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question as it is to be answered. ``as_of``: the day on which documents must be in force."""

    id: str
    text: str
    language: Language
    as_of: date
    audience: Audience = WORKSPACE
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of a draft, without its marks, and the numbers it cites (in order, no repeats; may be empty)."""

    text: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Citation:
    """A verified reference: block number, chunk id, and the part of the chunk's text that supports the sentence."""

    number: int
    chunk_id: str
    span: Span


Gate = Literal[
    "no_citation",  # the sentence cites nothing
    "unknown_number",  # a number that was not handed out
    "overlap",  # too few of its words stand in the cited block
    "quantity",  # a value that the cited block does not state
    "bound",  # at least / at most turned round
    "binding",  # a value that belongs to something else
    "polarity",  # negation, permission or obligation turned round
    "name",  # a name, code, role, place or product that is not there
    "antonym",  # a word turned into its opposite
    "scope",  # all / some / only widened or narrowed
    "condition",  # a condition dropped
    "other_block",  # another block fits clearly better
    "computed",  # a derived number that code cannot reproduce
    "relevance",  # supported, but does not answer what was asked
    "judge",  # the entailment judge says no
]

Tier = Literal["red", "amber"]
"""Red is never shown and never repaired; amber follows ``Policy.amber``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a sentence may not be shown, for one cited number.

    ``figure`` is what was measured and ``threshold`` what was required, in the gate's own unit (overlap: shares
    0..1); ``words`` are the words of the sentence concerned, ``expected`` what the block says in their place.
    Words for people come from `core.reasons.explain`.
    """

    gate: Gate
    tier: Tier = "red"
    number: int | None = None
    figure: float | None = None
    threshold: float | None = None
    words: tuple[str, ...] = ()
    expected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What verification decided on one claim: shown iff ``citations`` is not empty.

    ``reasons`` holds a reason for each number that failed (also when others passed) or for the claim as a whole.
    """

    citations: tuple[Citation, ...]
    reasons: tuple[Reason, ...] = ()

    @property
    def is_shown(self) -> bool:
        """Whether at least one citation was verified."""
        return bool(self.citations)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a conflict: the chunk, where in it the statement stands, and the value as written there."""

    chunk: Chunk
    span: Span
    value: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two statements of different documents that cannot both hold. ``subject``: the words that both are about.

    ``settled_by`` is the document that decides between them, where one does and the policy lets it.
    """

    subject: tuple[str, ...]
    sides: tuple[Side, Side]
    settled_by: Document | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What the model is told. ``system`` never changes between questions of one language (it may be cached).

    ``user`` is the whole user message. ``question`` and ``blocks`` are the same in structured form, for models
    that are code. ``json_schema``: not None asks for one JSON value of that schema instead of text.
    """

    system: str
    user: str
    question: Question
    blocks: tuple[Block, ...]
    json_schema: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How the bot judges. Every default is explained, with its source, in ``exhibit.toml``.

    Shares are 0..1. ``min_score``: gate 1, by language. ``context_tokens``: budget of all blocks together.
    ``min_overlap``: below it a sentence has nothing to do with the block it cites; ``min_coverage``, by language: below
    it too little of the sentence is supported for code alone to show it.
    """

    min_score: Mapping[Language, float] = field(default_factory=lambda: {"zh": 0.08, "en": 0.15})
    min_overlap: float = 0.3
    min_coverage: Mapping[Language, float] = field(default_factory=lambda: {"zh": 0.5, "en": 0.36})
    context_tokens: int = 1200
    max_blocks: int = 5
    candidates: int = 20
    conflict: Literal["list", "authority"] = "list"
    amber: Literal["drop", "judge"] = "drop"
    compress: bool = False
    contract: Literal["stream", "json"] = "stream"
