"""What one user sees right now, as one object for the page."""

from typing import TYPE_CHECKING

from bot.localslack.slack import Slack
from bot.localslack.state import Post, Room
from bot.localslack.wire import Json

if TYPE_CHECKING:
    from bot.localslack.server import LocalSlack

SHOWN = 200  # messages of a room; a page with more is slow to draw


def typed_text(slack: Slack, text: str) -> str:
    """What a person types as it travels: the three signs escaped, `@Name` of the bot and of people as mentions."""
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    people = sorted(slack.workspace.users.values(), key=lambda user: -len(user.real_name))
    for user in people:
        safe = safe.replace(f"@{user.real_name}", f"<@{user.id}>")
    return safe


def snapshot(local: "LocalSlack", user_id: str, room_id: str, thread_ts: str) -> Json:
    """Rooms, messages, an open thread, modals and Home as a user sees them.

    Args:
        local: the running Slack.
        user_id: who looks; the first user where it is empty.
        room_id: which room is open; the first that the user is in where it is empty or not theirs.
        thread_ts: which thread is open beside it; empty for none.

    Raises:
        SlackError: `user_not_found`.
    """
    workspace = local.slack.workspace
    config = local.config
    user = workspace.user(user_id or config.users[0].id)
    rooms = [room for room in workspace.rooms.values() if user.id in room.members]
    room = next((one for one in rooms if one.id == room_id), rooms[0])
    thread = workspace.thread(room, thread_ts) if thread_ts else []
    return {
        "ok": True,
        "version": workspace.changes.version,
        "me": user.id,
        "bot": {"id": config.bot_user_id, "name": config.bot_name, "connections": len(local.slack.sockets.open)},
        "team": config.team_name,
        "people": {one.id: one.real_name for one in workspace.users.values()},
        "users": [one.id for one in workspace.users.values() if not one.is_bot],
        "groups": {group.id: group.handle for group in workspace.groups.values()},
        "commands": list(config.commands),
        "shortcuts": [{"callback_id": one, "name": name} for one, name in config.shortcuts],
        "rooms": [_room(one) for one in rooms],
        "room": room.id,
        "messages": [_message(local, room, post, user.id) for post in _seen(local, room, user.id, "")[-SHOWN:]],
        "thread": [_message(local, room, post, user.id) for post in _seen(local, room, user.id, thread_ts)]
        if thread
        else [],
        "status": workspace.status_of(room, thread_ts) if thread_ts else None,
        "modals": local.views(user.id),
        "home": local.home(user.id),
    }


def _seen(local: "LocalSlack", room: Room, user_id: str, thread_ts: str) -> list[Post]:
    """The messages of a room or of one of its threads, those for this user alone included, oldest first."""
    workspace = local.slack.workspace
    posts = workspace.thread(room, thread_ts) if thread_ts else workspace.roots(room)
    private = [
        post
        for post in workspace.ephemerals
        if post.room == room.id and post.only_for == user_id and (post.thread_ts or "") == thread_ts
    ]
    return sorted([*posts, *private], key=lambda post: post.ts)


def _room(room: Room) -> Json:
    return {
        "id": room.id,
        "name": room.seed.name,
        "kind": room.kind,
        "topic": room.seed.topic,
        "shared": room.seed.is_ext_shared,
        "members": len(room.members),
    }


def _message(local: "LocalSlack", room: Room, post: Post, user_id: str) -> Json:
    body = local.slack.workspace.wire(post)
    streaming = bool(post.stream and post.stream.open)
    status = local.slack.workspace.status_of(room, post.ts)
    return {**body, "_only_you": post.only_for == user_id, "_streaming": streaming, "_status": status}
