from slack_bolt.app.async_app import AsyncApp

from bot.localslack import LocalSlack


def _card(value: str) -> list[dict[str, object]]:
    button = {"type": "button", "text": {"type": "plain_text", "text": "[1] 原文"}, "action_id": "cite", "value": value}
    return [
        {"type": "section", "text": {"type": "mrkdwn", "text": "默认每分钟 600 次。"}},
        {"type": "actions", "elements": [button]},
    ]


async def test_a_mention_becomes_a_growing_reply_with_a_button_that_opens_a_modal(
    local: LocalSlack, app: AsyncApp, connect
) -> None:
    @app.event("app_mention")
    async def answer(event, client) -> None:
        posted = await client.chat_postMessage(channel=event["channel"], thread_ts=event["ts"], text="…")
        await client.chat_update(channel=event["channel"], ts=posted["ts"], text="600", blocks=_card("b1"))

    @app.action("cite")
    async def cite(ack, body, client) -> None:
        await ack()
        view = {
            "type": "modal",
            "title": {"type": "plain_text", "text": "doc-010"},
            "blocks": _card(body["actions"][0]["value"]),
        }
        opened = await client.views_open(trigger_id=body["trigger_id"], view=view)
        view["title"]["text"] = "doc-010#c02"
        await client.views_update(view_id=opened["view"]["id"], hash=opened["view"]["hash"], view=view)

    await connect(app)
    ts = local.post("U0EMPLOYEE", "#general", f"{local.mention()} 开放 API 的默认限额是多少？")
    await local.until(
        lambda: any(reply.get("blocks") and reply.get("bot_id") for reply in local.messages("#general", ts))
    )
    reply = local.messages("#general", ts)[1]
    assert "edited" not in reply
    attempt = await local.click("U0HR", reply["ts"], "cite")
    assert attempt.failed is None
    await local.until(lambda: bool(local.views("U0HR")) and local.views("U0HR")[0]["title"]["text"] == "doc-010#c02")
    assert local.views("U0EMPLOYEE") == []
