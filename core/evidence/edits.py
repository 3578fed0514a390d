"""Gate: a near copy of the block in which a word was exchanged, put in or left out that turns what it says.

Where nearly every word stands in the block in the same order, each difference is meant; the other gates, which must
bear with paraphrase, can then be left behind.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import Match, SequenceMatcher
from itertools import pairwise

from core.domain import Gate, Reason
from core.evidence.coverage import Coverage
from core.evidence.negation import denials, forces
from core.evidence.opposite_words import opposites
from core.evidence.reading import Reading, is_han
from core.evidence.values import says_the_same
from core.language import Word, is_common
from core.quantities import Quantity
from core.text.dictionary import tags
from core.text.synonyms import alike

_LEAST_LETTERS = 0.6
_LEAST_KEPT, _LEAST_KEPT_FOR_NAMES = 0.65, 0.82
"""Share of the sentence's words that stand in the block's window in the same order."""
_LEAST_LEAD, _WHOLE_LEAD = 3, 4
_LEAST_DENSE = 0.6
"""Share of the block's words between the first and the last of these that the sentence holds."""
_LONGEST_ZH, _LONGEST_EN = 10, 30
"""Characters of either side of an edit; a longer one is a rewording, and not this gate's affair."""
_SCOPE = re.compile(
    r"仅|只(?!要|读|数)|唯一|通常|一般|大多|多数|大部分|部分|所有|全部|全体|全员|任何|[每单](?!一)个?|各|均|皆|可能|个别|少数|一些|某些|某种|原则上"
    r"|\b(?:only|solely|exclusively|just|usually|often|typically|generally|mostly"
    r"|(?<!at )most|all|every|each|any|some|several"
    r"|certain|none|always|never|sometimes|rarely|(?:may|might)(?! not))\b",
    re.IGNORECASE,
)
_HEDGE = frozenset({"可能", "may", "might"})
"""A sentence may be more careful than the block, not less."""
_USUAL = frozenset(
    {"通常", "一般", "大多", "多数", "大部分", "原则上", "usually", "often", "typically", "generally", "mostly", "most"}
)
_ONLY = frozenset({"仅", "只", "唯一", "only", "solely", "exclusively", "just"})
_ALL = frozenset(
    {
        "所有",
        "全部",
        "全体",
        "全员",
        "任何",
        "每",
        "每个",
        "单",
        "单个",
        "各",
        "均",
        "皆",
        "all",
        "every",
        "each",
        "any",
        "always",
    }
)
_SOME = frozenset({"部分", "一些", "某些", "某种", "个别", "少数", "some", "several", "certain"})
_ALIKE_SCOPES = (_ONLY, _ALL, _USUAL, _SOME, _HEDGE)
_NOUN_TAGS = frozenset({"n", "nr", "ns", "nt", "nz", "nrt", "nrfg", "vn"})


@dataclass(frozen=True, slots=True)
class Edit:
    """``claim[start:end]`` stands where the block says ``block[other_start:other_end]``; either may be empty."""

    start: int
    end: int
    other_start: int
    other_end: int


def turned_words(claim: Reading, block: Reading, coverage: Coverage) -> tuple[Reason, ...]:
    """A reason for each edit of a near copy that changes a value, a negation, a scope, an opposite or a name."""
    if coverage.letters < _LEAST_LETTERS or not block.sentences:
        return ()
    theirs = _window(block, coverage)
    same = _same(claim, theirs)
    found = {(taken.gate, *taken.words): taken for taken in _taken_over(claim, block, theirs, same)}
    window = block.text[block.sentences[coverage.first].start : block.sentences[coverage.last - 1].end]
    is_even = denials(claim.text) == denials(window)
    is_close = sum(match.size for match in same) >= _LEAST_KEPT_FOR_NAMES * len(claim.words)
    for edit in _edits(claim, theirs, same):
        reason = _reason(claim, block, edit)
        if reason is None or (is_even and reason.gate == "polarity") or (reason.gate == "name" and not is_close):
            continue
        found.setdefault((reason.gate, *reason.words, *reason.expected), reason)
    return tuple(found.values())


def _edits(claim: Reading, theirs: Sequence[Word], same: Sequence[Match]) -> list[Edit]:
    """The edits between the first and the last word that both share; [] unless the sentence is a near copy."""
    kept = sum(match.size for match in same)
    if not same or kept < _LEAST_KEPT * len(claim.words):
        return []
    if kept < _LEAST_DENSE * (same[-1].b + same[-1].size - same[0].b):
        return []
    mine, edits = claim.words, []
    for before, after in pairwise(same):
        a, b, c, d = before.a + before.size, after.a, before.b + before.size, after.b
        start = mine[a].start if a < b else mine[b].start
        other = theirs[c].start if c < d else theirs[d].start
        edits.append(Edit(start, mine[b - 1].end if a < b else start, other, theirs[d - 1].end if c < d else other))
    return edits


def _window(block: Reading, coverage: Coverage) -> list[Word]:
    low, high = block.sentences[coverage.first].start, block.sentences[coverage.last - 1].end
    return [word for word in block.words if low <= word.start < high]


def _same(claim: Reading, theirs: Sequence[Word]) -> list[Match]:
    norms = [word.norm for word in claim.words], [word.norm for word in theirs]
    return [match for match in SequenceMatcher(None, *norms, autojunk=False).get_matching_blocks() if match.size]


def _taken_over(claim: Reading, block: Reading, theirs: Sequence[Word], same: Sequence[Match]) -> Iterator[Reason]:
    """A value of the block's own that a copied piece leads up to, and that the sentence replaces by another."""
    own = {value.start: value for value in claim.values}
    others = {value.start: value for value in block.values}
    for match in same:
        a, b = match.a + match.size, match.b + match.size
        if match.size < _LEAST_LEAD or a >= len(claim.words) or b >= len(theirs):
            continue
        value, other = own.get(claim.words[a].start), others.get(theirs[b].start)
        if value is None or other is None or value.kind == "code" or value.dimension != other.dimension:
            continue
        if says_the_same(value, other) or _has_the_same_lead(claim, value, block):
            continue
        yield _found("binding", (value.text,), (other.text,))


def _reason(claim: Reading, block: Reading, edit: Edit) -> Reason | None:
    mine = _without_values(claim, edit.start, edit.end)
    theirs = _without_values(block, edit.other_start, edit.other_end)
    longest = _LONGEST_ZH if any(map(is_han, mine + theirs)) else _LONGEST_EN
    if max(len(mine), len(theirs)) > longest:
        return None
    return (
        _exchanged_value(claim, block, edit)
        or _turned(mine, theirs)
        or _rescoped(claim, block, edit)
        or _opposed(mine, theirs)
        or _renamed(claim, block, edit, mine, theirs)
    )


def _without_values(reading: Reading, start: int, end: int) -> str:
    """The text of an edit with its values blanked out, so that 每月 is no 每."""
    return "".join(" " if reading.is_in_value(at) else reading.text[at] for at in range(start, end))


def _exchanged_value(claim: Reading, block: Reading, edit: Edit) -> Reason | None:
    mine = list(_touching(claim.values, edit.start, edit.end))
    theirs = list(_touching(block.values, edit.other_start, edit.other_end))
    for value in mine:
        rivals = [other for other in theirs if other.dimension == value.dimension]
        if rivals and not any(says_the_same(value, other) for other in theirs):
            if _has_the_same_lead(claim, value, block):
                continue
            return _found("binding", (value.text,), tuple(other.text for other in rivals))
    return None


def _has_the_same_lead(claim: Reading, value: Quantity, block: Reading) -> bool:
    """Whether the value stands in the block right after the same four words as in the sentence."""
    lead = _lead(claim, value)
    return len(lead) == _WHOLE_LEAD and any(
        says_the_same(value, other) and _lead(block, other) == lead for other in block.values
    )


def _lead(reading: Reading, value: Quantity) -> list[str]:
    before = bisect_left(reading.words, value.start, key=lambda word: word.start)
    return [word.norm for word in reading.words[max(0, before - _WHOLE_LEAD) : before]]


def _touching(values: tuple[Quantity, ...], start: int, end: int) -> Iterator[Quantity]:
    return (value for value in values if value.start < end and start < value.end)


def _turned(mine: str, theirs: str) -> Reason | None:
    own, others = forces(mine), forces(theirs)
    for one, other in ((own, others), (others, own)):
        if one & {"denies", "waives"} and not other & {"denies", "waives"}:
            return _found("polarity", (mine.strip(),), (theirs.strip(),))
        if "permits" in one and "demands" in other and "demands" not in one and "permits" not in other:
            return _found("polarity", (mine.strip(),), (theirs.strip(),))
    return None


def _rescoped(claim: Reading, block: Reading, edit: Edit) -> Reason | None:
    """Some for all, a limit put in, a hedge left out; to leave out all or each, or to be more careful, is no fault."""
    own, others = _scopes(claim, edit.start, edit.end), _scopes(block, edit.other_start, edit.other_end)
    if own == others or (_HEDGE in own and others <= {_HEDGE, _USUAL}):
        return None
    if not own and others <= {_ALL}:
        return None
    if not others and _ONLY not in own:
        return None
    said = claim.text[edit.start : edit.end].strip(), block.text[edit.other_start : edit.other_end].strip()
    return _found("scope", said[:1], said[1:])


def _scopes(reading: Reading, start: int, end: int) -> frozenset[frozenset[str]]:
    said = [
        match.group().lower()
        for match in _SCOPE.finditer(reading.text, max(0, start - len("at ")), end)
        if match.start() >= start and not reading.is_in_value(match.start())
    ]
    return frozenset(next((group for group in _ALIKE_SCOPES if word in group), frozenset({word})) for word in said)


def _opposed(mine: str, theirs: str) -> Reason | None:
    table, others = opposites(with_converses=True), Reading(theirs).norms
    for word in Reading(mine).words:
        if not table.get(word.norm, frozenset()).isdisjoint(others):
            return _found("antonym", (word.text,), (theirs.strip(),))
    return None


def _renamed(claim: Reading, block: Reading, edit: Edit, mine: str, theirs: str) -> Reason | None:
    """A noun in the place of other words, which the block holds nowhere."""
    if not mine.strip() or not theirs.strip():
        return None
    others = Reading(theirs).norms
    if all(is_common(norm) for norm in others) or not any(tag in _NOUN_TAGS for _, tag in tags(theirs)):
        return None
    for text, tag in tags(mine):
        if tag not in _NOUN_TAGS or len(text) < 2 or not is_han(text[0]) or text in block.text:
            continue
        if alike(text).isdisjoint(block.norms) and not any(char in theirs for char in text):
            return _found("name", (text,), (theirs.strip(),))
    return None


def _found(gate: Gate, words: tuple[str, ...], expected: tuple[str, ...]) -> Reason:
    return Reason(
        gate=gate,
        tier="red" if gate == "polarity" else "amber",
        figure=1.0,
        threshold=_LEAST_KEPT,
        words=tuple(word for word in words if word),
        expected=tuple(word for word in expected if word),
    )
