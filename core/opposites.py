"""Gates: a word turned into its opposite; all, some and only widened or narrowed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.alignment import Aligned
from core.domain import Reason
from core.opposite_words import opposites
from core.reading import Reading
from core.synonyms import alike

_ALL = re.compile(
    r"所有|全部|任何|每[个位名人家项台]|各[个项类]|均[可须应为]|一律|皆"
    r"|\b(?:all|every|any|anyone|everyone|always|entire|each|both)\b",
    re.I,
)
_SOME = re.compile(
    r"部分|一些|某些|某种|某个|个别|有些|多数|大多|通常|一般|少数|有时"
    r"|\b(?:some|most|many|usually|often|sometimes|certain|several|typically|generally|rarely|few)\b",
    re.I,
)
_NONE = re.compile(r"[没无]有?任何|\b(?:no|none|never|nobody)\b", re.IGNORECASE)
_ONLY = re.compile(r"仅|只[有能限可需]|只(?=[\u3400-\u9fff])|唯一|\b(?:only|solely|exclusively|just)\b", re.I)
_LEAST_SHARE = 0.5
_NEAR_COPY = 0.75


def opposite_words(claim: Reading, block: Reading, aligned: Sequence[Aligned]) -> tuple[Reason, ...]:
    """A reason for each word whose opposite stands in its place in the block, while the word itself doesn't."""
    found = []
    table = opposites()
    for one in aligned:
        near = one.near(below=0.08, least=_LEAST_SHARE)
        if not near:
            continue
        theirs = _around(block, near[0].index)
        for word in claim.words[one.clause.first : one.clause.last]:
            turned = table.get(word.norm, frozenset()) & theirs
            if not turned or word.norm in theirs or not alike(word.norm).isdisjoint(theirs):
                continue
            turned -= claim.norms
            if turned:
                found.append(
                    Reason(
                        gate="antonym",
                        tier="amber",
                        figure=near[0].own,
                        threshold=_LEAST_SHARE,
                        words=(word.text,),
                        expected=tuple(sorted(turned)),
                    )
                )
    return tuple(found)


def _around(block: Reading, index: int) -> frozenset[str]:
    sentence = block.clauses[index].sentence
    near = [
        block.clauses[other]
        for other in (index - 1, index, index + 1)
        if 0 <= other < len(block.clauses) and block.clauses[other].sentence == sentence
    ]
    return frozenset(word.norm for clause in near for word in block.words[clause.first : clause.last])


def scope_changed(claim: Reading, block: Reading, aligned: Sequence[Aligned]) -> tuple[Reason, ...]:
    """A reason where the sentence says all, some, none or only and its partner in the block says another of them."""
    found = []
    for one in aligned:
        if not one.matches or one.matches[0].share < _NEAR_COPY:
            continue
        mine = claim.text[one.clause.start : one.clause.end]
        partner = block.clauses[one.matches[0].index]
        theirs = block.text[partner.start : partner.end]
        changed = _changed(mine, theirs)
        if changed:
            found.append(
                Reason(
                    gate="scope",
                    tier="amber",
                    figure=one.matches[0].share,
                    threshold=_NEAR_COPY,
                    words=(changed[0],),
                    expected=(changed[1],),
                )
            )
    return tuple(found)


def _changed(mine: str, theirs: str) -> tuple[str, str] | None:
    for own, others in ((_ALL, (_SOME, _ONLY)), (_SOME, (_ALL,)), (_NONE, (_ALL,)), (_ONLY, (_ALL,))):
        said = own.search(mine)
        if said is None or own.search(theirs):
            continue
        for other in others:
            instead = other.search(theirs)
            if instead is not None and not other.search(mine):
                return said.group(), instead.group()
    return None
