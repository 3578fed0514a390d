"""conversations.*: rooms, who is in them, and what was said."""

from collections.abc import Callable

from bot.localslack.slack import Method, Slack
from bot.localslack.state import Post, Room, page
from bot.localslack.wire import Args, Json, SlackError

_FAMILY = {"im": "im", "mpim": "mpim", "group": "groups", "channel": "channels"}


def room_object(slack: Slack, room: Room, *, members: bool = False) -> Json:
    """A room as conversations.info describes it; `members` adds how many there are."""
    seed = room.seed
    direct = room.with_user is not None
    team = slack.config.team_id
    shared = seed.is_ext_shared or seed.is_pending_ext_shared or seed.is_org_shared
    teams = sorted({slack.workspace.users[user].team_id or team for user in room.members} | {team})
    found: Json = {
        "id": room.id,
        "created": 1_700_000_000,
        "is_archived": seed.is_archived,
        "is_channel": room.kind == "channel",
        "is_group": room.kind == "group",
        "is_im": direct,
        "is_mpim": seed.is_mpim,
        "is_private": seed.is_private,
        "is_shared": shared,
        "is_ext_shared": seed.is_ext_shared,
        "is_org_shared": seed.is_org_shared,
        "is_pending_ext_shared": seed.is_pending_ext_shared,
        "is_member": slack.config.bot_user_id in room.members,
        "context_team_id": team,
    }
    if direct:
        found |= {"user": room.with_user, "is_user_deleted": slack.workspace.users[room.with_user or ""].deleted}
    else:
        found |= {
            "name": seed.name,
            "name_normalized": seed.name,
            "topic": {"value": seed.topic, "creator": "", "last_set": 0},
            "purpose": {"value": "", "creator": "", "last_set": 0},
            "shared_team_ids": teams if shared else [team],
            "internal_team_ids": [team] if shared else [],
            "connected_team_ids": [one for one in teams if one != team] if seed.is_ext_shared else [],
            "pending_connected_team_ids": [],
        }
    if members:
        found["num_members"] = len(room.members)
    return found


def _readable(slack: Slack, args: Args, verb: str) -> Room:
    room = slack.workspace.room_for_bot(args.required("channel"))
    slack.need(f"{_FAMILY[room.kind]}:{verb}")
    if verb == "history" and slack.config.bot_user_id not in room.members:
        raise SlackError("not_in_channel")
    return room


def _info(slack: Slack, args: Args) -> Json:
    room = _readable(slack, args, "read")
    return {"channel": room_object(slack, room, members=args.flag("include_num_members"))}


def _members(slack: Slack, args: Args) -> Json:
    room = _readable(slack, args, "read")
    rows: list[Json] = [{"id": user} for user in room.members]
    found, cursor = page(rows, limit=_limit(args, 100), cursor=args.text("cursor"))
    return {"members": [row["id"] for row in found], "response_metadata": {"next_cursor": cursor}}


def _list(slack: Slack, args: Args) -> Json:
    bot = slack.config.bot_user_id
    return _rooms(slack, args, lambda room: bot in room.members or not room.seed.is_private)


def _mine(slack: Slack, args: Args) -> Json:
    """The rooms that the bot is in; of another user's Slack tells only what the bot shares with them."""
    bot = slack.config.bot_user_id
    user = slack.workspace.user(args.text("user", bot)).id
    return _rooms(slack, args, lambda room: bot in room.members and user in room.members)


def _rooms(slack: Slack, args: Args, is_visible: Callable[[Room], bool]) -> Json:
    wanted = args.text("types", "public_channel").split(",")
    names = {"channel": "public_channel", "group": "private_channel", "mpim": "mpim", "im": "im"}
    for kind, name in names.items():
        if name in wanted:
            slack.need(f"{_FAMILY[kind]}:read")
    rows = [
        room_object(slack, room, members=True)
        for room in slack.workspace.rooms.values()
        if names[room.kind] in wanted
        and is_visible(room)
        and not (args.flag("exclude_archived") and room.seed.is_archived)
    ]
    found, cursor = page(rows, limit=_limit(args, 100), cursor=args.text("cursor"))
    return {"channels": found, "response_metadata": {"next_cursor": cursor}}


def _limit(args: Args, default: int) -> int:
    limit = args.number("limit", default)
    if not 1 <= limit <= 1000:
        raise SlackError("invalid_limit")
    return limit


def _between(posts: list[Post], args: Args) -> list[Post]:
    oldest, latest = args.text("oldest", "0"), args.text("latest", "9999999999")
    inclusive = args.flag("inclusive")
    return [post for post in posts if oldest < post.ts < latest or (inclusive and post.ts in {oldest, latest})]


def _answer(slack: Slack, args: Args, posts: list[Post]) -> Json:
    metadata = args.flag("include_all_metadata")
    rows = [slack.workspace.wire(post, metadata=metadata) for post in posts]
    found, cursor = page(rows, limit=_limit(args, 100), cursor=args.text("cursor"))
    return {"messages": found, "has_more": bool(cursor), "response_metadata": {"next_cursor": cursor}}


def _replies(slack: Slack, args: Args) -> Json:
    room = _readable(slack, args, "history")
    root = args.required("ts")
    if root not in room.posts:
        raise SlackError("thread_not_found")
    root = room.posts[root].thread_ts or root
    posts = slack.workspace.thread(room, root)
    return _answer(slack, args, [posts[0], *_between(posts[1:], args)])


def _history(slack: Slack, args: Args) -> Json:
    room = _readable(slack, args, "history")
    return _answer(slack, args, list(reversed(_between(slack.workspace.roots(room), args))))


def _open(slack: Slack, args: Args) -> Json:
    if args.text("channel"):
        room = slack.workspace.room_for_bot(args.text("channel"))
    else:
        users = args.required("users").split(",")
        if len(users) != 1:
            raise SlackError("missing_scope", needed="mpim:write", provided=",".join(sorted(slack.granted)))
        room = slack.workspace.direct(slack.workspace.user(users[0]).id)
    found: Json = {"id": room.id}
    return {"channel": room_object(slack, room) if args.flag("return_im") else found}


METHODS = {
    "conversations.info": Method(_info, 3),
    "conversations.members": Method(_members, 4),
    "conversations.list": Method(_list, 2),
    "users.conversations": Method(_mine, 3),
    "conversations.replies": Method(_replies, 3),
    "conversations.history": Method(_history, 3),
    "conversations.open": Method(_open, 3, "im:write"),
}
