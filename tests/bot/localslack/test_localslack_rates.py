import asyncio

import pytest
from localslack_shapes import section
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from bot.localslack import CallFault, LocalSlack, ManualClock


async def test_the_fifty_first_update_in_a_minute_is_refused_with_a_wait(
    web: AsyncWebClient, clock: ManualClock
) -> None:
    ts = (await web.chat_postMessage(channel="C0GENERAL", text="…"))["ts"]
    for number in range(50):
        await web.chat_update(channel="C0GENERAL", ts=ts, text=str(number), blocks=[section()])
        clock.advance(0.5)
    with pytest.raises(SlackApiError) as caught:
        await web.chat_update(channel="C0GENERAL", ts=ts, text="x", blocks=[section()])
    refusal = caught.value.response
    assert (refusal.status_code, refusal["error"], refusal.headers["Retry-After"]) == (429, "ratelimited", "35")
    clock.advance(35)
    await web.chat_update(channel="C0GENERAL", ts=ts, text="x", blocks=[section()])


async def test_a_channel_takes_a_burst_and_then_one_post_a_second(web: AsyncWebClient, clock: ManualClock) -> None:
    for _ in range(10):
        await web.chat_postMessage(channel="C0GENERAL", text="好")
    with pytest.raises(SlackApiError) as caught:
        await web.chat_postMessage(channel="C0GENERAL", text="好")
    assert caught.value.response.headers["Retry-After"] == "1"
    await web.chat_postMessage(channel="C0SUPPORT", text="another channel has its own")
    clock.advance(1)
    await web.chat_postMessage(channel="C0GENERAL", text="好")


async def test_a_storm_of_429_ends_when_the_client_waits(web: AsyncWebClient, local: LocalSlack) -> None:
    local.faults.calls.append(CallFault(method="chat.*", kind="rate_limit", retry_after_s=0))
    web.retry_handlers.append(AsyncRateLimitErrorRetryHandler(max_retry_count=1))
    await web.chat_postMessage(channel="C0GENERAL", text="好")
    assert [call.status for call in local.calls] == [429, 200]
    assert len(local.messages("#general")) == 1


async def test_a_fault_may_delay_refuse_or_break_a_call(
    web: AsyncWebClient, local: LocalSlack, clock: ManualClock
) -> None:
    local.faults.calls += [
        CallFault(method="auth.test", delay_s=5),
        CallFault(method="auth.test", kind="error", code="fatal_error"),
        CallFault(method="auth.test", kind="server_error"),
    ]
    slow = asyncio.ensure_future(web.auth_test())
    await local.until(lambda: local.faults.met["delay"] == 1)
    assert not slow.done()
    clock.advance(5)
    assert (await slow)["ok"]
    with pytest.raises(SlackApiError, match="fatal_error"):
        await web.auth_test()
    with pytest.raises(SlackApiError) as caught:
        await web.auth_test()
    assert caught.value.response.status_code == 503
