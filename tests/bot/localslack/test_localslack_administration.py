from pathlib import Path

import pytest
import yaml
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.localslack import Channel, Config, LocalSlack, ManualClock, User, UserGroup, installed

MANIFEST = Path(__file__).parents[3] / "manifest.yml"
STRANGER = User(id="U0PARTNER", name="partner", real_name="Partner 合作方", is_stranger=True, team_id="T0PARTNER")


async def test_an_app_has_what_its_manifest_declares_and_no_more(clock: ManualClock) -> None:
    manifest = {
        "features": {
            "bot_user": {"display_name": "Exhibit"},
            "slash_commands": [{"command": "/exhibit", "description": "问"}],
            "shortcuts": [{"name": "Answer this", "type": "message", "callback_id": "answer_this"}],
        },
        "oauth_config": {"scopes": {"bot": ["chat:write"], "bot_optional": ["usergroups:read"]}},
        "settings": {"event_subscriptions": {"bot_events": ["app_mention"]}},
    }
    config = installed(manifest, Config(), optional=False)
    assert (config.bot_scopes, config.events) == (("chat:write",), ("app_mention",))
    assert (config.commands, config.shortcuts) == (("/exhibit",), (("answer_this", "Answer this"),))
    async with LocalSlack(config, clock) as local:
        web = AsyncWebClient(token=config.bot_token, base_url=local.api_url)
        with pytest.raises(SlackApiError, match="missing_scope"):
            await web.usergroups_list()


def test_the_default_workspace_is_as_strict_as_our_manifest() -> None:
    declared = installed(yaml.safe_load(MANIFEST.read_text(encoding="utf-8")))
    assert set(Config().bot_scopes) <= set(declared.bot_scopes)
    assert set(Config().events) <= set(declared.events)


async def test_a_channel_shared_with_another_company_says_so_everywhere(
    local: LocalSlack, app: AsyncApp, connect
) -> None:
    heard: list[str] = []

    @app.event("channel_shared")
    async def shared(event) -> None:
        heard.append(event["channel"])

    @app.event("member_joined_channel")
    async def joined(event, body) -> None:
        heard.append(f"{event['user']} {body['is_ext_shared_channel']}")

    @app.event("app_mention")
    async def asked(event) -> None:
        heard.append(event["user_team"])

    await connect(app)
    local.add_user(STRANGER)
    local.change_channel("#support-客服", is_ext_shared=True)
    await local.until(lambda: len(heard) == 1)
    local.join("U0PARTNER", "#support-客服")
    await local.until(lambda: len(heard) == 2)
    local.post("U0PARTNER", "#support-客服", f"{local.mention()} 价格？")
    await local.until(lambda: len(heard) == 3)
    assert heard == ["C0SUPPORT", "U0PARTNER True", "T0PARTNER"]
    info = (await app.client.conversations_info(channel="C0SUPPORT"))["channel"]
    assert (info["is_ext_shared"], info["connected_team_ids"]) == (True, ["T0PARTNER"])
    assert (await app.client.users_info(user="U0PARTNER"))["user"]["is_stranger"]


async def test_new_rooms_and_groups_are_found(local: LocalSlack, web: AsyncWebClient) -> None:
    local.add_channel(Channel(id="C0LARGE", name="large", members=(*(f"U{n}" for n in range(250)), "U0BOT")))
    first = await web.conversations_members(channel="C0LARGE")
    assert (len(first["members"]), first["response_metadata"]["next_cursor"]) == (100, "from:100")
    local.add_group(UserGroup(id="S0DEV", handle="dev", name="研发", users=()))
    local.change_group("S0DEV", ("U0ENGINEER",))
    assert (await web.usergroups_users_list(usergroup="S0DEV"))["users"] == ["U0ENGINEER"]
