from typing import Any

import pytest
import scripted as s
from slack_sdk.web.async_client import AsyncWebClient
from turned import TurnedClock

from bot.localslack.faults import CallFault
from bot.localslack.server import LocalSlack
from bot.slack.blocks import feedback
from bot.slack.clock import Bucket
from bot.slack.delivery import Delivery, DeliveryError
from bot.slack.notices import actions, button, paragraph
from bot.slack.paging import Page, page

PAGE = page(
    "试用期为 90 天 <!channel>",
    [paragraph("试用期为 90 天 <!channel>"), actions([button("原文", "cite_1", "a1:1")]), feedback("a1", "zh")],
)


@pytest.fixture
def clock() -> TurnedClock:
    return TurnedClock()


@pytest.fixture
def delivery(local: LocalSlack, clock: TurnedClock) -> Delivery:
    client = AsyncWebClient(token=local.config.bot_token, base_url=local.api_url, retry_handlers=[])
    return Delivery(client, updates=Bucket(most=45, clock=clock), clock=clock)


async def post(delivery: Delivery, what: Page = PAGE) -> str:
    return await delivery.post(what, channel=s.CHANNEL, thread_ts="")


def message(local: LocalSlack) -> dict[str, Any]:
    return local.messages(s.CHANNEL)[-1]


def kinds(local: LocalSlack) -> list[str]:
    return [block["type"] for block in message(local).get("blocks", [])]


async def test_a_message_goes_out_escaped_and_without_previews(delivery: Delivery, local: LocalSlack) -> None:
    await post(delivery)
    (call,) = local.calls
    assert call.args["text"] == "试用期为 90 天 &lt;!channel&gt;"
    assert (call.args["unfurl_links"], call.args["unfurl_media"]) == (False, False)
    assert kinds(local) == ["rich_text", "actions", "context_actions"]


@pytest.mark.parametrize("error", ["invalid_blocks", "msg_too_long", "msg_blocks_too_long"])
@pytest.mark.parametrize(
    ("refused", "left"),
    [
        (1, ["rich_text", "actions", "actions"]),
        (2, ["section", "actions", "actions"]),
        (3, []),
    ],
)
async def test_what_is_too_much_is_sent_simpler(
    delivery: Delivery, local: LocalSlack, error: str, refused: int, left: list[str]
) -> None:
    ts = await post(delivery, page("…", [paragraph("…")]))
    local.faults.calls.append(CallFault(method="chat.update", kind="error", code=error, times=refused))
    await delivery.update(PAGE, channel=s.CHANNEL, ts=ts)
    assert kinds(local) == left
    assert "90 天" in message(local)["text"]


async def test_the_last_resort_is_a_short_apology_in_both_languages(delivery: Delivery, local: LocalSlack) -> None:
    ts = await post(delivery, page("…", [paragraph("…")]))
    local.faults.calls.append(CallFault(method="chat.update", kind="error", code="msg_too_long", times=4))
    await delivery.update(PAGE, channel=s.CHANNEL, ts=ts)
    assert message(local)["text"].startswith("抱歉")
    assert "Sorry" in message(local)["text"]


async def test_a_rate_limit_waits_as_long_as_slack_says(
    delivery: Delivery, local: LocalSlack, clock: TurnedClock
) -> None:
    local.faults.calls.append(CallFault(method="chat.*", kind="rate_limit", retry_after_s=7, times=3))
    ts = await post(delivery)
    assert clock.now() == 21
    local.faults.calls.append(CallFault(method="chat.*", kind="rate_limit", retry_after_s=30, times=2))
    await delivery.update(PAGE, channel=s.CHANNEL, ts=ts)
    assert clock.now() == 81
    assert len(local.messages(s.CHANNEL)) == 1


@pytest.mark.parametrize("kind", ["server_error", "drop_before", "drop_after"])
async def test_an_update_is_repeated_through_an_outage(delivery: Delivery, local: LocalSlack, kind: Any) -> None:
    ts = await post(delivery, page("…", [paragraph("…")]))
    local.faults.calls.append(CallFault(method="chat.update", kind=kind, times=3))
    await delivery.update(PAGE, channel=s.CHANNEL, ts=ts)
    assert kinds(local) == ["rich_text", "actions", "context_actions"]


async def test_a_post_whose_reply_was_lost_is_not_posted_twice(delivery: Delivery, local: LocalSlack) -> None:
    local.faults.calls.append(CallFault(method="chat.postMessage", kind="drop_after"))
    with pytest.raises(DeliveryError):
        await post(delivery)
    assert len(local.messages(s.CHANNEL)) == 1


async def test_it_gives_up_after_its_patience(delivery: Delivery, local: LocalSlack, clock: TurnedClock) -> None:
    local.faults.calls.append(CallFault(method="chat.*", kind="rate_limit", retry_after_s=60, times=99))
    with pytest.raises(DeliveryError, match="ratelimited"):
        await post(delivery)
    assert clock.now() == 300


@pytest.mark.parametrize("error", ["channel_not_found", "is_archived", "restricted_action"])
async def test_a_closed_channel_is_not_tried_again(delivery: Delivery, local: LocalSlack, error: str) -> None:
    local.faults.calls.append(CallFault(method="chat.postMessage", kind="error", code=error, times=9))
    with pytest.raises(DeliveryError, match=error):
        await post(delivery)
    assert len(local.calls) == 1


async def test_updates_stay_within_the_budget_of_a_minute(
    delivery: Delivery, local: LocalSlack, clock: TurnedClock
) -> None:
    ts = await post(delivery)
    for _ in range(46):
        await delivery.update(PAGE, channel=s.CHANNEL, ts=ts)
    assert clock.now() == 60
    assert not any(call.status == 429 for call in local.calls)


async def test_block_ids_are_new_each_time(delivery: Delivery, local: LocalSlack) -> None:
    ts = await post(delivery)
    await delivery.update(PAGE, channel=s.CHANNEL, ts=ts)
    first, second = ({block["block_id"] for block in call.args["blocks"]} for call in local.calls)
    assert first.isdisjoint(second)
