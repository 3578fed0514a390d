"""Signed HTTP events: what is not Slack's is turned away quietly, what is Slack's is taken once."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import scripted as s
from aiohttp import ClientSession, web
from test_end_to_end import answered, replies, visible

from bot.localslack import LocalSlack
from bot.slack.over_http import MAX_BODY, PATH, events_route

SIGNATURE = f"v0={'0' * 64}"


class Server:
    """A bot behind HTTP, and the local Slack that calls it."""

    def __init__(self, local: LocalSlack, base: str, http: ClientSession) -> None:
        self.local, self.url, self._http = local, base + PATH, http

    async def send(self, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
        kind = {"Content-Type": "application/json"}
        async with self._http.post(self.url, data=io.BytesIO(body), headers=kind | headers) as response:
            return response.status, await response.text()

    async def send_signed(self, payload: object, **headers: str) -> tuple[int, str]:
        body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        return await self.send(body, self.local.slack.delivery.signature(body) | headers)


@pytest.fixture
async def server(tmp_path: Path, script: s.Script) -> AsyncIterator[Server]:
    async with LocalSlack(s.quiet()) as local, s.built(local, tmp_path / "state.db", script, s.Shelf(*SHELF)) as bot:
        app = web.Application()
        app.add_routes([events_route(bot.app)])
        runner = web.AppRunner(app, auto_decompress=False)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        base = f"http://127.0.0.1:{runner.addresses[0][1]}"
        local.slack.delivery.request_url = base + PATH
        async with ClientSession() as http:
            yield Server(local, base, http)
        await runner.cleanup()
        await bot.drain(patience_s=0)


SHELF = (s.PROBATION, s.LEAVE, s.NEW, s.OLD)


async def test_slack_may_verify_the_address(server: Server) -> None:
    assert await server.local.slack.delivery.verify_url()


@pytest.mark.parametrize("question", ["试用期多久？", "How many days of annual leave?"])
async def test_a_mention_is_answered_and_its_button_opens_the_source(server: Server, question: str) -> None:
    _, message = await answered(server.local, question)
    assert "试用期为 90 天。[1]" in visible(message["blocks"])
    attempt = await server.local.click(s.HR, message["ts"], "cite_1")
    assert attempt.failed is None
    await server.local.until(lambda: "员工手册" in visible(server.local.views(s.HR)))
    assert [attempt for attempt in server.local.deliveries if attempt.failed] == []


async def test_a_replay_within_the_window_is_answered_once(server: Server, script: s.Script) -> None:
    thread, _ = await answered(server.local)
    payload = server.local.deliveries[0].payload
    for retry in ("1", "2", "3"):
        headers = {"X-Slack-Retry-Num": retry, "X-Slack-Retry-Reason": "http_timeout"}
        assert await server.send_signed(payload, **headers) == (200, "")
    assert len(script.asked) == 1
    assert len(replies(server.local, thread)) == 1


HOSTILE: dict[str, dict[str, str]] = {
    "nothing": {},
    "no signature": {"X-Slack-Request-Timestamp": "NOW"},
    "no timestamp": {"X-Slack-Signature": SIGNATURE},
    "a wrong signature": {"X-Slack-Request-Timestamp": "NOW", "X-Slack-Signature": SIGNATURE},
    "a timestamp in words": {"X-Slack-Request-Timestamp": "now", "X-Slack-Signature": SIGNATURE},
    "a negative timestamp": {"X-Slack-Request-Timestamp": "-1", "X-Slack-Signature": SIGNATURE},
    "a timestamp with other digits": {"X-Slack-Request-Timestamp": "１２３", "X-Slack-Signature": SIGNATURE},
    "a timestamp without end": {"X-Slack-Request-Timestamp": "1" * 5000, "X-Slack-Signature": SIGNATURE},
    "a signature that is not ASCII": {"X-Slack-Request-Timestamp": "NOW", "X-Slack-Signature": "v0=签名"},
    "a signature that is too long": {"X-Slack-Request-Timestamp": "NOW", "X-Slack-Signature": SIGNATURE + "0"},
    "a signature in capitals": {"X-Slack-Request-Timestamp": "NOW", "X-Slack-Signature": SIGNATURE.replace("0", "A")},
    "orders to Bolt": {"X-Slack-Bolt-Lazy-Only": "1", "X-Slack-Bolt-Lazy-Function-Name": "answer_it"},
}


@pytest.mark.parametrize("headers", HOSTILE.values(), ids=HOSTILE.keys())
async def test_what_slack_did_not_sign_gets_401_and_no_traceback(
    server: Server, script: s.Script, caplog: pytest.LogCaptureFixture, headers: dict[str, str]
) -> None:
    now = {name: str(int(time.time())) if value == "NOW" else value for name, value in headers.items()}
    body = json.dumps({"type": "event_callback", "event": {"type": "app_mention"}}).encode()
    status, _ = await server.send(body, now)
    assert status == 401
    assert script.asked == []
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_body_that_is_not_utf_8_gets_401_even_if_signed(server: Server) -> None:
    status, _ = await server.send_signed(b'{"text": "\xff\xfe"}')
    assert status == 401


async def test_an_old_signature_gets_401(server: Server) -> None:
    body = b"{}"
    headers = server.local.slack.delivery.signature(body)
    stale = str(int(headers["X-Slack-Request-Timestamp"]) - 600)
    assert (await server.send(body, headers | {"X-Slack-Request-Timestamp": stale}))[0] == 401


async def test_a_header_that_is_there_twice_gets_401(server: Server) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.split(":")[2].split("/")[0]))
    signed = server.local.slack.delivery.signature(b"{}")
    lines = [f"POST {PATH} HTTP/1.1", "Host: localhost", "Content-Length: 2", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in signed.items()] + [f"X-Slack-Signature: {SIGNATURE}"]
    writer.write("\r\n".join([*lines, "", "{}"]).encode())
    assert (await reader.readline()).startswith(b"HTTP/1.1 401")
    writer.close()
    await writer.wait_closed()


async def test_a_body_without_end_gets_413_and_is_not_read_to_the_end(server: Server) -> None:
    assert (await server.send_signed(b"x" * (MAX_BODY + 1)))[0] == 413
    assert (await server.send_signed(b" " * (MAX_BODY - 2) + b"{}"))[0] == 200


async def test_a_body_that_does_not_unpack_is_no_failure_of_the_bot(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    status, _ = await server.send_signed(b"\x1f\x8b this does not unpack", **{"Content-Encoding": "gzip"})
    assert status == 401
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


EVENTS = ("reaction_added", "app_mention", "message", "user_change", "file_shared", "something_new")
INTERACTIONS = ("shortcut", "message_action", "block_actions", "view_submission", "view_closed", "block_suggestion")


@pytest.mark.parametrize("kind", EVENTS)
async def test_an_event_that_nothing_listens_to_is_taken(server: Server, kind: str) -> None:
    event = {"type": kind, "event_ts": "1.2", "user": s.EMPLOYEE}
    payload = {"type": "event_callback", "team_id": "T0LOCAL", "event_id": f"Ev{kind}", "event": event}
    assert (await server.send_signed(payload))[0] == 200


@pytest.mark.parametrize("kind", INTERACTIONS)
async def test_an_interaction_that_nothing_listens_to_is_taken(server: Server, kind: str) -> None:
    view = {"id": "V1", "callback_id": "unknown", "type": "modal", "state": {"values": {}}}
    payload: dict[str, Any] = {"type": kind, "team": {"id": "T0LOCAL"}, "user": {"id": s.EMPLOYEE}, "view": view}
    payload |= {"callback_id": "unknown", "trigger_id": "1", "action_id": "unknown", "block_id": "b"}
    payload |= {"actions": [{"type": "button", "action_id": "unknown", "block_id": "b", "value": "1"}]}
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    body = urlencode({"payload": json.dumps(payload)}).encode()
    assert (await server.send_signed(body, **form))[0] == 200


async def test_a_command_that_nothing_listens_to_is_taken(server: Server) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    body = urlencode({"command": "/unknown", "text": "你好", "user_id": s.EMPLOYEE, "team_id": "T0LOCAL"}).encode()
    assert (await server.send_signed(body, **form))[0] == 200
