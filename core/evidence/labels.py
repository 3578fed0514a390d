"""Gate: what the block says of one identifier (a parameter, a code, a level) said of another."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from core.domain import Reason
from core.evidence.alignment import Aligned
from core.evidence.reading import Clause, Reading

_LABEL = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|[A-Z]{1,4}-?\d{1,3}")
_LEAST_REST = 0.6


def relabelled(
    claim: Reading, block: Reading, aligned: Sequence[Aligned], weigh: Callable[[str], float]
) -> tuple[Reason, ...]:
    """A reason for each clause whose partner says nearly the same of another identifier, and nothing of its own."""
    found = []
    for one in aligned:
        mine = _labels(claim, one.clause)
        if len(mine) != 1 or not one.matches:
            continue
        label = next(iter(mine))
        norms = {word.norm for word in claim.words[one.clause.first : one.clause.last] if word.text != label}
        best, other = max(
            ((_share(norms, block, clause, weigh), clause) for clause in block.clauses), key=lambda pair: pair[0]
        )
        theirs = _labels(block, other)
        if best >= _LEAST_REST and theirs and label not in theirs and label in block.text:
            if any(_share(norms, block, c, weigh) >= best - 0.1 and label in _labels(block, c) for c in block.clauses):
                continue
            found.append(
                Reason(
                    gate="binding",
                    tier="amber",
                    figure=best,
                    threshold=_LEAST_REST,
                    words=(label,),
                    expected=tuple(sorted(theirs)),
                )
            )
    return tuple(found)


def _labels(reading: Reading, clause: Clause) -> set[str]:
    return {word.text for word in reading.words[clause.first : clause.last] if _LABEL.fullmatch(word.text) is not None}


def _share(norms: set[str], block: Reading, clause: Clause, weigh: Callable[[str], float]) -> float:
    held = {word.norm for word in block.words[clause.first : clause.last]}
    total = sum(map(weigh, norms))
    return sum(weigh(norm) for norm in norms if norm in held) / total if total > 0 else 0.0
