import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[3]
FILES = ("manifest.yml", "manifest.agent.yml")

NEEDS = {
    "app_home_opened": None,
    "app_mention": "app_mentions:read",
    "message.im": "im:history",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "member_joined_channel": "channels:read",
    "member_left_channel": "channels:read",
    "channel_shared": "channels:read",
    "channel_unshared": "channels:read",
}
"""The scope that Slack asks for with each event."""
CALLS = {
    "chat_postMessage": "chat:write",
    "chat_update": "chat:write",
    "chat_delete": "chat:write",
    "chat_postEphemeral": "chat:write",
    "chat_getPermalink": None,
    "conversations_info": "channels:read",
    "conversations_replies": "channels:history",
    "conversations_history": "channels:history",
    "conversations_members": "channels:read",
    "users_info": "users:read",
    "users_list": "users:read",
    "usergroups_list": "usergroups:read",
    "views_open": None,
    "views_update": None,
    "views_publish": None,
}
"""The scope of each method that the bot calls."""


def manifest(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    return loaded


def scopes(name: str) -> set[str]:
    found = manifest(name)["oauth_config"]["scopes"]
    return {*found["bot"], *found["bot_optional"]}


@pytest.mark.parametrize("name", FILES)
def test_every_event_has_its_scope(name: str) -> None:
    events = manifest(name)["settings"]["event_subscriptions"]["bot_events"]
    assert {NEEDS[event] for event in events} - {None} <= scopes(name)


@pytest.mark.parametrize("name", FILES)
def test_every_method_that_the_bot_calls_has_its_scope_and_no_scope_is_for_nothing(name: str) -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "bot" / "slack").glob("*.py"))
    called = set(re.findall(r"client\.([a-z]+_[A-Za-z]+)\(", sources))
    assert called == set(CALLS)
    used = {CALLS[call] for call in called} | set(NEEDS.values()) - {None}
    by_kind_of_channel = {"groups:read", "im:read", "groups:history"}
    of_commands = {"commands"}
    of_the_view = {"assistant:write"} if "agent_view" in manifest(name)["features"] else set()
    assert scopes(name) == (used | by_kind_of_channel | of_commands | of_the_view) - {None}


@pytest.mark.parametrize("name", FILES)
def test_texts_are_within_slacks_lengths(name: str) -> None:
    found = manifest(name)
    assert len(found["display_information"]["name"]) <= 35
    assert len(found["display_information"]["description"]) <= 140
    assert len(found["features"]["bot_user"]["display_name"]) <= 80
    view = found["features"].get("agent_view", {"agent_description": "", "suggested_prompts": []})
    assert len(view["agent_description"]) <= 300
    assert len(view["suggested_prompts"]) <= 4


def test_the_two_differ_only_in_the_agent_view() -> None:
    base, agent = map(manifest, FILES)
    del agent["features"]["agent_view"]
    agent["oauth_config"]["scopes"]["bot"].remove("assistant:write")
    assert base == agent
