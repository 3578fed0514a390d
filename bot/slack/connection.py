"""Socket Mode: several connections to Slack at once, each watched, and closed without leaving anything behind.

Slack ends a connection now and then and the client closes the old one before it opens the new one; buttons are not sent
again, so one connection alone would lose them. A WebSocket address opens once; slack_sdk's client goes on trying the
same one after a failed handshake, for ever (found by running it; ``tests/bot/slack/test_connection.py``).
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Iterable
from typing import Any, Final

import aiohttp
from slack_bolt.adapter.socket_mode.async_internals import run_async_bolt_app, send_async_response
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from bot.config import ConfigError
from bot.slack.transport import taken

log = logging.getLogger(__name__)

_ACK_S: Final = 3.0
"""Within this time Slack wants an acknowledgement; Bolt gives up waiting for one then, too."""
REPEAT_S: Final = 60.0
"""How often the same failure is told: while Slack is away the client tries every few seconds."""
_REFUSED: Final = {
    "account_inactive",
    "invalid_auth",
    "missing_scope",
    "no_permission",
    "not_allowed_token_type",
    "not_authed",
    "token_expired",
    "token_revoked",
}
"""Errors of apps.connections.open that do not go away by themselves."""


class Connections:
    """The Socket Mode connections of one app."""

    def __init__(
        self, app: AsyncApp, app_token: str, *, connections: int = 2, patience_s: float = 5.0, ping_s: float = 5.0
    ) -> None:
        """``connections``: 1..10, Slack's own limit for an app, over all its processes.

        ``patience_s``: how long `open` waits, and how long an address may fail before a new one is taken. ``ping_s``:
        between two pings, and between two attempts to connect; a connection is stale after four unanswered pings.
        """
        self._app = app
        self._app_token = app_token
        self._connections = connections
        self._patience_s = patience_s
        self._ping_s = ping_s
        self._sockets: list[_Socket] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Connect. Where Slack can't be reached in time, this returns and the connections are tried on.

        Raises:
            ConfigError: Slack does not take the app-level token.
        """
        address = await self._address()
        for _ in range(self._connections):
            socket = _Socket(self._app_token, self._app.client, self._ping_s)
            socket.socket_mode_request_listeners.append(self._take)
            self._sockets.append(socket)
        self._sockets[0].wss_uri = address
        opening = [asyncio.create_task(socket.establish(), name="slack connect") for socket in self._sockets]
        self._tasks = [*opening, asyncio.create_task(self._watch(), name="slack watch")]
        await asyncio.wait(opening, timeout=self._patience_s)
        if not await self.connected():
            log.warning("Slack can't be reached yet; going on trying.")

    async def _address(self) -> str | None:
        """The first WebSocket address; None where Slack can't be reached now."""
        try:
            response = await self._app.client.apps_connections_open(app_token=self._app_token)
        except SlackApiError as error:
            code = str(error.response.get("error"))
            if code in _REFUSED:
                raise ConfigError(
                    f"Slack does not take SLACK_APP_TOKEN ({code}). It is an app-level token (xapp-…) with the scope "
                    "connections:write; `exhibit doctor` looks closer."
                ) from error
            return None
        except (SlackClientError, aiohttp.ClientError, TimeoutError):
            return None
        return str(response["url"])

    async def connected(self) -> int:
        """How many connections stand."""
        return [await socket.is_connected() for socket in self._sockets].count(True)

    async def close(self) -> None:
        """Take nothing more, let what was taken be acknowledged, and hang up. May be called again."""
        await _ended(self._tasks)
        await asyncio.gather(*(socket.finish() for socket in self._sockets))
        self._tasks.clear()
        self._sockets.clear()

    async def _take(self, client: Any, request: SocketModeRequest) -> None:
        response = taken(await run_async_bolt_app(self._app, request))
        await send_async_response(client, request, response, time.time())

    async def _watch(self) -> None:
        """Make a client that is not getting anywhere with its address ask for a new one."""
        failing: dict[_Socket, str | None] = {}
        while True:
            await asyncio.sleep(self._patience_s)
            for socket in self._sockets:
                address = None if await socket.is_connected() else socket.wss_uri
                if address is not None and address == failing.get(socket):
                    log.warning("A Slack connection did not open within %g s; taking a new address.", self._patience_s)
                    socket.wss_uri = None
                failing[socket] = address


class _Socket(SocketModeClient):
    """slack_sdk's client, holding on to the tasks that it starts."""

    def __init__(self, app_token: str, web_client: AsyncWebClient, ping_s: float) -> None:
        super().__init__(app_token, logger=_quiet_log(), web_client=web_client, ping_interval=ping_s)
        self._frames: set[asyncio.Task[Any]] = set()

    async def run_message_listeners(self, message: dict[str, Any], raw_message: str) -> None:
        """Work on one frame, in a task of its own."""
        task = asyncio.current_task()
        assert task is not None
        self._frames.add(task)
        try:
            await super().run_message_listeners(message, raw_message)
        finally:
            self._frames.discard(task)

    async def establish(self) -> None:
        """Connect, trying until it succeeds or the client is closed."""
        await self.connect()  # type: ignore[no-untyped-call]  # slack_sdk leaves it without types

    async def finish(self) -> None:
        """Read no further frame, let those read be acknowledged, and hang up."""
        self.closed = True
        await _ended([self.message_processor, self.message_receiver, self.current_session_monitor])
        if self._frames:
            await asyncio.wait(self._frames, timeout=_ACK_S)
        await _ended(self._frames)
        await self.close()  # type: ignore[no-untyped-call]


async def _ended(tasks: Iterable[asyncio.Future[Any] | None]) -> None:
    """Cancel tasks and wait until they have ended."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


class OneLine(logging.Filter):
    """A failed attempt is one line: without a traceback, without the ticket of an address, and once in `REPEAT_S`."""

    _TICKET: Final = re.compile(r"(wss?://[^\s?'\"]{1,300}\?)[^\s'\"]{0,2000}")

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record; False for one that was told a short while ago."""
        message = self._TICKET.sub(r"\1…", record.getMessage())
        record.msg, record.args = message, ()
        record.exc_info = record.exc_text = None
        self._told = {text: at for text, at in self._told.items() if record.created - at < REPEAT_S}
        is_new = message not in self._told
        self._told.setdefault(message, record.created)
        return is_new


def _quiet_log() -> logging.Logger:
    found = log.getChild("client")
    if not found.filters:
        found.addFilter(OneLine())
        found.setLevel(logging.WARNING)
    return found
