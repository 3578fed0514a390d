"""The real Bolt app over Socket Mode against the local Slack."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import scripted as s

from bot.localslack.config import Config, User
from bot.localslack.faults import CallFault
from bot.localslack.server import LocalSlack
from bot.reports import Reports
from bot.slack import notices
from bot.slack.app import SlackBot
from core.domain import Question
from core.events import Event

QUESTION = "试用期多久？"


@pytest.fixture
def shelf() -> s.Shelf:
    return s.Shelf(s.PROBATION, s.LEAVE, s.NEW, s.OLD)


@pytest.fixture
async def bot(local: LocalSlack, tmp_path: Path, script: s.Script, shelf: s.Shelf) -> AsyncIterator[SlackBot]:
    async with s.running(local, tmp_path / "state.db", script, shelf) as running:
        yield running


def ask(local: LocalSlack, text: str = QUESTION, user: str = s.EMPLOYEE) -> str:
    return local.post(user, s.CHANNEL, f"{local.mention()} {text}")


def replies(local: LocalSlack, thread: str, channel: str = s.CHANNEL) -> list[dict[str, Any]]:
    return [message for message in local.messages(channel, thread) if message.get("bot_id")]


def is_ended(local: LocalSlack, thread: str) -> bool:
    return any(_action_ids(message) for message in replies(local, thread))


def _action_ids(message: dict[str, Any]) -> list[str]:
    return [
        element["action_id"]
        for block in message.get("blocks", [])
        if block["type"] in ("actions", "context_actions")
        for element in block["elements"]
    ]


def visible(value: object) -> str:
    """Every text of blocks or of a view, joined."""
    match value:
        case dict():
            return "".join(
                inner if key == "text" and isinstance(inner, str) else visible(inner) for key, inner in value.items()
            )
        case list():
            return "".join(map(visible, value))
        case _:
            return ""


async def answered(local: LocalSlack, text: str = QUESTION) -> tuple[str, dict[str, Any]]:
    """The thread and the final message of a question."""
    thread = ask(local, text)
    await local.until(lambda: is_ended(local, thread))
    (message,) = replies(local, thread)
    return thread, message


async def test_a_mention_grows_into_one_verified_message(local: LocalSlack, bot: SlackBot) -> None:
    _, message = await answered(local)
    written = [call for call in local.calls if call.method in ("chat.postMessage", "chat.update")]
    assert [call.method for call in written] == ["chat.postMessage", "chat.update", "chat.update"]
    assert [call.answer["ok"] for call in written] == [True] * 3
    assert "正在查找" in visible(written[0].args["blocks"])
    growing = visible(written[1].args["blocks"])
    assert "试用期为 90 天。[1]" in growing
    assert "Annual leave" not in growing
    assert "试用期为 90 天。[1] 试用期内每月 25 日发薪。[1]\n\nAnnual leave is 10 days a year. [2]" in visible(
        message["blocks"]
    )
    assert _action_ids(message) == ["cite_1", "cite_2", "feedback"]
    assert not any(s.SECRET in str(call.args) for call in local.calls)
    assert "edited" not in message


async def test_a_citation_opens_the_exact_chunk_with_its_support_marked(local: LocalSlack, bot: SlackBot) -> None:
    _, message = await answered(local)
    attempt = await local.click(s.HR, message["ts"], "cite_1")
    assert attempt.failed is None
    await local.until(lambda: "员工手册" in visible(local.views(s.HR)))
    (view,) = local.views(s.HR)
    assert s.PROBATION.text in visible(view["blocks"])
    marked = [
        element["text"]
        for block in view["blocks"]
        if block["type"] == "rich_text"
        for part in block["elements"]
        for element in part["elements"]
        if element.get("style", {}).get("code")
    ]
    assert marked == ["新员工的试用期为 90 天。试用期内每月 25 日发薪。"]
    assert "版本 3.1 · 更新于 2026-03-01 · 2026-04-01 起生效 · 负责人：人力资源部" in visible(view["blocks"])
    opened, filled = [call.method for call in local.calls if call.method.startswith("views.")]
    assert (opened, filled) == ("views.open", "views.update")


async def test_a_changed_or_withdrawn_document_shows_what_was_cited(
    local: LocalSlack, bot: SlackBot, shelf: s.Shelf
) -> None:
    _, message = await answered(local)
    shelf.change(s.PROBATION, version="4.0")
    await local.click(s.HR, message["ts"], "cite_1")
    await local.until(lambda: "现在是版本 4.0" in visible(local.views(s.HR)))
    assert s.PROBATION.text in visible(local.views(s.HR))
    shelf.withdraw(s.PROBATION)
    await local.click(s.HR, message["ts"], "cite_1")
    await local.until(lambda: "已经撤下" in visible(local.views(s.HR)))
    assert s.PROBATION.text in visible(local.views(s.HR))


async def test_the_rights_of_who_clicks_decide_at_the_click(local: LocalSlack, bot: SlackBot, shelf: s.Shelf) -> None:
    _, message = await answered(local)
    local.join(s.GUEST, s.CHANNEL)
    await local.click(s.GUEST, message["ts"], "cite_1")
    await local.until(lambda: "没有查看" in visible(local.views(s.GUEST)))
    assert "90 天" not in visible(local.views(s.GUEST))
    shelf.change(s.PROBATION, audience=("user:U0HR",))
    await local.click(s.EMPLOYEE, message["ts"], "cite_1")
    await local.until(lambda: "没有查看" in visible(local.views(s.EMPLOYEE)))
    await local.click(s.HR, message["ts"], "cite_1")
    await local.until(lambda: "90 天" in visible(local.views(s.HR)))


@pytest.mark.parametrize(
    ("events", "words", "actions"),
    [
        (s.LOW, ["🔍", "12%", "20%"], ["rephrase", "report_gap"]),
        (
            s.DISAGREE,
            ["⚖️", "200 MB", "产品手册", "2026-06-01", "100 MB", "客服问答", "2026-02-01"],
            ["ask_owner", "cite_1", "cite_2"],
        ),
        (s.UNCOVERED, ["📂", "员工手册", "Leave policy"], ["cite_1", "cite_2", "report_gap"]),
        (s.BROKEN, ["⚠️"], ["try_again"]),
    ],
)
@pytest.mark.usefixtures("bot")
async def test_each_refusal_and_a_failure_have_their_own_notice(
    local: LocalSlack, script: s.Script, events: Any, words: list[str], actions: list[str]
) -> None:
    script.scripts[QUESTION] = events
    _, message = await answered(local)
    assert _action_ids(message) == actions
    assert [word for word in words if word not in visible(message["blocks"])] == []
    assert "sk-secret" not in str(message)
    assert s.SECRET not in str([call.args for call in local.calls])


async def test_both_sides_of_a_conflict_open(local: LocalSlack, bot: SlackBot, script: s.Script) -> None:
    script.scripts[QUESTION] = s.DISAGREE
    thread, message = await answered(local)
    await local.click(s.HR, message["ts"], "cite_2")
    await local.until(lambda: s.OLD.text in visible(local.views(s.HR)))
    await local.click(s.HR, message["ts"], "ask_owner")
    await local.until(lambda: bool(local.ephemerals(s.HR)))
    (told,) = local.ephemerals(s.HR)
    assert told["text"] == "已记录：请《产品手册、客服问答》的负责人确认（产品部、客服部）。"
    assert told["thread_ts"] == thread
    kept = await Reports(engine=bot.desk.state.engine, outbox=bot.rounds.outgoing.outbox).open(9)
    assert [(report.user, report.kind) for report in kept] == [(s.HR, "ask_owner")]


async def test_rephrasing_asks_again_in_the_same_thread(local: LocalSlack, bot: SlackBot, script: s.Script) -> None:
    script.scripts["报销手机费？"] = s.LOW
    thread, message = await answered(local, "报销手机费？")
    await local.click(s.HR, message["ts"], "rephrase")
    await local.until(lambda: bool(local.views(s.HR)) and local.views(s.HR)[-1]["callback_id"] == "rephrase")
    view = local.views(s.HR)[-1]
    assert view["blocks"][0]["element"]["initial_value"] == "报销手机费？"
    await local.submit(view["id"], {"text": "How long is probation?"})
    await local.until(lambda: len(replies(local, thread)) == 2 and "cite_1" in _action_ids(replies(local, thread)[1]))
    assert "💬 How long is probation?" in visible(replies(local, thread)[1]["blocks"])
    assert "Every sentence was checked" in visible(replies(local, thread)[1]["blocks"])


async def test_trying_again_replaces_the_failure_once(local: LocalSlack, bot: SlackBot, script: s.Script) -> None:
    script.scripts[QUESTION] = s.BROKEN
    thread, message = await answered(local)
    script.scripts[QUESTION] = s.ANSWERED
    await local.click(s.HR, message["ts"], "try_again")
    await local.until(lambda: "cite_1" in _action_ids(replies(local, thread)[0]))
    assert len(replies(local, thread)) == 1
    assert len(script.asked) == 2


async def test_an_exception_in_the_answer_still_ends_with_a_notice(
    local: LocalSlack, bot: SlackBot, script: s.Script
) -> None:
    script.error = RuntimeError("secret detail")
    _, message = await answered(local)
    assert _action_ids(message) == ["try_again"]
    assert "secret detail" not in str(message)


async def test_feedback_is_kept_and_thanked_for(local: LocalSlack, bot: SlackBot) -> None:
    _, message = await answered(local)
    answer_id = message["blocks"][-1]["elements"][0]["positive_button"]["value"].partition(":")[0]
    await local.click(s.HR, message["ts"], "feedback", f"{answer_id}:not_useful")
    await local.until(lambda: bool(local.ephemerals(s.HR)))
    assert await bot.desk.state.ratings(answer_id) == {s.HR: "not_useful"}


async def test_duplicates_retries_and_edits_make_one_answer(local: LocalSlack, bot: SlackBot, script: s.Script) -> None:
    local.faults.duplicated_deliveries = 1
    thread = ask(local)
    await local.until(lambda: is_ended(local, thread))
    local.resend(thread)
    local.edit(s.EMPLOYEE, thread, f"{local.mention()} {QUESTION} 请快点")
    other, _ = await answered(local, "第二个问题")
    await bot.desk.idle()
    assert [question.text for question in script.asked] == [QUESTION, "第二个问题"]
    assert len(replies(local, thread)) == 1
    assert len(replies(local, other)) == 1


@pytest.mark.parametrize(
    ("before", "after", "offer"),
    [
        ("试用期多久？", "年假有几天？", "你改了这个问题"),
        ("How long is probation?", "How much leave?", "You have edited"),
    ],
)
async def test_an_edited_question_can_be_answered_again_in_its_place(
    local: LocalSlack, bot: SlackBot, script: s.Script, *, before: str, after: str, offer: str
) -> None:
    def offers() -> list[dict[str, Any]]:
        return [one for one in local.ephemerals(s.EMPLOYEE) if "answer_reworded" in _action_ids(one)]

    thread, message = await answered(local, before)
    for text in (before, f"{before} ", after, after):  # equal text, as a preview or a reply reports it, is no edit
        local.edit(s.EMPLOYEE, thread, f"{local.mention()} {text}")
    await local.until(lambda: bool(local.ephemerals(s.EMPLOYEE)))
    await bot.desk.idle()
    (offered,) = local.ephemerals(s.EMPLOYEE)
    assert offer in visible(offered)
    assert len(script.asked) == 1
    await local.click(s.EMPLOYEE, offered["ts"], "answer_reworded")
    await local.until(lambda: len(script.asked) == 2)
    await bot.desk.idle()
    assert script.asked[1].text == after
    assert [one["ts"] for one in replies(local, thread)] == [message["ts"]]
    await local.click(s.EMPLOYEE, offered["ts"], "answer_reworded")
    await local.until(
        lambda: "已经在重新回答" in str(local.ephemerals(s.EMPLOYEE)) or "already" in str(local.ephemerals(s.EMPLOYEE))
    )
    assert len(script.asked) == 2
    local.edit(s.EMPLOYEE, thread, f"{local.mention()} {before}!")
    await local.until(lambda: len(offers()) == 2)
    await local.click(s.EMPLOYEE, offers()[-1]["ts"], "answer_reworded")
    await local.until(lambda: len(script.asked) == 3)
    await bot.desk.idle()
    assert [one["ts"] for one in replies(local, thread)] == [message["ts"]]


async def test_an_edit_while_it_is_answered_is_offered_afterwards(
    local: LocalSlack, tmp_path: Path, shelf: s.Shelf
) -> None:
    go_on = asyncio.Event()

    async def slow(question: Question) -> AsyncGenerator[Event, None]:
        await go_on.wait()
        for event in s.ANSWERED:
            yield event

    async with s.running(local, tmp_path / "state.db", slow, shelf) as bot:
        thread = ask(local)
        await local.until(lambda: bool(replies(local, thread)))
        local.edit(s.EMPLOYEE, thread, f"{local.mention()} 年假呢？")
        await local.until(lambda: not local.slack.delivery.busy)
        assert local.ephemerals(s.EMPLOYEE) == []
        go_on.set()
        await local.until(lambda: bool(local.ephemerals(s.EMPLOYEE)))
        await bot.desk.idle()
        assert "你改了这个问题" in visible(local.ephemerals(s.EMPLOYEE))


async def test_an_edit_that_adds_the_mention_asks(local: LocalSlack, bot: SlackBot, script: s.Script) -> None:
    thread = local.post(s.EMPLOYEE, s.CHANNEL, QUESTION)
    local.edit(s.EMPLOYEE, thread, f"{local.mention()} {QUESTION}")
    await local.until(lambda: is_ended(local, thread))
    assert [question.text for question in script.asked] == [QUESTION]


async def test_who_waits_is_told_how_many_are_ahead(local: LocalSlack, tmp_path: Path, shelf: s.Shelf) -> None:
    go_on = asyncio.Event()

    async def slow(question: Question) -> AsyncGenerator[Event, None]:
        await go_on.wait()
        for event in s.ANSWERED:
            yield event

    async with s.running(local, tmp_path / "state.db", slow, shelf, concurrent_answers=1) as bot:
        threads = []
        for text in ("试用期？", "年假？", "How long?"):
            threads.append(ask(local, text))
            await local.until(lambda: bool(replies(local, threads[-1])))
        shown = [visible(replies(local, thread)) for thread in threads]
        assert "正在查找" in shown[0]
        assert "前面还有 1 个问题" in shown[1]
        assert "2 questions are ahead" in shown[2]
        go_on.set()
        await local.until(lambda: all(is_ended(local, thread) for thread in threads))
        await bot.desk.idle()


async def test_too_many_questions_are_told_to_their_asker_alone(
    local: LocalSlack, tmp_path: Path, script: s.Script, shelf: s.Shelf
) -> None:
    limits = {"questions_per_person": 2, "questions_per_channel": 3}
    async with s.running(local, tmp_path / "state.db", script, shelf, **limits) as bot:
        for text in ("一？", "二？"):
            await answered(local, text)
        third = ask(local, "三？")
        await local.until(lambda: bool(local.ephemerals(s.EMPLOYEE)))
        assert "问了很多" in visible(local.ephemerals(s.EMPLOYEE))
        assert replies(local, third) == []
        fourth = ask(local, "四？", user=s.HR)
        await local.until(lambda: is_ended(local, fourth))
        ask(local, "One more?", user="U0ENGINEER")
        await local.until(lambda: bool(local.ephemerals("U0ENGINEER")))
        assert "many questions in this channel" in visible(local.ephemerals("U0ENGINEER"))
        await bot.desk.idle()
        assert len(script.asked) == 3


async def test_a_direct_message_is_answered_for_the_asker_alone(
    local: LocalSlack, bot: SlackBot, script: s.Script
) -> None:
    room = local.direct(s.HR)
    thread = local.post(s.HR, room, QUESTION)
    await local.until(lambda: any(_action_ids(one) for one in replies(local, thread, room)))
    assert script.asked[0].audience.viewers == (frozenset({"everyone", "workspace", "user:U0HR", "group:S0HR"}),)


async def test_a_mention_without_a_question_gets_help_in_both_languages(local: LocalSlack, bot: SlackBot) -> None:
    thread = local.post(s.EMPLOYEE, s.CHANNEL, local.mention())
    await local.until(lambda: len(replies(local, thread)) == 1)
    text = visible(replies(local, thread)[0]["blocks"])
    assert "例如：" in text
    assert "For example:" in text


async def test_a_question_of_five_thousand_characters_is_told_the_limit(
    local: LocalSlack, bot: SlackBot, script: s.Script
) -> None:
    thread = ask(local, "问" * 5000)
    await local.until(lambda: len(replies(local, thread)) == 1)
    assert "5000 个字符，超过了 1000 的上限" in visible(replies(local, thread)[0]["blocks"])
    assert script.asked == []


async def test_citations_open_after_a_restart(
    local: LocalSlack, tmp_path: Path, script: s.Script, shelf: s.Shelf
) -> None:
    async with s.running(local, tmp_path / "state.db", script, shelf):
        _, message = await answered(local)
    async with s.running(local, tmp_path / "state.db", script, shelf):
        await local.click(s.HR, message["ts"], "cite_2")
        await local.until(lambda: s.LEAVE.text in visible(local.views(s.HR)))


async def test_a_question_cut_off_by_a_stop_is_finished_in_its_message_after_the_restart(
    local: LocalSlack, tmp_path: Path, script: s.Script, shelf: s.Shelf
) -> None:
    async def stuck(question: Question) -> AsyncGenerator[Event, None]:
        for event in s.ANSWERED[:2]:
            yield event
        await asyncio.Event().wait()

    async with s.running(local, tmp_path / "state.db", stuck, shelf):
        thread = ask(local)
        await local.until(lambda: "90 天" in visible(replies(local, thread)))
    async with s.running(local, tmp_path / "state.db", script, shelf) as second:
        await local.until(lambda: is_ended(local, thread))
        assert len(replies(local, thread)) == 1
        assert "Annual leave" in visible(replies(local, thread))
        await second.desk.idle()
    async with s.running(local, tmp_path / "state.db", script, shelf) as third:
        await third.desk.idle()
    assert len(script.asked) == 1


async def test_a_question_cut_off_three_times_is_closed_with_a_notice(
    local: LocalSlack, tmp_path: Path, shelf: s.Shelf
) -> None:
    begun = asyncio.Event()

    async def stuck(question: Question) -> AsyncGenerator[Event, None]:
        begun.set()
        await asyncio.Event().wait()
        yield s.REFUSED

    async with s.running(local, tmp_path / "state.db", stuck, shelf):
        thread = ask(local)
        await begun.wait()
    for _ in range(2):
        begun.clear()
        async with s.running(local, tmp_path / "state.db", stuck, shelf):
            await begun.wait()
    async with s.running(local, tmp_path / "state.db", stuck, shelf):
        await local.until(lambda: is_ended(local, thread))
        (message,) = replies(local, thread)
        assert "重启" in visible(message["blocks"])
        assert _action_ids(message) == ["try_again"]


async def test_rate_limits_and_outages_do_not_lose_the_end(local: LocalSlack, bot: SlackBot) -> None:
    local.faults.calls.append(CallFault(method="chat.postMessage", kind="rate_limit", times=2))
    local.faults.calls.append(CallFault(method="chat.update", kind="rate_limit", times=3))
    local.faults.calls.append(CallFault(method="chat.update", kind="server_error", times=1))
    local.faults.calls.append(CallFault(method="chat.update", kind="drop_after", times=1))
    _, message = await answered(local)
    assert "Annual leave" in visible(message["blocks"])


@pytest.mark.parametrize("code", ["invalid_blocks", "cant_update_message", "message_not_found", "not_heard_of"])
async def test_a_placeholder_that_can_not_be_updated_is_replaced(local: LocalSlack, bot: SlackBot, code: str) -> None:
    local.faults.calls.append(CallFault(method="chat.update", kind="error", code=code, times=99))
    thread = ask(local)
    await bot_is_idle(local, bot, thread)
    (message,) = replies(local, thread)
    assert "正在查找" not in visible(message)
    assert "Annual leave" in visible(message)


async def test_a_post_whose_reply_was_lost_is_found_again(local: LocalSlack, bot: SlackBot) -> None:
    local.slack.granted |= {"channels:history"}
    local.faults.calls.append(CallFault(method="chat.postMessage", kind="drop_after"))
    _, message = await answered(local)
    assert "Annual leave" in visible(message)
    assert [call.method for call in local.calls].count("chat.postMessage") == 1
    local.faults.calls.append(CallFault(method="chat.postMessage", kind="drop_before"))
    await answered(local, "还有呢？")


async def test_without_the_scope_to_look_a_lost_post_is_made_once_more(local: LocalSlack, bot: SlackBot) -> None:
    local.slack.granted -= {"channels:history"}
    local.faults.calls.append(CallFault(method="chat.postMessage", kind="drop_after"))
    thread = ask(local)
    await local.until(lambda: is_ended(local, thread))
    placeholder, answer = replies(local, thread)
    assert "正在查找" in visible(placeholder)
    assert "Annual leave" in visible(answer)


async def test_everything_that_slack_sends_is_acknowledged(local: LocalSlack, bot: SlackBot) -> None:
    thread, _ = await answered(local)
    local.leave("U0ENGINEER", s.CHANNEL)
    local.join("U0ENGINEER", s.CHANNEL)
    local.delete(s.EMPLOYEE, thread)
    local.post(s.HR, local.direct(s.HR), "How long?")
    await bot.desk.idle()
    await answered(local, "还在吗？")
    assert [attempt for attempt in local.deliveries if attempt.failed] == []


async def test_what_an_earlier_version_has_drawn_is_acknowledged(local: LocalSlack, bot: SlackBot) -> None:
    _, message = await answered(local)
    post = local.find(s.HR, message["ts"])
    post.body["blocks"] = [notices.actions([notices.button("old", "of_old", "x")]) | {"block_id": "b"}]
    attempt = await local.click(s.HR, message["ts"], "of_old")
    assert attempt.failed is None


async def test_a_source_that_is_gone_says_so(local: LocalSlack, bot: SlackBot, shelf: s.Shelf) -> None:
    _, message = await answered(local)
    shelf.chunks.clear()
    await local.click(s.HR, message["ts"], "cite_1")
    await local.until(lambda: "找不到了" in visible(local.views(s.HR)))


async def test_signed_http_events_work_as_well(tmp_path: Path, script: s.Script, shelf: s.Shelf) -> None:
    async with LocalSlack(s.quiet()) as local, s.over_http(local, tmp_path / "state.db", script, shelf) as url:
        local.slack.delivery.request_url = url
        _, message = await answered(local)
        await local.click(s.HR, message["ts"], "cite_1")
        await local.until(lambda: "员工手册" in visible(local.views(s.HR)))
        assert [attempt for attempt in local.deliveries if attempt.failed] == []


async def test_two_bots_do_not_talk_to_each_other(tmp_path: Path, script: s.Script, shelf: s.Shelf) -> None:
    base = Config()
    other = User(id="U0OTHERBOT", name="other", real_name="Other bot", is_bot=True)
    general = replace(base.channels[0], members=(*base.channels[0].members, other.id))
    config = Config(users=(*base.users, other), channels=(general, *base.channels[1:]))
    async with LocalSlack(config) as local, s.running(local, tmp_path / "state.db", script, shelf):
        local.post(other.id, s.CHANNEL, f"{local.mention()} {QUESTION}")
        await answered(local, "人问的")
    assert [question.text for question in script.asked] == ["人问的"]


async def bot_is_idle(local: LocalSlack, bot: SlackBot, thread: str) -> None:
    """Waits until the question of ``thread`` was taken and is done with."""
    await local.until(lambda: bool(replies(local, thread)))
    await bot.desk.idle()


async def test_the_home_tab_says_how_to_ask(local: LocalSlack, bot: SlackBot) -> None:
    local.open_home(s.HR)
    await local.until(lambda: local.home(s.HR) is not None)
    assert "例如：" in visible(local.home(s.HR))


async def test_an_expired_trigger_asks_to_press_again(local: LocalSlack, bot: SlackBot) -> None:
    _, message = await answered(local)
    local.faults.calls.append(CallFault(method="views.open", kind="error", code="expired_trigger_id"))
    await local.click(s.HR, message["ts"], "cite_1")
    await local.until(lambda: bool(local.ephemerals(s.HR)))
    assert "请再按一次按钮" in local.ephemerals(s.HR)[0]["text"]
