"""Words that say the same in office prose, in both languages; a small list of general ones, none of any customer."""

from __future__ import annotations

from functools import lru_cache

from core.language import words

_GROUPS = """
员工 职工 雇员 人员 工作人员 同事
使用 采用 运用 利用 用
提交 递交 提供 交
批准 审批 同意 核准 特批 许可
禁止 不得 不能 严禁 不可 不准
过期 逾期 作废 失效 超期
目前 当前 现在
必须 须 需 需要 应当 应 务必
可以 能够 可 能 允许
休假 年假 年休假 假期 假
费用 金额 价格 费
购买 采购 买
公司 企业
总部 本部
创立 成立 创办 建立 创建
增长 增加 上升 提高 提升
下降 减少 降低
上限 最大 最多 最高 封顶
下限 最小 最少 最低
保留 保存 留存
删除 清除 移除 删
包括 包含 含
离职 解除 离开
关闭 停用 禁用
开启 启用 打开 开通
食堂 餐厅
酒店 宾馆 住宿 旅馆
报销 报
默认 缺省
热议 讨论 议论
根据 按照 依照 依据
通过 借助 经由
其中 当中
准备 预备
立即 立刻 马上
全部 所有 一切
大约 约 左右
立场 态度
目的 目标
地点 场所 位置
错误 差错
帮助 协助
修改 更改 变更 改
查看 浏览 查阅 预览
支持 兼容
响应 回复 答复
泄露 泄漏 透露
补贴 补助
赔偿 赔
方式 方法
例如 比如
电影 影片
原因 缘故
孩子 儿童 小孩
医生 大夫
归还 退还 返还 上交 交还
手机 电话
申请 申领
设定 设置 自定义
访客 来宾
驻车 停车
每日 每天 天天
每年 年度
每月 月度
主管 领导 上级
办理 处理
开始 起 起始
结束 完毕
发放 发给 支付
LTS 长期支持
CEO 首席执行官
CTO 首席技术官
CFO 首席财务官
HR 人力资源
MFA 双因素 多因素
SLA 服务等级
PTO 年假
YoY 同比 year-over-year
employee staff worker personnel
use utilize
require need must mandatory necessary
buy purchase
begin start commence
end finish conclude
remove delete drop erase
maximum max most limit cap
minimum min least
retain keep store hold preserve
approve approval authorize sign-off
allow permit
forbid prohibit ban disallow
company firm
big large
movie film
vacation holiday leave pto
reimburse refund repay
location place
yearly annual annually year
monthly month
weekly week
daily day
quarterly quarter
hourly hour
expire lapse
create make
child kid
found establish
person people individual everyone
car vehicle
doctor physician
fee cost price charge
submit send file
contact reach
deploy release
record entry
assist help
receive get obtain
show display
increase raise grow
decrease reduce lower
provide give offer supply
employ hire
select choose pick
about regarding concerning
many numerous
people folks
help assist aid
like such
tell inform notify
ask request
need want
let allow
several various
"""


def _table() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for line in _GROUPS.strip().splitlines():
        group = {word.norm for entry in line.split() for word in words(entry)}
        for norm in group:
            table.setdefault(norm, set()).update(group - {norm})
    return {norm: frozenset(others) for norm, others in table.items()}


@lru_cache(maxsize=1)
def _synonyms() -> dict[str, frozenset[str]]:
    return _table()


def alike(norm: str) -> frozenset[str]:
    """Norms that may stand for ``norm``; may be empty."""
    return _synonyms().get(norm, frozenset())
