from typing import Any

import pytest
from localslack_shapes import modal, section
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.localslack import LocalSlack, ManualClock


async def _refusal(call) -> Any:
    with pytest.raises(SlackApiError) as caught:
        await call
    return caught.value.response


def _trigger(local: LocalSlack, user: str = "U0HR", **more: Any) -> str:
    return local.slack.rights.trigger(user, **more)


async def test_a_trigger_opens_one_modal_within_three_seconds(
    web: AsyncWebClient, local: LocalSlack, clock: ManualClock
) -> None:
    trigger = _trigger(local)
    clock.advance(3)
    await web.views_open(trigger_id=trigger, view=modal())
    assert [view["title"]["text"] for view in local.views("U0HR")] == ["Chunk 原文"]
    assert (await _refusal(web.views_open(trigger_id=trigger, view=modal())))["error"] == "exchanged_trigger_id"
    late = _trigger(local)
    clock.advance(3.1)
    assert (await _refusal(web.views_open(trigger_id=late, view=modal())))["error"] == "expired_trigger_id"
    local.faults.expired_triggers = 1
    slow = web.views_open(trigger_id=_trigger(local), view=modal())
    assert (await _refusal(slow))["error"] == "expired_trigger_id"
    assert (await _refusal(web.views_open(trigger_id="1.2.3", view=modal())))["error"] == "invalid_trigger_id"


async def test_an_update_with_an_old_hash_conflicts(web: AsyncWebClient, local: LocalSlack) -> None:
    view = (await web.views_open(trigger_id=_trigger(local), view=modal("正在打开…")))["view"]
    updated = (await web.views_update(view_id=view["id"], hash=view["hash"], view=modal()))["view"]
    assert updated["id"] == view["id"]
    stale = web.views_update(view_id=view["id"], hash=view["hash"], view=modal())
    assert (await _refusal(stale))["error"] == "hash_conflict"
    await web.views_update(view_id=view["id"], view=modal("无 hash"))
    await local.close_view("U0HR")
    assert (await _refusal(web.views_update(view_id=view["id"], view=modal())))["error"] == "not_found"


INPUT = {"type": "input", "label": {"type": "plain_text", "text": "原因"}, "element": {"type": "plain_text_input"}}


@pytest.mark.parametrize(
    ("view", "message"),
    [
        (modal("字" * 25), "must be less than 25 characters [json-pointer:/view/title/text]"),
        ({"type": "modal", "blocks": [section()]}, "missing required field: title [json-pointer:/view]"),
        (
            modal(close={"type": "plain_text", "text": "a" * 25}),
            "must be less than 25 characters [json-pointer:/view/close/text]",
        ),
        (modal(private_metadata="a" * 3001), "must be less than 3001 characters [json-pointer:/view/private_metadata]"),
        (
            modal() | {"blocks": [section("字" * 3001)]},
            "must be less than 3001 characters [json-pointer:/view/blocks/0/text/text]",
        ),
        (modal() | {"blocks": [section()] * 101}, "no more than 100 items allowed [json-pointer:/view/blocks]"),
        (modal() | {"blocks": []}, "no less than 1 items required [json-pointer:/view/blocks]"),
        (
            modal() | {"blocks": [INPUT]},
            "missing required field: submit (a view with input blocks needs it) [json-pointer:/view]",
        ),
        (
            {"type": "home", "blocks": [section()]},
            "view type home is not allowed here, expected modal [json-pointer:/view/type]",
        ),
    ],
)
async def test_a_wrong_view_is_refused_with_the_place_of_its_fault(
    web: AsyncWebClient, local: LocalSlack, view: Any, message: str
) -> None:
    refusal = await _refusal(web.api_call("views.open", json={"trigger_id": _trigger(local), "view": view}))
    assert refusal["error"] == "invalid_arguments"
    assert refusal["response_metadata"]["messages"] == [f"[ERROR] {message}"]


async def test_a_huge_view_and_a_fourth_modal_are_refused(web: AsyncWebClient, local: LocalSlack) -> None:
    huge = modal() | {"blocks": [section("字" * 1000)] * 90}
    assert (await _refusal(web.views_open(trigger_id=_trigger(local), view=huge)))["error"] == "view_too_large"
    view = (await web.views_open(trigger_id=_trigger(local), view=modal()))["view"]
    for _ in range(2):
        await web.views_push(trigger_id=_trigger(local, view_id=view["id"]), view=modal())
    fourth = web.views_push(trigger_id=_trigger(local, view_id=view["id"]), view=modal())
    assert (await _refusal(fourth))["error"] == "push_limit_reached"
    assert len(local.views("U0HR")) == 3


async def test_an_external_id_is_unique_and_finds_its_view(web: AsyncWebClient, local: LocalSlack) -> None:
    await web.views_open(trigger_id=_trigger(local), view=modal(external_id="e1"))
    twice = web.views_open(trigger_id=_trigger(local, "U0ENGINEER"), view=modal(external_id="e1"))
    assert (await _refusal(twice))["error"] == "duplicate_external_id"
    await web.views_update(external_id="e1", view=modal("新", external_id="e1"))
    assert local.views("U0HR")[0]["title"]["text"] == "新"


async def test_a_home_is_published_for_one_user_and_guarded_by_its_hash(web: AsyncWebClient, local: LocalSlack) -> None:
    home = {"type": "home", "blocks": [section("首页")]}
    first = (await web.views_publish(user_id="U0HR", view=home))["view"]
    second = (await web.views_publish(user_id="U0HR", view=home, hash=first["hash"]))["view"]
    assert first["id"] == second["id"]
    assert (await _refusal(web.views_publish(user_id="U0HR", view=home, hash=first["hash"])))[
        "error"
    ] == "hash_conflict"
    assert local.home("U0ENGINEER") is None
