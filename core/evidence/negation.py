"""Where a text denies, forbids, demands or permits something, and which words it does that to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from core.evidence.reading import Clause, Reading, is_han
from core.language import Word, words
from core.text.weights import general_weight

Force = Literal["denies", "demands", "permits", "waives"]
"""``waives``: says that something is not needed (无需, need not); it denies a duty, not the thing."""

_LIMIT = re.compile(
    r"不(?:得|能|可|应|会|要|允许|可以|准|许)?(?:再|同时)?"
    r"(?:逾|满|足|到|限|[^，。；,;不]{0,4}?(?:超过|少于|低于|高于|大于|小于|多于|晚于|早于|超出|长于|短于))"
    r"|不得不|不能不|不可不|不仅|不但|除非|无论|不管|不论|(?<!选择)是否|(?:是|能|可|会|有|要)[不没](?:是|能|可|会|有|要)"
    r"|不(?:同|断|久|过|错|止|只|等|时|禁|幸|朽|良|安|便|明|愿|如|妨|由|惜|一|变|定|当|好|算|利|慎|幸|良|锈|动产|含糊|宜|可避免|可或缺|可思议|可分割)"
    r"|未(?:来|必|知|成年|婚|满)|无(?:线|限|数|法人|机|锡|关|形|人机)|非(?:常|洲|法|凡)|没收|没问题"
    r"|\b(?:no|not|cannot|can't|may not|must not|shouldn't|won't|nobody|n't)\b[^.;,]{0,22}?"
    r"\b(?:more|less|fewer|longer|later|greater|higher|lower|earlier|shorter|larger|bigger|smaller|older) than\b"
    r"|\b(?:not|never|cannot)\b[^.;,]{0,10}?\b(?:below|under|above|over|exceed)\b"
    r"|\bnot (?:only|just|necessarily|limited to|to exceed|exceed)\b"
    r"|\b(?:can|must|should|may|shall|do|does)(?:n't| ?not) exceed\b"
    r"|\bwhether or not\b|\bno (?:matter|doubt)\b|\bno\.\s?\d|\bregardless\b|\bif not\b"
    r"|\bnot (?:after|before|for|in|on|with|by|to|from|when|until|if|all|every)\b"
    r"|\bwithout (?:compromis|sacrific|hesitat|delay|fail|exception|doubt)\w*",
    re.IGNORECASE,
)
"""Words with a negation in them that turn nothing round: limits (不超过), double negations, set phrases."""

_CUES: tuple[tuple[Force, re.Pattern[str]], ...] = (
    (
        "waives",
        re.compile(
            r"无需|无须|毋须|不需要?|不须|不必|不用|不强制|免于|非必[须需填]|可选|选择是否|自愿"
            r"|\b(?:not|n't|never|no longer) (?:be )?(?:required?|necessary|mandatory|have to|need(?:ed)?(?: to)?)\b"
            r"|\bneed(?:n't| not)\b|\bno need\b|\boptional(?:ly)?\b|\bwithout (?:the )?need\b",
            re.IGNORECASE,
        ),
    ),
    (
        "denies",
        re.compile(
            r"禁止|严禁|切勿|请勿|谢绝|拒绝|杜绝|无法|无权|没有|没能|不得|不能|不可以?|不会|不予|不再|不准|不许|不让|不是|不了"
            r"|不支持|不允许|不适用|不包[括含]|不提供|不享受|不计|未曾|未经|不|未|没|勿|无(?=[\u3400-\u9fff])|非(?=[\u3400-\u9fff])"
            r"|\b(?:not|cannot|can't|won't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|shouldn't|mustn't|couldn't"
            r"|wouldn't|hasn't|haven't|hadn't|no|never|without|neither|nor|none|nobody|nothing|unable|prohibit(?:s|ed|ing)?"
            r"|forbid(?:s|den)?|disallow(?:s|ed)?|bann?(?:s|ed)?|lacks?|lacking|refus(?:es?|ed|ing)"
            r"|fail(?:s|ed)? to|unsupported|ineligible|den(?:ies|ied))\b"
            r"|n['’]t\b",
            re.IGNORECASE,
        ),
    ),
    (
        "demands",
        re.compile(
            r"必须|务必|必需|须(?!知)|需要|需(?!求)|应当|应该|强制|要求"
            r"|\b(?:must|shall|required?|requires|mandatory|obliged|compulsory|(?:has|have|had) to|needs? to)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "permits",
        re.compile(
            r"可以|允许|可(?![能是见惜靠用])|准许"
            r"|\b(?:may|can|could|allow(?:s|ed)?|permit(?:s|ted)?|free to|welcome to|eligible)\b",
            re.IGNORECASE,
        ),
    ),
)
_SOFT = re.compile(
    r"移除|取消|停止|终止|放弃|去掉|剔除|作废|失效|清零|除外|以外|暂停|禁用"
    r"|\b(?:dropp?ed|drops?|remov(?:e|ed|es)|discontinu(?:e|ed|es)|stop(?:s|ped)?|ends? support"
    r"|revok(?:e|ed|es)|forfeit(?:s|ed)?"
    r"|except|exclud(?:e|es|ed|ing)|disabled?|unlike|instead of|rather than)\b",
    re.IGNORECASE,
)
_ANY = re.compile(r"[不无未非没勿禁]|\b(?:no|not|never|without|cannot|none|nor|neither)\b|n['’]t\b", re.IGNORECASE)
_BACKWARD = re.compile(
    r"prohibit|forbid|disallow|ban|unsupported|denied|ineligible|required|optional|mandatory|allowed|permitted|eligible",
    re.IGNORECASE,
)
_PREDICATES = """
allow permit support require available eligible cover include accept possible apply grant refund count
允许 支持 提供 享受 适用 计入 退还 包括 包含
"""
_EMPTY_WORDS = """
be been being is are was were can could may must should shall will would have has had do does did any the a an to get
可以 能 能够 会 要 再 被 对 在 将 把 给 需要 须 进行 可 再次 直接 以 与 和 及 或 由 向 从 的 了
"""
_NEXT_VERBS = """
can may must will shall should could would is are was were
可以 可 能 能够 须 必须 应 应当 会 将 也 不能 不得 不予 不会 不可 不
"""
_NEXT_VERB = frozenset(_NEXT_VERBS.split())
_TURNING_BACK = frozenset(word.norm for word in words(_PREDICATES))
_EMPTY = frozenset(word.norm for word in words(_EMPTY_WORDS))
_HEADS_ZH, _HEADS_EN, _HEADS_BEFORE, _REACH = 2, 3, 3, 5
_MIN_HEAD = 0.2


@dataclass(frozen=True, slots=True)
class Cue:
    """One such word: ``text[start:end]``.

    ``heads``: norms of the words that it acts on, nearest first; ``reach``: these and a few more that it may act on.
    """

    force: Force
    start: int
    end: int
    heads: tuple[str, ...]
    reach: tuple[str, ...]


@lru_cache(maxsize=4096)
def _spans(text: str) -> tuple[tuple[Force, int, int], ...]:
    bare = _LIMIT.sub(lambda match: "\0" * len(match.group()), text)
    found: list[tuple[Force, int, int]] = []
    for force, cue in _CUES:
        found.extend((force, *match.span()) for match in cue.finditer(bare))
        bare = cue.sub(lambda match: "\0" * len(match.group()), bare)
    return tuple(sorted(found, key=lambda cue: cue[1]))


def cues(reading: Reading, clause: Clause) -> tuple[Cue, ...]:
    """Every cue of one clause, in order."""
    found = reading.cues.get(clause)
    if found is None:
        found = reading.cues[clause] = _cues(reading, clause)
    return found


def _cues(reading: Reading, clause: Clause) -> tuple[Cue, ...]:
    text = reading.text[clause.start : clause.end]
    return tuple(
        Cue(force, start + clause.start, end + clause.start, *_heads(reading, clause, start, end))
        for force, start, end in _spans(text)
        if not _is_inside_a_word(reading, clause, start + clause.start, end + clause.start)
    )


def has_negation(text: str) -> bool:
    """Whether anything in ``text`` negates, limits and set phrases included."""
    return _ANY.search(text) is not None


def is_softly_negative_text(text: str) -> bool:
    """Whether anything in ``text`` takes something away without a negation."""
    return _SOFT.search(text) is not None


def _is_inside_a_word(reading: Reading, clause: Clause, start: int, end: int) -> bool:
    """Whether the cue is a part of a longer set word (默默无闻, 不思议), where it denies nothing."""
    if not is_han(reading.text[start]):
        return False
    for word in reading.words[clause.first : clause.last]:
        if word.start <= start < word.end:
            return len(word.text) > 2 and word.end > end
    return False


def forces(text: str) -> frozenset[Force]:
    """Every force that some cue of ``text`` has."""
    return frozenset(force for force, _, _ in _spans(text))


def denials(text: str) -> int:
    """How often ``text`` denies."""
    return sum(force in {"denies", "waives"} for force, _, _ in _spans(text))


def is_softly_negative(reading: Reading, clause: Clause) -> bool:
    """Whether the clause takes something away without a negation (移除, dropped, 除外)."""
    return _SOFT.search(reading.text, clause.start, clause.end) is not None


def _heads(reading: Reading, clause: Clause, start: int, end: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    first, last = start + clause.start, end + clause.start
    cue = reading.text[first:last]
    own = reading.words[clause.first : clause.last]
    whole = next((word for word in own if word.start == first and word.end > last), None)
    if whole is not None:
        inside = (whole.norm[last - first :], whole.norm)
        return inside, inside
    following = list(_following(own, last))
    zh = is_han(cue[0])
    heads = following[: _HEADS_ZH if zh else _HEADS_EN]
    body = cue[1:] if zh and cue[0] in "不没无未" and len(cue) > 2 else ""
    if body and body not in _EMPTY:
        heads.insert(0, body)
    if _BACKWARD.match(cue) or not following or (following and following[0] in _TURNING_BACK):
        heads.extend([word.norm for word in own if word.end <= first and _acts(word.norm)][-_HEADS_BEFORE:])
    return tuple(heads), (*heads, *following[:_REACH])


def _following(own: Sequence[Word], last: int) -> Iterator[str]:
    """Norms of the words after a cue, up to the next verb of its own ("not been used | can be refunded")."""
    found = False
    for word in own:
        if word.end <= last:
            continue
        if found and word.norm in _NEXT_VERB:
            return
        if _acts(word.norm):
            found = True
            yield word.norm


def _acts(norm: str) -> bool:
    return (
        norm not in _EMPTY
        and not norm.isdigit()
        and (general_weight(norm) > _MIN_HEAD or (len(norm) == 1 and is_han(norm)))
    )
