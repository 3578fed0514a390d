"""The rules between events, scopes, features and the way in; and that our own manifests keep them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.doctor.finding import Finding
from bot.doctor.manifest import OPTIONAL_SCOPES, SCOPES, check_manifest, read_manifest, scopes_of

ROOT = Path(__file__).parents[3]
Json = dict[str, Any]


def ours(name: str = "manifest.yml") -> Json:
    found = read_manifest(ROOT / name)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("name", ["manifest.yml", "manifest.agent.yml"])
def test_our_manifests_hold_what_the_code_needs(name: str) -> None:
    assert not check_manifest(ours(name), is_socket_mode=True).problem
    assert set(SCOPES) <= scopes_of(ours(name))
    assert set(OPTIONAL_SCOPES) <= scopes_of(ours(name), "bot_optional") | scopes_of(ours(name))


def without_scope(scope: str) -> Callable[[Json], None]:
    return lambda it: it["oauth_config"]["scopes"]["bot"].remove(scope)


def with_event(event: str) -> Callable[[Json], None]:
    return lambda it: it["settings"]["event_subscriptions"]["bot_events"].append(event)


def setting(section: str, key: str, value: object) -> Callable[[Json], None]:
    return lambda it: it[section].__setitem__(key, value)


def home(key: str, value: object) -> Callable[[Json], None]:
    return lambda it: it["features"]["app_home"].__setitem__(key, value)


DRIFT: dict[str, tuple[Callable[[Json], None], str]] = {
    "a scope is missing": (without_scope("chat:write"), "no scope chat:write (to answer)"),
    "an event lost its scope": (without_scope("im:history"), "the event message.im needs the scope im:history"),
    "an event needs a scope": (with_event("reaction_added"), "reaction_added needs the scope reactions:read"),
    "an event is misspelt": (with_event("app_mentions"), "the event app_mentions is not known"),
    "no interactivity": (setting("settings", "interactivity", {"is_enabled": False}), "buttons do nothing"),
    "rotation": (setting("settings", "token_rotation_enabled", True), "12 hours"),
    "another way in": (setting("settings", "socket_mode_enabled", False), "socket_mode_enabled is not true"),
    "no home": (home("home_tab_enabled", False), "home_tab_enabled"),
    "no messages": (home("messages_tab_enabled", False), "nobody can write to the bot"),
    "messages only to read": (home("messages_tab_read_only_enabled", True), "nobody can write to the bot"),
    "a view without its scope": (setting("features", "agent_view", {"agent_description": "x"}), "assistant:write"),
}


@pytest.mark.parametrize(("drift", "words"), DRIFT.values(), ids=DRIFT.keys())
def test_each_kind_of_drift_is_named(drift: Callable[[Json], None], words: str) -> None:
    changed = copy.deepcopy(ours())
    drift(changed)
    assert words in check_manifest(changed, is_socket_mode=True).problem


def test_what_could_be_done_more_is_told_and_is_no_problem() -> None:
    changed = ours()
    events = changed["settings"]["event_subscriptions"]["bot_events"]
    changed["settings"]["event_subscriptions"]["bot_events"] = [each for each in events if each != "message.groups"]
    changed["features"] = {name: each for name, each in changed["features"].items() if name in ("bot_user", "app_home")}
    found = check_manifest(changed, is_socket_mode=True)
    assert not found.problem
    assert "message.groups: a follow-up there needs a mention" in found.detail
    assert "the command /exhibit" in found.detail
    assert "the message shortcut answer_this" in found.detail


def test_commands_need_their_scope() -> None:
    changed = ours()
    changed["features"]["slash_commands"] = [{"command": "/exhibit", "description": "x"}]
    bot = changed["oauth_config"]["scopes"]["bot"]
    changed["oauth_config"]["scopes"]["bot"] = [scope for scope in bot if scope != "commands"]
    assert "the scope commands" in check_manifest(changed, is_socket_mode=True).problem


def test_over_http_every_address_is_the_one_we_serve() -> None:
    changed = ours()
    changed["settings"]["socket_mode_enabled"] = False
    changed["features"]["slash_commands"] = [{"command": "/exhibit", "url": "https://x.example/other"}]
    found = check_manifest(changed, is_socket_mode=False).problem
    assert "event_subscriptions.request_url does not end in /slack/events" in found
    assert "interactivity.request_url does not end in /slack/events" in found
    assert "the url of the command /exhibit" in found


@pytest.mark.parametrize("text", ["", "[]", "a: [", "settings: 1\nfeatures: [1]\noauth_config: x", "员工手册"])
def test_a_file_that_is_no_manifest_is_a_finding(tmp_path: Path, text: str) -> None:
    path = tmp_path / "manifest.yml"
    path.write_text(text, encoding="utf-8")
    found = read_manifest(path)
    finding = found if isinstance(found, Finding) else check_manifest(found, is_socket_mode=True)
    assert finding.problem
    assert "\n" not in str(finding)


def test_a_manifest_as_json_is_read_as_well(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(yaml.safe_dump(ours(), default_flow_style=True), encoding="utf-8")
    assert read_manifest(path) == ours()
