"""A server on this machine that speaks Anthropic's Messages API, streaming and whole, by a script.

It stands for the API at the network, with the real SDK in front of it: for tests and for load. It imports nothing of
the other rooms and listens on 127.0.0.1 only.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from aiohttp import web

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What one request gets: ``pieces`` of text, and then how it ends.

    ``then``: ``end`` as the API does; ``error`` an error event; ``stall`` nothing more until the client leaves;
    ``cut`` the connection closed without an end. ``status`` other than 200 is an error response at once.
    ``bytes_at_once``: the stream's bytes are sent in parts of that size (0: an event at a time), so that a part may end
    inside a character. ``pause_s``: seconds before each piece; ``before`` is awaited before each, with its index.
    """

    pieces: tuple[str, ...] = ()
    stop_reason: str = "end_turn"
    status: int = 200
    then: Literal["end", "error", "stall", "cut"] = "end"
    bytes_at_once: int = 0
    pause_s: float = 0.0
    before: Callable[[int], Awaitable[None]] | None = None


class LocalModel:
    """``requests`` keeps the bodies received, in order; ``reply`` is asked with each."""

    def __init__(self, reply: Callable[[Json], Reply]) -> None:
        self.requests: list[Json] = []
        self.left_early = asyncio.Event()
        self._reply = reply
        self._runner: web.AppRunner | None = None

    async def start(self) -> str:
        """Listen on a free port; the base address for ``ANTHROPIC_BASE_URL``."""
        app = web.Application(client_max_size=16 * 1024 * 1024)
        app.router.add_post("/v1/messages", self._messages)
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        return f"http://{host}:{port}"

    async def stop(self) -> None:
        """Close every connection."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _messages(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.requests.append(body)
        reply = self._reply(body)
        if reply.status != 200:
            return web.json_response(_error(reply.status), status=reply.status, headers={"retry-after": "0"})
        if not body.get("stream"):
            return web.json_response(_message(body, reply))
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        try:
            await self._stream(response, body, reply)
            if reply.then == "stall":
                await asyncio.Event().wait()
        except (asyncio.CancelledError, ConnectionResetError):
            self.left_early.set()
            raise
        if reply.then == "cut" and request.transport is not None:
            request.transport.close()
        return response

    async def _stream(self, response: web.StreamResponse, body: Json, reply: Reply) -> None:
        message = _message(body, Reply()) | {"stop_reason": None, "content": []}
        await _send(response, {"type": "message_start", "message": message}, reply)
        block = {"type": "text", "text": ""}
        await _send(response, {"type": "content_block_start", "index": 0, "content_block": block}, reply)
        await _send(response, {"type": "ping"}, reply)
        for index, piece in enumerate(reply.pieces):
            await asyncio.sleep(reply.pause_s)
            if reply.before is not None:
                await reply.before(index)
            delta = {"type": "text_delta", "text": piece}
            await _send(response, {"type": "content_block_delta", "index": 0, "delta": delta}, reply)
        if reply.then == "error":
            await _send(response, _error(529), reply)
        if reply.then == "end":
            await _send(response, {"type": "content_block_stop", "index": 0}, reply)
            ending = {"stop_reason": reply.stop_reason, "stop_sequence": None}
            usage = {"output_tokens": len(reply.pieces)}
            await _send(response, {"type": "message_delta", "delta": ending, "usage": usage}, reply)
            await _send(response, {"type": "message_stop"}, reply)


async def _send(response: web.StreamResponse, event: Json, reply: Reply) -> None:
    raw = f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n".encode()
    size = reply.bytes_at_once or len(raw)
    for at in range(0, len(raw), size):
        await response.write(raw[at : at + size])


def _message(body: Json, reply: Reply) -> Json:
    return {
        "id": "msg_local",
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "content": [{"type": "text", "text": "".join(reply.pieces)}],
        "stop_reason": reply.stop_reason,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


_KINDS = {400: "invalid_request_error", 401: "authentication_error", 429: "rate_limit_error", 529: "overloaded_error"}


def _error(status: int) -> Json:
    kind = _KINDS.get(status, "api_error")
    return {"type": "error", "error": {"type": kind, "message": f"scripted {status}"}}
