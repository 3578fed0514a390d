"""What a clause allows, forbids, requires or denies, in both languages."""

from __future__ import annotations

import re
from typing import Literal

Stance = Literal["allowed", "forbidden", "required", "optional", "affirmed", "denied"]

_CUES: tuple[tuple[Stance, re.Pattern[str]], ...] = (
    (
        "optional",
        re.compile(
            r"无需|毋须|无须|不需要?|不必|不用|不强制|免于|可不|非必[须需填]|可选"
            r"|\b(?:not|n't|no longer|never) (?:be )?(?:required?|needed|necessary|mandatory|have to|need)\b"
            r"|\bneed(?:n't| not)\b|\boptional\b|\bno need\b|\bneeds? no\b|\brequires? no\b|\bwithout (?:the )?need\b",
            re.IGNORECASE,
        ),
    ),
    (
        "forbidden",
        re.compile(
            r"禁止|严禁|不得|不允许|不可以?|不能|不准|不许|不支持|不接受|谢绝|杜绝"
            r"|\b(?:must|may|shall|should|can|could|do|does|is|are|was|were|be) ?(?:not|never)(?: be)? "
            r"(?:allow|permit|accept|support|eligible|possible)\w*"
            r"|\b(?:must|may|shall|can|could) ?not\b|\bcan't\b|\bmustn't\b|\bno longer (?:allow|permit|support)\w*"
            r"|\b(?:is|are)n't (?:allow|permit|support|accept)\w*|\bdon't (?:allow|permit|support|accept)\b"
            r"|\b(?:forbidden|prohibit(?:s|ed)?|bann?(?:s|ed)|disallow(?:s|ed)?|barred|unsupported|ineligible)\b"
            r"|\boff[- ]limits\b|\bunder no circumstances\b",
            re.IGNORECASE,
        ),
    ),
    (
        "required",
        re.compile(
            r"必须|务必|必需|须|需要|需|应当|应该|应(?![用对急收付届聘答届])|强制|一律"
            r"|\bmust\b|\bshall\b|\brequire[sd]?\b|\bmandatory\b|\bcompulsory\b|\bha(?:s|ve) to\b"
            r"|\bneeds? (?:to|a|an|the)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "allowed",
        re.compile(
            r"可以|允许|可(?![能靠选见观惜])|支持|准许|能够|接受"
            r"|\bmay\b|\bcan\b|\ballow(?:s|ed)?\b|\bpermit(?:s|ted)?\b|\bsupport(?:s|ed)?\b|\baccept(?:s|ed)?\b|\beligible\b",
            re.IGNORECASE,
        ),
    ),
    (
        "denied",
        re.compile(
            r"不(?!超过|少于|低于|高于|同|断|足|动产|仅|但|限|满|锈|妨)|未(?!来|经|成年|满|必)|没(?!收)"
            r"|并非|拒绝|无(?!论|线|限|法|人机|锡|关|形)"
            r"|\bnot(?! only| exceed| more| less| later| fewer)\b|\bnever\b|\bno (?!more|less|fewer|later|\d)\w"
            r"|n't\b|\bnone\b|\bneither\b|\bwithout\b|\bexclud(?:es?|ed|ing)\b",
            re.IGNORECASE,
        ),
    ),
)
_BOUND = re.compile(
    r"不得?(?:超过|少于|低于|高于|多于|早于|晚于|大于|小于)|不(?:超过|少于|低于|高于|多于|早于|晚于|大于|小于)"
    r"|\b(?:no|not) (?:more|less|fewer|later|earlier|longer) than\b|\b(?:can|may|must|shall)(?: ?not) exceed\b",
    re.IGNORECASE,
)
_OPPOSITE: frozenset[frozenset[Stance]] = frozenset(
    frozenset(pair)
    for pair in (
        ("allowed", "forbidden"),
        ("affirmed", "forbidden"),
        ("required", "forbidden"),
        ("required", "optional"),
        ("affirmed", "denied"),
        ("allowed", "denied"),
        ("required", "denied"),
    )
)


def stance(clause: str) -> Stance:
    """The first of optional, forbidden, required, allowed, denied that the clause shows; else affirmed.

    不得超过 and "not more than" bound a value and deny nothing.
    """
    bare = _BOUND.sub(" ", clause)
    for name, cue in _CUES:
        if cue.search(bare):
            return name
    return "affirmed"


def without_cues(clause: str) -> str:
    """The clause with every word of permission, duty and denial blanked out, of the same length."""
    for _, cue in _CUES:
        clause = cue.sub(lambda match: " " * len(match.group()), clause)
    return clause


def is_opposite(one: Stance, other: Stance) -> bool:
    """Whether a rule of one stance contradicts the same rule of the other."""
    return frozenset((one, other)) in _OPPOSITE
