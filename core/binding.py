"""Gate: a value of the block that belongs to something else there: the neighbouring clause, item or table row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.domain import Reason
from core.quantities import Quantity, compare
from core.reading import Clause, Reading, is_han
from core.synonyms import alike
from core.values import is_incidental, matches, says_the_same

_BEFORE, _AFTER, _REST, _PAST_A_VALUE = 0.6, 0.35, 0.25, 0.15
_OTHER_VALUE = 0.8
_FORTH = 0.8
_LEAST_GAP, _LEAST_GAP_ACROSS = 0.2, 0.35
"""How much better another value must fit; more where it is written in another unit."""
_LEAST_FIT = 0.55
_SYNONYM = 0.9
_LABELS = frozenset({"code", "ordinal", "reference", "frequency"})
"""What names a thing rather than measures it."""
_LONGEST = 2500
"""In longer texts neighbouring clauses say too little about whose value it is (measured on open web pages)."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a value is about: norm -> nearness 0..1, and the other values beside it with theirs."""

    words: Mapping[str, float]
    values: tuple[tuple[Quantity, float], ...]


def misplaced_values(claim: Reading, block: Reading, weigh: Callable[[str], float]) -> tuple[Reason, ...]:
    """A reason for each value whose surroundings fit another value of its kind in the block clearly better."""
    if len(block.text) > _LONGEST:
        return ()
    found = []
    contexts: dict[int, Context] = {}
    for index, value in enumerate(claim.values):
        own = matches(value, block)
        rivals = [
            other
            for other, theirs in enumerate(block.values)
            if other not in own and compare(value, theirs) == "different"
        ]
        if value.kind in _LABELS or is_incidental(value) or not own or not rivals:
            continue
        mine = context_of(claim, index)
        if not any(share >= 1.0 for share in mine.words.values()):
            continue

        def fit(other: int, mine: Context = mine) -> float:
            theirs = contexts.setdefault(other, context_of(block, other))
            return _fit(mine, theirs, weigh)

        held = max(fit(other) for other in own)
        rivals = [
            other for other in rivals if not _limits_differ(mine, contexts.setdefault(other, context_of(block, other)))
        ]
        best = max(rivals, key=fit, default=None)
        if best is None:
            continue
        least = _LEAST_GAP if block.values[best].unit == value.unit else _LEAST_GAP_ACROSS
        if fit(best) - held > least and fit(best) >= _LEAST_FIT:
            found.append(
                Reason(
                    gate="binding",
                    tier="amber",
                    figure=round(fit(best) - held, 4),
                    threshold=least,
                    words=(value.text,),
                    expected=(block.values[best].text,),
                )
            )
    return tuple(found)


def _limits_differ(mine: Context, theirs: Context) -> bool:
    """Whether both stand beside one value that is an upper limit here, a lower one there (below 99 %, above 99 %)."""
    return any(
        share >= _BEFORE
        and near >= _BEFORE
        and value.bound is not None
        and other.bound is not None
        and value.bound != other.bound
        and says_the_same(value, other)
        for value, share in mine.values
        for other, near in theirs.values
    )


def context_of(reading: Reading, index: int) -> Context:
    """The words and values around one value: of its clause in full, of the clauses beside it less."""
    value = reading.values[index]
    clauses = reading.clauses
    home = next((i for i, clause in enumerate(clauses) if clause.start <= value.start < clause.end), None)
    if home is None:
        return Context({}, ())
    near: dict[str, float] = {}
    beside: list[tuple[Quantity, float]] = []
    for other, clause in enumerate(clauses):
        if clause.sentence != clauses[home].sentence:
            continue
        share = _share(reading, home, other, value)
        for word in reading.words[clause.first : clause.last]:
            if word.norm in reading.content_norms and not reading.is_in_value(word.start):
                near[word.norm] = max(near.get(word.norm, 0.0), share)
        beside.extend((q, _nearness(home, other)) for q in _inside(reading, clause) if q is not value)
    return Context(near, tuple(beside))


def _share(reading: Reading, home: int, other: int, value: Quantity) -> float:
    if other != home and any(q.dimension == value.dimension for q in _inside(reading, reading.clauses[other])):
        return _PAST_A_VALUE
    return _nearness(home, other)


def _nearness(home: int, other: int) -> float:
    return {0: 1.0, -1: _BEFORE, 1: _AFTER}.get(other - home, _REST)


def _inside(reading: Reading, clause: Clause) -> list[Quantity]:
    return [value for value in reading.values if clause.start <= value.start < clause.end]


def _fit(mine: Context, theirs: Context, weigh: Callable[[str], float]) -> float:
    """How far each holds what the other says, 0..1: a clause that says little fits by saying nothing else."""
    own = Context({norm: 1.0 for norm, share in theirs.words.items() if share >= 1.0}, ())
    return _FORTH * _held(mine, theirs, weigh) + (1 - _FORTH) * _held(own, mine, weigh)


def _held(wanted: Context, context: Context, weigh: Callable[[str], float]) -> float:
    total = held = 0.0
    for norm, share in wanted.words.items():
        weight = weigh(norm) * share
        if weight <= 0:
            continue
        found = context.words.get(norm)
        if found is None:
            found = _SYNONYM * max((near for other, near in context.words.items() if _akin(norm, other)), default=0.0)
        total += weight
        held += weight * found
    for value, share in wanted.values:
        weight = _OTHER_VALUE * share
        total += weight
        held += weight * max((near for other, near in context.values if _agree(value, other)), default=0.0)
    return held / total if total > 0 else 0.0


def _akin(norm: str, other: str) -> bool:
    """Synonyms, and Chinese words of which one starts the other (默认, 默认值)."""
    if other in alike(norm):
        return True
    return len(norm) > 1 < len(other) and is_han(norm[0]) and (norm.startswith(other) or other.startswith(norm))


def _agree(value: Quantity, other: Quantity) -> bool:
    return says_the_same(value, other) and (value.bound is None or other.bound is None or value.bound == other.bound)
