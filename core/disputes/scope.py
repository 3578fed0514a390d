"""Whether two statements speak of the same plan, role, place, item, version and year: else they don't disagree."""

from __future__ import annotations

import re
from functools import lru_cache

_SORTS = """
免费 付费 专业 标准 基础 高级 企业 旗舰 商业 团队 个人 家庭 教育 试用 入门 尊享 白金 黄金 钻石 普通
增量 全量 差异备份
一线城市 二线 三线 省会 其他城市 其它城市 其余城市
海外 国际 境外 国内 境内
正式员工 试用期 实习 兼职 全职 外包 劳务 临时
总监 经理 主管 副总 普通员工 高管 管理层
工作日 周末 休息日 节假日
一等座 二等座 商务座 经济舱 公务舱 头等舱
内网 外网 公网
生产环境 测试环境 开发环境 预发环境
男 女 产假 陪产假
客户端 网页 移动端 桌面端 手机端 浏览器
首次 初次 再次 续签 续费 首年 次年
门诊 住院 牙科 体检
上午 下午 晚上 夜间 白天 早班 晚班
有线 无线
平均 中位 峰值
单人 双人 多人
free paid pro professional standard basic advanced enterprise business premium team personal individual \
family education trial starter plus gold silver platinum lite ultimate default verified unverified
incremental full_backup differential
domestic international overseas
intern part-time full-time contractor temporary permanent
director manager executive vice_president vp
weekday weekend holiday
economy first_class business_class
standard express overnight
普通 加急 特急
production staging sandbox development
maternity paternity mother father birthing
web mobile desktop ios android windows macos linux
first second third initial final renewal subsequent
dental vision outpatient inpatient
morning afternoon evening night
wired wireless
minimum maximum average median mean peak typical
single double
"""
"""Each line divides one field; two statements that name different members of one line don't meet."""


def _sort(line: str) -> re.Pattern[str]:
    members = sorted(line.split(), key=len, reverse=True)
    if members[0].isascii():
        inner = "|".join(member.replace("_", "[ -]").replace("-", "[ -]?") for member in members)
        return re.compile(rf"(?<!non-)\b(?:{inner})s?\b", re.IGNORECASE)
    return re.compile("|".join(members))


_SORT_PATTERNS = tuple(_sort(line) for line in _SORTS.strip().splitlines())
_PLAN = re.compile(
    r"(?:免费|付费|专业|标准|基础|高级|企业|旗舰|商业|团队|个人|家庭|教育|试用|入门)(?:版|套餐|用户|会员|账[号户]|客户)"
    r"|\b(?:free|pro|professional|standard|basic|enterprise|business|premium|team|personal|starter|plus|trial|education)"
    r" (?:plan|tier|edition|account|user|customer|subscriber|package)s?\b",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z]{1,4}-?\d{1,3}|[a-z]{2,4}-\d{1,3}|[A-Z] ?[座类栋级区组]|Sev-?\d)(?![A-Za-z0-9])"
    r"|[一二三四五六七八九\d]级"
)
_LETTERED = re.compile(
    r"\b(?:level|class|type|group|zone|building|block|gate|tier|grade|category|tower|floor|phase|part|priority|severity"
    r"|sev|stage|round|band|rank)"
    r" ([A-Z]|\d{1,3}|[IVX]{1,4})\b",
    re.IGNORECASE,
)
_NTH = re.compile(r"第 ?[一二三四五六七八九十\d]{1,3} ?[次年阶档季期轮批]")
_SINGLE = re.compile(r"\b[A-Za-z]{3,15} ([A-HJ-Z])(?![\w'&])")
"""Office A, Team B."""
_VERSION = re.compile(
    r"(?:版本?|\brelease|\bversion)[ ]?(\d{1,4}(?:\.\d{1,4}){1,3})|(?<![\d.])(\d{1,4}(?:\.\d{1,4}){1,3}) ?版"
    r"|(?<![A-Za-z0-9])v(\d{1,3}(?:\.\d{1,4}){0,3})(?![\d.])",
    re.IGNORECASE,
)
_NAMED_VERSION = re.compile(
    r"\b[A-Z][a-z]{1,20} (\d{1,3}(?:\.\d{1,4}){1,3})(?! ?(?:[%‰]|[A-Za-z]{1,2}\b|million|billion|percent))"
)
_YEAR = re.compile(r"(?<!\d)(?:FY ?)?((?:19|20)\d\d)(?!\d)")
_PERIOD = re.compile(
    r"第?[一二三四1-4]季度|[Qq][1-4](?!\d)|[上下]半年|\b(?:first|second|third|fourth) (?:quarter|half)\b|\bH[12]\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"其[他余它]|以外|除.{1,30}外|\b(?:elsewhere|others?|otherwise|except|excluding|non-\w{1,20})\b", re.IGNORECASE
)
_TENURE = re.compile(
    r"[已未不]?满[^，,。；;、]{1,8}?[年月天周岁]|工龄|司龄|入职.{0,4}(?:满|超过)"
    r"|\b(?:years?|months?) of (?:service|tenure|employment)\b",
    re.IGNORECASE,
)


def is_same_scope(*, one: str, other: str, one_context: str = "", other_context: str = "") -> bool:
    """Whether sentences ``one`` and ``other`` may speak of the same thing, as far as plans, roles, places, codes,
    versions and years tell. ``…_context``: title and headings, which name what the sentence leaves out. The compared
    values must be blanked out.
    """
    if bool(_OTHERS.search(one)) != bool(_OTHERS.search(other)) or _tenures(one) != _tenures(other):
        return False
    mine, theirs = _titled(one_context) | _named(one), _titled(other_context) | _named(other)
    if _apart(mine.get("year"), theirs.get("year")) or _apart(mine.get("period"), theirs.get("period")):
        return False
    plans, their_plans = mine.pop("plan", frozenset()), theirs.pop("plan", frozenset())
    if plans != their_plans and not (
        plans <= _plans(other + other_context) and their_plans <= _plans(one + one_context)
    ):
        return False
    return not any(_apart(mine.get(sort), theirs.get(sort)) for sort in mine)


def _apart(mine: frozenset[str] | None, theirs: frozenset[str] | None) -> bool:
    return bool(mine) and bool(theirs) and not (mine or frozenset()) & (theirs or frozenset())


def _titled(context: str) -> dict[str, frozenset[str]]:
    """What title and headings name for a sentence that does not: no plan, which may be one of several, and no code."""
    return {sort: members for sort, members in _named(context).items() if sort not in ("plan", "code")}


def _tenures(text: str) -> frozenset[str]:
    return frozenset(match.group() for match in _TENURE.finditer(text))


def _plans(text: str) -> frozenset[str]:
    return frozenset(match.group().lower() for match in _PLAN.finditer(text))


@lru_cache(maxsize=8192)
def _found(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    named = {
        "plan": _plans(text),
        "code": frozenset(match.group().lower() for match in _CODE.finditer(text)),
        "nth": frozenset(match.group().replace(" ", "") for match in _NTH.finditer(text)),
        "single": frozenset(match.group(1) for match in _SINGLE.finditer(text)),
        "letter": frozenset(match.group(1).lower() for match in _LETTERED.finditer(text)),
        "version": frozenset(match.group(match.lastindex or 0) for match in _VERSION.finditer(text)),
        "named version": frozenset(match.group(1) for match in _NAMED_VERSION.finditer(text)),
        "year": frozenset(match.group(1) for match in _YEAR.finditer(text)),
        "period": frozenset(match.group().lower() for match in _PERIOD.finditer(text)),
    }
    for index, sort in enumerate(_SORT_PATTERNS):
        named[f"sort {index}"] = frozenset(match.group().lower().rstrip("s") for match in sort.finditer(text))
    return tuple((name, members) for name, members in named.items() if members)


def _named(text: str) -> dict[str, frozenset[str]]:
    return dict(_found(text))
