"""The HTTP API: ``POST /api/ask`` as server-sent events, ``GET /api/chunks/{id}``, ``/healthz`` and ``/readyz``.

Rule: what a reader may not see (dropped text, the detail of an outage, a chunk that the company's staff may not all
read) does not leave here.
"""

from __future__ import annotations

import hmac
import json
import logging
from collections.abc import Sequence
from contextlib import aclosing
from ipaddress import ip_address
from typing import Any

from aiohttp import web

from bot.config import ConfigError
from bot.health import Health, checks_of
from bot.wire import document, name, public
from bot.wiring import Bot
from core.domain import WORKSPACE
from core.events import Done, Failed

_log = logging.getLogger(__name__)
_BOT: web.AppKey[Bot] = web.AppKey("bot")
_HEALTH: web.AppKey[Health] = web.AppKey("health")
_MAX_BODY = 64 * 1024


def is_loopback(host: str) -> bool:
    """Whether ``host`` names this machine only."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def build_http(
    bot: Bot, *, host: str, token: str | None, health: Health | None = None, routes: Sequence[web.RouteDef] = ()
) -> web.Application:
    """The application, to be served on ``host``. ``health`` None: of the store and the index alone.

    ``routes`` are served too; they check for themselves who asks.

    Raises:
        ConfigError: ``host`` can be reached from other machines and there is no token.
    """
    if token is None and not is_loopback(host):
        raise ConfigError(f"EXHIBIT_HTTP_HOST={host!r} is open to other machines: set EXHIBIT_HTTP_TOKEN too.")
    app = web.Application(client_max_size=_MAX_BODY, middlewares=[_guard(token)])
    app[_BOT] = bot
    app[_HEALTH] = health or Health(checks_of(bot))
    app.on_cleanup.append(_stop_looking)
    app.add_routes(
        [
            web.post("/api/ask", _ask),
            web.get("/api/chunks/{id}", _chunk),
            web.get("/healthz", _healthz),
            web.get("/readyz", _readyz),
            *routes,
        ]
    )
    return app


async def _stop_looking(app: web.Application) -> None:
    await app[_HEALTH].close()


def _guard(token: str | None) -> Any:
    @web.middleware
    async def guard(request: web.Request, handler: Any) -> web.StreamResponse:
        if request.path.startswith("/api/"):
            if token is not None and not _is_bearer(request, token):
                return _error(401, "unauthorized", "Send the header Authorization: Bearer <EXHIBIT_HTTP_TOKEN>.")
            if token is None and not is_loopback(request.host.rsplit(":", 1)[0]):  # a web page that rebinds its name
                return _error(403, "forbidden_host", "Without a token the API answers to 127.0.0.1 and localhost only.")
        response: web.StreamResponse = await handler(request)
        return response

    return guard


def _is_bearer(request: web.Request, token: str) -> bool:
    given = request.headers.get("Authorization", "").encode("utf-8", "surrogateescape")
    return hmac.compare_digest(given, f"Bearer {token}".encode())


def _error(status: int, code: str, message: str) -> web.Response:
    return web.json_response({"error": code, "message": message}, status=status)


async def _ask(request: web.Request) -> web.StreamResponse:
    """Body ``{"question": "…"}``; one server-sent event for each event of the answer."""
    if request.content_type != "application/json":  # also keeps plain web forms of other pages out
        return _error(415, "unsupported_media_type", "Send Content-Type: application/json.")
    try:
        body = await request.json()
    except (ValueError, UnicodeDecodeError):
        return _error(400, "invalid_json", 'The body is not JSON. Send {"question": "…"}.')
    text = body.get("question") if isinstance(body, dict) else None
    bot = request.app[_BOT]
    limit = bot.config.slack.max_question_chars
    if not isinstance(text, str) or not text.strip():
        return _error(400, "no_question", 'Send {"question": "…"} with a text that is not empty.')
    if len(text) > limit:
        return _error(400, "question_too_long", f"The question has {len(text)} characters; the limit is {limit}.")
    question = bot.question(text, audience=WORKSPACE)
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
    await response.prepare(request)
    try:
        async with aclosing(bot.answer(question)) as events:
            async for event in events:
                if isinstance(event, Failed):
                    _log.error("answer %s failed at %s: %s", question.id, event.stage, event.detail)
                await _send(response, name(event), public(event, question.language))
    except ConnectionResetError:
        return response
    except Exception:
        _log.exception("answer %s broke off", question.id)
        await _send(response, "failed", public(Failed("bot", ""), question.language))
        await _send(response, "done", public(Done(status="failed", emitted=0, dropped=0), question.language))
    await response.write_eof()
    return response


async def _send(response: web.StreamResponse, event: str, data: dict[str, Any]) -> None:
    await response.write(f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode())


async def _chunk(request: web.Request) -> web.Response:
    """The chunk as it is now; ``?revision=N`` as it was at that knowledge revision."""
    bot = request.app[_BOT]
    revision = request.query.get("revision")
    if revision is not None and not (revision.isascii() and revision.isdigit() and len(revision) < 12):
        return _error(400, "bad_revision", f"revision={revision!r} is not a number.")
    chunk = await bot.chunk(request.match_info["id"], revision=None if revision is None else int(revision))
    if chunk is None or not WORKSPACE.may_read(chunk.document):
        return _error(404, "not_found", "No such chunk, or it may not be read here.")
    body = {"chunk_id": chunk.id, "text": chunk.text, "heading": list(chunk.heading)} | document(chunk.document)
    return web.json_response(body)


async def _healthz(request: web.Request) -> web.Response:
    """The process is alive: always 200, with what is known of every part."""
    return web.json_response(await _facts(request) | {"status": "ok"})


async def _readyz(request: web.Request) -> web.Response:
    """200 when every part works, else 503; the parts that do not have a ``problem``."""
    facts = await _facts(request)
    return web.json_response(facts, status=200 if facts["ready"] else 503)


async def _facts(request: web.Request) -> dict[str, Any]:
    parts = await request.app[_HEALTH].look()
    told = {name: part.facts | ({"problem": part.problem} if part.problem else {}) for name, part in parts.items()}
    return {"ready": not any(part.problem for part in parts.values()), "parts": told}
