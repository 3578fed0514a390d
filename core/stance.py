"""What a clause lays down: permits, demands, denies, waives, or simply affirms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.negation import Force, cues
from core.reading import Clause, Reading

Stance = Force | Literal["affirms"]

_ORDER: tuple[Force, ...] = ("waives", "denies", "demands", "permits")
_PREFIXES = ("无", "非")
"""Parts of words (无固定期限, 非企业单位) that deny nothing of the clause."""
_OPPOSITE: frozenset[frozenset[Stance]] = frozenset(
    (
        frozenset(("denies", "affirms")),
        frozenset(("denies", "permits")),
        frozenset(("denies", "demands")),
        frozenset(("waives", "demands")),
    )
)


@dataclass(frozen=True, slots=True)
class Rule:
    """The strongest of a clause's stances; ``heads``: the words that it acts on; ``cues``: where its words stand.

    ``is_clear`` is False where the clause denies twice, so that code can't tell what is left.
    """

    stance: Stance
    heads: frozenset[str]
    cues: tuple[tuple[int, int], ...]
    is_clear: bool


def rule(reading: Reading, clause: Clause) -> Rule:
    """What ``clause`` lays down."""
    found = [cue for cue in cues(reading, clause) if reading.text[cue.start : cue.end] not in _PREFIXES]
    forces = [cue.force for cue in found]
    stance: Stance = next((force for force in _ORDER if force in forces), "affirms")
    heads = frozenset(head for cue in found if cue.force == stance for head in cue.heads)
    is_clear = sum(force in ("denies", "waives") for force in forces) <= 1
    return Rule(stance, heads, tuple((cue.start, cue.end) for cue in found), is_clear)


def is_opposite(one: Stance, other: Stance) -> bool:
    """Whether a rule of one stance contradicts the same rule of the other."""
    return frozenset((one, other)) in _OPPOSITE
