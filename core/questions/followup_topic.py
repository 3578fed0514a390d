"""What a question is about, without its slots and without the words that every question may have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from core.evidence.reading import is_han
from core.language import Word, is_common, words
from core.questions.followup_slots import Slot, slots
from core.text.frame import FRAME

_GENERIC: Final = """
申请 审批 批准 提前 延长 顺延 顺延到 结转 续签 报销 办理 取消 提交 修改 通知 处理 找 问 联系 花 钱 人 材料 手续 步骤
原因 例外 区别 处罚 扣 算 付 一样 生效 有效 收费 方式 负责 适用 包含 涨 补 天 小时 月 年 元 次 份 一次 一年 一个 每年
每月 每天 一天 拆 分开 连续 一起 同时 逾期 过期 清零 转让 恢复 找回 删除 保留 打折 退款 签字 证明 发票 收据 单据 拒绝
不批 通过 失败 怎么办 办法 请问 什么时候 时候 多久 多长 具体 一般 最晚 最早 最长 最短 开始 结束 截止 明白 知道 想 一下
折现 折算 兑换 提供 准备 提高 降低 升级 降级 增加 减少 扩容 调整 开通 关闭 使用 查看 查询 设置 重置 补办 提升 更换
提前结束 条件 资格 途径 渠道 系统 页面 谁 扣钱 发钱 作废 到期 部门 意思 例子 好 行 对 真的 确定
apply approve request extend cost pay paid charge need require allow possible carry expire cancel submit change happen
work count take start end begin claim reimburse notice form proof receipt certificate reason exception difference day
hour month year week money advance sign reject deny refuse late early automatically automatic eligible qualify long
much many often far soon next step go use ask contact tell send file renew transfer lose convert pro-rated paper what
who how when mean example thing case same free approval receipts documents sure really exact exactly split responsible
valid keep stay hold raise increase lower reduce inform notify upgrade downgrade
"""


@cache
def _generic() -> frozenset[str]:
    entries = _GENERIC.split()
    return frozenset(entries) | frozenset(word.norm for entry in entries for word in words(entry))


_ASKS: Final = re.compile(r"[几多哪何][一-鿿]{0,2}|什么.{0,2}|怎.{0,2}|如何|吗|呢|为何")


def is_grammar(word: Word) -> bool:
    """Whether a word only joins, asks or frames others (的, 多久, how, limit)."""
    norm = word.norm
    return is_common(norm) or norm in FRAME or (is_han(norm[0]) and bool(_ASKS.fullmatch(norm)))


def is_generic(word: Word) -> bool:
    """Whether a word could stand in a question about anything (申请, 多久, approve, days)."""
    norm = word.norm
    if is_grammar(word) or norm in _generic() or norm.isdigit() or word.text.lower() in _generic():
        return True
    return is_han(norm[0]) and len(norm) == 1


@dataclass(frozen=True, slots=True)
class Run:
    """Half-open ``[start, end)`` of a question: telling words side by side, or joined by 的."""

    start: int
    end: int
    text: str


def runs(text: str, taken: Sequence[Slot] | None = None) -> tuple[Run, ...]:
    """What ``text`` is about: its runs of telling words outside the slots ``taken`` (None: its own), in order."""
    occupied = slots(text) if taken is None else taken
    found: list[Run] = []
    for word in words(text):
        if is_generic(word) or any(slot.start < word.end and word.start < slot.end for slot in occupied):
            continue
        if found and _JOINED.fullmatch(text[found[-1].end : word.start]):
            start = found.pop().start
            found.append(Run(start, word.end, text[start : word.end]))
        else:
            found.append(Run(word.start, word.end, word.text))
    return tuple(_with_nouns(run, text) for run in found)


def _with_nouns(run: Run, text: str) -> Run:
    after = _NOUNS_AFTER.match(text, run.end)
    return run if after is None else Run(run.start, after.end(), text[run.start : after.end()])


_JOINED: Final = re.compile(r"[ -]{0,2}")
_NOUNS_AFTER: Final = re.compile(
    r"(?: (?:days|hours|rate|limit|fee|period|policy|process|number|form|claim|notice|request|version|allowance|budget"
    r"|size)s?\b){1,4}",
    re.IGNORECASE,
)
"""General nouns that belong to the telling word before them: sick days, API rate limit."""


THINGS: Final = frozenset(("leave", "expense", "transport", "event"))
"""Kinds of slots that a question can be about."""


def parts(text: str) -> tuple[Run | Slot, ...]:
    """Runs and slots of ``text`` in order, not overlapping."""
    found = runs(text)
    left = [slot for slot in slots(text) if not any(run.start < slot.end and slot.start < run.end for run in found)]
    return tuple(sorted([*found, *left], key=lambda one: one.start))


_OWN_QUESTION: Final = re.compile(
    r"(?:试用期|实习期|见习期|合同期|服务期|哺乳期|版)(?:[是有要]|一般|到底|总共|一共)*+(?:多久|多长|多少钱|什么价|怎么收费|从哪天|什么时候)"
    r"|^(?:how (?:much|long)|what|when) (?:does|do|is|are|will) [\w .-]{0,40}",
    re.IGNORECASE,
)
"""What asks for a property that only a plan or a period itself has."""


def is_about_something(text: str) -> bool:
    """Whether ``text`` names what it is about, so that it can be understood alone."""
    own = slots(text)
    if any(slot.kind in ("plan", "stage", "device") for slot in own) and _OWN_QUESTION.search(text):
        return True
    return bool(runs(text)) or any(slot.kind in THINGS for slot in own)
