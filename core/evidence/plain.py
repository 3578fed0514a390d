"""The plain overlap rule: the yardstick that every other gate is measured against, and the figure people know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.domain import Block
from core.evidence.reading import Reading, read_block


def plain_overlap(sentence: str, block: Block, blocks: Sequence[Block]) -> float:
    """Share 0..1 of the sentence's distinct words that stand in ``block``'s original text.

    Words in more than half of ``blocks`` count for nothing, unless no other is left. 0 for a sentence without words.
    """
    counts = Counter(word for other in blocks for word in _plain_words(read_block(other.chunk.text)))
    wanted = _plain_words(Reading(sentence))
    telling = {word for word in wanted if counts[word] <= len(blocks) / 2} or wanted
    return len(telling & _plain_words(read_block(block.chunk.text))) / len(telling) if telling else 0.0


def _plain_words(reading: Reading) -> frozenset[str]:
    return frozenset(word.text.lower() for word in reading.words)
