"""Follow-ups in threads, over Socket Mode against the local Slack: who is answered, and who is left alone."""

from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import scripted as s
from making import make_chunk, make_ports

from bot.localslack.config import Config, User
from bot.localslack.faults import CallFault
from bot.localslack.server import LocalSlack
from bot.slack.app import SlackBot
from core.answer import answer
from core.domain import Policy, Question, Turn
from core.events import Event, Understood
from core.extractive import ExtractiveModel

HISTORY = ("channels:history", "groups:history")
OTHER_BOT = User(id="U0OTHERBOT", name="other", real_name="Other bot", is_bot=True)


def hearing(*, scopes: tuple[str, ...] = HISTORY) -> Config:
    """A workspace whose app hears what is written in channels."""
    base = Config()
    general = replace(base.channels[0], members=(*base.channels[0].members, OTHER_BOT.id))
    return replace(
        base,
        events=(*base.events, "message.channels", "message.groups"),
        bot_scopes=(*base.bot_scopes, *scopes),
        users=(*base.users, OTHER_BOT),
        channels=(general, *base.channels[1:]),
    )


@pytest.fixture
async def local() -> AsyncIterator[LocalSlack]:
    async with LocalSlack(hearing()) as running:
        yield running


@pytest.fixture
def shelf() -> s.Shelf:
    return s.Shelf(s.PROBATION, s.LEAVE)


@pytest.fixture
async def bot(local: LocalSlack, tmp_path: Path, script: s.Script, shelf: s.Shelf) -> AsyncIterator[SlackBot]:
    async with s.running(local, tmp_path / "state.db", script, shelf) as running:
        yield running


def ours(local: LocalSlack, thread: str) -> list[dict[str, Any]]:
    return [one for one in local.messages(s.CHANNEL, thread) if one.get("user") == local.config.bot_user_id]


def is_ended(message: dict[str, Any]) -> bool:
    return any(block["type"] == "context_actions" for block in message.get("blocks", []))


async def asked(local: LocalSlack, text: str, user: str = s.EMPLOYEE, thread: str | None = None) -> str:
    """Mentions the bot, waits for the answer; the thread."""
    before = len(ours(local, thread)) if thread else 0
    ts = local.post(user, s.CHANNEL, f"{local.mention()} {text}", thread_ts=thread)
    thread = thread or ts
    await local.until(lambda: len(ours(local, thread)) > before and all(map(is_ended, ours(local, thread))))
    return thread


async def heard(local: LocalSlack, text: str, user: str, thread: str) -> None:
    """Writes into a thread without a mention, and waits until the app has taken note of it."""
    ts = local.post(user, s.CHANNEL, text, thread_ts=thread)
    await local.until(lambda: any(one.payload.get("event", {}).get("ts") == ts for one in local.deliveries))


async def goes_on(local: LocalSlack, text: str, user: str, thread: str) -> None:
    """Writes into a thread without a mention, and waits for the answer."""
    before = len(ours(local, thread))
    local.post(user, s.CHANNEL, text, thread_ts=thread)
    await local.until(lambda: len(ours(local, thread)) > before and all(map(is_ended, ours(local, thread))))


@pytest.mark.parametrize(
    ("first", "second", "third"),
    [
        ("年假有几天？", "那实习生呢？", "谁审批？"),
        ("How many days of leave do I get?", "and for interns?", "who approves?"),
    ],
)
@pytest.mark.usefixtures("bot")
async def test_the_asker_goes_on_without_a_mention(
    local: LocalSlack, script: s.Script, first: str, second: str, third: str
) -> None:
    thread = await asked(local, first)
    await goes_on(local, second, s.EMPLOYEE, thread)
    await goes_on(local, third, s.EMPLOYEE, thread)
    assert [question.text for question in script.asked] == [first, second, third]
    assert [turn.question for turn in script.asked[2].turns] == [first, second]
    assert script.asked[1].turns[0].answer.startswith("新员工的试用期为 90 天。")
    assert len(ours(local, thread)) == 3


@pytest.mark.usefixtures("bot")
async def test_what_was_understood_stands_above_the_answer_and_is_what_the_next_follow_up_refers_to(
    local: LocalSlack, script: s.Script
) -> None:
    script.scripts["那实习生呢？"] = (Understood("实习生年假有几天？", "zh"), *s.ANSWERED)
    script.scripts["and for interns?"] = (Understood("How much leave do interns get?", "en"), *s.ANSWERED)
    thread = await asked(local, "年假有几天？")
    await goes_on(local, "那实习生呢？", s.EMPLOYEE, thread)
    await goes_on(local, "and for interns?", s.EMPLOYEE, thread)
    assert "按“实习生年假有几天？”理解" in str(ours(local, thread)[1]["blocks"][0])
    assert "Understood as “How much leave do interns get?”" in str(ours(local, thread)[2]["blocks"][0])
    assert [turn.question for turn in script.asked[2].turns] == ["年假有几天？", "实习生年假有几天？"]


@pytest.mark.parametrize(
    "text", ["谢谢", "好的，明白了 👍", "ok, thanks!", "我下午去问一下财务", "I will tell the others"]
)
@pytest.mark.usefixtures("bot")
async def test_what_asks_for_nothing_is_left_alone(local: LocalSlack, script: s.Script, text: str) -> None:
    thread = await asked(local, "年假有几天？")
    await heard(local, text, s.EMPLOYEE, thread)
    await goes_on(local, "那病假呢？", s.EMPLOYEE, thread)
    assert [question.text for question in script.asked] == ["年假有几天？", "那病假呢？"]


@pytest.mark.parametrize(
    ("text", "user"),
    [
        ("这个你确定吗？", s.HR),
        ("Are you sure about that?", s.HR),
        ("<@U0HR> 实习生呢？", s.EMPLOYEE),
        ("<!here> and for interns?", s.EMPLOYEE),
    ],
)
@pytest.mark.usefixtures("bot")
async def test_people_who_talk_to_each_other_are_left_alone_until_the_next_mention(
    local: LocalSlack, script: s.Script, text: str, user: str
) -> None:
    thread = await asked(local, "年假有几天？")
    await heard(local, text, user, thread)
    await heard(local, "那病假呢？", s.EMPLOYEE, thread)
    await asked(local, "那事假呢？", thread=thread)
    await goes_on(local, "那婚假呢？", s.EMPLOYEE, thread)
    assert [question.text for question in script.asked] == ["年假有几天？", "那事假呢？", "那婚假呢？"]


@pytest.mark.usefixtures("bot")
async def test_a_bot_is_never_answered_and_no_other_place_is(local: LocalSlack, script: s.Script) -> None:
    thread = await asked(local, "年假有几天？")
    local.post(OTHER_BOT.id, s.CHANNEL, "那病假呢？", thread_ts=thread)
    other = local.post(s.EMPLOYEE, s.CHANNEL, "下午几点开会？")
    local.post(s.EMPLOYEE, s.CHANNEL, "在哪个会议室？", thread_ts=other)
    await asked(local, "事假呢？")
    assert [question.text for question in script.asked] == ["年假有几天？", "事假呢？"]


@pytest.mark.usefixtures("bot")
async def test_a_second_person_who_mentions_the_bot_goes_on_from_what_was_asked(
    local: LocalSlack, script: s.Script
) -> None:
    thread = await asked(local, "年假有几天？")
    await asked(local, "那病假呢？", s.HR, thread)
    assert script.asked[1].turns[0].question == "年假有几天？"
    await goes_on(local, "事假呢？", s.HR, thread)
    assert len(script.asked) == 3


async def test_a_thread_ends_after_so_many_turns_but_a_mention_is_answered(
    local: LocalSlack, tmp_path: Path, script: s.Script, shelf: s.Shelf
) -> None:
    async with s.running(local, tmp_path / "state.db", script, shelf, turns_per_thread=2):
        thread = await asked(local, "年假有几天？")
        await goes_on(local, "病假呢？", s.EMPLOYEE, thread)
        await heard(local, "事假呢？", s.EMPLOYEE, thread)
        await asked(local, "婚假呢？", thread=thread)
        assert [question.text for question in script.asked] == ["年假有几天？", "病假呢？", "婚假呢？"]


async def test_the_setting_turns_it_off(local: LocalSlack, tmp_path: Path, script: s.Script, shelf: s.Shelf) -> None:
    async with s.running(local, tmp_path / "state.db", script, shelf, follow_ups=False):
        thread = await asked(local, "年假有几天？")
        await heard(local, "病假呢？", s.EMPLOYEE, thread)
        await asked(local, "事假呢？", thread=thread)
        assert [question.text for question in script.asked] == ["年假有几天？", "事假呢？"]
        assert script.asked[1].turns[0].question == "年假有几天？"


async def test_a_conversation_goes_on_after_a_restart(
    local: LocalSlack, tmp_path: Path, script: s.Script, shelf: s.Shelf
) -> None:
    async with s.running(local, tmp_path / "state.db", script, shelf) as bot:
        thread = await asked(local, "年假有几天？")
        await bot.desk.idle()
    async with s.running(local, tmp_path / "state.db", script, shelf):
        await goes_on(local, "病假呢？", s.EMPLOYEE, thread)
    assert [question.text for question in script.asked] == ["年假有几天？", "病假呢？"]
    assert script.asked[1].turns[0].question == "年假有几天？"


@pytest.mark.parametrize(
    ("root", "text"), [("年假有几天？", "那实习生呢？"), ("How much leave do I get?", "and for interns?")]
)
@pytest.mark.usefixtures("bot")
async def test_a_mention_in_the_middle_of_a_thread_looks_up_once_what_was_said(
    local: LocalSlack, script: s.Script, root: str, text: str
) -> None:
    thread = local.post(s.HR, s.CHANNEL, root)
    local.post(OTHER_BOT.id, s.CHANNEL, "I am a bot?", thread_ts=thread)
    await asked(local, text, thread=thread)
    assert script.asked[0].turns == (Turn(root, ""),)
    await asked(local, "谁审批？", thread=thread)
    assert [turn.question for turn in script.asked[1].turns] == [text]
    assert [call.method for call in local.calls].count("conversations.replies") == 1


@pytest.mark.usefixtures("bot")
async def test_a_question_that_stands_alone_looks_nothing_up(local: LocalSlack, script: s.Script) -> None:
    thread = local.post(s.HR, s.CHANNEL, "年假有几天？")
    await asked(local, "VPN 怎么申请？", thread=thread)
    assert "conversations.replies" not in [call.method for call in local.calls]
    assert script.asked[0].turns == ()


@pytest.mark.parametrize("fault", ["missing_scope", "drop"])
async def test_where_the_thread_can_not_be_read_the_line_is_answered_alone(
    tmp_path: Path, script: s.Script, shelf: s.Shelf, fault: str
) -> None:
    scopes = () if fault == "missing_scope" else HISTORY
    async with LocalSlack(hearing(scopes=scopes)) as local, s.running(local, tmp_path / "s.db", script, shelf):
        if fault == "drop":
            local.faults.calls.append(CallFault(method="conversations.replies", kind="server_error", times=1))
        thread = local.post(s.HR, s.CHANNEL, "年假有几天？")
        await asked(local, "那实习生呢？", thread=thread)
        assert script.asked[0].turns == ()


async def test_without_the_events_a_mention_is_understood_all_the_same(
    tmp_path: Path, script: s.Script, shelf: s.Shelf
) -> None:
    async with LocalSlack(s.quiet()) as local, s.running(local, tmp_path / "state.db", script, shelf):
        thread = await asked(local, "年假有几天？")
        local.post(s.EMPLOYEE, s.CHANNEL, "病假呢？", thread_ts=thread)
        await asked(local, "事假呢？", thread=thread)
        assert [question.text for question in script.asked] == ["年假有几天？", "事假呢？"]
        assert script.asked[1].turns[0].question == "年假有几天？"


@pytest.mark.usefixtures("bot")
async def test_a_direct_conversation_goes_on_without_a_thread(local: LocalSlack, script: s.Script) -> None:
    room = local.direct(s.HR)
    for text in ("年假有几天？", "那实习生呢？"):
        ts = local.post(s.HR, room, text)
        await local.until(lambda ts=ts: any(map(is_ended, local.messages(room, ts))))  # type: ignore[misc]
    assert [turn.question for turn in script.asked[1].turns] == ["年假有几天？"]


class Pipeline:
    """Implements `Answerer` by the real pipeline over one document, quoting."""

    def __init__(self, text: str) -> None:
        self.ports = make_ports(make_chunk(text, "doc-001#c01"), model=ExtractiveModel())

    def __call__(self, question: Question) -> AsyncGenerator[Event, None]:
        return answer(question, policy=Policy(), ports=self.ports)


@pytest.mark.parametrize(
    ("text", "conversation", "expected"),
    [
        (
            "个人版的存储空间为 10 GB。企业版的存储空间为 500 GB。",
            ("个人版的存储空间是多少？", "那企业版呢？"),
            ("按“企业版的存储空间是多少？”理解", "企业版的存储空间为 500 GB"),
        ),
        (
            "An access token is valid for 2 hours. A refresh token is valid for 30 days.",
            ("How long is an access token valid?", "and a refresh token?"),
            ("Understood as “How long is a refresh token valid?”", "A refresh token is valid for 30 days"),
        ),
    ],
)
async def test_a_follow_up_goes_through_the_whole_pipeline(
    local: LocalSlack, tmp_path: Path, text: str, conversation: tuple[str, str], expected: tuple[str, str]
) -> None:
    async with s.running(local, tmp_path / "state.db", Pipeline(text), s.Shelf()):
        thread = await asked(local, conversation[0])
        await goes_on(local, conversation[1], s.EMPLOYEE, thread)
        follow_up = ours(local, thread)[1]
        assert expected[0] in str(follow_up["blocks"][0])
        assert expected[1] in str(follow_up["blocks"])
