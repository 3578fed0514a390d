"""Each gate in Chinese and English: what it must catch, and the true paraphrase that it must let pass."""

from datetime import date

import pytest

from core.domain import Block, Chunk, Claim, Document, Policy, Verdict
from core.verify import prepare, verify

PASSWORD_ZH = (
    "所有员工账号密码长度不得少于12位。密码每90天必须更换一次。连续输错5次后账号将锁定30分钟。"
    "严禁将密码通过即时通讯工具发送。管理员账号必须启用双因素认证。"
)
PASSWORD_EN = (
    "Passwords must be at least 12 characters long. Passwords expire every 90 days. Accounts lock for 30 minutes after "
    "5 failed attempts. Passwords must never be sent by chat. Multi-factor authentication is required for admins."
)
BACKUP_ZH = (
    "核心数据库每日凌晨2点执行全量备份。全量备份保留90天，增量备份保留7天。备份数据存放于南京机房，并使用AES-256加密。"
)
BACKUP_EN = (
    "Full backups of the core databases run every day at 02:00. Full backups are retained for 90 days and incremental "
    "backups for 7 days. Backups are stored in the Frankfurt region and encrypted with AES-256."
)
PRICE_ZH = (
    "早鸟票价1280元，10月15日前有效；标准票价1680元。大会由星河科技在杭州举办，预计增长17%，部分演讲提供同声传译。"
)
PRICE_EN = (
    "Early-bird tickets cost $499 until October 15; the standard price is $699. The summit is held by Acme in Berlin. "
    "Revenue increased by 17%. Some talks are translated."
)
TRAVEL_ZH = "国内出差住宿标准每晚不超过400元。员工经部门总监批准后可预订公务舱，机票费用由公司支付。"
TRAVEL_EN = (
    "Hotel stays are limited to $175 per night. Business class may be booked on long flights. "
    "Contractors may not book business class."
)

FLIGHT_EN = "Employees may, if approved by a vice president, fly business class. Trains are booked by the travel desk."

TABLE_ZH = (
    "| 版本 | 容量 | 价格 |\n| --- | --- | --- |\n| 免费版 | 10 GB | 0元 |\n| 专业版 | 1 TB | 99元 |\n"
    "| 旗舰版 | 5 TB | 299元 |"
)
TABLE_EN = (
    "| Plan | Storage | Price |\n| --- | --- | --- |\n| Free | 10 GB | $0 |\n| Business | 1 TB | $12 |\n"
    "| Enterprise | 5 TB | $25 |"
)


def judged(sentence: str, text: str) -> Verdict:
    document = Document(id="doc-001", title="", version="1", language="zh", updated_at=date(2025, 1, 1))
    chunk = Chunk(id="doc-001#c01", document=document, text=text, start=0)
    block = Block(number=1, chunk=chunk, text=text, tokens=1, score=1.0)
    return verify(Claim(sentence, (1,)), prepare([block]), Policy())


@pytest.mark.parametrize(
    ("gate", "sentence", "text"),
    [
        ("quantity", "密码至少需要8位，每60天更换一次。", PASSWORD_ZH),
        ("quantity", "Passwords expire every 60 days.", PASSWORD_EN),
        ("quantity", "连续输错5次后账号将锁定30小时。", PASSWORD_ZH),
        ("quantity", "Accounts lock for 30 hours after 5 failed attempts.", PASSWORD_EN),
        ("quantity", "早鸟票在10月25日前有效。", PRICE_ZH),
        ("quantity", "Early-bird tickets cost €499.", PRICE_EN),
        ("bound", "密码长度不得超过12位。", PASSWORD_ZH),
        ("bound", "Passwords must be at most 12 characters long.", PASSWORD_EN),
        ("binding", "全量备份保留7天。", BACKUP_ZH),
        ("binding", "Full backups are retained for 7 days.", BACKUP_EN),
        ("binding", "早鸟票价1680元。", PRICE_ZH),
        ("binding", "免费版的容量是1 TB。", TABLE_ZH),
        ("binding", "专业版的价格为299元。", TABLE_ZH),
        ("binding", "The Free plan has 1 TB of storage.", TABLE_EN),
        ("binding", "The Business plan has a price of $25.", TABLE_EN),
        ("polarity", "可以通过即时通讯工具发送密码。", PASSWORD_ZH),
        ("polarity", "Passwords may be sent by chat.", PASSWORD_EN),
        ("polarity", "管理员账号无需启用双因素认证。", PASSWORD_ZH),
        ("polarity", "Multi-factor authentication is not required for admins.", PASSWORD_EN),
        ("polarity", "备份数据未加密存放。", BACKUP_ZH),
        ("polarity", "Contractors may book business class.", TRAVEL_EN),
        ("name", "备份数据存放于上海机房。", BACKUP_ZH),
        ("name", "Backups are stored in the Dublin region.", BACKUP_EN),
        ("antonym", "预计下降17%。", PRICE_ZH),
        ("antonym", "Revenue decreased by 17%.", PRICE_EN),
        ("scope", "所有演讲提供同声传译。", PRICE_ZH),
        ("scope", "All talks are translated.", PRICE_EN),
        ("condition", "员工可预订公务舱，机票费用由公司支付。", TRAVEL_ZH),
        ("condition", "Employees may fly business class.", FLIGHT_EN),
    ],
)
def test_one_bent_thing_is_caught_by_its_gate(gate: str, sentence: str, text: str) -> None:
    verdict = judged(sentence, text)
    assert not verdict.is_shown
    assert gate in {reason.gate for reason in verdict.reasons}


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("密码至少要12位。", PASSWORD_ZH),
        ("A password needs 12 or more characters.", PASSWORD_EN),
        ("输错5次密码后，账号会被锁定半小时。", PASSWORD_ZH),
        ("After 5 failed attempts the account is locked for half an hour.", PASSWORD_EN),
        ("密码每九十天必须更换。", PASSWORD_ZH),
        ("不能通过即时通讯工具发送密码。", PASSWORD_ZH),
        ("You can't send passwords by chat.", PASSWORD_EN),
        ("管理员账号必须开启双因素认证。", PASSWORD_ZH),
        ("Admins must use multi-factor authentication.", PASSWORD_EN),
        ("全量备份会保留90天，增量备份保留一周。", BACKUP_ZH),
        ("Full backups are kept for 90 days, incremental ones for a week.", BACKUP_EN),
        ("备份存放在南京的机房，并采用AES-256加密。", BACKUP_ZH),
        ("Backups are encrypted with AES-256 and stored in Frankfurt.", BACKUP_EN),
        ("10月15日前早鸟票是1280元，标准票价为1680元。", PRICE_ZH),
        ("Until 15 October early-bird tickets cost $499; the standard price is $699.", PRICE_EN),
        ("国内出差住宿每晚最多400元。", TRAVEL_ZH),
        ("Hotel stays cost at most $175 a night.", TRAVEL_EN),
        ("Contractors can't book business class.", TRAVEL_EN),
        ("You can book business class for long flights.", TRAVEL_EN),
        ("专业版的容量是1 TB，价格为99元。", TABLE_ZH),
        ("The Business plan has 1 TB of storage at a price of $12.", TABLE_EN),
        ("接口默认限制为每分钟600次。", "开放接口默认每分钟最多调用600次，超过返回429。"),
        ("The limit is 600 calls a minute.", "The API allows at most 600 calls every minute; more return 429."),
        ("经部门总监批准，员工可以预订公务舱。", TRAVEL_ZH),
    ],
)
def test_a_true_paraphrase_is_shown(sentence: str, text: str) -> None:
    verdict = judged(sentence, text)
    assert verdict.is_shown, verdict.reasons


@pytest.mark.parametrize(
    ("sentence", "text", "words", "expected"),
    [
        ("早鸟票价1380元。", PRICE_ZH, "1380元", "1280元"),
        ("Passwords expire every 60 days.", PASSWORD_EN, "60 days", "90 days"),
    ],
)
def test_a_reason_names_the_value_and_what_stands_there(sentence: str, text: str, words: str, expected: str) -> None:
    reasons = [reason for reason in judged(sentence, text).reasons if reason.gate in {"quantity", "binding"}]
    assert any(words in " ".join(reason.words) and expected in " ".join(reason.expected) for reason in reasons)
    assert any(reason.tier == "red" for reason in reasons)


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("转化率达到85%，时间是2022年。", "转化率达到87%，时间是2021年。"),
        ("Conversion reached 85% in 2022.", "Conversion reached 87% in 2021."),
    ],
)
def test_a_percentage_or_year_that_differs_by_little_is_a_red_failure(sentence: str, text: str) -> None:
    verdict = judged(sentence, text)
    assert not verdict.is_shown
    assert {reason.tier for reason in verdict.reasons if reason.gate == "quantity"} == {"red"}


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("单个文件不超过200 MB。", "单个文件上传上限为２００ＭＢ。"),
        ("员工有15天年假。", "员工享有十五天年假。"),
        ("占比为百分之八十七。", "占比为87%。"),
        ("The limit is 4,523,000 calls.", "The limit is 4523000 calls."),
    ],
)
def test_one_value_written_in_two_ways_is_one_value(sentence: str, text: str) -> None:
    verdict = judged(sentence, text)
    assert "quantity" not in {reason.gate for reason in verdict.reasons}
