"""From hits to numbered blocks: tie-break, de-duplicate, budget, order, number."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from core.domain import Block, Hit, Policy
from core.language import normalise

T = TypeVar("T")


def fingerprint(text: str) -> str:
    """Equal for texts that differ only in width, case, white space and punctuation."""
    letters = "".join(character for character in normalise(text) if character.isalnum())
    return hashlib.blake2b(letters.encode(), digest_size=16).hexdigest()


def ranked(hits: Iterable[Hit]) -> list[Hit]:
    """Best score first. Equal scores: higher authority, then chunk id, so that numbers do not drift between runs."""
    return sorted(hits, key=lambda hit: (-hit.score, -hit.chunk.document.authority, hit.chunk.id))


def distinct(hits: Iterable[Hit]) -> list[Hit]:
    """The first of every group with one fingerprint, in order."""
    seen: set[str] = set()
    kept = []
    for hit in hits:
        mark = fingerprint(hit.chunk.text)
        if mark not in seen:
            seen.add(mark)
            kept.append(hit)
    return kept


def folded(ranked_items: Sequence[T]) -> list[T]:
    """Ranks 1, 2, 3, 4, 5 … as 1, 3, 5 … 4, 2: a model reads the middle of its context worst."""
    return [*ranked_items[::2], *reversed(ranked_items[1::2])]


def assemble(hits: Iterable[Hit], *, policy: Policy, count_tokens: Callable[[str], int]) -> tuple[Block, ...]:
    """At most ``policy.max_blocks`` blocks of together at most ``policy.context_tokens`` tokens, numbered as shown.

    A hit that does not fit is skipped, not the end: a smaller one behind it may still fit. May be empty.
    """
    chosen: list[tuple[Hit, int]] = []
    left = policy.context_tokens
    for hit in distinct(ranked(hits)):
        if len(chosen) == policy.max_blocks:
            break
        tokens = count_tokens(hit.chunk.text)
        if tokens <= left:
            left -= tokens
            chosen.append((hit, tokens))
    return tuple(
        Block(number=number, chunk=hit.chunk, text=hit.chunk.text, tokens=tokens, score=hit.score)
        for number, (hit, tokens) in enumerate(folded(chosen), start=1)
    )
