"""The app's manifest held against what the code needs; JSON Schema can't tell, for it knows no scope of an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from bot.doctor.finding import Finding, fine, wrong
from bot.slack.over_http import PATH
from bot.slack.private import COMMAND, SHORTCUT

Json = dict[str, Any]

NAME: Final = "manifest"
UPDATE: Final = "Paste manifest.yml anew under App Manifest at api.slack.com/apps, then reinstall the app"

SCOPES: Final[Mapping[str, str]] = {
    "app_mentions:read": "to hear a mention",
    "chat:write": "to answer",
    "im:history": "to hear a direct message",
    "im:read": "to know a direct message",
    "channels:read": "to know who sees an answer in a channel",
    "groups:read": "to know who sees an answer in a private channel",
    "users:read": "to know guests and people of other companies",
}
"""Without one of these the bot does not work; `OPTIONAL_SCOPES` make it work better."""
OPTIONAL_SCOPES: Final[Mapping[str, str]] = {
    "channels:history": "follow-ups without a mention; a message not confirmed is found again",
    "groups:history": "the same in private channels",
    "usergroups:read": "documents for a user group",
}

EVENTS: Final = ("app_home_opened", "app_mention", "message.im")
"""Without one of these a question or App Home gets no answer."""
FRESHNESS_EVENTS: Final = ("member_joined_channel", "member_left_channel", "channel_shared", "channel_unshared")
"""Without one of these the bot learns up to ten minutes late who sees an answer."""

FOLLOW_UP_EVENTS: Final = ("message.channels", "message.groups")
"""Without one of these a follow-up in a thread needs a mention."""

SCOPE_OF_EVENT: Final[Mapping[str, str | None]] = {
    "agent_session_stopped": None,
    "app_context_changed": None,
    "app_home_opened": None,
    "app_mention": "app_mentions:read",
    "app_uninstalled": None,
    "assistant_thread_context_changed": "assistant:write",
    "assistant_thread_started": "assistant:write",
    "channel_archive": "channels:read",
    "channel_rename": "channels:read",
    "channel_shared": "channels:read",
    "channel_unarchive": "channels:read",
    "channel_unshared": "channels:read",
    "group_archive": "groups:read",
    "group_rename": "groups:read",
    "member_joined_channel": "channels:read",
    "member_left_channel": "channels:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "message.mpim": "mpim:history",
    "reaction_added": "reactions:read",
    "reaction_removed": "reactions:read",
    "subteam_created": "usergroups:read",
    "subteam_members_changed": "usergroups:read",
    "subteam_updated": "usergroups:read",
    "team_join": "users:read",
    "tokens_revoked": None,
    "user_change": "users:read",
}
"""The scope that Slack asks for with each event (docs.slack.dev/reference/events); None: it needs none."""


def read_manifest(path: Path) -> Json | Finding:
    """The manifest in ``path``, or why it can't be read."""
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        return wrong(NAME, f"{path.name} can't be read ({error})", "take the file of this version of Exhibit")
    if not isinstance(found, dict):
        return wrong(NAME, f"{path.name} holds no manifest", "take the file of this version of Exhibit")
    return found


def scopes_of(manifest: Json, kind: str = "bot") -> set[str]:
    """The scopes that a manifest asks for: ``bot`` or ``bot_optional``."""
    return set(_texts(_at(manifest, "oauth_config", "scopes", kind)))


def check_manifest(manifest: Json, *, is_socket_mode: bool) -> Finding:
    """One finding about everything that is missing from the manifest or does not fit together."""
    problems = [
        *_missing_scopes(manifest),
        *_events(manifest),
        *_features(manifest),
        *(_socket_mode(manifest) if is_socket_mode else _http_mode(manifest)),
    ]
    if problems:
        return wrong(NAME, "; ".join(problems), f"correct the manifest. {UPDATE}")
    events = _texts(_at(manifest, "settings", "event_subscriptions", "bot_events"))
    held = f"{len(scopes_of(manifest))} scopes and {len(events)} events, as the code needs them"
    return fine(NAME, "; ".join([held, *_left_out(manifest)]))


def _left_out(manifest: Json) -> Iterable[str]:
    """What the bot could do more."""
    events = _texts(_at(manifest, "settings", "event_subscriptions", "bot_events"))
    lacking = [event for event in FOLLOW_UP_EVENTS if event not in events]
    if lacking:
        yield f"without {', '.join(lacking)}: a follow-up there needs a mention"
    if COMMAND not in [_at(each, "command") for each in _at(manifest, "features", "slash_commands") or ()]:
        yield f"without the command {COMMAND}: nobody can ask alone in a channel"
    if SHORTCUT not in [_at(each, "callback_id") for each in _at(manifest, "features", "shortcuts") or ()]:
        yield f"without the message shortcut {SHORTCUT}: no message can be answered from its menu"


def _missing_scopes(manifest: Json) -> Iterable[str]:
    asked_for = scopes_of(manifest)
    return (f"no scope {scope} ({reason})" for scope, reason in SCOPES.items() if scope not in asked_for)


def _events(manifest: Json) -> Iterable[str]:
    events = _texts(_at(manifest, "settings", "event_subscriptions", "bot_events"))
    scopes = scopes_of(manifest) | scopes_of(manifest, "bot_optional")
    for event in EVENTS + FRESHNESS_EVENTS:
        if event not in events:
            yield f"no event {event}"
    for event in events:
        scope = SCOPE_OF_EVENT.get(event, "?")
        if scope == "?":
            yield f"the event {event} is not known"
        elif scope is not None and scope not in scopes:
            yield f"the event {event} needs the scope {scope}"


def _features(manifest: Json) -> Iterable[str]:
    scopes = scopes_of(manifest)
    home = _at(manifest, "features", "app_home") or {}
    if not _at(manifest, "features", "bot_user"):
        yield "no bot_user"
    if not _at(home, "home_tab_enabled"):
        yield "home_tab_enabled is not true (App Home stays empty)"
    if not _at(home, "messages_tab_enabled") or _at(home, "messages_tab_read_only_enabled"):
        yield "nobody can write to the bot (messages_tab_enabled: true, messages_tab_read_only_enabled: false)"
    if not _at(manifest, "settings", "interactivity", "is_enabled"):
        yield "interactivity.is_enabled is not true (buttons do nothing)"
    if _at(manifest, "settings", "token_rotation_enabled"):
        yield "token_rotation_enabled is true (the token in .env stops working after 12 hours)"
    if (_at(manifest, "features", "slash_commands") or _at(manifest, "features", "shortcuts")) and (
        "commands" not in scopes
    ):
        yield "commands and shortcuts need the scope commands"
    if _at(manifest, "features", "agent_view") and "assistant:write" not in scopes:
        yield "agent_view needs the scope assistant:write"


def _socket_mode(manifest: Json) -> Iterable[str]:
    if not _at(manifest, "settings", "socket_mode_enabled"):
        yield "socket_mode_enabled is not true, and SLACK_APP_TOKEN is set for Socket Mode"


def _http_mode(manifest: Json) -> Iterable[str]:
    if _at(manifest, "settings", "socket_mode_enabled"):
        yield "socket_mode_enabled is true, and there is no SLACK_APP_TOKEN"
    for section in ("event_subscriptions", "interactivity"):
        if not str(_at(manifest, "settings", section, "request_url") or "").endswith(PATH):
            yield f"{section}.request_url does not end in {PATH}"
    for command in _at(manifest, "features", "slash_commands") or ():
        if not str(_at(command, "url") or "").endswith(PATH):
            yield f"the url of the command {_at(command, 'command')} does not end in {PATH}"


def _at(value: Any, *keys: str) -> Any:
    """What stands at a path of keys; None where there is nothing."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _texts(value: Any) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []
