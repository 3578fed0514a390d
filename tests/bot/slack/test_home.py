"""App Home for everyone, owners and admins, over Socket Mode against the local Slack."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import scripted as s

from bot.health import Facts
from bot.localslack.config import Limits
from bot.localslack.faults import CallFault
from bot.localslack.server import LocalSlack
from bot.localslack.views_check import check_view
from bot.slack import home_texts
from bot.slack.app import SlackBot
from bot.slack.home import grouped
from bot.slack.office import Office
from core.domain import LANGUAGES, Document, Language, Policy

ENGINEER = "U0ENGINEER"  # reads Slack in English; the others in Chinese
SALARIES = s.chunk("年薪 10 万元。", s.document("doc-008", title="薪资表", audience=(f"user:{s.HR}",)))
OPEN = s.chunk("Our address.", s.document("doc-007", title="Address", language="en", audience=("everyone",)))


async def well() -> Facts:
    return {}


async def ill() -> Facts:
    raise RuntimeError("secret path")


OFFICE = Office(
    owners={"人力资源部": s.HR},
    report_channel="C0SUPPORT",
    admins=(ENGINEER,),
    checks={"store": well, "index": ill},
)


@pytest.fixture
async def bot(local: LocalSlack, tmp_path: Path, script: s.Script) -> AsyncIterator[SlackBot]:
    shelf = s.Shelf(s.PROBATION, s.LEAVE, SALARIES, OPEN)
    async with s.running(local, tmp_path / "state.db", script, shelf, office=OFFICE) as running:
        yield running


async def ask(local: LocalSlack, bot: SlackBot, text: str, user: str = s.EMPLOYEE, channel: str = s.CHANNEL) -> str:
    ts = local.post(user, channel, text if channel.startswith("D") else f"{local.mention()} {text}")
    await local.until(lambda: any(one.get("bot_id") for one in local.messages(channel, ts)))
    await bot.desk.idle()
    return ts


async def home(local: LocalSlack, user: str) -> str:
    before = (local.home(user) or {}).get("hash")
    local.open_home(user)
    await local.until(lambda: (local.home(user) or {}).get("hash") != before)
    return str((local.home(user) or {})["blocks"])


async def test_ones_own_questions_with_their_state_and_a_link(
    local: LocalSlack, bot: SlackBot, script: s.Script
) -> None:
    script.scripts["食堂几点开？"] = s.LOW
    await ask(local, bot, "试用期多久？")
    await ask(local, bot, "食堂几点开？")
    await ask(local, bot, "How much leave?", s.HR)
    shown = await home(local, s.EMPLOYEE)
    assert shown.index("食堂几点开？") < shown.index("试用期多久？", shown.index("你最近的问题"))
    assert "没有答案" in shown
    assert "已回答" in shown
    assert "/archives/" in shown
    assert "How much leave?" not in shown
    assert "Your recent questions" in await home(local, ENGINEER)


@pytest.mark.usefixtures("bot")
async def test_the_documents_are_those_that_the_person_may_ask(local: LocalSlack) -> None:
    assert "你可以问的文档（4）" in await home(local, s.HR)
    shown = await home(local, s.EMPLOYEE)
    assert "你可以问的文档（3）" in shown
    assert "薪资表" not in shown
    shown = await home(local, s.GUEST)
    assert "Documents that you may ask (1)" in shown
    assert "Address" in shown
    assert "员工手册" not in shown


async def test_admins_see_how_the_bot_does_and_no_private_question(
    local: LocalSlack, bot: SlackBot, script: s.Script
) -> None:
    for question in ("食堂几点开？", "食堂几点开门？", "我的奖金呢？", "裁员名单？"):
        script.scripts[question] = s.LOW
    await ask(local, bot, "食堂几点开？")
    await ask(local, bot, "食堂几点开门？", s.HR)
    await ask(local, bot, "我的奖金呢？", channel=local.direct(s.EMPLOYEE))
    await ask(local, bot, "裁员名单？", s.HR, channel="C0HRPRIVATE")
    shown = await home(local, ENGINEER)
    assert "Corpus: 4 documents, 4 chunks, revision 1" in shown
    assert "score too low 4" in shown
    assert "score 8% Chinese / 15% English" in shown
    assert "2 × 食堂" in shown
    assert "2 more were asked in direct messages or private channels" in shown
    assert "奖金呢" not in shown
    assert "裁员" not in shown
    assert "✅ store, ❌ index" in shown
    assert "secret path" not in shown
    assert "Administration" not in await home(local, s.HR)


async def test_owners_settle_from_home(local: LocalSlack, bot: SlackBot) -> None:
    thread = await ask(local, bot, "试用期多久？")
    message = local.messages(s.CHANNEL, thread)[1]
    value = message["blocks"][-1]["elements"][0]["negative_button"]["value"]
    await local.click(s.EMPLOYEE, message["ts"], "feedback", value)
    await local.until(lambda: any(view["callback_id"] == "reason" for view in local.views(s.EMPLOYEE)))
    await local.submit(local.views(s.EMPLOYEE)[-1]["id"], {"reason": "wrong"})
    shown = await home(local, s.HR)
    assert "等你处理的报告" in shown
    assert "有人指出回答有问题：说错了" in shown
    assert "等你处理的报告" not in await home(local, s.EMPLOYEE)
    view = local.home(s.HR) or {}
    await local.click_in_view(s.HR, view["id"], "settle_report")
    await local.until(lambda: any(view["callback_id"] == "settle" for view in local.views(s.HR)))
    await local.submit(local.views(s.HR)[-1]["id"], {"outcome": "answered", "reply": "是 90 天"})
    await local.until(lambda: "负责人回复：是 90 天" in str(local.messages(s.CHANNEL, thread)))
    assert "没有待处理的报告" in await home(local, s.HR)


@pytest.mark.usefixtures("bot")
async def test_both_languages_where_slack_does_not_say_which(local: LocalSlack) -> None:
    local.faults.calls.append(CallFault(method="users.info", kind="error", code="user_not_found", times=99))
    shown = await home(local, s.HR)
    assert "你最近的问题" in shown
    assert "Your recent questions" in shown
    assert "薪资表" not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_home_is_a_valid_view(language: Language) -> None:
    long = "很长的问题 " * 400
    papers: list[Document] = [s.document(f"doc-{n:03}", title=long) for n in range(300)]
    desk = home_texts.Desk(
        documents=300,
        chunks=9000,
        revision=12,
        policy=Policy(),
        refusals={"conflict": 3},
        groups=[(long, 9)] * 20,
        not_shown=4,
        reports=7,
        health={"store": True},
    )
    asked = [home_texts.Recent(question=long, status="answered", day=s.TODAY, url="https://x.example/p")] * 5
    filed = [replace_id(n) for n in range(5)]
    blocks: list[dict[str, Any]] = home_texts.recent(asked, language) + home_texts.documents(papers, language)
    blocks += home_texts.reports(filed, {one.id: long for one in filed}, language) + home_texts.admin(desk, language)
    assert len(blocks) < 45
    check_view({"type": "home", "blocks": blocks}, kind="home", limits=Limits())


def replace_id(number: int) -> home_texts.Filed:
    return replace(home_texts.Filed(id="", answer_id="a", user="U1", kind="gap"), id=f"r{number}")


def test_questions_that_share_their_words_are_one_group() -> None:
    asked = ["食堂几点开？", "How do I book a room?", "食堂几点开门？", "how do I book rooms", "班车时刻？"]
    assert grouped(asked)[:2] == [("食堂几点开？", 2), ("How do I book a room?", 2)]
    assert grouped(["？", "！"]) == [("？", 2)]
