import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from localslack_shapes import WIDE
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.localslack import LocalSlack, ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def local(clock: ManualClock) -> AsyncIterator[LocalSlack]:
    async with LocalSlack(WIDE, clock) as running:
        yield running


@pytest.fixture
def web(local: LocalSlack) -> AsyncWebClient:
    return AsyncWebClient(token=local.config.bot_token, base_url=local.api_url, retry_handlers=[])


Connect = Callable[[AsyncApp], Awaitable[AsyncSocketModeHandler]]


@pytest.fixture
def app(web: AsyncWebClient) -> AsyncApp:
    return AsyncApp(client=web)


@pytest.fixture
async def connect(local: LocalSlack) -> AsyncIterator[Connect]:
    async with contextlib.AsyncExitStack() as stack:

        async def start(app: AsyncApp) -> AsyncSocketModeHandler:
            handler = AsyncSocketModeHandler(app, local.config.app_token)
            stack.push_async_callback(handler.close_async)
            before = len(local.slack.sockets.open)
            await handler.connect_async()
            await local.connected(before + 1)
            return handler

        yield start
