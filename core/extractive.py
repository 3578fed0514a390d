"""A ChatModel that only quotes: the sentences of the materials that best answer, each with its mark.

The default without an API key. Its drafts go through the same buffer and the same verifier as a model's.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from core import asks
from core.domain import Block, Prompt
from core.prompt import NO_ANSWER
from core.sentences import spans

MAX_QUOTES = 3


@dataclass(frozen=True, slots=True)
class Quote:
    """A candidate sentence: ``score`` is the share 0..1 of what is asked for that it covers with its headings."""

    block: Block
    text: str
    score: float


class ExtractiveModel:
    """Implements `core.ports.ChatModel` by quoting; never writes a word of its own."""

    async def stream(self, prompt: Prompt) -> AsyncGenerator[str, None]:
        """Each quote as one piece, ``sentence[number]``; `NO_ANSWER` when no sentence answers."""
        chosen = quotes(prompt)
        for quote in chosen:
            yield f"{quote.text}[{quote.block.number}]\n"
        if not chosen:
            yield NO_ANSWER

    async def complete(self, prompt: Prompt) -> str:
        """The same quotes as JSON claims."""
        claims = [{"text": quote.text, "numbers": [quote.block.number]} for quote in quotes(prompt)]
        return json.dumps({"claims": claims}, ensure_ascii=False)


def quotes(prompt: Prompt) -> list[Quote]:
    """The best sentences, best first; empty when none contains what is asked for."""
    asked = asks.ask(prompt.question)
    found = []
    for block in prompt.blocks:
        context = " ".join((block.chunk.document.title, *block.chunk.heading))
        for span in spans(block.text):
            text = " ".join(block.text[span.start : span.end].split())
            if asks.is_answered_by(asked, text, context=context):
                found.append(Quote(block, text, asks.covered(asked, text, context=context)))
    found.sort(key=lambda quote: (-quote.score, -quote.block.score, quote.block.number))
    return found[:MAX_QUOTES]
