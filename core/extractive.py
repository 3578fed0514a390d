"""A ChatModel that only quotes: the sentences of the materials that best answer, each with its mark.

The default without an API key. Its drafts go through the same buffer and the same verifier as a model's.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass

from core import asks
from core.answer_types import holds
from core.assemble import fingerprint
from core.domain import Block, Prompt
from core.passages import Passage, passages
from core.prompt import NO_ANSWER

MAX_QUOTES = 4
_NEARLY_BEST = 0.92
_MIN_CHARS = 8
_LIMITS = re.compile(
    r"(?:但|不过|然而|否则|例外|除外|除上述|除此|除非|其中|超过的|超出的|未(?=经|按|满)|不足"
    r"|(?:however|but|except|exceptions?|unless|otherwise|no (?=allowance)|it needs)\b)|.{0,40}(?:除外|except)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Quote:
    """A passage chosen for a part of the question; ``score`` 0..1 is how well it answers it."""

    block: Block
    text: str
    index: int
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
    """The best passages for each part of the question, at most `MAX_QUOTES`; empty when none contains what is asked.

    Parts in their order; what comes from one block stays in the order of the document.
    """
    asked = asks.ask(prompt.question)
    ranked = [_ranked(part, prompt.blocks) for part in asked.parts]
    most = 1 if len(asked.parts) > 1 else 3
    chosen: list[Quote] = []
    for found in ranked:
        best = found[0].score if found else 0.0
        chosen += [quote for quote in found[:most] if quote.score >= best * _NEARLY_BEST]
    return _completed(_distinct(chosen), is_way=asked.parts[0].wanted.kind == "how_to")


def _ranked(part: asks.Part, blocks: Iterable[Block]) -> list[Quote]:
    found: list[Quote] = []
    for block in blocks:
        for index, passage in enumerate(passages(block)):
            value = asks.score(part, passage.text, context=passage.above)
            text = passage.text
            if not holds(part.wanted, text) and holds(part.wanted, passage.heading):
                text = f"{passage.heading}: {text}"
                value = asks.score(part, text, context=passage.above)
            if value >= asks.MIN_SCORE:
                found.append(Quote(block, text, index, value))
    found.sort(key=lambda quote: (-quote.score, -quote.block.score, quote.block.number, quote.index))
    return found


def _distinct(chosen: Iterable[Quote]) -> list[Quote]:
    seen: dict[str, Quote] = {}
    for quote in chosen:
        seen.setdefault(fingerprint(quote.text), quote)
    return list(seen.values())


def _completed(chosen: list[Quote], *, is_way: bool) -> list[Quote]:
    """The quotes with what announces or limits them, grouped by block, at most `MAX_QUOTES`."""
    found: list[Quote] = []
    for quote in _grouped(chosen):
        own = passages(quote.block)
        found += _announced(quote, own[quote.index])
        found += _steps(quote, own) if is_way else [quote]
        found += _limits(quote, own)
    return _distinct(found)[:MAX_QUOTES]


def _grouped(chosen: list[Quote]) -> list[Quote]:
    order = {number: i for i, number in enumerate(dict.fromkeys(quote.block.number for quote in chosen))}
    return sorted(chosen, key=lambda quote: (order[quote.block.number], quote.index))


def _announced(quote: Quote, passage: Passage) -> list[Quote]:
    """The line that announces the list of a quoted item; too short a line says nothing."""
    if passage.form != "item" or sum(char.isalnum() for char in passage.intro) < _MIN_CHARS:
        return []
    return [Quote(quote.block, passage.intro, quote.index, quote.score)]


def _steps(quote: Quote, own: tuple[Passage, ...]) -> list[Quote]:
    """All items of the list that a quoted item is one of: a way is told from its first step on."""
    passage = own[quote.index]
    if passage.form != "item":
        return [quote]
    return [
        Quote(quote.block, item.text, index, quote.score)
        for index, item in enumerate(own)
        if item.group == passage.group and item.form == "item"
    ]


def _limits(quote: Quote, own: tuple[Passage, ...]) -> list[Quote]:
    """The next sentence of the same paragraph, where it limits the quoted one."""
    following = quote.index + 1
    if following >= len(own) or own[following].group != own[quote.index].group or own[quote.index].form != "sentence":
        return []
    text = own[following].text
    return [Quote(quote.block, text, following, quote.score)] if _LIMITS.match(text) else []
