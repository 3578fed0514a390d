"""Models that say what a script tells them: for tests, and for showing what the verifier does to a fabrication."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from core.domain import Language, Prompt
from core.extractive import ExtractiveModel


class ScriptedModel:
    """Implements `core.ports.ChatModel`: draft k is the k-th script, its pieces cut as given.

    ``prompts`` keeps what was asked, in order. A draft beyond the last script is empty.
    """

    def __init__(self, *drafts: Sequence[str]) -> None:
        self._drafts = list(drafts)
        self.prompts: list[Prompt] = []

    async def stream(self, prompt: Prompt) -> AsyncGenerator[str, None]:
        """The pieces of the next script."""
        for piece in self._next(prompt):
            yield piece

    async def complete(self, prompt: Prompt) -> str:
        """The next script in one piece."""
        return "".join(self._next(prompt))

    def _next(self, prompt: Prompt) -> Sequence[str]:
        self.prompts.append(prompt)
        return self._drafts.pop(0) if self._drafts else ()


_MADE_UP: dict[Language, str] = {
    "zh": "董事会已批准全体员工每周三免费乘坐直升机上班",
    "en": "The board has approved a free helicopter commute for every employee on Wednesdays",
}


class FabricatingModel:
    """Quotes the materials, then adds both kinds of fabrication: a number beyond the set under a real sentence, and a
    real number under a made-up sentence.
    """

    def __init__(self) -> None:
        self._quoting = ExtractiveModel()

    async def stream(self, prompt: Prompt) -> AsyncGenerator[str, None]:
        """The quotes and then the two fabrications, each as one piece."""
        yield await self.complete(prompt)

    async def complete(self, prompt: Prompt) -> str:
        """The same text in one piece (never JSON: it is meant for the streaming contract)."""
        quoted = [piece async for piece in self._quoting.stream(prompt)]
        language = prompt.question.language
        stop = "。" if language == "zh" else "."
        beyond = len(prompt.blocks) + 4
        first = prompt.blocks[0].chunk.text.strip().splitlines()[-1].rstrip("。.")
        fabrications = [f"{first}[{beyond}]{stop}", f"{_MADE_UP[language]}[1]{stop}"]
        return "\n".join([*(piece.strip() for piece in quoted), *fabrications])
