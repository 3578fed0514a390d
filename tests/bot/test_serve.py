"""``exhibit serve`` as a whole: ready when it is, both ways into Slack, and a stop that leaves no answer half given."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.config import Config, Settings
from bot.demo import demo_bot
from bot.localmodel import LocalModel, Reply
from bot.localslack import LocalSlack
from bot.serve import Running, advising, running_http, running_slack
from bot.slack.over_http import PATH

ROOT = Path(__file__).parents[2]
ZH, EN = "新员工的试用期有多长？", "How long do deleted files stay in the recycle bin?"


def settings(folder: Path, **fields: Any) -> Settings:
    values = {"anthropic_api_key": None, "exhibit_data": folder, "exhibit_http_port": 0}
    return Settings(**(values | fields))  # type: ignore[arg-type]


@asynccontextmanager
async def serving(local: LocalSlack, folder: Path, **way_in: str) -> AsyncIterator[tuple[Running, str]]:
    bot = demo_bot(settings(folder), Config())
    url = f"sqlite:///{folder}/state.sqlite3"
    async with (
        running_slack(
            bot, bot_token=local.config.bot_token, api_url=local.api_url, state_url=url, drain_s=5, **way_in
        ) as slack,
        running_http(bot, settings(folder), slack) as address,
    ):
        yield slack, address


async def ready(address: str) -> tuple[int, dict[str, Any]]:
    async with ClientSession() as http, http.get(f"{address}/readyz") as response:
        return response.status, await response.json()


async def not_ready(address: str) -> dict[str, Any]:
    """What it tells as soon as it is not ready."""
    while True:
        status, told = await ready(address)
        if status == 503:
            return told


def replies(local: LocalSlack, thread: str) -> list[dict[str, Any]]:
    return [message for message in local.messages("#general", thread) if message.get("bot_id")]


def has_ended(local: LocalSlack, thread: str) -> Callable[[], bool]:
    """Whether the answer in ``thread`` can be rated, as only one that has ended can."""
    return lambda: any("feedback" in str(message.get("blocks")) for message in replies(local, thread))


def ask(local: LocalSlack, question: str) -> str:
    return local.post("U0EMPLOYEE", "#general", f"{local.mention()} {question}")


async def test_it_is_ready_while_a_socket_is_connected_and_not_after(tmp_path: Path) -> None:
    local = LocalSlack()
    await local.start()
    async with serving(local, tmp_path, app_token=local.config.app_token) as (slack, address):
        assert slack.mode == "Socket Mode"
        status, told = await ready(address)
        assert (status, told["ready"]) == (200, True)
        assert set(told["parts"]) == {"store", "index", "state", "slack"}
        assert told["parts"]["slack"] == {"connections": 2}
        assert told["parts"]["index"] == told["parts"]["store"]
        await local.stop()
        async with asyncio.timeout(10):
            found = await not_ready(address)
        assert found["parts"]["slack"] == {"problem": "not connected"}
        async with ClientSession() as http, http.get(f"{address}/healthz") as alive:
            assert alive.status == 200


@pytest.mark.parametrize(("question", "fact"), [(ZH, "90"), (EN, "30 days")])
async def test_with_a_signing_secret_alone_slack_comes_in_over_http(tmp_path: Path, question: str, fact: str) -> None:
    async with (
        LocalSlack() as local,
        serving(local, tmp_path, signing_secret=local.config.signing_secret) as (slack, address),
    ):
        assert slack.mode == f"events on {PATH}"
        assert (await ready(address))[0] == 200
        local.slack.delivery.request_url = address + PATH
        assert await local.slack.delivery.verify_url()
        thread = ask(local, question)
        await local.until(has_ended(local, thread), within_s=60)
        assert fact in str(replies(local, thread))
        assert not local.slack.sockets.open
        async with ClientSession() as http:
            async with http.post(address + PATH, data=b"{}") as response:
                assert response.status == 401
            packed = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
            async with http.post(f"{address}/api/ask", data=b"does not unpack", headers=packed) as response:
                assert response.status == 400


@pytest.mark.parametrize("missing", ["groups:read", None])
async def test_a_scope_that_is_missing_is_told_at_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, missing: str | None
) -> None:
    async with LocalSlack() as local:
        local.slack.granted -= {missing}
        bot = demo_bot(settings(tmp_path), Config())
        using = settings(
            tmp_path,
            slack_bot_token=local.config.bot_token,
            slack_app_token=local.config.app_token,
            slack_api_url=local.api_url,
        )
        async with advising(bot, using) as looking:
            await looking
        await bot.close()
    told = [record.getMessage() for record in caplog.records if record.name == "bot.serve"]
    assert [line.split(" (")[0] for line in told] == ([f"FAIL scopes: missing {missing}"] if missing else [])


class Process:
    """``exhibit serve`` as its user starts it."""

    def __init__(self, folder: Path, local: LocalSlack, **more: str) -> None:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV") if name in os.environ}
        self.env = kept | {
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
            "SLACK_BOT_TOKEN": local.config.bot_token,
            "SLACK_APP_TOKEN": local.config.app_token,
            "SLACK_API_URL": local.api_url,
            "EXHIBIT_DATA": str(folder),
            "EXHIBIT_HTTP_PORT": "0",
        }
        self.env |= more
        self.folder = folder

    async def start(self) -> asyncio.subprocess.Process:
        command = (sys.executable, "-W", "error::ResourceWarning", "-c", "from bot.cli import app; app()", "serve")
        return await asyncio.create_subprocess_exec(
            *command, cwd=self.folder, env=self.env, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )


async def stopped(process: asyncio.subprocess.Process) -> tuple[int | None, str]:
    """How it ended and what it wrote."""
    output, _ = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode, output.decode()


class SlowModel:
    """A model that begins to write, says so, and waits before it goes on."""

    def __init__(self) -> None:
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        self.server = LocalModel(self._reply)

    def _reply(self, body: dict[str, Any]) -> Reply:
        prompt = body["messages"][0]["content"]
        number = prompt[: prompt.index("试用期为 90 天")].rpartition('<material number="')[2].split('"')[0]
        return Reply(pieces=(f"新员工的试用期为 90 天[{number}]。", "\n"), before=self._wait)

    async def _wait(self, index: int) -> None:
        if index == 1:
            self.begun.set()
            await self.go_on.wait()


@asynccontextmanager
async def asked(folder: Path, local: LocalSlack, **more: str) -> AsyncIterator[tuple[Process, SlowModel]]:
    """A process with the demo documents and a slow model."""
    bot = demo_bot(settings(folder), Config())
    await bot.close()
    model = SlowModel()
    url = await model.server.start()
    database = f"sqlite:///{folder}/demo.sqlite3"
    try:
        yield (
            Process(folder, local, ANTHROPIC_API_KEY="k", ANTHROPIC_BASE_URL=url, EXHIBIT_DATABASE=database, **more),
            model,
        )
    finally:
        await model.server.stop()


async def test_told_to_stop_while_answering_it_ends_the_answer_and_then_itself(tmp_path: Path) -> None:
    async with LocalSlack() as local, asked(tmp_path, local) as (command, model):
        process = await command.start()
        await local.connected(2, within_s=60)
        thread = ask(local, ZH)
        await asyncio.wait_for(model.begun.wait(), 60)
        process.send_signal(signal.SIGTERM)
        await local.until(lambda: not local.slack.sockets.open, within_s=60)
        assert not has_ended(local, thread)()
        model.go_on.set()
        status, output = await stopped(process)
        assert (status, "Traceback" in output) == (0, False), output
        (message,) = replies(local, thread)
        assert "90" in str(message)
        assert has_ended(local, thread)()
        assert ["INFO bot.serve:" in line for line in output.splitlines()] == [True, True]


async def test_an_answer_that_takes_too_long_at_a_stop_is_finished_by_the_next_start(tmp_path: Path) -> None:
    async with LocalSlack() as local, asked(tmp_path, local, EXHIBIT_DRAIN_S="0") as (command, model):
        first = await command.start()
        await local.connected(2, within_s=60)
        thread = ask(local, ZH)
        await asyncio.wait_for(model.begun.wait(), 60)
        first.send_signal(signal.SIGTERM)
        status, output = await stopped(first)
        assert (status, "Traceback" in output) == (0, False), output
        assert not has_ended(local, thread)()
        model.go_on.set()
        second = await command.start()
        await local.until(has_ended(local, thread), within_s=60)
        (message,) = replies(local, thread)
        assert "90" in str(message)
        second.send_signal(signal.SIGINT)
        status, output = await stopped(second)
        assert (status, "Traceback" in output) == (0, False), output


async def test_a_refused_token_ends_it_with_one_line_and_status_2(tmp_path: Path) -> None:
    async with LocalSlack() as local:
        process = await Process(tmp_path, local, SLACK_APP_TOKEN="xapp-wrong").start()
        status, output = await stopped(process)
        assert status == 2, output
        assert "Traceback" not in output
        assert "SLACK_APP_TOKEN" in output
        assert "xapp-wrong" not in output
