"""Every reason in words, with its figure: for admins, for the model's second draft, for the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from core.domain import Gate, Language, Reason

_WORDS: Mapping[Language, Mapping[Gate, tuple[str, str]]] = {
    "zh": {
        "no_citation": ("这句话没有引用任何编号。", ""),
        "unknown_number": ("编号 {number} 不在所给的材料中。", ""),
        "overlap": ("{where}只支持这句话的 {figure}，至少需要 {threshold}。", ""),
        "quantity": ("{where}没有写“{words}”", "，写的是“{expected}”"),
        "bound": ("“{words}”的上下限与{where}相反", "，原文是“{expected}”"),
        "binding": ("{where}里的“{words}”说的是别的事", "，这里应是“{expected}”"),
        "polarity": ("“{words}”与{where}的肯定否定或许可义务相反", "，原文是“{expected}”"),
        "name": ("{where}没有提到“{words}”", "，写的是“{expected}”"),
        "antonym": ("“{words}”与{where}意思相反", "，原文是“{expected}”"),
        "scope": ("“{words}”改变了{where}的范围", "，原文是“{expected}”"),
        "condition": ("漏掉了{where}的条件", "：“{expected}”"),
        "other_block": ("别的材料比{where}明显更符合这句话（高出 {figure}）", "：{expected}"),
        "computed": ("“{words}”不能由材料中的数值算出", ""),
        "relevance": ("这句话有依据，但没有回答所问的内容", ""),
        "judge": ("核对模型不认为{where}支持这句话（{figure}，至少需要 {threshold}）", ""),
    },
    "en": {
        "no_citation": ("The sentence cites no number.", ""),
        "unknown_number": ("Number {number} was not handed out.", ""),
        "overlap": ("Only {figure} of the sentence is supported by {where}; {threshold} is needed.", ""),
        "quantity": ("“{words}” does not stand in {where}", ", which says “{expected}”"),
        "bound": ("“{words}” turns a limit of {where} round", ", which says “{expected}”"),
        "binding": ("“{words}” belongs to something else in {where}", "; here it says “{expected}”"),
        "polarity": ("“{words}” turns round what {where} allows, requires or denies", ": “{expected}”"),
        "name": ("“{words}” is not named in {where}", ", which says “{expected}”"),
        "antonym": ("“{words}” is the opposite of what {where} says", ": “{expected}”"),
        "scope": ("“{words}” changes how far {where} goes", ", which says “{expected}”"),
        "condition": ("A condition of {where} was dropped", ": “{expected}”"),
        "other_block": ("Another block fits clearly better than {where} (by {figure})", ": {expected}"),
        "computed": ("“{words}” can't be computed from the cited values", ""),
        "relevance": ("The sentence is supported, but does not answer what was asked", ""),
        "judge": ("The judge does not find the sentence supported by {where} ({figure}; {threshold} is needed)", ""),
    },
}
_NO_BLOCK: Mapping[Language, str] = {"zh": "所引内容", "en": "the cited text"}
_BLOCK: Mapping[Language, str] = {"zh": "第 {} 块材料", "en": "block {}"}
_JOIN: Mapping[Language, str] = {"zh": "、", "en": ", "}
_STOP: Mapping[Language, str] = {"zh": "。", "en": "."}


def explain(reason: Reason, language: Language) -> str:
    """One sentence that says what failed, with the words and the figure concerned; no mark-up."""
    always, if_expected = _WORDS[language][reason.gate]
    template = always + if_expected if reason.expected else always
    text = template.format(
        number=reason.number,
        where=_NO_BLOCK[language] if reason.number is None else _BLOCK[language].format(reason.number),
        words=_JOIN[language].join(reason.words),
        expected=_JOIN[language].join(reason.expected),
        figure=_share(reason.figure),
        threshold=_share(reason.threshold),
    )
    return text if text.endswith(_STOP[language]) else text + _STOP[language]


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
