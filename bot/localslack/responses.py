"""Answers outside the Web API: through a response_url, and in the ack of a slash command."""

from aiohttp import web

from bot.localslack.delivery import Attempt
from bot.localslack.methods_chat import content
from bot.localslack.slack import Slack
from bot.localslack.state import Post, Room
from bot.localslack.triggers import ResponseUrl
from bot.localslack.wire import Args, Json, SlackError, read_args


def answer_command(slack: Slack, room: Room, user: str, attempt: Attempt, command: str) -> None:
    """Shows the text or blocks of a command's ack, or that the app did not answer."""
    if attempt.failed:
        text = f"{command} failed with the error “operation_timeout”"
        _ephemeral(slack, room.id, user, {"text": text}, None)
    elif attempt.answer.get("text") or attempt.answer.get("blocks"):
        _say(slack, ResponseUrl(room.id, user, 0, 0), Args(attempt.answer))


async def hook(request: web.Request, slack: Slack) -> web.Response:
    """One use of a response_url: a new message, a replacement or a deletion."""
    try:
        url = slack.rights.answer(request.match_info["key"])
    except SlackError as error:
        return web.json_response(error.body(), status=404)
    try:
        _say(slack, url, await read_args(request))
    except SlackError as error:
        return web.json_response(error.body(), status=400)
    return web.Response(text="ok")


def _say(slack: Slack, url: ResponseUrl, args: Args) -> None:
    if args.flag("delete_original"):
        _original(slack, url, None)
        return
    found = content(slack, args, most=slack.config.limits.post_text_chars)
    if args.flag("replace_original") and url.message_ts:
        _original(slack, url, found)
        return
    thread_ts = args.text("thread_ts") or url.thread_ts
    if args.text("response_type") == "in_channel":
        body = slack.workspace.bot_body("") | found
        slack.say(Post(url.room, body | ({"thread_ts": thread_ts} if thread_ts else {})))
    else:
        _ephemeral(slack, url.room, url.user, found, thread_ts)


def _ephemeral(slack: Slack, room: str, user: str, found: Json, thread_ts: str | None) -> None:
    body = slack.workspace.bot_body("") | found | ({"thread_ts": thread_ts} if thread_ts else {})
    slack.workspace.ephemerals.append(Post(room, body, only_for=user))
    slack.workspace.changes.tell()


def _original(slack: Slack, url: ResponseUrl, found: Json | None) -> None:
    """Replaces the message that the interaction was about, or deletes it where there is nothing to put."""
    workspace = slack.workspace
    for post in (*workspace.ephemerals, *workspace.rooms[url.room].posts.values()):
        if post.ts == url.message_ts and post.body.get("bot_id") == slack.config.bot_id:
            if found is not None:
                post.body.pop("blocks", None)
                post.body |= found
            elif post.only_for:
                workspace.ephemerals.remove(post)
            else:
                workspace.remove(post)
            workspace.changes.tell()
            return
    raise SlackError("message_not_found")
