"""users.*, usergroups.*, bots.info and team.info."""

from bot.localslack.config import User
from bot.localslack.slack import Method, Slack
from bot.localslack.state import page
from bot.localslack.wire import Args, Json, SlackError


def user_object(slack: Slack, user: User) -> Json:
    """A user as users.info describes them."""
    team_id = user.team_id or slack.config.team_id
    return {
        "id": user.id,
        "team_id": team_id,
        "name": user.name,
        "real_name": user.real_name,
        "deleted": user.deleted,
        "is_admin": user.is_admin,
        "is_owner": False,
        "is_bot": user.is_bot,
        "is_app_user": False,
        "is_restricted": user.is_restricted,
        "is_ultra_restricted": user.is_ultra_restricted,
        "is_stranger": user.is_stranger,
        "locale": user.locale,
        "tz": "Asia/Shanghai",
        "tz_offset": 28_800,
        "profile": {"real_name": user.real_name, "display_name": user.real_name, "team": team_id},
    }


def _info(slack: Slack, args: Args) -> Json:
    found = user_object(slack, slack.workspace.user(args.required("user")))
    if not args.flag("include_locale"):
        del found["locale"]
    return {"user": found}


def _list(slack: Slack, args: Args) -> Json:
    rows = [user_object(slack, user) for user in slack.workspace.users.values()]
    found, cursor = page(rows, limit=args.number("limit", 1000) or 1000, cursor=args.text("cursor"))
    return {"members": found, "response_metadata": {"next_cursor": cursor}}


def _groups(slack: Slack, args: Args) -> Json:
    groups = []
    for group in slack.workspace.groups.values():
        row: Json = {"id": group.id, "team_id": slack.config.team_id, "handle": group.handle, "name": group.name}
        row |= {"is_usergroup": True, "date_delete": 0, "user_count": len(group.users)}
        if args.flag("include_users"):
            row["users"] = list(group.users)
        groups.append(row)
    return {"usergroups": groups}


def _group_users(slack: Slack, args: Args) -> Json:
    wanted = args.required("usergroup")
    if wanted not in slack.workspace.groups:
        raise SlackError("no_such_subteam")
    return {"users": list(slack.workspace.groups[wanted].users)}


def _bot(slack: Slack, args: Args) -> Json:
    config = slack.config
    if args.text("bot", config.bot_id) != config.bot_id:
        raise SlackError("bot_not_found")
    bot = {"id": config.bot_id, "app_id": config.app_id, "user_id": config.bot_user_id, "name": config.bot_name}
    return {"bot": {**bot, "deleted": False, "updated": 0, "icons": {}}}


def _team(slack: Slack, _: Args) -> Json:
    return {"team": {"id": slack.config.team_id, "name": slack.config.team_name, "domain": "local", "icon": {}}}


METHODS = {
    "users.info": Method(_info, 4, "users:read"),
    "users.list": Method(_list, 2, "users:read"),
    "usergroups.list": Method(_groups, 2, "usergroups:read"),
    "usergroups.users.list": Method(_group_users, 2, "usergroups:read"),
    "bots.info": Method(_bot, 3, "users:read"),
    "team.info": Method(_team, 3, "team:read"),
}
