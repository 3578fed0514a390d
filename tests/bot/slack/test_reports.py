"""Reports on their way to owners and back, over Socket Mode against the local Slack."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import scripted as s

from bot.localslack.blocks import check_message
from bot.localslack.config import Limits
from bot.localslack.faults import CallFault
from bot.localslack.server import LocalSlack
from bot.localslack.views_check import check_view
from bot.outbox import Outbox
from bot.reports import Filed, Reports
from bot.slack import report_texts
from bot.slack.app import SlackBot
from bot.slack.office import Office
from bot.slack.text import MAX_BYTES, MAX_CHARS, size
from core.domain import LANGUAGES, Language

HR_PRIVATE = "C0HRPRIVATE"
ENGINEER = "U0ENGINEER"
SECRET = s.chunk(
    "奖金为 5000 元。", s.document("doc-009", title="奖金方案", owner="人力资源部", audience=(f"channel:{HR_PRIVATE}",))
)
OFFICE = Office(owners={"人力资源部": s.HR, "客服部": HR_PRIVATE}, report_channel="C0SUPPORT")
QUESTIONS = {"zh": "试用期多久？", "en": "How long is the probation period?"}


@pytest.fixture
def shelf() -> s.Shelf:
    return s.Shelf(s.PROBATION, s.LEAVE, s.NEW, s.OLD, SECRET)


@pytest.fixture
async def bot(local: LocalSlack, tmp_path: Path, script: s.Script, shelf: s.Shelf) -> AsyncIterator[SlackBot]:
    async with s.running(local, tmp_path / "state.db", script, shelf, office=OFFICE) as running:
        yield running


def ours(local: LocalSlack, channel: str, thread: str | None = None) -> list[dict[str, Any]]:
    return [one for one in local.messages(channel, thread) if one.get("bot_id")]


def actions(message: dict[str, Any]) -> list[str]:
    rows = [block for block in message.get("blocks", []) if block["type"] in ("actions", "context_actions")]
    return [element["action_id"] for row in rows for element in row["elements"]]


async def answered(local: LocalSlack, text: str, channel: str = s.CHANNEL) -> tuple[str, dict[str, Any]]:
    thread = local.post(s.EMPLOYEE, channel, f"{local.mention()} {text}")
    await local.until(lambda: any(set(actions(one)) - {"cancel"} for one in ours(local, channel, thread)))
    return thread, ours(local, channel, thread)[0]


async def form_of(local: LocalSlack, user: str, callback: str) -> dict[str, Any]:
    await local.until(lambda: any(view["callback_id"] == callback for view in local.views(user)))
    return local.views(user)[-1]


async def said_wrong(local: LocalSlack, message: dict[str, Any], reason: str, comment: str = "") -> None:
    answer_id = message["blocks"][-1]["elements"][0]["negative_button"]["value"]
    await local.click(ENGINEER, message["ts"], "feedback", answer_id)
    view = await form_of(local, ENGINEER, "reason")
    attempt = await local.submit(view["id"], {"reason": reason, "comment": comment})
    assert attempt.failed is None


async def settled(local: LocalSlack, ts: str, user: str, **values: str) -> tuple[str, dict[str, Any]]:
    """Fills in the form behind the button of a report's message; the form, and what is wrong with it by fields."""
    await local.click(user, ts, "settle_report")
    view = await form_of(local, user, "settle")
    attempt = await local.submit(view["id"], values)
    return view["id"], dict(attempt.answer.get("errors", {}))


@pytest.mark.parametrize(
    ("language", "reason", "words"),
    [
        (
            "zh",
            "outdated",
            ("有人指出回答有问题：过时了", "问题：试用期多久？", "显示的回答：", "说明：<!channel> 已改"),
        ),
        (
            "en",
            "wrong",
            (
                "An answer was reported: is wrong",
                "Question: How long",
                "What was answered:",
                "Comment: <!channel> 已改",
            ),
        ),
    ],
)
@pytest.mark.usefixtures("bot")
async def test_what_is_wrong_reaches_the_owner_with_the_passage(
    local: LocalSlack, language: str, reason: str, words: tuple[str, ...]
) -> None:
    _, message = await answered(local, QUESTIONS[language])
    await said_wrong(local, message, reason, "<!channel> 已改")
    await local.until(lambda: len(ours(local, "D0HR")) == 1 and len(ours(local, "C0SUPPORT")) == 1)
    (to_owner,) = ours(local, "D0HR")
    shown = str(to_owner["blocks"])
    for part in (
        *words,
        "《员工手册》" if language == "zh" else '"员工手册"',
        "doc-001#c01",
        "新员工的试用期为 90 天。",
    ):
        assert part in shown
    assert "<!channel>" not in to_owner["text"]


@pytest.mark.usefixtures("bot")
async def test_a_place_gets_the_id_alone_of_what_it_may_not_read(local: LocalSlack, script: s.Script) -> None:
    script.scripts["奖金多少？"] = (s.meta(SECRET), s.sentence("奖金为 5000 元。", (1, SECRET)), s.done(1))
    _, message = await answered(local, "奖金多少？", HR_PRIVATE)
    answer_id = message["blocks"][-1]["elements"][0]["negative_button"]["value"]
    await local.click(s.HR, message["ts"], "feedback", answer_id)
    view = await form_of(local, s.HR, "reason")
    await local.submit(view["id"], {"reason": "other"})
    await local.until(lambda: len(ours(local, "D0HR")) == 1)
    shown = str(ours(local, "D0HR"))
    assert "doc-009#c01" in shown
    assert "5000" not in shown
    assert "奖金方案" not in shown


@pytest.mark.usefixtures("bot")
async def test_a_gap_without_documents_goes_to_the_channel_once(local: LocalSlack, script: s.Script) -> None:
    script.scripts["食堂几点开？"] = s.LOW
    _, message = await answered(local, "食堂几点开？")
    for _ in range(2):
        await local.click(s.HR, message["ts"], "report_gap")
    await local.until(lambda: len(local.ephemerals(s.HR)) == 2)
    (told,) = ours(local, "C0SUPPORT")
    assert "食堂几点开？" in str(told["blocks"])


@pytest.mark.usefixtures("bot")
async def test_the_owner_of_each_side_of_a_conflict_is_asked(local: LocalSlack, script: s.Script) -> None:
    script.scripts["单个文件多大？"] = (s.meta(s.NEW, s.OLD), *s.DISAGREE)
    _, message = await answered(local, "单个文件多大？")
    await local.click(s.HR, message["ts"], "ask_owner")
    await local.until(lambda: len(ours(local, HR_PRIVATE)) == 1 and len(ours(local, "C0SUPPORT")) == 1)
    assert "文档说法不一，请确认" in str(ours(local, HR_PRIVATE))


@pytest.mark.parametrize(
    ("language", "line"), [("zh", "负责人回复：<!here> 九十天"), ("en", "Answered by the owner: <!here> 九十天")]
)
@pytest.mark.usefixtures("bot")
async def test_the_owners_reply_comes_back_to_the_thread_once_and_pings_nobody(
    local: LocalSlack, language: str, line: str
) -> None:
    thread, message = await answered(local, QUESTIONS[language])
    await said_wrong(local, message, "incomplete")
    await local.until(lambda: len(ours(local, "D0HR")) == 1)
    report = ours(local, "D0HR")[0]["ts"]
    view, problems = await settled(local, report, s.HR, outcome="answered", reply="")
    assert problems["reply"]
    await local.submit(view, {"outcome": "answered", "reply": "<!here> 九十天"})
    await local.until(lambda: len(ours(local, s.CHANNEL, thread)) == 2)
    told = ours(local, s.CHANNEL, thread)[1]
    assert line in str(told["blocks"])
    assert "<!here>" not in told["text"]
    await local.until(lambda: actions(ours(local, "D0HR")[0]) == [])
    other = ours(local, "C0SUPPORT")[0]["ts"]
    await local.click(ENGINEER, other, "settle_report")
    settled_text = "已处理" if language == "zh" else "Settled"
    await local.until(lambda: settled_text in str(local.views(ENGINEER)))
    assert len(ours(local, s.CHANNEL, thread)) == 2


@pytest.mark.usefixtures("bot")
async def test_an_added_document_is_named_only_where_everyone_may_read_it(local: LocalSlack, shelf: s.Shelf) -> None:
    thread, message = await answered(local, QUESTIONS["zh"])
    await said_wrong(local, message, "outdated")
    await local.until(lambda: len(ours(local, "D0HR")) == 1)
    view, problems = await settled(local, ours(local, "D0HR")[0]["ts"], s.HR, outcome="added", document="doc-777")
    assert "没有这份文档" in problems["document"]
    shelf.now["doc-010"] = s.document("doc-010", title="内部口径", audience=(f"user:{s.HR}",))
    await local.submit(view, {"outcome": "added", "document": "doc-010"})
    await local.until(lambda: len(ours(local, s.CHANNEL, thread)) == 2)
    told = ours(local, s.CHANNEL, thread)[1]
    assert "负责人已补充或更新文档：doc-010" in str(told["blocks"])
    assert "内部口径" not in str(told)
    assert actions(told) == ["try_again"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("bot")
async def test_a_form_that_came_too_late_asks_to_press_again(local: LocalSlack, language: Language) -> None:
    _, message = await answered(local, QUESTIONS[language])
    local.faults.calls.append(CallFault(method="views.open", kind="error", code="expired_trigger_id"))
    answer_id = message["blocks"][-1]["elements"][0]["negative_button"]["value"]
    await local.click(ENGINEER, message["ts"], "feedback", answer_id)
    await local.until(lambda: len(local.ephemerals(ENGINEER)) == 2)
    told = [one["text"] for one in local.ephemerals(ENGINEER)]
    assert "请再按一次按钮" in told[0]
    assert "press the button again" in told[0]
    assert {"zh": "谢谢", "en": "Thank you"}[language] in told[1]


@pytest.mark.usefixtures("bot")
async def test_a_report_that_is_closed_tells_the_thread_nothing(local: LocalSlack) -> None:
    thread, message = await answered(local, QUESTIONS["en"])
    await said_wrong(local, message, "other", "just a test")
    await local.until(lambda: len(ours(local, "D0HR")) == 1)
    await settled(local, ours(local, "D0HR")[0]["ts"], s.HR, outcome="closed")
    await local.until(lambda: actions(ours(local, "D0HR")[0]) == [])
    assert len(ours(local, s.CHANNEL, thread)) == 1


@pytest.mark.parametrize("code", ["token_revoked", "not_in_channel"])
async def test_a_report_that_slack_does_not_take_is_sent_by_a_later_round(
    local: LocalSlack, bot: SlackBot, code: str
) -> None:
    _, message = await answered(local, QUESTIONS["zh"])
    local.faults.calls.append(CallFault(method="chat.postMessage", kind="error", code=code, times=2))
    await said_wrong(local, message, "wrong")
    await local.until(lambda: len(local.ephemerals(ENGINEER)) == 2)
    assert ours(local, "D0HR") == []
    outgoing = bot.rounds.outgoing
    later = outgoing.outbox.time().replace(tzinfo=UTC) + timedelta(minutes=11)
    late = replace(outgoing, outbox=Outbox(engine=outgoing.outbox.engine, now=lambda: later))
    for _ in range(2):
        await late.send()
    assert len(ours(local, "D0HR")) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_report_and_reply_fit_into_one_message(language: Language) -> None:
    long = "很长的问题 " * 1000
    filed = Filed(id="r1", answer_id="a1", user="U1", kind="wrong", reason="outdated", comment=long, reply=long)
    passages = [report_texts.Passage(chunk_id=f"doc-{n}#c01", title=long, quote=long) for n in range(5)]
    for page in (
        report_texts.message(filed, long, long, passages, language),
        report_texts.reply(filed, s.document(title=long), language, question=long, answer_id="a1"),
    ):
        check_message([block | {"block_id": str(n)} for n, block in enumerate(page.blocks)], Limits())
        chars, bytes_ = size(page.blocks)
        assert chars <= MAX_CHARS
        assert bytes_ <= MAX_BYTES
    for view in (
        report_texts.reason_form("a1", "C1", language),
        report_texts.settle_form(filed, long, "C1 1.2", language),
    ):
        check_view(view, kind="modal", limits=Limits())


async def test_of_two_owners_one_settles(bot: SlackBot) -> None:
    engine = bot.desk.state.engine
    reports = Reports(engine=engine, outbox=Outbox(engine=engine))
    filed = Filed(id="r1", answer_id="a1", user="U1", kind="gap")
    assert await reports.file(filed, ["U2", "C1"])
    assert not await reports.file(replace(filed, id="r2"), ["U2"])
    assert [one.id for one in await reports.open(9, place="U2")] == ["r1"]
    assert await reports.settle("r1", "answered", by="U2", reply="是", told=None)
    assert not await reports.settle("r1", "closed", by="U3", told=None)
    assert await reports.open(9) == []


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
async def test_a_stop_lets_a_report_end(local: LocalSlack, tmp_path: Path, shelf: s.Shelf, question: str) -> None:
    async with s.running(local, tmp_path / "stop.db", s.Script(), shelf, office=OFFICE) as bot:
        _, message = await answered(local, question)
        await said_wrong(local, message, "wrong")
        await local.until(lambda: len(ours(local, "D0HR")) == 1)
        await bot.drain()
        engine = bot.desk.state.engine
        late = Outbox(engine=engine, now=lambda: datetime.now(UTC) + timedelta(hours=1))
        assert await late.claim(9) == []
