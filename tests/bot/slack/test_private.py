"""`/exhibit` and "answer this": one person sees the answer, and it holds what that person may read."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import scripted as s

from bot.localslack.config import Config
from bot.localslack.server import LocalSlack
from bot.slack.app import SlackBot

QUESTION = "试用期多久？"


@pytest.fixture
async def local() -> AsyncIterator[LocalSlack]:
    config = replace(Config(), commands=("/exhibit",), shortcuts=(("answer_this", "Answer this"),))
    async with LocalSlack(config) as running:
        yield running


@pytest.fixture
async def bot(local: LocalSlack, tmp_path: Path, script: s.Script) -> AsyncIterator[SlackBot]:
    async with s.running(local, tmp_path / "state.db", script, s.Shelf(s.PROBATION, s.LEAVE)) as running:
        yield running


def buttons(message: dict[str, Any]) -> list[str]:
    return [
        element["action_id"]
        for block in message.get("blocks", [])
        if block["type"] in ("actions", "context_actions")
        for element in block["elements"]
    ]


async def told(local: LocalSlack, user: str, count: int) -> list[dict[str, Any]]:
    await local.until(lambda: len(local.ephemerals(user)) >= count)
    return local.ephemerals(user)


def is_nothing_posted(local: LocalSlack) -> bool:
    return not any(call.method == "chat.postMessage" for call in local.calls)


@pytest.mark.parametrize(
    ("text", "looking", "hint"),
    [
        (QUESTION, "只有你能看到", "每句话都已与原文核对"),
        ("How long is probation?", "only you will see", "Every sentence"),
    ],
)
@pytest.mark.usefixtures("bot")
async def test_a_command_is_answered_to_the_asker_alone(
    local: LocalSlack, script: s.Script, text: str, looking: str, hint: str
) -> None:
    attempt = await local.command(s.HR, s.CHANNEL, "/exhibit", text)
    assert attempt.failed is None
    first, answer = await told(local, s.HR, 2)
    assert looking in first["text"]
    assert "试用期为 90 天" in str(answer["blocks"])
    assert hint in str(answer["blocks"])
    assert text in str(answer["blocks"][0])
    assert buttons(answer) == ["cite_1", "cite_2", "feedback", "share"]
    assert script.asked[0].audience.viewers == (frozenset({"everyone", "workspace", "user:U0HR", "group:S0HR"}),)
    assert is_nothing_posted(local)
    assert local.ephemerals(s.EMPLOYEE) == []


@pytest.mark.usefixtures("bot")
async def test_a_citation_of_a_private_answer_opens(local: LocalSlack) -> None:
    await local.command(s.HR, s.CHANNEL, "/exhibit", QUESTION)
    _, answer = await told(local, s.HR, 2)
    await local.click(s.HR, answer["ts"], "cite_1")
    await local.until(lambda: "新员工的试用期为 90 天" in str(local.views(s.HR)))


@pytest.mark.parametrize(("events", "left"), [(s.LOW, ["report_gap"]), (s.BROKEN, [])])
@pytest.mark.usefixtures("bot")
async def test_a_private_refusal_has_no_button_that_posts_in_the_channel(
    local: LocalSlack, script: s.Script, events: Any, left: list[str]
) -> None:
    script.scripts[QUESTION] = events
    await local.command(s.HR, s.CHANNEL, "/exhibit", QUESTION)
    _, answer = await told(local, s.HR, 2)
    assert buttons(answer) == left
    assert is_nothing_posted(local)


@pytest.mark.usefixtures("bot")
async def test_an_error_is_told_in_private_and_without_its_detail(local: LocalSlack, script: s.Script) -> None:
    script.error = RuntimeError("secret detail")
    await local.command(s.HR, s.CHANNEL, "/exhibit", QUESTION)
    _, answer = await told(local, s.HR, 2)
    assert "⚠️" in str(answer["blocks"])
    assert "secret detail" not in str(answer)


@pytest.mark.usefixtures("bot")
async def test_a_command_without_a_question_says_how_to_ask(local: LocalSlack, script: s.Script) -> None:
    await local.command(s.HR, s.CHANNEL, "/exhibit", "  ")
    (usage,) = await told(local, s.HR, 1)
    assert "例如：" in str(usage["blocks"])
    assert "For example:" in str(usage["blocks"])
    await local.command(s.HR, s.CHANNEL, "/exhibit", "问" * 5000)
    assert "5000 个字符" in str((await told(local, s.HR, 3))[-1]["blocks"])
    assert script.asked == []


@pytest.mark.usefixtures("bot")
async def test_a_message_is_answered_to_who_chose_it_from_the_menu(local: LocalSlack, script: s.Script) -> None:
    root = local.post(s.EMPLOYEE, s.CHANNEL, "大家早")
    ts = local.post(s.EMPLOYEE, s.CHANNEL, f"<@{s.HR}> {QUESTION}", thread_ts=root)
    attempt = await local.shortcut(s.HR, ts, "answer_this")
    assert attempt.failed is None
    (answer,) = await told(local, s.HR, 1)
    assert "试用期为 90 天" in str(answer["blocks"])
    assert answer["thread_ts"] == root
    assert QUESTION in script.asked[0].text
    assert script.asked[0].audience.viewers == (frozenset({"everyone", "workspace", "user:U0HR", "group:S0HR"}),)
    assert is_nothing_posted(local)


@pytest.mark.usefixtures("bot")
async def test_a_message_of_the_bot_is_no_question(local: LocalSlack, script: s.Script) -> None:
    thread = local.post(s.EMPLOYEE, s.CHANNEL, f"{local.mention()} {QUESTION}")
    await local.until(lambda: any(map(buttons, local.messages(s.CHANNEL, thread))))
    ts = next(one["ts"] for one in local.messages(s.CHANNEL, thread) if one.get("bot_id"))
    await local.shortcut(s.HR, ts, "answer_this")
    (answer,) = await told(local, s.HR, 1)
    assert "不是人写的" in answer["text"]
    assert len(script.asked) == 1
