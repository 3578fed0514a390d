"""Socket Mode against the local Slack: what ends a connection, what burns an address, and how it is left."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.config import ConfigError
from bot.localslack import CallFault, Config, LocalSlack
from bot.slack.connection import REPEAT_S, Connections, OneLine

EMPLOYEE, CHANNEL = "U0EMPLOYEE", "#general"


@pytest.fixture
async def local() -> AsyncIterator[LocalSlack]:
    async with LocalSlack() as running:
        yield running


def an_app(local: LocalSlack) -> AsyncApp:
    client = AsyncWebClient(token=local.config.bot_token, base_url=local.api_url, retry_handlers=[])
    return AsyncApp(client=client)


def connections(local: LocalSlack, app: AsyncApp, number: int = 2) -> Connections:
    return Connections(app, local.config.app_token, connections=number, patience_s=0.3, ping_s=0.25)


@asynccontextmanager
async def connected(local: LocalSlack, app: AsyncApp, number: int = 2) -> AsyncIterator[Connections]:
    sockets = connections(local, app, number)
    await sockets.open()
    try:
        yield sockets
    finally:
        await sockets.close()


def opened(local: LocalSlack) -> int:
    return len([call for call in local.calls if call.method == "apps.connections.open"])


@pytest.mark.parametrize("number", [1, 2, 3])
async def test_as_many_connections_as_asked_for_are_opened_and_closed_without_a_trace(
    local: LocalSlack, number: int
) -> None:
    before = asyncio.all_tasks()
    async with connected(local, an_app(local), number) as sockets:
        await local.connected(number)
        assert await sockets.connected() == number
        assert opened(local) == number
    await local.until(lambda: not local.slack.sockets.open)
    assert await sockets.connected() == 0
    served = {task for task in asyncio.all_tasks() - before if "RequestHandler" in repr(task)}  # the local Slack's
    assert asyncio.all_tasks() - before == served
    await sockets.close()


@pytest.mark.parametrize("reason", ["warning", "refresh_requested"])
async def test_while_one_connection_is_renewed_the_other_takes_what_comes(local: LocalSlack, reason: str) -> None:
    app = an_app(local)
    app.event("app_mention")(nothing)
    async with connected(local, app):
        await local.connected(2)
        first, second = local.slack.sockets.open
        local.faults.calls.append(CallFault(method="apps.connections.open", delay_s=0.5))
        await local.slack.sockets.disconnect(first, reason)
        assert local.slack.sockets.open == [second]
        local.post(EMPLOYEE, CHANNEL, f"{local.mention()} 试用期多久？")
        await local.until(lambda: bool(local.deliveries))
        assert local.deliveries[0].failed is None
        await local.connected(2)


async def test_an_address_that_is_burnt_at_the_start_is_replaced(
    local: LocalSlack, caplog: pytest.LogCaptureFixture
) -> None:
    local.faults.burnt_tickets = 2
    async with connected(local, an_app(local)) as sockets:
        await local.connected(2)
        assert await sockets.connected() == 2
        assert local.slack.sockets.refused > 2, "the client did not try the burnt address again, so nothing was healed"
        assert opened(local) == 4
    assert "taking a new address" in caplog.text
    assert "Traceback" not in caplog.text
    assert "ticket=" not in caplog.text


async def test_an_address_that_is_burnt_while_reconnecting_is_replaced(local: LocalSlack) -> None:
    async with connected(local, an_app(local), 1) as sockets:
        await local.connected()
        local.faults.burnt_tickets = 1
        await local.slack.sockets.disconnect_all("link_disabled")
        await local.until(lambda: local.slack.sockets.refused > 1)
        await local.connected()
        assert await sockets.connected() == 1
        assert opened(local) == 3


async def test_a_slack_that_comes_later_is_found() -> None:
    async with LocalSlack() as short_lived:
        port = int(short_lived.slack.base.rsplit(":", 1)[1])
        app = an_app(short_lived)
    sockets = connections(short_lived, app)
    await sockets.open()
    assert await sockets.connected() == 0
    async with LocalSlack(Config(port=port)) as late:
        await late.connected(2)
        await sockets.close()


@pytest.mark.parametrize("token", ["xapp-wrong", Config().bot_token])
async def test_a_token_that_slack_refuses_is_a_mistake_in_the_configuration(local: LocalSlack, token: str) -> None:
    sockets = Connections(an_app(local), token)
    with pytest.raises(ConfigError, match="SLACK_APP_TOKEN") as raised:
        await sockets.open()
    assert token not in str(raised.value)
    await sockets.close()


@pytest.mark.parametrize("kind", ["rate_limit", "server_error", "drop_before"])
async def test_an_outage_while_starting_is_waited_out(local: LocalSlack, kind: str) -> None:
    local.faults.calls.append(CallFault(method="apps.connections.open", kind=kind, times=1))  # type: ignore[arg-type]
    async with connected(local, an_app(local)):
        await local.connected(2)


@pytest.mark.parametrize("seed", [1, 2])
async def test_every_mention_is_heard_while_connections_come_and_go(local: LocalSlack, seed: int) -> None:
    app, chance = an_app(local), random.Random(seed)
    heard: set[str] = set()

    @app.event("app_mention")
    async def hear(event: dict[str, str]) -> None:
        heard.add(event["ts"])

    async with connected(local, app):
        posted = set()
        for number in range(40):
            posted.add(local.post(EMPLOYEE, CHANNEL, f"{local.mention()} 第 {number} 个问题"))
            await local.until(lambda: bool(local.slack.sockets.open))
            leaving = chance.choice(local.slack.sockets.open)
            if chance.random() < 0.2:
                await local.slack.sockets.disconnect(leaving, chance.choice(["warning", "refresh_requested"]))
            elif chance.random() < 0.1:
                await leaving.close()
            elif chance.random() < 0.1:
                local.faults.burnt_tickets = 1
        await local.until(lambda: posted <= heard, within_s=30)


async def test_what_was_read_is_acknowledged_before_the_connection_is_closed(local: LocalSlack) -> None:
    app, arrived, go_on = an_app(local), asyncio.Event(), asyncio.Event()

    @app.middleware
    async def keep(next_) -> None:  # type: ignore[no-untyped-def]
        arrived.set()
        await go_on.wait()
        await next_()

    app.event("app_mention")(nothing)
    sockets = connections(local, app, 1)
    await sockets.open()
    local.post(EMPLOYEE, CHANNEL, f"{local.mention()} how long is probation?")
    await arrived.wait()
    closing = asyncio.create_task(sockets.close())
    await asyncio.sleep(0)
    go_on.set()
    await closing
    await local.until(lambda: bool(local.deliveries))
    assert [attempt.failed for attempt in local.deliveries] == [None]


async def test_what_nothing_listens_to_is_taken_so_that_slack_does_not_send_it_again(
    local: LocalSlack, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        async with connected(local, an_app(local), 1):
            local.post(EMPLOYEE, CHANNEL, f"{local.mention()} 有人吗")
            await local.until(lambda: bool(local.deliveries))
    assert [attempt.failed for attempt in local.deliveries] == [None]


async def nothing() -> None:
    """A listener that takes an event and does nothing."""


def test_a_failure_that_goes_on_is_told_once_a_minute_without_its_ticket() -> None:
    quiet = OneLine()

    def told(message: str, after_s: float) -> str:
        record = logging.makeLogRecord({"msg": message, "created": 1000.0 + after_s, "exc_info": (None, None, None)})
        return record.getMessage() if quiet.filter(record) else ""

    refused = "Failed to connect (url='wss://slack.example/link?ticket=s3cret&app_id=1'); Retrying..."
    assert told(refused, 0) == "Failed to connect (url='wss://slack.example/link?…'); Retrying..."
    assert told(refused, 5) == ""
    assert told("another", 6) == "another"
    assert told(refused, REPEAT_S + 1) != ""
    assert told("wss://" + "a?" * 100_000, 7) != ""
