"""The control API under `/control/`: for the page, and for tests in another process. JSON both ways."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from aiohttp import web

from bot.localslack.clock import ManualClock
from bot.localslack.delivery import Attempt
from bot.localslack.faults import CallFault
from bot.localslack.snapshot import snapshot, typed_text
from bot.localslack.wire import Json, SlackError

if TYPE_CHECKING:
    from bot.localslack.server import LocalSlack

Act = Callable[["LocalSlack", Json], Awaitable[Json]]
NAMES = ("127.0.0.1", "localhost")


def _attempt(attempt: Attempt) -> Json:
    return {"acknowledged": attempt.failed is None, "failed": attempt.failed, "answer": attempt.answer}


async def _post(local: "LocalSlack", body: Json) -> Json:
    """Writes a message; with `typed` it is what a person types: escaped, `@Exhibit` mentions, `/command` runs."""
    text = str(body["text"])
    if not body.get("typed"):
        return {"ts": local.post(body["user"], body["channel"], text, body.get("thread_ts"))}
    word, _, rest = text.partition(" ")
    if word in local.config.commands:
        return _attempt(await local.command(body["user"], body["channel"], word, rest.strip()))
    return {"ts": local.post(body["user"], body["channel"], typed_text(local.slack, text), body.get("thread_ts"))}


async def _edit(local: "LocalSlack", body: Json) -> Json:
    text = str(body["text"])
    local.edit(body["user"], body["ts"], typed_text(local.slack, text) if body.get("typed") else text)
    return {}


async def _delete(local: "LocalSlack", body: Json) -> Json:
    local.delete(body["user"], body["ts"])
    return {}


async def _react(local: "LocalSlack", body: Json) -> Json:
    local.react(body["user"], body["ts"], body["name"])
    return {}


async def _resend(local: "LocalSlack", body: Json) -> Json:
    local.resend(body["ts"])
    return {}


async def _join(local: "LocalSlack", body: Json) -> Json:
    local.join(body["user"], body["channel"])
    return {}


async def _leave(local: "LocalSlack", body: Json) -> Json:
    local.leave(body["user"], body["channel"])
    return {}


async def _home(local: "LocalSlack", body: Json) -> Json:
    local.open_home(body["user"], body.get("tab", "home"))
    return {}


async def _click(local: "LocalSlack", body: Json) -> Json:
    if body.get("view_id"):
        return _attempt(await local.click_in_view(body["user"], body["view_id"], body["action_id"], body.get("value")))
    return _attempt(await local.click(body["user"], body["ts"], body["action_id"], body.get("value")))


async def _submit(local: "LocalSlack", body: Json) -> Json:
    return _attempt(await local.submit(body["view_id"], body.get("values")))


async def _close(local: "LocalSlack", body: Json) -> Json:
    await local.close_view(body["user"], every=bool(body.get("every")))
    return {}


async def _shortcut(local: "LocalSlack", body: Json) -> Json:
    return _attempt(await local.shortcut(body["user"], body["ts"], body["callback_id"]))


async def _command(local: "LocalSlack", body: Json) -> Json:
    return _attempt(await local.command(body["user"], body["channel"], body["command"], body.get("text", "")))


async def _faults(local: "LocalSlack", body: Json) -> Json:
    """Adds faults: `calls` as a list of CallFault fields, and the four counters; `clear` first empties all."""
    if body.get("clear"):
        local.faults.clear()
    local.faults.calls += [CallFault(**one) for one in body.get("calls", [])]
    for name in ("burnt_tickets", "dropped_deliveries", "duplicated_deliveries", "expired_triggers"):
        setattr(local.faults, name, int(body.get(name, getattr(local.faults, name))))
    return {"faults": asdict(local.faults)}


async def _disconnect(local: "LocalSlack", body: Json) -> Json:
    return {"connections": await local.slack.sockets.disconnect_all(str(body.get("reason", "warning")))}


async def _app(local: "LocalSlack", body: Json) -> Json:
    """Changes how the app is installed: `scopes`, `token_revoked`, `request_url`; moves a manual clock `advance_s`."""
    slack = local.slack
    if "scopes" in body:
        slack.granted = set(body["scopes"])
    slack.token_revoked = bool(body.get("token_revoked", slack.token_revoked))
    slack.delivery.request_url = body.get("request_url", slack.delivery.request_url)
    if isinstance(slack.clock, ManualClock):
        slack.clock.advance(float(body.get("advance_s", 0)))
    return {"scopes": sorted(slack.granted), "token_revoked": slack.token_revoked}


ACTS: dict[str, Act] = {
    "post": _post,
    "edit": _edit,
    "delete": _delete,
    "react": _react,
    "resend": _resend,
    "join": _join,
    "leave": _leave,
    "home": _home,
    "click": _click,
    "submit": _submit,
    "close": _close,
    "shortcut": _shortcut,
    "command": _command,
    "faults": _faults,
    "disconnect": _disconnect,
    "app": _app,
}


def add_routes(app: web.Application, local: "LocalSlack") -> None:
    """Adds `/control/*`. It answers to this machine's own names and takes only JSON, so no other site can reach it."""
    app.router.add_post("/control/{act}", partial(_act, local=local))
    for name, answer in {"snapshot": _look, "calls": _calls, "deliveries": _deliveries, "changes": _stream}.items():
        app.router.add_get(f"/control/{name}", partial(answer, local=local))


async def _act(request: web.Request, local: "LocalSlack") -> web.StreamResponse:
    _guard(request)
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    run = ACTS.get(request.match_info["act"])
    if run is None:
        raise web.HTTPNotFound
    try:
        return _reply({"ok": True, **await run(local, await request.json())})
    except SlackError as error:
        return _reply(error.body(), 400)
    except (KeyError, TypeError, ValueError) as error:
        return _reply({"ok": False, "error": "bad_request", "detail": str(error)}, 400)


async def _look(request: web.Request, local: "LocalSlack") -> web.StreamResponse:
    _guard(request)
    query = request.query
    try:
        return _reply(snapshot(local, query.get("user", ""), query.get("room", ""), query.get("thread", "")))
    except SlackError as error:
        return _reply(error.body(), 400)


async def _calls(request: web.Request, local: "LocalSlack") -> web.StreamResponse:
    _guard(request)
    return _reply({"calls": [asdict(one) for one in local.calls[-200:]]})


async def _deliveries(request: web.Request, local: "LocalSlack") -> web.StreamResponse:
    _guard(request)
    return _reply({"deliveries": [asdict(one) for one in local.deliveries[-200:]]})


async def _stream(request: web.Request, local: "LocalSlack") -> web.StreamResponse:
    """Tells the page, as server-sent events, the number of each change."""
    _guard(request)
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
    await response.prepare(request)
    version = -1
    try:
        while True:
            version = await local.slack.workspace.changes.after(version)
            if local.stopping:
                break
            await response.write(f"data: {version}\n\n".encode())
    except (ConnectionError, asyncio.CancelledError):
        pass
    return response


def _guard(request: web.Request) -> None:
    if request.url.host not in NAMES:
        raise web.HTTPForbidden(text="this server answers under 127.0.0.1 and localhost only")


def _reply(body: Json, status: int = 200) -> web.Response:
    return web.Response(text=json.dumps(body, default=str), status=status, content_type="application/json")
