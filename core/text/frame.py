"""Words that say how something is measured or laid down, not what it is about."""

from __future__ import annotations

from core.language import words

_FRAME = """
上限 下限 最大 最小 最多 最少 最高 最低 至少 至多 期限 有效期 时限 期 时间 日期 截止 标准 规定 新规 要求 规则
政策 制度 说明 办法 手册 指南 为 是 约 共 达 超过 不超过 限制 大小 数量 总数 总量 总额 额度 金额 比例 比率 进行
实行 执行 定于 将于 举行 召开 举办 完成 提交 按 按照 根据 依据 自 起 至 到 前 后 内 以内 之前 之后 提前 可以 可
可能 能 应 应当 须 需 必须 需要 支持 允许 目前 现在 当前 统一 调整 改为 调整为 承诺 发放 收取 单次 每次 一次
通知 公告 帮助 中心 文档 产品 公司 本 该 其 均 都 已 将 会 自动 默认 系统 左右 共有 拥有 设有 位于 大约 大概
以上 以下 多年 不到 近 多 者 情况 情形 期间 期内 之日 之日起 当日 当天 计发 计算 每个 单个 各 收费 缴纳
最长 最短 最早 最晚 最迟
maximum minimum max min limit size amount number total period duration length time date deadline policy rule guide
handbook faq manual last take cost be have need require allow support within up default currently now new update use
provide include offer get receive company document only also about approximately around exactly
each every per all least most due submit
under over above below between new now welcome free able your our their its
"""


def _frame() -> frozenset[str]:
    """Each entry as it is and as the segmenter cuts it, which depends on what stands around."""
    entries = _FRAME.split()
    return frozenset(entries) | frozenset(word.norm for entry in entries for word in words(entry))


FRAME = _frame()
"""Words that say how something is measured or laid down, not what it is about."""
