"""What the pipeline needs from outside, named by role; adapters live in `corpus` and `bot`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Protocol

from core.domain import Language, Prompt, Question, Retrieval


class PortError(Exception):
    """The {stage} did not work: {detail}."""

    def __init__(self, stage: str, detail: str) -> None:
        super().__init__(f"The {stage} did not work: {detail}.")
        self.stage = stage
        self.detail = detail


class DraftCut(Exception):
    """The model reached its length limit: what it wrote is whole except for its last sentence."""


class Retriever(Protocol):
    """Finds chunks for a question."""

    async def retrieve(self, question: Question, *, limit: int) -> Retrieval:
        """At most ``limit`` hits. Only chunks that ``question.audience`` may read and that are in force on
        ``question.as_of`` are candidates at all.

        Raises:
            PortError: the store or the engine can't be reached.
        """
        ...


class ChatModel(Protocol):
    """Writes a draft."""

    def stream(self, prompt: Prompt) -> AsyncGenerator[str, None]:
        """Pieces of text in order, cut anywhere. Closing the generator stops the model.

        Raises:
            DraftCut: the length limit was reached; the pieces before stand.
            PortError: the model can't be reached, refuses, or breaks off.
        """
        ...

    async def complete(self, prompt: Prompt) -> str:
        """The whole text; JSON where ``prompt.json_schema`` asks for it (the caller checks it).

        Raises:
            PortError: as for `stream`.
        """
        ...


class Judge(Protocol):
    """Says whether evidence entails a sentence."""

    async def entails(self, *, evidence: str, sentence: str, language: Language) -> float:
        """Probability 0..1 that ``evidence`` supports every part of ``sentence``.

        Raises:
            PortError: the judge can't be reached.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """All ports of one bot. ``count_tokens`` counts tokens of a text without failing on any input.

    ``cheap_model`` compresses (None: no compression); ``judge`` decides amber sentences (None: they are dropped).
    """

    retriever: Retriever
    model: ChatModel
    count_tokens: Callable[[str], int]
    cheap_model: ChatModel | None = None
    judge: Judge | None = None
