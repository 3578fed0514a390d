"""auth.test, apps.connections.open, assistant.threads.* and reactions.*."""

from bot.localslack.slack import Method, Slack
from bot.localslack.wire import Args, Json, SlackError


def _auth_test(slack: Slack, _: Args) -> Json:
    config = slack.config
    return {
        "url": f"{slack.base}/",
        "team": config.team_name,
        "user": config.bot_name.lower(),
        "team_id": config.team_id,
        "user_id": config.bot_user_id,
        "bot_id": config.bot_id,
        "is_enterprise_install": False,
    }


def _connections_open(slack: Slack, _: Args) -> Json:
    return {"url": f"{slack.base.replace('http', 'ws', 1)}/link?ticket={slack.sockets.ticket()}"}


def _set_status(slack: Slack, args: Args) -> Json:
    room = slack.workspace.room_for_bot(args.required("channel_id"))
    root = args.required("thread_ts")
    if root not in room.posts:
        raise SlackError("thread_not_found")
    loading = args.structure("loading_messages", "invalid_arguments") or []
    if len(loading) > 10:
        raise SlackError("invalid_arguments", ["no more than 10 items allowed [json-pointer:/loading_messages]"])
    ends_at = slack.clock.now() + slack.config.limits.status_life_s
    status = args.text("status")
    if status:
        room.status[root] = (ends_at, {"status": status, "loading_messages": loading})
    else:
        room.status.pop(root, None)
    slack.workspace.changes.tell()
    return {}


def _noted(slack: Slack, args: Args) -> Json:
    """Prompts and titles are checked for their thread and else only logged."""
    slack.workspace.room_for_bot(args.required("channel_id"))
    return {}


def _react(slack: Slack, args: Args) -> Json:
    post = slack.workspace.post(slack.workspace.room_for_bot(args.required("channel")).id, args.required("timestamp"))
    add_reaction(slack, post.body, args.required("name"), slack.config.bot_user_id)
    return {}


def add_reaction(slack: Slack, body: Json, name: str, user: str) -> None:
    """Adds one person's reaction to a message.

    Raises:
        SlackError: `already_reacted`.
    """
    reactions: list[Json] = body.setdefault("reactions", [])
    for reaction in reactions:
        if reaction["name"] == name:
            if user in reaction["users"]:
                raise SlackError("already_reacted")
            reaction["users"].append(user)
            reaction["count"] += 1
            break
    else:
        reactions.append({"name": name, "users": [user], "count": 1})
    slack.workspace.changes.tell()


def _unreact(slack: Slack, args: Args) -> Json:
    post = slack.workspace.post(slack.workspace.room_for_bot(args.required("channel")).id, args.required("timestamp"))
    name, user = args.required("name"), slack.config.bot_user_id
    for reaction in post.body.get("reactions", []):
        if reaction["name"] == name and user in reaction["users"]:
            reaction["users"].remove(user)
            reaction["count"] -= 1
            post.body["reactions"] = [one for one in post.body["reactions"] if one["count"]]
            slack.workspace.changes.tell()
            return {}
    raise SlackError("no_reaction")


METHODS = {
    "auth.test": Method(_auth_test),
    "apps.connections.open": Method(_connections_open, None, "connections:write", "app"),
    "assistant.threads.setStatus": Method(_set_status, None, "chat:write"),
    "assistant.threads.setSuggestedPrompts": Method(_noted, None, "assistant:write"),
    "assistant.threads.setTitle": Method(_noted, None, "assistant:write"),
    "reactions.add": Method(_react, 3, "reactions:write"),
    "reactions.remove": Method(_unreact, 2, "reactions:write"),
}
