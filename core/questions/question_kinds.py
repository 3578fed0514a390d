"""What kind of thing a question asks for: a person, a time, an amount, a rule, a way, in both languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from core.language import normalise

Kind = Literal[
    "who", "when", "how_long", "how_often", "how_much", "how_many", "amount", "size", "percent",
    "where", "version", "why", "how_to", "may", "must", "whether", "which", "value", "what",
]  # fmt: skip
"""``how_much`` is money; ``how_many`` counts a noun; ``amount`` is any value; ``size`` a measure or number; ``value``
asks what a limit, price or deadline is."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """``kind`` of a question, and the ``noun`` it counts or chooses from, or of which it asks who that is, as
    written, where it names one.
    """

    kind: Kind
    noun: str = ""


_ZH_TIME = r"(?:个?(?:工作日|自然日|月|小时|星期|礼拜|季度)|天|日|年|分钟|秒钟?|周|晚|岁|周岁|毫秒)"
_EN_TIME = r"(?:milliseconds?|seconds?|minutes?|hours?|(?:[a-z]{1,12} )?days?|nights?|weeks?|months?|quarters?|years?)"
_ZH_UNIT = "楼个名位种条项张次份页级层台件步家类篇款门部集座所架辆起届枚颗支只轮"
VERB = (
    "is|are|was|were|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had|am"
    "|happens?|if|about|i|we|you"
)
"""Words after "which" or "how many" that are not what is chosen from or counted."""
_ZH_NOUN = r"(?P<zh_noun>[\u4e00-\u9fff]{1,2})?"
_EN_NOUN = rf"(?P<en_noun>(?!(?:{VERB})\b)[a-z][a-z'-]{{1,20}}(?: (?!(?:{VERB})\b)[a-z'-]{{2,20}})?)"
_FEW_WORDS = r"(?:[a-z0-9'-]{1,20} ){1,6}"
_LIMIT_EN = (
    "limit|allowance|price|cost|rate|fee|budget|maximum|minimum|number|length|size|amount|deadline|duration|period"
    "|quota|salary|threshold|age|percentage|population|distance|height|weight|speed|temperature|discount|credit"
)


def _rule(kind: Kind, *, zh: str, en: str) -> tuple[Kind, re.Pattern[str]]:
    return kind, re.compile(rf"{zh}|\b(?:{en})\b", re.ASCII)


_RULES = (
    _rule(
        "how_often",
        zh=r"多久.{0,4}一次|几[天周月年].{0,4}一次",
        en=r"how (?:often|frequently)",
    ),
    _rule(
        "how_long",
        zh=rf"多久|多长时间|(?:有效期|期限|时限|时长|年龄|工期)[是为]?多少|(?:几|多少) ?{_ZH_TIME}(?!级)|多长|时长",
        en=rf"how (?:long|soon|quickly|fast|old|early|late)|how many (?:more )?{_EN_TIME}|(?:what|which) age",
    ),
    _rule(
        "how_much",
        zh=r"多少(?:钱|元|块|美元|费用|工资|奖金)|(?:费用?|价格?|工资|[月年时]薪|成本|单价|罚款|奖金)[是为]?多少|几(?:块|元)|什么价|怎么收费",
        en=rf"how much money|what(?:'s| is| are) .{{0,40}}\b(?:costs?|prices?|fees?|salary|wages?)"
        r"(?=\W*$| (?:of|for|in|per)\b)"
        rf"|how much (?:does|do|did|will) {_FEW_WORDS}cost|what (?:does|do|did|will) {_FEW_WORDS}cost"
        r"|how much\b.{0,40}\b(?:costs?|charged?|priced?|spend)",
    ),
    _rule("percent", zh=r"百分之(?:几|多少)|多大比例", en=r"(?:what|which) (?:percentage|percent|share|proportion)"),
    _rule(
        "size",
        zh=r"多[大高宽深重远快]|几[mgtk]b?\b",
        en=r"how (?:large|big|high|tall|wide|deep|heavy|far|hot|cold)",
    ),
    _rule(
        "how_many",
        zh=rf"(?:多少|几) ?(?:[个种条项类]|人(?=数)|(?P<zh_unit>[{_ZH_UNIT}人])){_ZH_NOUN}",
        en=rf"how many {_EN_NOUN}",
    ),
    _rule("amount", zh=r"多少", en=r"how (?:much|many)"),
    _rule(
        "when",
        zh=r"什么时[候间]|何时|哪[一]?[天年月日]|几[号点月]|何[年月日]",
        en=r"when|what (?:date|day|time|year|month)|(?:which|what) (?:days?|dates?|years?|months?)",
    ),
    _rule(
        "who",
        zh=r"(?P<zh_whose>[\u4e00-\u9fff]{2,8})是谁(?!的)|谁|(?:哪个|哪些|什么)部门|哪些人|何人|哪[一几]?位|什么人|哪个人",
        en=r"who(?:'s| is| was) (?:the|our|my|your) (?P<en_whose>(?:[a-z0-9'-]{1,20} ){0,3}[a-z0-9'-]{1,20})(?=\W*$)"
        r"|who(?:m|se)?|(?:which|what) (?:person|people|team|department|role)",
    ),
    _rule(
        "where",
        zh=r"哪里|哪儿|在哪|到哪|何[处地]|什么地方",
        en=r"where|(?:which|what) (?:city|cities|country|countries|places?|office|building|room|floor|address)",
    ),
    _rule(
        "version",
        zh=r"哪[一]?个?版本?(?:号|开始)?",
        en=r"(?:which|what)(?: [a-z]{2,12}){0,2} (?:version|release|build)",
    ),
    _rule("why", zh=r"为什么|为何|什么原因|的原因|怎么会", en=r"why|how come"),
    _rule(
        "how_to",
        zh=r"怎么办|怎么|怎样|如何",
        en=r"how (?:do|does|can|could|should|to|must|may|would|will|is|are|did)"
        r"|what (?:steps|is the (?:process|procedure))",
    ),
    _rule(
        "which",
        zh=rf"哪[一]?[个些种家款项类道本条名只部份所]{_ZH_NOUN}|什么(?:类型|种类)",
        en=rf"which {_EN_NOUN}|what (?:kinds?|types?|sorts?) of",
    ),
    _rule(
        "may",
        zh=r"能不能|可不可以|[能可]否|(?:可以|能够?|允许)[^，,。？?]{1,30}吗",
        en=r"(?<![a-z0-9] )(?:can|could|may|might)|(?<![a-z0-9] )(?:is|are) .{2,60}\b(?:allowed|permitted|possible)",
    ),
    _rule(
        "must",
        zh=r"要不要|需不需要|(?:需要|必须|须|要)[^，,。？?]{1,30}吗",
        en=r"(?<![a-z0-9] )(?:must|should|shall)|(?<![a-z0-9] )(?:do|does|is|are) .{2,60}"
        r"\b(?:need(?:ed)?|have to|required)",
    ),
    _rule(
        "whether",
        zh=r"吗|是否|[能可应]否|能不能|可不可以|会不会|有没有|是不是|要不要|需不需要|([\u4e00-\u9fff])不\1",
        en=r"whether|(?<![a-z0-9] )(?:can|could|may|might|must|should|shall|will|would|do|does|did|is|are|was|were|am"
        r"|has|have|had)",
    ),
    _rule(
        "value",
        zh=r"(?:上限|下限|标准|价格|额度|期限|有效期|金额|预算|时限|比例|费率|单价|门槛|配额|时间)(?:各|分别|又)?[是为]什么",
        en=rf"what(?:'s| is| are| was| were)\b.{{0,60}}\b(?:{_LIMIT_EN})s?|what (?:{_LIMIT_EN})s?",
    ),
    _rule("what", zh=r"什么|啥", en=r"what"),
)
_CONNECTING: frozenset[Kind] = frozenset(("when", "where", "who"))
"""After "what" or "how" such a word begins a clause (what happens *when* …), and asks for nothing."""
_OPEN: frozenset[Kind] = frozenset(("may", "must", "whether", "value", "what"))


def kind_of(question: str) -> Wanted | None:
    """What ``question`` (or a part of one) asks for; None where it holds no word that asks."""
    text = normalise(question).strip()
    found = [(kind, match) for kind, rule in _RULES if (match := rule.search(text))]
    if not found:
        return None
    asked = min((match.start() for kind, match in found if kind in ("what", "how_to")), default=len(text))
    direct = [(kind, match) for kind, match in found if kind not in _CONNECTING or match.start() <= asked]
    kind, match = next((entry for entry in direct if entry[0] not in _OPEN), (direct or found)[0])
    nouns = {name: value for name, value in match.groupdict().items() if value}
    noun = nouns.get("zh_noun") or next(iter(nouns.values()), "")
    return Wanted(kind, noun)


_ASKING = re.compile(
    rf"请问|哪[一]?个?版本?(?:号|开始)?|\b(?:which|what)(?: [a-z]{{2,12}}){{0,2}}? (?:version|release|build)\b"
    rf"|(?:在|要)?多久|多长时间|(?:多少|几)(?: ?{_ZH_TIME}|钱|[{_ZH_UNIT}块元])?"
    r"|(?:之|以)?内(?=[，,交提完要必须可能])|之内|以内|多[大长高宽深重远快]"
    r"|什么时[候间]|什么样?|哪[一]?[些个里儿位家种]?|何[时处人]|怎么样?|怎样|怎么办|如何|为什么|为何|是否|能不能|可不可以"
    r"|[能可]否|会不会|有没有|是不是|要不要|吗|呢|谁|各是|分别|又是|告诉我|想知道|一下"
    r"|\b(?:how (?:long|many|much|large|big|often|far|old|soon|late|early|fast|quickly|high|do|does|can|to|is|are)"
    r"|what(?:'s)?|when|which|who(?:m|se)?|where|why|whether"
    r"|please|tell me|is there|are there|do (?:we|i|you)|can (?:we|i|you)|could you|may i)\b",
)


def without_asking(question: str) -> str:
    """``question`` normalised, without the words that only ask; what is left says what it is about."""
    return _ASKING.sub(lambda match: " " * len(match.group()), normalise(question))
