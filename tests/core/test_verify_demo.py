"""Sentences about the demo documents: true ones are shown, bent ones are not."""

from functools import cache
from pathlib import Path

import pytest

from core.domain import Block, Claim, Policy, Verdict
from core.verify import prepare, verify
from corpus.chunking import chunk
from corpus.documents import parse

DEMO = Path(__file__).parents[2] / "corpus" / "demo"

TRUE = [
    ("010", "开放API默认每个应用每分钟最多调用600次。"),
    ("010", "每个应用每分钟最多可以调用开放API 600次，超出会返回429。"),
    ("010", "企业版客户可以申请提高调用上限，3个工作日内会得到答复。"),
    ("010", "访问令牌两小时后过期。"),
    ("010", "刷新令牌的有效期是30天，用过之后旧的立即作废。"),
    ("010", "连续180天没有调用的应用会被自动停用。"),
    ("010", "page_size默认50，最大200。"),
    ("005", "分享链接默认30天后失效。"),
    ("005", "客服无权查看或重置提取码。"),
    ("005", "免费版只能看到访问总次数。"),
    ("005", "仅通过链接访问的外部人员不会占用席位。"),
    ("012", "Each application can register at most 10 webhook addresses."),
    ("012", "You have to answer with a 2xx status within 10 seconds."),
    ("012", "Failed deliveries are retried up to 6 times."),
    ("012", "Error 429000 means too many requests."),
    ("012", "A webhook is disabled after failing for 3 days without a break."),
    ("012", "Deliveries older than 5 minutes should be rejected."),
    ("016", "工龄满十年的员工有10天年假。"),
    ("016", "工龄满一年不满十年的，年假5天。"),
    ("016", "当年没休完的年假年底作废，不能结转。"),
    ("016", "每年有6天带薪病假。"),
    ("016", "陪产假为10天。"),
    ("016", "请假超过2天还要部门负责人批准。"),
    ("016", "入职满一年后才能休年假。"),
    ("019", "工作日加班到21:30以后可以报销回家的打车费，每次最多60元。"),
    ("019", "晚餐上限为35元。"),
    ("019", "招待客户要先填申请，并由部门负责人批准。"),
    ("019", "招待标准人均不超过200元。"),
    ("019", "私人快递费不能报销。"),
    ("019", "发票须在开票后60天内提交报销。"),
    ("019", "财务部收到完整单据后10个工作日内付款。"),
    ("019", "停车费可以报销，但要附外出审批编号和停车票据。"),
    ("019", "每位员工每年最多可报销600元的专业图书。"),
    ("020", "In Beijing, staff are reimbursed up to 500 yuan per night."),
    ("020", "Managers can spend up to 650 yuan per night in Shanghai."),
    ("020", "The meal allowance is 100 yuan a day and needs no receipt."),
    ("020", "Taxis are reimbursed up to 80 yuan a day if you have a receipt."),
    ("020", "Abroad the hotel limit is 180 US dollars per night."),
    ("020", "You have 15 working days after the trip to hand in your claim."),
    ("020", "Visa fees and travel insurance are fully reimbursed."),
    ("024", "会议室最多可提前14天预订。"),
    ("024", "会议开始后10分钟没人签到会自动释放会议室。"),
    ("024", "一级工单15分钟内响应。"),
    ("024", "每人每月可以打印300页。"),
    ("024", "访客网络不能访问公司内部系统。"),
    ("024", "备用机最多借10个工作日。"),
    ("024", "外包人员账号最长有效6个月。"),
    ("024", "IT服务台在总部3楼。"),
]
BENT = [
    ("010", "开放API默认每分钟最多调用500次。"),
    ("010", "访问令牌的有效期为30天。"),
    ("010", "应用停用前30天会邮件通知负责人。"),
    ("010", "page_size最大为50。"),
    ("005", "客服可以查看提取码。"),
    ("005", "外部协作者每10人占用一个付费席位。"),
    ("012", "Self-signed certificates are accepted."),
    ("012", "Failed deliveries are retried up to 10 times."),
    ("016", "满十年的员工年假为5天。"),
    ("016", "没休完的年假可以结转到下一年。"),
    ("016", "婚假10天。"),
    ("016", "入职满半年就可以休年假。"),
    ("019", "私人快递费可以报销。"),
    ("019", "发票须在开票后90天内提交报销。"),
    ("019", "没有加班审批的打车费也可以报销。"),
    ("020", "In Beijing, managers are reimbursed up to 500 yuan per night."),
    ("020", "Claims must be handed in within 30 working days."),
    ("024", "二级工单的响应时间为15分钟。"),
    ("024", "访客可以访问公司内部系统。"),
    ("024", "邮箱容量是每人100 GB。"),
]


@cache
def blocks(number: str) -> tuple[Block, ...]:
    document, body = parse((DEMO / f"doc-{number}.md").read_text(encoding="utf-8"), path=f"doc-{number}.md")
    return tuple(
        Block(number=n, chunk=part, text=part.text, tokens=len(part.text), score=1.0)
        for n, part in enumerate(chunk(document, body), start=1)
    )


def judged(number: str, sentence: str) -> Verdict:
    """Every block of the document cited: those that hold are kept."""
    handed = blocks(number)
    return verify(Claim(sentence, tuple(block.number for block in handed)), prepare(handed), Policy())


@pytest.mark.parametrize(("number", "sentence"), TRUE)
def test_a_true_sentence_about_a_demo_document_is_shown(number: str, sentence: str) -> None:
    verdict = judged(number, sentence)
    assert verdict.is_shown, verdict.reasons


@pytest.mark.parametrize(("number", "sentence"), BENT)
def test_a_bent_sentence_about_a_demo_document_is_not_shown(number: str, sentence: str) -> None:
    assert not judged(number, sentence).is_shown
