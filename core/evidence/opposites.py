"""Gates: a word turned into its opposite; all, some and only widened or narrowed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.domain import Reason
from core.evidence.alignment import Aligned
from core.evidence.opposite_words import opposites
from core.evidence.reading import Reading
from core.text.synonyms import alike

_ALL = re.compile(
    r"所有|全部|全体|全员|一切|任何|每[个位名人家项台]|各[个项类]|均[可须应为]|一律|皆"
    r"|\b(?:all|every|any|anyone|everyone|always|entire|each|both)\b",
    re.I,
)
_SOME = re.compile(
    r"部分|一些|某些|某种|某个|个别|有些|多数|大多|通常|一般|少数|有时"
    r"|\b(?:some|(?<!at )most|many|usually|often|sometimes|certain|several|typically|generally|rarely|few)\b",
    re.I,
)
_NONE = re.compile(r"[没无]有?任何|\b(?:no|none|never|nobody)\b", re.IGNORECASE)
_ONLY = re.compile(r"仅|只[有能限可需]|只(?=[\u3400-\u9fff])|唯一|\b(?:only|solely|exclusively|just)\b", re.I)
_LEAST_SHARE = 0.6
_NEAR_COPY = 0.75
_LEAST_OWN = 0.6
_ONLY_EN = re.compile(r"\b(?:only|solely|exclusively)\b", re.IGNORECASE)
_EVERY = re.compile(r"所有|全部|任何|\b(?:all|every|anyone|everyone)\b", re.IGNORECASE)


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
    """A reason where the sentence says all, some, none or only and its partner in the block says another of them.

    Also where it says all of what the block says of a part of it (所有员工, block: 部门经理及以上).
    """
    found = list(_added_only(claim, block))
    for one in aligned:
        if not one.matches:
            continue
        mine = claim.text[one.clause.start : one.clause.end]
        partner = block.clauses[one.matches[0].index]
        theirs = block.text[partner.start : partner.end]
        changed = _changed(mine, theirs) if one.matches[0].share >= _NEAR_COPY else None
        changed = changed or _widened(claim, one, block)
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


def _added_only(claim: Reading, block: Reading) -> Iterator[Reason]:
    """An English "only" where the block has none at all; Chinese 只 and 就 often mean nothing by themselves."""
    said = _ONLY_EN.search(claim.text)
    if said is not None and _ONLY_EN.search(block.text) is None:
        yield Reason(gate="scope", tier="amber", figure=0.0, threshold=1.0, words=(said.group(),))


def _widened(claim: Reading, one: Aligned, block: Reading) -> tuple[str, str] | None:
    """所有 before something that the block restricts: by only, or by words that the sentence leaves out."""
    said = _EVERY.search(claim.text, one.clause.start, one.clause.end)
    match = one.matches[0]
    if said is None or match.share < _LEAST_SHARE or claim.is_in_value(said.start()):
        return None
    partner = block.clauses[match.index]
    span = block.sentences[partner.sentence]
    if _ALL.search(block.text, span.start, span.end):
        return None
    only = _ONLY.search(block.text, span.start, span.end)
    if only is not None:
        return said.group(), only.group()
    left_out = [
        word.text
        for word in block.words[partner.first : partner.last]
        if word.norm in block.content_norms
        and word.norm not in claim.norms
        and alike(word.norm).isdisjoint(claim.norms)
    ]
    return (said.group(), left_out[0]) if match.own >= _LEAST_OWN and left_out else None


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
