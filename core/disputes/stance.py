"""What a clause lays down: permits, demands, denies, waives, or simply affirms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.evidence.negation import Cue, Force, cues
from core.evidence.reading import Clause, Reading

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
    """A clause's words of permission, duty and denial, in order."""

    cues: tuple[Cue, ...]

    @property
    def stance(self) -> Stance:
        """The strongest of all."""
        return _strongest(self.cues)


def rule(reading: Reading, clause: Clause) -> Rule:
    """What ``clause`` lays down."""
    return Rule(tuple(cue for cue in cues(reading, clause) if reading.text[cue.start : cue.end] not in _PREFIXES))


def is_opposite(one: Rule, other: Rule) -> bool:
    """Whether two rules about the same thing contradict each other, by what only one of them says.

    未休年假 in both denies nothing between them. False where one denies twice, so that code can't tell what is left.
    """
    mine, theirs = _beyond(one, other), _beyond(other, one)
    if _denials(mine) > 1 or _denials(theirs) > 1:
        return False
    return frozenset((_strongest(mine), _strongest(theirs))) in _OPPOSITE


def _beyond(one: Rule, other: Rule) -> tuple[Cue, ...]:
    return tuple(cue for cue in one.cues if not any(_is_same(cue, their) for their in other.cues))


def _is_same(cue: Cue, other: Cue) -> bool:
    return cue.force == other.force and bool(set(cue.heads[:1]) & set(other.heads[:1]))


def _denials(found: tuple[Cue, ...]) -> int:
    return sum(cue.force in ("denies", "waives") for cue in found)


def _strongest(found: tuple[Cue, ...]) -> Stance:
    forces = {cue.force for cue in found}
    return next((force for force in _ORDER if force in forces), "affirms")
