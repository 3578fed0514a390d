from typing import Any

import aiohttp
import pytest
from localslack_shapes import modal, section
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.localslack import LocalSlack, ManualClock, SlackError


def plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


def _option(value: str) -> dict[str, Any]:
    return {"text": plain(value), "value": value}


BUTTONS: list[dict[str, Any]] = [
    section(),
    {
        "type": "actions",
        "block_id": "b1",
        "elements": [
            {"type": "button", "action_id": "cite", "text": plain("[1] 原文"), "value": "a1:1"},
            {"type": "overflow", "action_id": "more", "options": [_option("report"), _option("again")]},
        ],
    },
    {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": "useful",
                "positive_button": {"text": plain("有用"), "value": "yes"},
                "negative_button": {"text": plain("没用"), "value": "no"},
            }
        ],
    },
]


def _input(block_id: str, element: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "input", "block_id": block_id, "label": plain(block_id), "element": element, **more}


FORM = modal("反馈", submit=plain("发送"), callback_id="feedback") | {
    "blocks": [
        _input("why", {"type": "plain_text_input", "action_id": "text", "max_length": 5}),
        _input("kind", {"type": "radio_buttons", "action_id": "kind", "options": [_option("old"), _option("wrong")]}),
        _input(
            "who", {"type": "checkboxes", "action_id": "who", "options": [_option("a"), _option("b")]}, optional=True
        ),
    ]
}


async def test_a_click_carries_who_what_and_where(local: LocalSlack, app: AsyncApp, connect) -> None:
    seen: list[dict[str, Any]] = []

    async def record(ack, body) -> None:
        seen.append(body)
        await ack()

    for action_id in ("cite", "more", "useful"):
        app.action(action_id)(record)
    await connect(app)
    root = local.post("U0HR", "#general", "问")
    posted = await app.client.chat_postMessage(channel="C0GENERAL", thread_ts=root, text="x", blocks=BUTTONS)
    ts = str(posted["ts"])
    await local.click("U0ENGINEER", ts, "cite")
    await local.click("U0HR", ts, "more", "again")
    await local.click("U0HR", ts, "useful", "negative")
    first = seen[0]
    assert (first["user"]["id"], first["channel"]["id"], first["message"]["ts"]) == ("U0ENGINEER", "C0GENERAL", ts)
    assert first["container"] == {
        "type": "message",
        "message_ts": ts,
        "channel_id": "C0GENERAL",
        "is_ephemeral": False,
        "thread_ts": root,
    }
    assert (first["actions"][0]["value"], first["actions"][0]["block_id"]) == ("a1:1", "b1")
    assert seen[1]["actions"][0]["selected_option"]["value"] == "again"
    assert seen[2]["actions"][0]["value"] == "no"


async def test_nobody_clicks_what_they_cannot_see(local: LocalSlack, web: AsyncWebClient) -> None:
    ts = str((await web.chat_postMessage(channel="C0HRPRIVATE", text="x", blocks=BUTTONS))["ts"])
    with pytest.raises(SlackError, match="message_not_found"):
        await local.click("U0GUEST", ts, "cite")
    with pytest.raises(SlackError, match="action_not_found"):
        await local.click("U0HR", ts, "other")
    with pytest.raises(SlackError, match="option_not_found"):
        await local.click("U0HR", ts, "more", "other")


async def test_an_interaction_is_not_sent_again(local: LocalSlack, web: AsyncWebClient, clock: ManualClock) -> None:
    ts = str((await web.chat_postMessage(channel="C0GENERAL", text="x", blocks=BUTTONS))["ts"])

    class Impatient(ManualClock):
        async def sleep(self, seconds: float) -> None:
            clock.advance(seconds)

    local.slack.delivery.clock = Impatient()
    attempt = await local.click("U0HR", ts, "cite")
    assert (attempt.failed, len(local.deliveries)) == ("timeout", 1)


async def test_a_submission_carries_what_was_filled_in(local: LocalSlack, app: AsyncApp, connect) -> None:
    seen: list[dict[str, Any]] = []

    @app.view("feedback")
    async def feedback(ack, view) -> None:
        seen.append(view["state"]["values"])
        if view["state"]["values"]["why"]["text"]["value"] == "短":
            await ack(response_action="errors", errors={"why": "请多写一点"})
        else:
            await ack()

    await connect(app)
    await app.client.views_open(trigger_id=local.slack.rights.trigger("U0HR"), view=FORM)
    [view] = local.views("U0HR")
    with pytest.raises(SlackError, match="missing_input"):
        await local.submit(view["id"], {"why": "短"})
    with pytest.raises(SlackError, match="too_long"):
        await local.submit(view["id"], {"why": "超过五个字了", "kind": "old"})
    await local.submit(view["id"], {"why": "短", "kind": "old"})
    assert local.views("U0HR")[0]["_errors"] == {"why": "请多写一点"}
    await local.submit(view["id"], {"why": "写长些", "who": "a,b"})
    assert local.views("U0HR") == []
    values = seen[-1]
    assert values["why"]["text"] == {"type": "plain_text_input", "value": "写长些"}
    assert values["kind"]["kind"]["selected_option"]["value"] == "old"
    assert [option["value"] for option in values["who"]["who"]["selected_options"]] == ["a", "b"]


async def test_a_submission_may_update_push_or_clear(local: LocalSlack, app: AsyncApp, connect) -> None:
    answers = iter(
        [
            {"response_action": "update", "view": FORM | {"title": plain("二")}},
            {"response_action": "push", "view": FORM | {"title": plain("三")}},
            {"response_action": "clear"},
        ]
    )

    @app.view("feedback")
    async def feedback(ack) -> None:
        await ack(**next(answers))

    await connect(app)
    await app.client.views_open(trigger_id=local.slack.rights.trigger("U0HR"), view=FORM)
    titles = []
    for _ in range(3):
        await local.submit(local.views("U0HR")[-1]["id"], {"why": "x", "kind": "old"})
        titles.append([view["title"]["text"] for view in local.views("U0HR")])
    assert titles == [["二"], ["二", "三"], []]


async def test_what_was_typed_survives_an_update_of_the_view(local: LocalSlack, app: AsyncApp, connect) -> None:
    @app.view("feedback")
    async def feedback(ack) -> None:
        await ack(response_action="errors", errors={"why": "?"})

    await connect(app)
    view = (await app.client.views_open(trigger_id=local.slack.rights.trigger("U0HR"), view=FORM))["view"]
    await local.submit(view["id"], {"why": "我写的", "kind": "wrong"})
    await app.client.views_update(view_id=view["id"], view=FORM | {"title": plain("新标题")})
    [fresh] = local.views("U0HR")
    assert fresh["state"]["values"]["why"]["text"]["value"] == "我写的"


async def test_a_command_answers_only_who_typed_it(local: LocalSlack, app: AsyncApp, connect) -> None:
    @app.command("/exhibit")
    async def answer(ack, command, respond) -> None:
        await ack(f"收到：{command['text']}")
        await respond("later", response_type="in_channel")

    await connect(app)
    await local.command("U0HR", "#general", "/exhibit", "报销上限")
    await local.until(lambda: len(local.messages("#general")) == 1)
    assert [message["text"] for message in local.ephemerals("U0HR")] == ["收到：报销上限"]
    assert local.ephemerals("U0ENGINEER") == []
    with pytest.raises(SlackError, match="unknown_command"):
        await local.command("U0HR", "#general", "/other")


async def test_a_message_shortcut_hands_the_message_over(local: LocalSlack, app: AsyncApp, connect) -> None:
    seen: list[str] = []

    @app.shortcut("answer_this")
    async def answer(ack, shortcut, client) -> None:
        await ack()
        seen.append(shortcut["message"]["text"])
        await client.views_open(trigger_id=shortcut["trigger_id"], view=modal())

    await connect(app)
    ts = local.post("U0ENGINEER", "#general", "What is the limit?")
    await local.shortcut("U0HR", ts, "answer_this")
    await local.until(lambda: len(local.views("U0HR")) == 1)
    assert seen == ["What is the limit?"]


async def test_a_response_url_replaces_deletes_and_wears_out(
    local: LocalSlack, web: AsyncWebClient, clock: ManualClock
) -> None:
    await web.chat_postEphemeral(channel="C0GENERAL", user="U0HR", text="旧", blocks=BUTTONS)
    [private] = local.ephemerals("U0HR")
    rights = local.slack.rights
    key = rights.response_url("C0GENERAL", "U0HR", message_ts=private["ts"], thread_ts=None)
    url = f"{local.slack.base}/hooks/{key}"
    async with aiohttp.ClientSession() as session:

        async def say(**body: Any) -> tuple[int, str]:
            async with session.post(url, json=body) as response:
                return response.status, await response.text()

        assert await say(replace_original=True, text="新") == (200, "ok")
        assert [message["text"] for message in local.ephemerals("U0HR")] == ["新"]
        status, text = await say(blocks=[section("")], text="x")
        assert (status, "invalid_blocks" in text) == (400, True)
        assert await say(delete_original=True) == (200, "ok")
        assert local.ephemerals("U0HR") == []
        await say(text="四", response_type="in_channel")
        await say(text="五")
        assert "used_url" in (await say(text="六"))[1]
        url = f"{local.slack.base}/hooks/" + rights.response_url("C0GENERAL", "U0HR", message_ts=None, thread_ts=None)
        clock.advance(1801)
        assert "expired_url" in (await say(text="七"))[1]


async def test_opening_home_and_joining_are_events(local: LocalSlack, app: AsyncApp, connect) -> None:
    seen: list[Any] = []

    @app.event("app_home_opened")
    async def opened(event, client) -> None:
        seen.append(event["tab"])
        await client.views_publish(user_id=event["user"], view={"type": "home", "blocks": [section("首页")]})

    @app.event("member_joined_channel")
    async def joined(event) -> None:
        seen.append((event["user"], event["channel"]))

    await connect(app)
    local.open_home("U0HR")
    await local.until(lambda: local.home("U0HR") is not None)
    local.join("U0GUEST", "#general")
    await local.until(lambda: not local.slack.delivery.busy)
    await local.until(lambda: len(seen) == 2)
    assert seen == ["home", ("U0GUEST", "C0GENERAL")]
