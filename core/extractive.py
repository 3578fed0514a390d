"""A ChatModel that only quotes: the sentences of the materials that best answer, each with its mark.

The default without an API key. Its drafts go through the same buffer and the same verifier as a model's.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass

from core import asks
from core.assemble import fingerprint
from core.domain import Block, Prompt
from core.prompt import NO_ANSWER
from core.questions.answer_types import holds
from core.questions.passages import Passage, passages

MAX_QUOTES = 4
MAX_LIST_QUOTES = 7
"""A list or table of which every entry answers is quoted whole up to this length, its announcing line included."""
_NEARLY_BEST = 0.94
_LEAST_ENTRIES = 3
_IN_HEADINGS = frozenset(("version", "when"))
"""Kinds whose answer often stands in a heading alone (release notes); it is then quoted before the sentence."""
_SAME_QUESTION = 0.8
"""Share of the asked words in a heading from which on its section is the answer."""
_LIMITS = re.compile(
    r"(?:但|不过|然而|否则|例外|除外|除上述|除此|除非|其中|超过的|超出的|未(?=经|按|满)|不足"
    r"|(?:however|but|except|exceptions?|unless|otherwise)\b)|.{0,40}(?:除外|except)",
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
    most = 1 if len(asked.parts) > 1 else 3
    chosen: list[Quote] = []
    for part in asked.parts:
        best = _nearly_best(_ranked(part, prompt.blocks))
        if part.wanted.kind == "how_to" and (section := _section(part, best)):
            chosen += section
            continue
        entries = _whole_list(best, is_way=part.wanted.kind == "how_to")
        if entries and most > 1:
            return entries
        chosen += entries or best[:most]
    return _completed(_distinct(chosen))


def _nearly_best(ranked: list[Quote]) -> list[Quote]:
    return [quote for quote in ranked if quote.score >= ranked[0].score * _NEARLY_BEST]


def _section(part: asks.Part, best: list[Quote]) -> list[Quote]:
    """All that stands under a heading or question that asks the same; empty where the best quote has none such."""
    if not best:
        return []
    block, own = best[0].block, passages(best[0].block)
    first = own[best[0].index]
    if asks.coverage(part, first.heading, context="") < _SAME_QUESTION:
        return []
    found = [
        Quote(block, passage.text, index, best[0].score)
        for index, passage in enumerate(own)
        if passage.heading == first.heading
    ]
    return found if len(found) <= MAX_LIST_QUOTES else []


def _whole_list(best: list[Quote], *, is_way: bool) -> list[Quote]:
    """The list or table of the best quote, announced, where most of its entries answer alike or are steps of a way;
    empty where there is none, or it is longer than `MAX_LIST_QUOTES`.
    """
    if not best:
        return []
    block, own = best[0].block, passages(best[0].block)
    first = own[best[0].index]
    if first.form == "sentence" or (is_way and first.form == "row"):
        return []
    entries = [index for index, passage in enumerate(own) if (passage.group, passage.form) == (first.group, first.form)]
    answering = sum(quote.block is block and quote.index in entries for quote in best)
    if not is_way and (answering < _LEAST_ENTRIES or answering < len(entries)):
        return []
    listed = _announced(best[0], first) + [Quote(block, own[i].text, i, best[0].score) for i in entries]
    return listed if len(listed) <= MAX_LIST_QUOTES else []


def _ranked(part: asks.Part, blocks: Iterable[Block]) -> list[Quote]:
    found: list[Quote] = []
    for block in blocks:
        for index, passage in enumerate(passages(block)):
            value = asks.score(part, passage.said, context=passage.above)
            text = passage.text
            if (
                part.wanted.kind in _IN_HEADINGS
                and not holds(part.wanted, text)
                and holds(part.wanted, passage.heading)
            ):
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


def _completed(chosen: list[Quote]) -> list[Quote]:
    """The quotes with what announces or limits them, grouped by block, at most `MAX_QUOTES`."""
    found: list[Quote] = []
    for quote in _grouped(chosen):
        own = passages(quote.block)
        found += [*_announced(quote, own[quote.index]), quote, *_limits(quote, own)]
    return _distinct(found)[:MAX_QUOTES]


def _grouped(chosen: list[Quote]) -> list[Quote]:
    order = {number: i for i, number in enumerate(dict.fromkeys(quote.block.number for quote in chosen))}
    return sorted(chosen, key=lambda quote: (order[quote.block.number], quote.index))


def _announced(quote: Quote, passage: Passage) -> list[Quote]:
    """The line that announces the list of a quoted item."""
    if passage.said == passage.text:
        return []
    return [Quote(quote.block, passage.intro, quote.index, quote.score)]


def _limits(quote: Quote, own: tuple[Passage, ...]) -> list[Quote]:
    """The next sentence of the same paragraph, where it limits the quoted one."""
    following = quote.index + 1
    if following >= len(own) or own[following].group != own[quote.index].group or own[quote.index].form != "sentence":
        return []
    text = own[following].text
    return [Quote(quote.block, text, following, quote.score)] if _LIMITS.match(text) else []
