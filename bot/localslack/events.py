"""The payloads that the app gets, and which of them it has subscribed to."""

import re

from bot.localslack.state import Post, Room, Workspace
from bot.localslack.wire import Json

_PIECE = re.compile(r"<@([A-Z0-9]+)>")


def user_blocks(text: str) -> list[Json]:
    """The rich text that Slack's composer would send for a plain message with mentions."""
    pieces: list[Json] = []
    end = 0
    for mention in _PIECE.finditer(text):
        if mention.start() > end:
            pieces.append({"type": "text", "text": text[end : mention.start()]})
        pieces.append({"type": "user", "user_id": mention.group(1)})
        end = mention.end()
    if text[end:]:
        pieces.append({"type": "text", "text": text[end:]})
    section = {"type": "rich_text_section", "elements": pieces}
    return [{"type": "rich_text", "block_id": "user", "elements": [section]}]


def envelope(workspace: Workspace, event: Json, *, room: Room | None = None) -> Json:
    """The outer payload of one event, with a new event_id."""
    config = workspace.config
    authorization = {"team_id": config.team_id, "user_id": config.bot_user_id, "is_bot": True}
    return {
        "token": "local-verification",
        "team_id": config.team_id,
        "context_team_id": config.team_id,
        "context_enterprise_id": None,
        "api_app_id": config.app_id,
        "event": event,
        "type": "event_callback",
        "event_id": workspace.new_id("Ev"),
        "event_time": int(workspace.clock.now()),
        "authorizations": [{**authorization, "enterprise_id": None, "is_enterprise_install": False}],
        "is_ext_shared_channel": bool(room and room.seed.is_ext_shared),
        "event_context": workspace.new_id("EC"),
    }


def of_message(workspace: Workspace, post: Post) -> list[Json]:
    """What the app hears of a new message: its mention, the message itself, both, or nothing."""
    room = workspace.rooms[post.room]
    config = workspace.config
    if config.bot_user_id not in room.members:
        return []
    found: list[Json] = []
    body = _with_team(workspace, dict(post.body))
    message = {**body, "channel": room.id, "event_ts": post.ts, "channel_type": room.kind}
    mentioned = f"<@{config.bot_user_id}>" in str(post.body.get("text", ""))
    ours = bool(post.body.get("bot_id"))
    if mentioned and not ours and room.kind != "im" and "app_mention" in config.events:
        without = {key: value for key, value in message.items() if key != "channel_type"}
        found.append({**without, "type": "app_mention"})
    if _wants(workspace, room):
        found.append(message)
    return found


def of_edit(workspace: Workspace, post: Post, before: Json) -> list[Json]:
    """What the app hears of an edit: the mention again with `edited`, and `message_changed`."""
    room = workspace.rooms[post.room]
    config = workspace.config
    if config.bot_user_id not in room.members:
        return []
    found: list[Json] = []
    ts = workspace.new_ts()
    mentioned = f"<@{config.bot_user_id}>" in str(post.body.get("text", ""))
    if mentioned and not post.body.get("bot_id") and room.kind != "im" and "app_mention" in config.events:
        found.append(
            {**_with_team(workspace, dict(post.body)), "type": "app_mention", "channel": room.id, "event_ts": ts}
        )
    if _wants(workspace, room):
        found.append(
            {
                **_subtype(room, "message_changed", ts),
                "message": workspace.wire(post),
                "previous_message": before,
            }
        )
    return found


def of_delete(workspace: Workspace, post: Post) -> list[Json]:
    """What the app hears of a deleted message."""
    room = workspace.rooms[post.room]
    if config_member(workspace, room) and _wants(workspace, room):
        ts = workspace.new_ts()
        return [{**_subtype(room, "message_deleted", ts), "deleted_ts": post.ts, "previous_message": post.body}]
    return []


def config_member(workspace: Workspace, room: Room) -> bool:
    """Is the bot in the room?"""
    return workspace.config.bot_user_id in room.members


def _subtype(room: Room, subtype: str, ts: str) -> Json:
    return {
        "type": "message",
        "subtype": subtype,
        "hidden": True,
        "channel": room.id,
        "channel_type": room.kind,
        "ts": ts,
        "event_ts": ts,
    }


def _wants(workspace: Workspace, room: Room) -> bool:
    names = {"im": "message.im", "mpim": "message.mpim", "group": "message.groups", "channel": "message.channels"}
    return names[room.kind] in workspace.config.events


def _with_team(workspace: Workspace, body: Json) -> Json:
    user = workspace.users.get(str(body.get("user")))
    if user and user.team_id and user.team_id != workspace.config.team_id:
        return {**body, "user_team": user.team_id, "source_team": user.team_id, "team": user.team_id}
    return body


def interaction(workspace: Workspace, kind: str, user_id: str) -> Json:
    """The part that all interactive payloads have in common."""
    config = workspace.config
    user = workspace.user(user_id)
    team_id = user.team_id or config.team_id
    return {
        "type": kind,
        "token": "local-verification",
        "api_app_id": config.app_id,
        "team": {"id": config.team_id, "domain": "local"},
        "enterprise": None,
        "is_enterprise_install": False,
        "user": {"id": user.id, "username": user.name, "name": user.name, "team_id": team_id},
    }
