"""Gate: negation, permission or obligation turned round."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.domain import Reason
from core.evidence.alignment import Aligned, Match
from core.evidence.negation import Cue, cues, denials, has_negation, is_softly_negative, is_softly_negative_text
from core.evidence.reading import Clause, Reading, is_han
from core.text.synonyms import alike

_LEAST_SHARE = 0.45
_NEAR = 0.35
_LEAST_BACK = 0.5
_LEAST_BACK_HERE = 0.3
_RED_SHARE = 0.8
_CUT = 40
_AS_GOOD = 0.15
_LEAST_OWN = 0.42
_LEAST_OWN_FORBIDDEN = 0.34
_LEAST_OWN_WHOLE, _WHOLE = 0.2, 0.9
_QUESTION = re.compile(r"吗|是否|[?？]|\bwhether\b")
_PREFIXES = frozenset({"un", "non", "in", "im", "dis"})
_AGAINST = frozenset({"denies", "waives"})


def turned_round(claim: Reading, block: Reading, aligned: Sequence[Aligned]) -> tuple[Reason, ...]:
    """A reason for each clause that denies what the block affirms, or affirms what it denies, or trades may for must.

    Red where the clauses are near copies (figure >= 0.8), amber below: free prose negates in many ways.
    """
    found = []
    for one in aligned:
        zone = one.near(below=_NEAR, least=_LEAST_SHARE)
        if not zone:
            continue
        mine = cues(claim, one.clause)
        partner = (
            _denied_here(claim, one.clause, mine, block, zone)
            or _denied_there(claim, one.clause, mine, block, zone)
            or _forbidden(claim, one.clause, mine, block, zone)
            or _traded(claim, one.clause, mine, block, zone)
        )
        if partner is not None:
            found.append(_reason(claim, one.clause, block, partner))
    return tuple(found) or _denied_nowhere(claim, block)


def _denied_nowhere(claim: Reading, block: Reading) -> tuple[Reason, ...]:
    """A denial in the sentence where the whole block denies nothing and takes nothing away."""
    clause = next((c for c in claim.clauses if any(cue.force == "denies" for cue in cues(claim, c))), None)
    if clause is None or has_negation(block.text) or denials(block.text) or is_softly_negative_text(block.text):
        return ()
    words = (claim.text[clause.start : clause.end].strip()[:_CUT],)
    return (Reason(gate="polarity", tier="amber", figure=0.0, threshold=1.0, words=words),)


def _denied_here(
    claim: Reading, clause: Clause, mine: Sequence[Cue], block: Reading, zone: Sequence[Match]
) -> Match | None:
    """The sentence denies a head that the block mentions, and nothing near it in the block is negative."""
    if is_softly_negative(claim, clause):
        return None
    for cue in mine:
        if cue.force not in _AGAINST or _is_denied_in(block, zone, cue):
            continue
        for head in cue.heads:
            holders = [match for match in zone if _holds(claim, block, match, head)]
            if holders and not any(
                _is_negative(block, match.index) for match in zone if match.share >= holders[0].share - _AS_GOOD
            ):
                return holders[0]
    return None


def _is_denied_in(block: Reading, zone: Sequence[Match], cue: Cue) -> bool:
    """Whether some near clause of the block denies what ``cue`` does."""
    return any(
        theirs.force in _AGAINST and any(_same(head, other) for head in cue.heads[:2] for other in theirs.reach)
        for match in zone
        for theirs in cues(block, block.clauses[match.index])
    )


def _holds(claim: Reading, block: Reading, match: Match, head: str) -> bool:
    """Whether the block's clause states ``head`` about what the sentence is about."""
    return _mentions(block, block.clauses[match.index], head) and _is_about(claim, block, match, least=_LEAST_BACK_HERE)


def _is_asked(block: Reading, clause: Clause) -> bool:
    return _QUESTION.search(block.text, clause.start, clause.end + 1) is not None


def _is_about(claim: Reading, block: Reading, match: Match, *, least: float) -> bool:
    """Whether both clauses speak of one thing: each repeats enough of the other, or all of the block's is repeated."""
    partner = block.clauses[match.index]
    if _is_asked(block, partner):
        return False
    back = _back_share(block, partner, claim)
    return (match.own >= _LEAST_OWN and back >= least) or (match.own >= _LEAST_OWN_WHOLE and back >= _WHOLE)


def _denied_there(
    claim: Reading, clause: Clause, mine: Sequence[Cue], block: Reading, zone: Sequence[Match]
) -> Match | None:
    """The block denies a head that the sentence states without denying it."""
    if is_softly_negative(claim, clause):
        return None
    denied = {head for cue in _around(claim, clause) if cue.force in _AGAINST for head in cue.reach}
    own = [cue for cue in mine if cue.force in _AGAINST]
    for match in zone:
        partner = block.clauses[match.index]
        if not _is_about(claim, block, match, least=_LEAST_BACK):
            continue
        for cue in cues(block, partner):
            if cue.force not in _AGAINST or any(_same(head, other) for head in cue.reach for other in denied):
                continue
            if own and not _explained(own, block, except_for=cue):
                continue
            heads = [head for head in cue.heads if _mentions(claim, clause, head)]
            if any(_is_prefixed(claim, clause, head) for head in cue.heads):
                continue
            rest = [other for other in zone if other.share >= match.share - _AS_GOOD]
            if heads and not _affirmed(block, rest, heads):
                return match
    return None


def _is_prefixed(claim: Reading, clause: Clause, head: str) -> bool:
    """Whether the sentence denies an English head by a prefix: unused, non-refundable."""
    return any(
        word.norm.endswith(head) and word.norm[: -len(head)] in _PREFIXES
        for word in claim.words[clause.first : clause.last]
    )


def _affirmed(block: Reading, zone: Sequence[Match], heads: Sequence[str]) -> bool:
    """Whether some near clause of the block says all of ``heads`` without denying anything."""
    return any(
        not _is_negative(block, match.index)
        and not _is_asked(block, block.clauses[match.index])
        and all(_mentions(block, block.clauses[match.index], head) for head in heads)
        for match in zone
    )


def _forbidden(
    claim: Reading, clause: Clause, mine: Sequence[Cue], block: Reading, zone: Sequence[Match]
) -> Match | None:
    """The sentence permits in other words what its partner forbids."""
    forces = {cue.force for cue in mine}
    if "permits" not in forces or forces & _AGAINST or zone[0].own < _LEAST_OWN_FORBIDDEN:
        return None
    for match in zone:
        theirs = {cue.force for cue in cues(block, block.clauses[match.index])}
        if match.share < zone[0].share - _AS_GOOD:
            break
        if "denies" not in theirs or "permits" in theirs:
            return None
    return zone[0] if _back_share(block, block.clauses[zone[0].index], claim) >= _LEAST_BACK else None


def _traded(claim: Reading, clause: Clause, mine: Sequence[Cue], block: Reading, zone: Sequence[Match]) -> Match | None:
    """May for must, or must for may, over the same head."""
    for cue in mine:
        other = {"permits": "demands", "demands": "permits"}.get(cue.force)
        if other is None or not cue.heads:
            continue
        partner = block.clauses[zone[0].index]
        theirs = cues(block, partner)
        if any(
            their.force == cue.force and (match is zone[0] or not set(their.heads).isdisjoint(cue.heads))
            for match in zone
            for their in cues(block, block.clauses[match.index])
        ):
            continue
        if any(their.force == other and their.heads[:1] == cue.heads[:1] for their in theirs):
            return zone[0]
    return None


def _explained(own: Sequence[Cue], block: Reading, *, except_for: Cue) -> bool:
    """Whether each of the sentence's own denials has a denial of the same head in the block, apart from one."""
    others = [
        cue for clause in block.clauses for cue in cues(block, clause) if cue.force in _AGAINST and cue != except_for
    ]
    return all(
        any(_same(head, theirs) for head in cue.heads[:2] for other in others for theirs in other.heads[:2])
        for cue in own
    )


def _around(claim: Reading, clause: Clause) -> list[Cue]:
    index = claim.clauses.index(clause)
    return [cue for near in claim.clauses[max(0, index - 1) : index + 2] for cue in cues(claim, near)]


def _is_negative(block: Reading, index: int) -> bool:
    clause = block.clauses[index]
    return any(cue.force in _AGAINST for cue in cues(block, clause)) or is_softly_negative(block, clause)


def _mentions(reading: Reading, clause: Clause, head: str) -> bool:
    norms = {word.norm for word in reading.words[clause.first : clause.last]}
    if head in norms or not alike(head).isdisjoint(norms):
        return True
    return len(head) > 1 and is_han(head[0]) and head in reading.text[clause.start : clause.end]


def _same(one: str, other: str) -> bool:
    return one == other or other in alike(one) or (is_han(one[0]) and (one in other or other in one))


def _back_share(block: Reading, partner: Clause, claim: Reading) -> float:
    """Share of the block's clause that the sentence repeats, by words outside values."""
    norms = {
        word.norm for word in block.words[partner.first : partner.last] if not block.is_in_value(word.start)
    } & block.content_norms
    return sum(_is_repeated(norm, claim) for norm in norms) / len(norms) if norms else 0.0


def _is_repeated(norm: str, claim: Reading) -> bool:
    if norm in claim.norms or not alike(norm).isdisjoint(claim.norms):
        return True
    return len(norm) > 1 and is_han(norm[0]) and norm in claim.text


def _reason(claim: Reading, clause: Clause, block: Reading, match: Match) -> Reason:
    partner = block.clauses[match.index]
    return Reason(
        gate="polarity",
        tier="red" if match.own >= _RED_SHARE else "amber",
        figure=match.own,
        threshold=_LEAST_SHARE,
        words=(claim.text[clause.start : clause.end].strip()[:_CUT],),
        expected=(block.text[partner.start : partner.end].strip()[:_CUT],),
    )
