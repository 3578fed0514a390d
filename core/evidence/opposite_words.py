"""Pairs of words that turn a statement into its opposite when one stands for the other; general ones only."""

from __future__ import annotations

from functools import lru_cache

from core.language import words

_PAIRS = """
增加/减少 提高/降低 提升/降低 上升/下降 增长/下降 增长/减少 上涨/下跌 扩大/缩小 延长/缩短 加快/减慢 加强/削弱
启用/禁用 启用/停用 启用/关闭 开启/关闭 打开/关闭 开放/关闭 锁定/解锁 订阅/退订 登录/登出 安装/卸载 连接/断开
之前/之后 以前/以后 提前/延后 提前/推迟 事前/事后 早于/晚于 最早/最晚 首次/末次 开始/结束 前/后 同步/异步
内部/外部 对内/对外 国内/国外 境内/境外 本地/远程 线上/线下 在线/离线 公开/保密 公有/私有 室内/室外 公网/内网
导入/导出 读取/写入 输入/输出 上传/下载 上行/下行 入库/出库 入职/离职 收入/支出
全量/增量 全部/部分 所有/部分 整体/局部 单向/双向 单个/多个 自动/手动 人工/自动 主动/被动 直接/间接 必填/选填
必选/可选 强制/自愿 免费/收费 免费/付费 有息/无息 含税/不含税 税前/税后 盈利/亏损 盈余/赤字 同比/环比 固定/浮动
正式/临时 全职/兼职 长期/短期 长期/临时 同意/拒绝 批准/驳回 通过/驳回 接受/拒绝 支持/反对 允许/禁止 赞成/反对
成功/失败 胜利/失败 有效/无效 生效/失效 合格/不合格 正常/异常 最大/最小 最高/最低 最多/最少 至多/至少 上限/下限
大于/小于 高于/低于 多于/少于 超过/不足 以上/以下 以内/以外 较高/较低 较大/较小 增至/减至 东部/西部 南部/北部
东/西 南/北 东北/西南 东南/西北 左侧/右侧 左/右 上方/下方 上游/下游 顶部/底部 正面/反面 正向/反向 白天/夜间
上午/下午 早班/晚班 工作日/周末 男性/女性 男/女 父亲/母亲 新/旧 大/小 高/低 多/少 长/短 快/慢 强/弱 好/坏 早/晚
冷/热 干/湿 轻/重 首/末 简单/复杂 安全/危险 积极/消极 优点/缺点 优势/劣势 增值/贬值 increase/decrease
raise/lower raise/reduce grow/shrink grow/decline rise/fall rise/drop gain/loss gain/lose expand/contract
improve/worsen strengthen/weaken enable/disable activate/deactivate open/close lock/unlock install/uninstall
connect/disconnect subscribe/unsubscribe start/stop start/end begin/end first/last before/after earlier/later
early/late prior/subsequent advance/delay ahead/behind above/below over/under up/down upper/lower top/bottom
left/right north/south east/west northern/southern eastern/western internal/external inside/outside
public/private local/remote online/offline domestic/foreign domestic/international inbound/outbound
import/export read/write input/output upload/download include/exclude add/remove
attach/detach allow/block allow/deny allow/prohibit permit/prohibit accept/reject approve/reject agree/disagree
grant/deny win/lose pass/fail succeed/fail success/failure support/oppose optional/mandatory optional/required
compulsory/optional automatic/manual automatically/manually synchronous/asynchronous static/dynamic
temporary/permanent full-time/part-time direct/indirect active/inactive active/passive valid/invalid
maximum/minimum more/less more/fewer most/least high/low higher/lower highest/lowest large/small larger/smaller
largest/smallest long/short longer/shorter new/old newer/older old/young fast/slow faster/slower strong/weak
stronger/weaker best/worst better/worse profit/loss surplus/deficit major/minor majority/minority
positive/negative same/different similar/different equal/unequal simple/complex easy/difficult easy/hard
safe/dangerous cheap/expensive rich/poor happy/sad hot/cold light/heavy deep/shallow wide/narrow always/never
often/rarely often/seldom everyone/nobody everything/nothing all/none many/few morning/evening morning/afternoon
day/night male/female man/woman father/mother son/daughter brother/sister husband/wife able/unable
likely/unlikely known/unknown usual/unusual common/rare common/uncommon clear/unclear successful/unsuccessful
satisfied/dissatisfied confident/uncertain confident/doubtful optimistic/pessimistic impressive/unimpressive
favorable/unfavorable optimistic/cautious concerned/unconcerned interested/uninterested willing/unwilling
committed/uncommitted beneficial/harmful advantage/disadvantage strength/weakness benefit/drawback
headwind/tailwind growth/decline encourage/discourage attract/repel appreciate/depreciate
overestimate/underestimate overperform/underperform outperform/underperform exceed/miss inhale/exhale
"""

_CONVERSES = "发送/接收 买入/卖出 借款/还款 借出/借入 send/receive buy/sell lend/borrow employer/employee"
"""One event told from both ends; opposites only where nothing else of a sentence differs."""


@lru_cache(maxsize=2)
def opposites(*, with_converses: bool = False) -> dict[str, frozenset[str]]:
    """Norm of a word -> norms of its opposites."""
    table: dict[str, set[str]] = {}
    for pair in f"{_PAIRS} {_CONVERSES if with_converses else ''}".split():
        one, other = (_norm(side) for side in pair.split("/"))
        table.setdefault(one, set()).add(other)
        table.setdefault(other, set()).add(one)
    return {norm: frozenset(others) for norm, others in table.items()}


def _norm(side: str) -> str:
    found = words(side)
    return found[0].norm if len(found) == 1 else side
