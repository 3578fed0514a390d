import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import web as http
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from bot.localslack import CallFault, Config, LocalSlack, ManualClock


@asynccontextmanager
async def _socket(local: LocalSlack) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    client = AsyncWebClient(base_url=local.api_url)
    url = (await client.apps_connections_open(app_token=local.config.app_token))["url"]
    async with aiohttp.ClientSession() as session, session.ws_connect(str(url)) as socket:
        hello = await socket.receive_json()
        assert (hello["type"], hello["connection_info"]) == ("hello", {"app_id": "A0LOCAL"})
        yield socket


async def _ack(socket: aiohttp.ClientWebSocketResponse, envelope: Any, **more: Any) -> None:
    await socket.send_json({"envelope_id": envelope["envelope_id"], **more})


async def test_a_ticket_opens_one_connection_once(local: LocalSlack) -> None:
    client = AsyncWebClient(base_url=local.api_url)
    url = str((await client.apps_connections_open(app_token=local.config.app_token))["url"])
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(url):
            pass
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(url)
    assert local.slack.sockets.refused == 1


async def test_an_envelope_goes_to_one_connection_and_turns_around(local: LocalSlack) -> None:
    async with _socket(local) as one, _socket(local) as two:
        await local.connected(2)
        local.post("U0HR", "#general", f"{local.mention()} 一")
        local.post("U0HR", "#general", f"{local.mention()} two")
        first, second = await asyncio.gather(one.receive_json(), two.receive_json())
        assert {first["payload"]["event"]["text"][-1], second["payload"]["event"]["text"][-1]} == {"一", "o"}
        await _ack(one, first)
        await _ack(two, second)
        await local.until(lambda: len(local.deliveries) == 2)
        assert [attempt.failed for attempt in local.deliveries] == [None, None]


async def test_what_is_not_acknowledged_comes_again_with_its_count_and_reason(
    local: LocalSlack, clock: ManualClock
) -> None:
    async with _socket(local) as socket:
        local.post("U0HR", "#general", f"{local.mention()} 问")
        seen = [await socket.receive_json()]
        for wait in (3, 3 + 60, 3 + 300):
            clock.advance(3)
            await local.until(lambda: len(local.deliveries) == len(seen))
            clock.advance(wait - 3)
            seen.append(await socket.receive_json())
        assert [(one["retry_attempt"], one["retry_reason"]) for one in seen] == [
            (0, ""),
            (1, "timeout"),
            (2, "timeout"),
            (3, "timeout"),
        ]
        assert len({one["payload"]["event_id"] for one in seen}) == 1
        assert len({one["envelope_id"] for one in seen}) == 4
        await _ack(socket, seen[-1])
        await local.until(lambda: len(local.deliveries) == 4)


async def test_an_event_waits_for_a_connection_to_come(local: LocalSlack) -> None:
    local.post("U0HR", "#general", f"{local.mention()} early")
    async with _socket(local) as socket:
        envelope = await socket.receive_json()
        assert envelope["payload"]["event"]["type"] == "app_mention"
        await _ack(socket, envelope)
        await local.until(lambda: len(local.deliveries) == 1)


async def test_the_app_hears_what_it_subscribed_to_and_no_more(clock: ManualClock) -> None:
    config = Config(events=("app_mention", "message.channels", "message.im"))
    async with LocalSlack(config, clock) as local, _socket(local) as socket:
        local.post("U0HR", "#general", f"{local.mention()} 双份")
        local.post("U0HR", "#hr-private", "not subscribed, not mentioned")
        local.post("U0HR", local.direct("U0HR"), "私聊")
        local.open_home("U0HR")
        seen = [await socket.receive_json() for _ in range(3)]
        for envelope in seen:
            await _ack(socket, envelope)
        events = [envelope["payload"]["event"] for envelope in seen]
        assert [(event["type"], event.get("channel_type")) for event in events] == [
            ("app_mention", None),
            ("message", "channel"),
            ("message", "im"),
        ]
        assert events[0]["ts"] == events[1]["ts"]
        assert seen[0]["payload"]["event_id"] != seen[1]["payload"]["event_id"]
        await local.until(lambda: len(local.deliveries) == 3)


async def test_an_edit_fires_the_mention_again_with_a_new_event_id(local: LocalSlack) -> None:
    async with _socket(local) as socket:
        ts = local.post("U0HR", "#general", f"{local.mention()} 问")
        first = await socket.receive_json()
        local.edit("U0HR", ts, f"{local.mention()} 再问")
        second = await socket.receive_json()
        assert first["payload"]["event_id"] != second["payload"]["event_id"]
        assert (second["payload"]["event"]["ts"], second["payload"]["event"]["edited"]["user"]) == (ts, "U0HR")


async def test_a_disconnect_names_its_reason_and_bolt_comes_back(local: LocalSlack, app: AsyncApp, connect) -> None:
    heard = asyncio.Event()

    @app.event("app_mention")
    async def hear() -> None:
        heard.set()

    handler = await connect(app)
    first = handler.client.current_session
    assert await local.slack.sockets.disconnect_all("refresh_requested") == 1
    await local.connected()
    local.post("U0HR", "#general", f"{local.mention()} 还在吗")
    await asyncio.wait_for(heard.wait(), 10)
    assert handler.client.current_session is not first


@asynccontextmanager
async def _endpoint(port_of: dict[str, int], answer) -> AsyncIterator[None]:
    app = http.Application()
    app.router.add_post("/slack/events", answer)
    runner = http.AppRunner(app)
    await runner.setup()
    await http.TCPSite(runner, "127.0.0.1", 0).start()
    port_of["port"] = int(runner.addresses[0][1])
    try:
        yield
    finally:
        await runner.cleanup()


async def test_http_events_are_signed_and_retried_with_their_headers(clock: ManualClock) -> None:
    seen: list[tuple[str | None, str | None, bool, str]] = []
    verifier = SignatureVerifier(Config().signing_secret)

    async def answer(request: http.Request) -> http.Response:
        body = await request.text()
        signed = verifier.is_valid_request(body, dict(request.headers))
        headers = request.headers
        seen.append((headers.get("X-Slack-Retry-Num"), headers.get("X-Slack-Retry-Reason"), signed, body))
        return http.Response(status=500 if len(seen) == 1 else 200)

    place: dict[str, int] = {}
    async with _endpoint(place, answer), LocalSlack(Config(), clock) as local:
        local.slack.delivery.request_url = f"http://127.0.0.1:{place['port']}/slack/events"
        local.post("U0HR", "#general", f"{local.mention()} 你好")
        await local.until(lambda: len(local.deliveries) == 2)
    assert [one[:3] for one in seen] == [(None, None, True), ("1", "http_error", True)]
    assert json.loads(seen[0][3])["event"]["text"] == "<@U0BOT> 你好"


async def test_a_refusal_with_no_retry_ends_the_retries(clock: ManualClock) -> None:
    async def answer(_: http.Request) -> http.Response:
        return http.Response(status=500, headers={"X-Slack-No-Retry": "1"})

    place: dict[str, int] = {}
    async with _endpoint(place, answer), LocalSlack(Config(), clock) as local:
        local.slack.delivery.request_url = f"http://127.0.0.1:{place['port']}/slack/events"
        local.post("U0HR", "#general", f"{local.mention()} 你好")
        await local.until(lambda: not local.slack.delivery.busy)
        assert len(local.deliveries) == 1


async def test_lost_and_doubled_events_can_be_asked_for(local: LocalSlack) -> None:
    local.faults.dropped_deliveries = 1
    local.faults.duplicated_deliveries = 1
    async with _socket(local) as socket:
        local.post("U0HR", "#general", f"{local.mention()} lost")
        local.post("U0HR", "#general", f"{local.mention()} 双")
        first, second = await socket.receive_json(), await socket.receive_json()
        assert first["payload"]["event_id"] == second["payload"]["event_id"]
        assert first["payload"]["event"]["text"].endswith("双")


async def test_a_dropped_reply_leaves_the_work_done(local: LocalSlack, web: AsyncWebClient) -> None:
    local.faults.calls.append(CallFault(method="chat.postMessage", kind="drop_after"))
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await web.chat_postMessage(channel="C0GENERAL", text="好")
    assert len(local.messages("#general")) == 1
    assert local.calls[-1].status == 0


async def test_a_burnt_ticket_fails_its_handshake(local: LocalSlack) -> None:
    local.faults.burnt_tickets = 1
    with pytest.raises(aiohttp.WSServerHandshakeError):
        async with _socket(local):
            pass
    async with _socket(local):
        pass


async def test_a_request_url_is_verified_by_its_challenge(clock: ManualClock) -> None:
    async def answer(request: http.Request) -> http.Response:
        return http.json_response({"challenge": (await request.json())["challenge"]})

    place: dict[str, int] = {}
    async with _endpoint(place, answer), LocalSlack(Config(), clock) as local:
        local.slack.delivery.request_url = f"http://127.0.0.1:{place['port']}/slack/events"
        assert await local.slack.delivery.verify_url()
        local.slack.delivery.request_url = f"http://127.0.0.1:{place['port']}/elsewhere"
        assert not await local.slack.delivery.verify_url()
