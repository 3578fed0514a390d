import aiohttp
import pytest
from localslack_shapes import section
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.localslack import Config, LocalSlack, ManualClock


async def _error(call) -> str:
    with pytest.raises(SlackApiError) as caught:
        await call
    return str(caught.value.response["error"])


async def test_the_bot_learns_who_it_is(web: AsyncWebClient) -> None:
    answer = await web.auth_test()
    assert (answer["user_id"], answer["bot_id"], answer["team_id"]) == ("U0BOT", "B0BOT", "T0LOCAL")
    assert "chat:write" in answer.headers["X-OAuth-Scopes"]


async def test_a_wrong_missing_or_misplaced_token_is_refused_by_name(local: LocalSlack) -> None:
    url = local.api_url
    assert await _error(AsyncWebClient(token="xoxb-wrong", base_url=url).auth_test()) == "invalid_auth"
    assert await _error(AsyncWebClient(base_url=url).auth_test()) == "not_authed"
    app_token = local.config.app_token
    assert await _error(AsyncWebClient(token=app_token, base_url=url).auth_test()) == "not_allowed_token_type"
    bot = AsyncWebClient(base_url=url)
    assert await _error(bot.apps_connections_open(app_token=local.config.bot_token)) == "not_allowed_token_type"
    local.slack.token_revoked = True
    assert await _error(AsyncWebClient(token=local.config.bot_token, base_url=url).auth_test()) == "token_revoked"


async def test_json_form_and_query_carry_the_same_arguments(local: LocalSlack) -> None:
    local.post("U0HR", "#general", "你好")
    blocks = '[{"type": "divider"}]'
    token = {"token": local.config.bot_token}
    async with aiohttp.ClientSession() as session:
        form = {**token, "channel": "C0GENERAL", "text": "form", "blocks": blocks}
        answer = await (await session.post(f"{local.api_url}chat.postMessage", data=form)).json()
        assert answer["message"]["blocks"][0]["type"] == "divider"
        query = {**token, "channel": "C0GENERAL"}
        answer = await (await session.get(f"{local.api_url}conversations.history", params=query)).json()
        assert [message["text"] for message in answer["messages"]] == ["form", "你好"]
        answer = await (await session.post(f"{local.api_url}auth.test", data="{", headers=_JSON)).json()
        assert answer["error"] == "invalid_json"


_JSON = {"Content-Type": "application/json"}


async def test_an_unknown_method_and_a_missing_scope_are_named(clock: ManualClock) -> None:
    async with LocalSlack(Config(bot_scopes=("chat:write",)), clock) as local:
        web = AsyncWebClient(token=local.config.bot_token, base_url=local.api_url)
        assert await _error(web.api_call("chat.shout")) == "unknown_method"
        with pytest.raises(SlackApiError) as caught:
            await web.users_info(user="U0HR")
        assert caught.value.response.data == {
            "ok": False,
            "error": "missing_scope",
            "needed": "users:read",
            "provided": "chat:write",
        }


async def test_a_guest_and_a_group_are_described(web: AsyncWebClient) -> None:
    guest = (await web.users_info(user="U0GUEST"))["user"]
    assert (guest["is_restricted"], guest["is_bot"], guest["team_id"]) == (True, False, "T0LOCAL")
    assert (await web.usergroups_users_list(usergroup="S0HR"))["users"] == ["U0HR"]
    assert await _error(web.users_info(user="U9")) == "user_not_found"
    assert await _error(web.usergroups_users_list(usergroup="S9")) == "no_such_subteam"


async def test_members_come_in_pages(web: AsyncWebClient) -> None:
    first = await web.conversations_members(channel="C0SUPPORT", limit=2)
    cursor = first["response_metadata"]["next_cursor"]
    rest = await web.conversations_members(channel="C0SUPPORT", limit=100, cursor=cursor)
    assert first["members"] + rest["members"] == ["U0EMPLOYEE", "U0HR", "U0ENGINEER", "U0GUEST", "U0BOT"]
    assert rest["response_metadata"]["next_cursor"] == ""


async def test_channels_tell_their_kind(web: AsyncWebClient, local: LocalSlack) -> None:
    private = (await web.conversations_info(channel="C0HRPRIVATE", include_num_members=True))["channel"]
    assert (private["is_private"], private["num_members"], private["is_ext_shared"]) == (True, 3, False)
    opened = await web.conversations_open(users="U0HR")
    assert opened["channel"]["id"] == local.direct("U0HR")
    assert (await web.conversations_info(channel=local.direct("U0HR")))["channel"]["is_im"]


async def test_a_private_channel_without_the_bot_does_not_exist_for_it(web: AsyncWebClient, local: LocalSlack) -> None:
    local.leave("U0BOT", "#hr-private")
    local.leave("U0BOT", "#general")
    assert await _error(web.conversations_info(channel="C0HRPRIVATE")) == "channel_not_found"
    assert await _error(web.chat_postMessage(channel="C0HRPRIVATE", text="x")) == "channel_not_found"
    assert await _error(web.chat_postMessage(channel="C0GENERAL", text="x")) == "not_in_channel"
    assert await _error(web.chat_postMessage(channel="C9", text="x")) == "channel_not_found"


async def test_reactions_are_counted_once_a_person(web: AsyncWebClient, local: LocalSlack) -> None:
    ts = local.post("U0HR", "#general", "hi")
    await web.reactions_add(channel="C0GENERAL", timestamp=ts, name="eyes")
    assert await _error(web.reactions_add(channel="C0GENERAL", timestamp=ts, name="eyes")) == "already_reacted"
    await web.reactions_remove(channel="C0GENERAL", timestamp=ts, name="eyes")
    assert await _error(web.reactions_remove(channel="C0GENERAL", timestamp=ts, name="eyes")) == "no_reaction"


async def test_a_status_ends_with_the_next_post_or_after_two_minutes(
    web: AsyncWebClient, local: LocalSlack, clock: ManualClock
) -> None:
    ts = local.post("U0HR", "#general", "hi")
    room = local.slack.workspace.rooms["C0GENERAL"]
    for end in (lambda: clock.advance(121), None):
        await web.assistant_threads_setStatus(channel_id="C0GENERAL", thread_ts=ts, status="正在查找…")
        assert local.slack.workspace.status_of(room, ts) == {"status": "正在查找…", "loading_messages": []}
        if end:
            end()
        else:
            await web.chat_postMessage(channel="C0GENERAL", thread_ts=ts, text="ok")
        assert local.slack.workspace.status_of(room, ts) is None


async def test_every_call_is_logged_without_its_token(web: AsyncWebClient, local: LocalSlack) -> None:
    await web.chat_postMessage(channel="C0GENERAL", text="好", blocks=[section()])
    call = local.calls[-1]
    assert (call.method, call.status, call.answer["ok"]) == ("chat.postMessage", 200, True)
    assert local.config.bot_token not in str(local.calls)
