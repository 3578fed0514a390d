"""The Web API's front door: which method, whose token, how often, with what fault, and what is answered."""

import asyncio
import json

from aiohttp import web

from bot.localslack import (
    methods_app,
    methods_chat,
    methods_conversations,
    methods_people,
    methods_stream,
    methods_views,
)
from bot.localslack.faults import CallFault
from bot.localslack.slack import Call, Method, Slack
from bot.localslack.wire import Args, Json, RateLimited, SlackError, bearer, read_args

METHODS: dict[str, Method] = {
    **methods_app.METHODS,
    **methods_chat.METHODS,
    **methods_stream.METHODS,
    **methods_views.METHODS,
    **methods_conversations.METHODS,
    **methods_people.METHODS,
}


async def call(request: web.Request, slack: Slack) -> web.StreamResponse:
    """Answers one API call. Every call is logged, also a refused one."""
    name = request.match_info["method"]
    args = Args({})
    fault = slack.faults.of_call(name)
    if fault:
        slack.workspace.changes.tell()
    if fault and fault.delay_s:
        await slack.clock.sleep(fault.delay_s)
    if fault and fault.kind == "drop_before":
        return _cut(request, slack, Call(name, args.values, slack.clock.now(), 0, {}))
    try:
        args = await read_args(request)
        answer = _answer(slack, name, args, bearer(request, args), fault)
        status, headers = 200, {}
    except RateLimited as refusal:
        answer, status, headers = refusal.body(), 429, {"Retry-After": str(refusal.retry_after_s)}
    except SlackError as refusal:
        answer, status, headers = refusal.body(), 200, {}
    if fault and fault.kind == "server_error":
        answer, status = {"ok": False, "error": "internal_error"}, 503
    shown = {key: value for key, value in args.values.items() if key != "token"}
    logged = Call(name, shown, slack.clock.now(), status, answer)
    if fault and fault.kind == "drop_after":
        return _cut(request, slack, logged)
    slack.note(logged)
    headers["X-OAuth-Scopes"] = ",".join(sorted(slack.granted))
    return web.Response(text=json.dumps(answer), status=status, headers=headers, content_type="application/json")


def _answer(slack: Slack, name: str, args: Args, token: str, fault: CallFault | None) -> Json:
    if name not in METHODS:
        raise SlackError("unknown_method", req_method=name)
    method = METHODS[name]
    _authorize(slack, method, token)
    if fault and fault.kind == "rate_limit":
        raise RateLimited(fault.retry_after_s)
    slack.rates.count(name, tier=method.tier, now=slack.clock.now())
    if fault and fault.kind == "error":
        raise SlackError(fault.code)
    if fault and fault.kind == "server_error":
        return {}
    if method.scope and method.token == "bot":  # noqa: S105 - the kind of a token
        slack.need(method.scope)
    return {"ok": True, **method.run(slack, args)}


def _authorize(slack: Slack, method: Method, token: str) -> None:
    """Checks the token.

    Raises:
        SlackError: `not_authed`, `invalid_auth`, `token_revoked`, `not_allowed_token_type`.
    """
    if not token:
        raise SlackError("not_authed")
    kinds = {slack.config.bot_token: "bot", slack.config.app_token: "app"}
    if token not in kinds:
        raise SlackError("invalid_auth")
    if slack.token_revoked and kinds[token] == "bot":
        raise SlackError("token_revoked")
    if kinds[token] != method.token:
        raise SlackError("not_allowed_token_type")


def _cut(request: web.Request, slack: Slack, logged: Call) -> web.StreamResponse:
    """Ends the connection without a reply, as when a network breaks."""
    slack.note(Call(logged.method, logged.args, logged.at, 0, logged.answer))
    if isinstance(request.transport, asyncio.Transport):
        request.transport.abort()
    return web.Response(status=500)
