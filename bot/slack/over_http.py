"""Slack's events, buttons and commands as signed HTTP requests, in place of Socket Mode.

Bolt's verifier raises on a timestamp that is no number, on a signature that is not ASCII and on a body that is not
UTF-8 (found by running it), so what can't be genuine is turned away before it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest

from bot.slack.transport import taken

PATH: Final = "/slack/events"
MAX_BODY: Final = 1024 * 1024
"""Bytes. A view has at most 250 KB, an event far less."""

_TIMESTAMP: Final = re.compile(r"[0-9]{1,12}", re.ASCII)
_SIGNATURE: Final = re.compile(r"v0=[0-9a-f]{64}", re.ASCII)
_SIGNED: Final = (("X-Slack-Request-Timestamp", _TIMESTAMP), ("X-Slack-Signature", _SIGNATURE))
_PASSED_ON: Final = (
    "Content-Type",
    "X-Slack-Request-Timestamp",
    "X-Slack-Signature",
    "X-Slack-Retry-Num",
    "X-Slack-Retry-Reason",
)
"""Bolt takes orders from some other headers, which the signature does not cover."""


def events_route(app: AsyncApp) -> web.RouteDef:
    """The route on which Slack reaches ``app``; ``app`` knows the signing secret.

    401: it does not come from Slack, or not now; 413: the body is longer than `MAX_BODY`.
    """
    return web.post(PATH, _receive(app))


def _receive(app: AsyncApp) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def receive(request: web.Request) -> web.StreamResponse:
        if not all(_is_one(request, name, shape) for name, shape in _SIGNED):
            return _refused(401, "not signed by Slack")
        body = await _body(request)
        if body is None:
            return _refused(413, "too long")
        try:
            text = body.decode()
        except UnicodeDecodeError:
            return _refused(401, "not signed by Slack")
        headers = {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
        response = await app.async_dispatch(AsyncBoltRequest(body=text, headers=dict(headers)))
        return await to_aiohttp_response(taken(response))

    return receive


def _is_one(request: web.Request, name: str, shape: re.Pattern[str]) -> bool:
    """Whether the header is there once and looks as it should."""
    values = request.headers.getall(name, [])
    return len(values) == 1 and shape.fullmatch(values[0]) is not None


async def _body(request: web.Request) -> bytes | None:
    """The whole body; None when it is too long, of which not more than that is read."""
    body = bytearray()
    async for piece in request.content.iter_chunked(64 * 1024):
        body += piece
        if len(body) > MAX_BODY:
            return None
    return bytes(body)


def _refused(status: int, reason: str) -> web.Response:
    return web.json_response({"error": reason}, status=status)
