"""Word lists: words of office and IT that the segmenter would split, and the stop words of both languages."""

from __future__ import annotations

_OFFICE = """
年假:42 事假 婚假 丧假 陪产假 育儿假 工伤假 哺乳假 调休 司龄 工龄:208 补卡 打卡:62 旷工:32
试用期:542 转正:446 试岗 入职 离职:468 调岗 轮岗:36 内推 背调 个税 社保:238 医保:548
公积金:1114 薪资:546 餐补 房补 车补 油补 差旅 差标 商务舱 经济舱:50 二等座 一等座
报销:464 用印 会签:54 驳回:216 抄送 比价:278 固资 领用 工位:44 工牌 门禁 茶水间 钉钉 飞书
企微 云盘:770 网盘 双因素 双因子 多因素 强密码 弱口令 堡垒机 跳板机 云主机 云原生 公有云 私有云 混合云
数据湖 数仓 慢查询 主备 主库 灰度 灾备 容灾 提测 联调 压测 发版 封版 预发 限流 熔断 扩容:196 缩容
回滚 埋点 运维 高可用 可用区 大模型 微服务 网关:64 零信任 内网 外网 公网 外包 驻场 团建:400 月报:54
周报:256 站会:72 周会 例会:128 看板 复盘 前端:626 后端 移动端 小程序 公众号 锁屏 蓝屏 工单
自然日:54 自然月:76 自然年:168 工作日:1580 次月:66 次日:3440 财年:894 大小周 双休
工时:94 时薪 年薪:1078 月薪:984 涨薪 调薪 归属期 行权 云桌面 云电脑 工号 健康码 茶歇 校招 社招
实习生:644 应届生 年终奖:116 全勤奖 绩效:496 职级:90 晋级:476 法务:52 风控 内控:44
脱敏:44 白名单 黑名单:204 令牌:140 密钥:128
"""
_RARE = 30
"""Frequency of a word without a number: enough to keep it whole, too little to tear known words apart (今年假期)."""


def _office_words() -> tuple[tuple[str, int], ...]:
    entries = (entry.partition(":") for entry in _OFFICE.split())
    return tuple((word, int(frequency or _RARE)) for word, _, frequency in entries)


OFFICE_WORDS: tuple[tuple[str, int], ...] = _office_words()
"""Word and frequency (twice what jieba suggests to keep it whole). Short words only: in `cut`, a compound would hide
its parts (报销单 would no longer match 报销)."""

_ZH = """
的 了 着 过 吗 呢 吧 啊 呀 嘛 么 地 得 之 所 而 且 与 和 及 或 或者 以及 并 并且 而且 但 但是
不过 因为 所以 因此 如果 若 则 那么 即 就 就是 都 也 还 还是 又 再 才 只 很 太 更 最 较 非常 是
有 在 于 从 自 到 至 向 对 对于 关于 由 被 把 将 给 为 为了 以 按 按照 根据 通过 比 跟 同 让
使 会 能 能够 可 可以 要 需要 需 应 应该 应当 必须 须 请 请问 想 想要 得以 没 没有 不 未 无 别
勿 我 你 您 他 她 它 我们 你们 他们 它们 咱们 自己 这 那 这个 那个 这些 那些 这里 那里 这样 那样
此 该 其 其他 本 各 每 某 有关 相关 一个 一些 个 种 些 上 下 中 里 内 外 后 前 时 时候 等 等等
什么 怎么 怎样 怎么样 如何 多少 几 哪 哪个 哪些 哪里 哪儿 谁 为什么 为何 何 何时 是否 是不是 有没有
能不能 可不可以 要不要 会不会 多久 多长 进行 已 已经 目前 现在 之后 之前 以后 以前 其中 来 去 说 做
用 里面
"""
_EN = """
a an the and or but nor so if then else than that this these those there
here of in on at by for from to into onto with within without about above
below under over between after before during until while as via per is am
are was were be been being do does did done have has had having can could
may might must shall should will would ought need not no don't doesn't
didn't isn't aren't wasn't weren't can't cannot couldn't won't wouldn't
shouldn't mustn't i you he she it we they me him her us them my your his its
our their mine yours ours theirs myself yourself itself who whom whose which
what when where why how any some all each every either neither both few many
much more most other another such only own same too very just also please
tell know get got let's i'm you're we're they're it's that's what's there's
i'd i'll i've out up down off again once yes
"""

COMMON_ZH: frozenset[str] = frozenset(_ZH.split())
"""Chinese function words, question words and negations."""
COMMON_EN: frozenset[str] = frozenset(_EN.split())
"""English function words, question words and negations, in lower case and not stemmed."""
