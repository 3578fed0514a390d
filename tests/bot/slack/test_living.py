"""Answers whose sources change, over Socket Mode against the local Slack."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import scripted as s

from bot.localslack.server import LocalSlack
from bot.outbox import Outbox
from bot.slack.app import SlackBot
from bot.slack.living import MOST, Living
from bot.slack.office import Office
from bot.tables import ANSWERS

QUESTIONS = {"zh": "试用期多久？", "en": "How long is the probation period?"}
CHANGED = {"zh": "出处 [1] 已于 2026-08-30 更新", "en": "Source [1] changed on 2026-08-30"}
GONE = {"zh": "出处 [1] 已不再可用", "en": "Source [1] is no longer available"}


@pytest.fixture
def shelf() -> s.Shelf:
    return s.Shelf(s.PROBATION, s.LEAVE)


@pytest.fixture
async def bot(local: LocalSlack, tmp_path: Path, script: s.Script, shelf: s.Shelf) -> AsyncIterator[SlackBot]:
    office = Office(living_answers=True, living_every_s=3600)
    async with s.running(local, tmp_path / "state.db", script, shelf, office=office) as running:
        yield running


def ours(local: LocalSlack, thread: str) -> list[dict[str, Any]]:
    return [one for one in local.messages(s.CHANNEL, thread) if one.get("bot_id")]


def is_ended(message: dict[str, Any]) -> bool:
    return any(block["type"] == "context_actions" for block in message.get("blocks", []))


async def answered(local: LocalSlack, bot: SlackBot, text: str) -> str:
    thread = local.post(s.EMPLOYEE, s.CHANNEL, f"{local.mention()} {text}")
    await local.until(lambda: any(map(is_ended, ours(local, thread))))
    await bot.desk.idle()
    return thread


def lines(local: LocalSlack, thread: str) -> list[str]:
    return [str(one["blocks"]) for one in ours(local, thread)[1:]]


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_thread_is_told_of_each_change_once(
    local: LocalSlack, bot: SlackBot, shelf: s.Shelf, language: str
) -> None:
    thread = await answered(local, bot, QUESTIONS[language])
    await bot.rounds.look()
    assert lines(local, thread) == []
    shelf.change(s.PROBATION, version="4.0", updated_at=date(2026, 8, 30))
    for _ in range(3):
        await bot.rounds.look()
    (line,) = lines(local, thread)
    assert CHANGED[language] in line
    assert "员工手册" not in line
    shelf.withdraw(s.PROBATION)
    for _ in range(2):
        await bot.rounds.look()
    assert len(lines(local, thread)) == 2
    assert GONE[language] in lines(local, thread)[1]


async def test_another_worker_does_not_tell_it_again(local: LocalSlack, bot: SlackBot, shelf: s.Shelf) -> None:
    thread = await answered(local, bot, QUESTIONS["zh"])
    shelf.change(s.PROBATION, version="4.0")
    await bot.rounds.look()
    assert bot.rounds.living is not None
    other = replace(bot.rounds.living, _seen=-1)
    await other.check()
    await bot.rounds.outgoing.send()
    assert len(lines(local, thread)) == 1


async def test_the_button_answers_again_in_place_and_the_old_answer_is_told_nothing_more(
    local: LocalSlack, bot: SlackBot, shelf: s.Shelf, script: s.Script
) -> None:
    thread = await answered(local, bot, QUESTIONS["zh"])
    shelf.change(s.PROBATION, version="4.0")
    await bot.rounds.look()
    first, line = ours(local, thread)
    script.scripts[QUESTIONS["zh"]] = (
        s.meta(s.LEAVE),
        s.sentence("Annual leave is 10 days a year.", (1, s.LEAVE)),
        s.done(1),
    )
    await local.click(s.EMPLOYEE, line["ts"], "try_again")
    await local.until(lambda: len(script.asked) == 2)
    await bot.desk.idle()
    assert [one["ts"] for one in ours(local, thread)] == [first["ts"], line["ts"]]
    assert "Annual leave" in str(ours(local, thread)[0]["blocks"])
    shelf.withdraw(s.PROBATION)
    await bot.rounds.look()
    assert len(lines(local, thread)) == 1


async def test_a_new_version_that_the_channel_may_not_read_shows_no_date(
    local: LocalSlack, bot: SlackBot, shelf: s.Shelf
) -> None:
    thread = await answered(local, bot, QUESTIONS["zh"])
    shelf.change(s.PROBATION, version="4.0", updated_at=date(2026, 8, 30), audience=(f"user:{s.HR}",))
    await bot.rounds.look()
    (line,) = lines(local, thread)
    assert GONE["zh"] in line
    assert "2026-08-30" not in line


async def test_old_answers_are_left_and_many_take_several_rounds(
    local: LocalSlack, bot: SlackBot, shelf: s.Shelf
) -> None:
    thread = await answered(local, bot, QUESTIONS["en"])
    shelf.change(s.PROBATION, version="4.0")
    state, living = bot.desk.state, bot.rounds.living
    assert living is not None
    async with state.engine.begin() as connection:
        row = (await connection.execute(ANSWERS.select())).mappings().one()
        early = datetime.now(UTC).replace(tzinfo=None) - timedelta(days=1)
        copies = [{**row, "id": f"copy{n:03}", "created_at": early} for n in range(MOST)]
        await connection.execute(ANSWERS.insert(), copies)
    await living.check()
    await bot.rounds.outgoing.send()
    assert lines(local, thread) == []
    await living.check()
    await bot.rounds.outgoing.send()
    assert len(lines(local, thread)) == 1
    month = datetime.now(UTC) + timedelta(days=31)
    outbox = Outbox(engine=state.engine, now=lambda: month)
    later = Living(state=state, knowledge=shelf, directory=bot.desk.directory, outbox=outbox, days=30)
    shelf.withdraw(s.PROBATION)
    await later.check()
    await bot.rounds.outgoing.send()
    assert len(lines(local, thread)) == 1


async def test_it_is_off_unless_it_is_set(local: LocalSlack, tmp_path: Path, script: s.Script, shelf: s.Shelf) -> None:
    async with s.running(local, tmp_path / "other.db", script, shelf) as bot:
        thread = await answered(local, bot, QUESTIONS["zh"])
        shelf.change(s.PROBATION, version="4.0")
        await bot.rounds.look()
        assert lines(local, thread) == []
