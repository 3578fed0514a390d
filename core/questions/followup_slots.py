"""What can be contrasted in a question: "and for interns?" changes the role, "专业版呢？" the plan.

A slot is a part of a question of one kind; a follow-up that names another value of the same kind stands in its place.
Lists of general office words, none of any customer; what is in no list is compared by its head (病假 and 年假).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from core.quantities import quantities

SlotKind = Literal[
    "plan", "role", "place", "stage", "calendar", "day", "device", "leave", "transport", "cabin", "expense", "event",
    "attribute", "value", "code",
]  # fmt: skip
MODIFIERS: Final[frozenset[SlotKind]] = frozenset(
    ("plan", "role", "place", "stage", "calendar", "day", "device", "event", "cabin")
)
"""Kinds that narrow a question without being what it is about: they may be added where there was none."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Half-open ``[start, end)`` of a question; ``text`` is what stands there. ``value`` has its unit in ``unit``."""

    kind: SlotKind
    start: int
    end: int
    text: str
    unit: str = ""


_ZH: Final[tuple[tuple[SlotKind, str], ...]] = (
    ("plan", r"(?:免费|个人|基础|标准|入门|专业|团队|商业|商务|企业|旗舰|高级|体验|试用)版(?:套餐|客户|用户)?"),
    (
        "stage",
        r"(?:试用期|实习期|见习期|合同期|服务期|孕期|哺乳期)(?:以内|内|期间|里|中|结束后|过后|后)?"
        r"|(?:转正|离职|入职|退休|调岗|续签)(?:之前|之后|以前|以后|前|后|时)"
        r"|(?:入职|工作|工龄)(?:满|第)?(?:[一二三四五六七八九十]{1,2}|[0-9]{1,2}) ?年(?:以内|以上|以后|内|后)?",
    ),
    (
        "role",
        r"(?:实习|兼职|全职|正式|外包|试用期|派遣|劳务派遣|临时|合同制|新|老|海外|外籍|远程|普通|女|男)(?:员工|人员)"
        r"|实习生|应届生|合同工|临时工|外包|兼职|全职|返聘人员|新人|(?:部门|总|项目|产品)?经理|总监|主管|高管"
        r"|(?:空间|系统)?管理员|(?:普通)?成员|访客|外部(?:用户|协作者|人员|合作方|成员)|供应商|客户|工程师|销售人员"
        r"|销售|客服|研发|孕妇|家属",
    ),
    (
        "place",
        r"(?:北京|上海|广州|深圳|杭州|成都|南京|武汉|西安|苏州|天津|重庆|厦门|香港|澳门|台湾|新加坡|东京|伦敦|柏林|巴黎"
        r"|纽约|旧金山|美国|英国|德国|法国|日本|韩国|印度|欧洲|欧盟|国内|国外|海外|境内|境外|港澳台|[一二三四]线城市"
        r"|其他城市|省内|省外|市内|外地|本地)(?:办公室|分公司|办公区|总部)?",
    ),
    (
        "calendar",
        r"[12][0-9]{3} ?年(?:度)?|今年|明年|去年|后年|前年|上半年|下半年|第[一二三四]季度|本月|上个?月|下个?月|这个月"
        r"|本周|上周|下周|年底|年初",
    ),
    ("day", r"周末|工作日|休息日|法定节假日|节假日|春节(?:期间)?|国庆(?:期间)?|夜间|晚上|白天"),
    (
        "device",
        r"网页(?:版|端)|桌面(?:版|(?:客户)?端)|移动(?:版|端)(?:应用)?|手机(?:版|端)?|电脑(?:版|端)?|客户端|安卓(?:版)?|苹果(?:版)?"
        r"|(?<![a-z])(?:windows|macos|mac|ios|android|linux|ipad|iphone)(?![a-z])",
    ),
    ("leave", r"年休假|(?:年|病|事|婚|产|陪产|丧|育儿|探亲|工伤|哺乳|护理|护儿|调休|产检|公|护理)假|调休"),
    ("transport", r"(?:机票|飞机|高铁|火车|动车|打车|出租车|网约车|地铁|自驾|租车)(?:票|费)?"),
    ("cabin", r"经济舱|公务舱|商务舱|头等舱|[一二]等座|商务座|软卧|硬卧"),
    ("expense", r"酒店|住宿费?|餐[费补]|伙食费?|交通费|招待费|话费|培训费"),
    ("event", r"(?:出差|加班|培训)(?![费补餐工])|团建|居家办公|远程办公|在家办公|面试|值班"),
    (
        "attribute",
        r"价格|费用|上限|下限|有效期|保留期|期限|存储空间|空间|容量|大小|数量|标准|额度|流程|权限"
        r"|负责人|审批人|截止(?:日期|时间)|配额|频率|间隔|次数|折扣|时间|地点|条件|材料",
    ),
)
_EN_PLACES: Final = (
    r"berlin|munich|london|paris|madrid|amsterdam|dublin|new york|san francisco|seattle|tokyo|singapore|beijing"
    r"|shanghai|shenzhen|guangzhou|hangzhou|hong kong|germany|france|spain|the uk|the us|the usa|china|japan|india"
    r"|europe|asia|the eu|abroad|overseas|other cities|tier [1-3] cities"
)
_PLAN_EN: Final = r"free|basic|starter|standard|personal|pro|professional|team|business|enterprise|premium"
_EN: Final[tuple[tuple[SlotKind, str], ...]] = (
    ("plan", rf"(?:{_PLAN_EN}) (?:plan|tier|edition|subscription|account|customer|package)s?"),
    (
        "stage",
        r"(?:(?:during|after|before|on|in) )?(?:(?:my|the|their) )?(?:probation(?: period)?|notice period|onboarding"
        r"|internship)|(?:after|before) (?:resignation|leaving|joining|retirement)",
    ),
    (
        "role",
        r"(?:new|full-time|part-time|fixed-term|permanent|temporary|remote|contract|office|regular) "
        r"(?:employees?|hires?|joiners?|starters?|staff|workers?)|interns?|contractors?|temps|freelancers?|trainees?"
        r"|consultants?|(?:team |line |department |project )?managers?|directors?|executives?|admins?|administrators?"
        r"|(?:external )?guests?|external (?:users?|partners?|people)|vendors?|suppliers?|engineers?|team leads?"
        r"|part-timers?|new joiners?|customers?|members?",
    ),
    ("place", rf"(?:in )?(?:(?:{_EN_PLACES})(?: office)?|domestic(?:ally)?|international(?:ly)?)"),
    (
        "calendar",
        r"(?:in |for )?(?:(?:this|next|last) (?:year|month|quarter|week)|20[0-9]{2}|q[1-4]|january|february|march|april"
        r"|june|july|august|september|october|november|december)",
    ),
    (
        "day",
        r"(?:on |at |over )?(?:weekends?|weekdays?|the weekend|public holidays?|working days|business days|nights?)",
    ),
    (
        "device",
        r"(?:on |in )?(?:the )?(?:web|desktop|mobile)(?: (?:app|version|client))|windows|macos|mac|ios|android"
        r"|linux|ipad|iphone|phones?|laptops?",
    ),
    (
        "leave",
        r"(?:annual|sick|parental|maternity|paternity|unpaid|compassionate|bereavement|marriage|study|personal|casual"
        r"|family|emergency) leave|pto|vacation",
    ),
    ("transport", r"flights?|airfare|trains?|taxis?|ride-hailing|rental cars?|mileage"),
    ("cabin", r"(?:economy|business|first|premium economy) class"),
    ("expense", r"hotels?|meals?|parking|lodging|visas?"),
    ("event", r"business trips?|overtime|training|conferences?|remote work|working from home|interviews?"),
    (
        "attribute",
        r"(?:price|cost|storage(?: space| limit| quota)?|limit|deadline|duration|quota|fee|allowance|budget|discount"
        r"|retention(?: period)?|validity|approver|owner|process)s?",
    ),
)


def _compiled(table: tuple[tuple[SlotKind, str], ...], edge: str) -> tuple[tuple[SlotKind, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(edge.format(pattern), re.IGNORECASE)) for kind, pattern in table)


_CODE: Final = re.compile(
    r"(?<![\w-])(?P<word>[a-z]{1,3})-?[0-9]{1,3}(?![\w-])"
    r"|(?<!\w)(?P<level>severity|level|tier|grade|phase|priority|step|stage|class|band|version) [0-9]{1,3}(?![\w.])"
    r"|(?P<rank>[一二三四五1-9]级)",
    re.IGNORECASE | re.ASCII,
)
_VALUES: Final = frozenset(("duration", "measure", "money", "percent", "count", "age"))
_ZH_SLOTS: Final = _compiled(_ZH, "{}")
_EN_SLOTS: Final = _compiled(_EN, r"(?<![\w-])(?:{})(?![\w-])")
_EN_IN_PLACE: Final = re.compile(r"(?<![\w-])in (?:the )?(?!I\b)[A-Z][a-z]{2,20}(?: [A-Z][a-z]{2,20}){0,2}(?: office)?")
_EN_PLAN_NAME: Final = re.compile(
    r"(?<=[a-z] )(?:Free|Basic|Starter|Standard|Personal|Pro|Professional|Team|Business|Enterprise|Premium)(?! [A-Z])\b"
)
_BARE_PLAN: Final = re.compile(rf"(?:the )?(?:{_PLAN_EN})(?: one)?", re.IGNORECASE)


def slots(text: str) -> tuple[Slot, ...]:
    """The slots of a question in order, not overlapping: of two that do, the one that begins first, then the longer."""
    found = sorted(_found(text), key=lambda slot: (slot.start, -slot.end, slot.kind == "attribute"))
    kept: list[Slot] = []
    for slot in found:
        if not kept or slot.start >= kept[-1].end:
            kept.append(slot)
    return tuple(kept)


def _found(text: str) -> Iterator[Slot]:
    for kind, pattern in (*_ZH_SLOTS, *_EN_SLOTS):
        for match in pattern.finditer(text):
            yield Slot(kind, match.start(), match.end(), match.group())
    for match in _EN_PLAN_NAME.finditer(text):
        yield Slot("plan", match.start(), match.end(), match.group())
    for match in _EN_IN_PLACE.finditer(text):
        yield Slot("place", match.start(), match.end(), match.group())
    for match in _CODE.finditer(text):
        unit = (match["word"] or match["level"] or "级").lower()
        yield Slot("code", match.start(), match.end(), match.group(), unit)
    for value in quantities(text):
        if value.kind in _VALUES:
            start, end = value.outer_start, value.outer_end
            yield Slot("value", start, end, text[start:end], value.dimension)


def slot_of(phrase: str) -> Slot | None:
    """The slot that a whole phrase is, where it is one; a bare name of a plan counts here ("what about Business?")."""
    found = slots(phrase)
    if len(found) == 1 and (found[0].start, found[0].end) == (0, len(phrase)):
        return found[0]
    if _BARE_PLAN.fullmatch(phrase):
        return Slot("plan", 0, len(phrase), phrase)
    return None
