"""chat.*: messages as the app writes, changes and deletes them."""

import json

from bot.localslack.blocks import check_message
from bot.localslack.events import of_delete, of_edit
from bot.localslack.slack import Method, Slack
from bot.localslack.state import Post, Room
from bot.localslack.surfaces import with_ids
from bot.localslack.wire import Args, Json, SlackError


def content(slack: Slack, args: Args, *, most: int) -> Json:
    """The checked text, blocks and metadata of a message; only what was given.

    Raises:
        SlackError: `no_text`, `msg_too_long`, `markdown_text_conflict`, `invalid_blocks`…, `invalid_metadata_format`…
    """
    limits = slack.config.limits
    found: Json = {}
    if args.has("text"):
        found["text"] = args.text("text")
    blocks = args.structure("blocks", "invalid_blocks_format")
    markdown = args.text("markdown_text")
    if markdown and (blocks or found.get("text")):
        raise SlackError("markdown_text_conflict")
    if len(markdown) > limits.markdown_chars or len(found.get("text", "")) > most:
        raise SlackError("msg_too_long")
    if markdown:
        blocks = [{"type": "markdown", "text": markdown}]
    if blocks is not None:
        check_message(blocks, limits)
        found["blocks"] = with_ids(blocks)
    if args.has("metadata"):
        found["metadata"] = _metadata(args, limits.metadata_bytes)
    attachments = args.structure("attachments", "invalid_attachments")
    if attachments:
        found["attachments"] = attachments
    if not (found.get("text", "").strip() or found.get("blocks") or found.get("attachments")):
        raise SlackError("no_text")
    return found


def _metadata(args: Args, most_bytes: int) -> Json | None:
    found = args.structure("metadata", "invalid_metadata_format")
    if found == {} or found is None:
        return None
    if not isinstance(found, dict) or not isinstance(found.get("event_type"), str):
        raise SlackError("invalid_metadata_format")
    if not isinstance(found.get("event_payload"), dict):
        raise SlackError("invalid_metadata_schema")
    if len(json.dumps(found).encode()) > most_bytes:
        raise SlackError("metadata_too_large")
    return found


def writable(slack: Slack, args: Args) -> Room:
    """The room of a call, where the bot may write.

    Raises:
        SlackError: `channel_not_found`, `not_in_channel` or `is_archived`.
    """
    room = slack.workspace.room_for_bot(args.required("channel"))
    if slack.config.bot_user_id not in room.members and "chat:write.public" not in slack.granted:
        raise SlackError("not_in_channel")
    if room.seed.is_archived:
        raise SlackError("is_archived")
    return room


def thread_root(room: Room, args: Args) -> str | None:
    """The checked thread_ts; None where there is none.

    Raises:
        SlackError: `thread_not_found` for no message, `cannot_reply_to_message` for one that is itself a reply.
    """
    root = args.text("thread_ts")
    if not root:
        return None
    if root not in room.posts:
        raise SlackError("thread_not_found")
    if room.posts[root].thread_ts:
        raise SlackError("cannot_reply_to_message")
    return root


def _post_message(slack: Slack, args: Args) -> Json:
    room = writable(slack, args)
    root = thread_root(room, args)
    found = content(slack, args, most=slack.config.limits.post_text_chars)
    slack.rates.count_post(room.id, now=slack.clock.now())
    body = slack.workspace.bot_body("") | {key: value for key, value in found.items() if value is not None}
    if root:
        body["thread_ts"] = root
    post = slack.say(Post(room.id, body))
    return {"channel": room.id, "ts": post.ts, "message": slack.workspace.wire(post)}


def own_post(slack: Slack, args: Args, *, refusal: str) -> Post:
    """A message of the app's own.

    Raises:
        SlackError: `channel_not_found`, `message_not_found`, or `refusal` for somebody else's.
    """
    room = slack.workspace.room_for_bot(args.required("channel"))
    post = slack.workspace.post(room.id, args.required("ts"))
    if post.body.get("bot_id") != slack.config.bot_id:
        raise SlackError(refusal)
    return post


def _update(slack: Slack, args: Args) -> Json:
    post = own_post(slack, args, refusal="cant_update_message")
    if post.stream and post.stream.open and slack.clock.now() < post.stream.ends_at:
        raise SlackError("streaming_state_conflict")
    found = content(slack, args, most=slack.config.limits.update_text_chars)
    before = dict(post.body)
    if "blocks" not in found and "text" in found:
        post.body.pop("blocks", None)
        post.body["edited"] = {"user": slack.config.bot_user_id, "ts": slack.workspace.new_ts()}
    for key, value in found.items():
        if value is None:
            post.body.pop(key, None)
        else:
            post.body[key] = value
    slack.workspace.changes.tell()
    slack.publish(of_edit(slack.workspace, post, before), slack.workspace.rooms[post.room])
    message = slack.workspace.wire(post)
    return {"channel": post.room, "ts": post.ts, "text": message["text"], "message": message}


def _delete(slack: Slack, args: Args) -> Json:
    post = own_post(slack, args, refusal="cant_delete_message")
    room = slack.workspace.rooms[post.room]
    slack.workspace.remove(post)
    slack.publish(of_delete(slack.workspace, post), room)
    return {"channel": post.room, "ts": post.ts}


def _post_ephemeral(slack: Slack, args: Args) -> Json:
    room = writable(slack, args)
    user = slack.workspace.user(args.required("user"))
    if user.id not in room.members:
        raise SlackError("user_not_in_channel")
    found = content(slack, args, most=slack.config.limits.post_text_chars)
    body = slack.workspace.bot_body("") | {key: value for key, value in found.items() if value is not None}
    if args.text("thread_ts"):
        body["thread_ts"] = args.text("thread_ts")
    slack.workspace.ephemerals.append(Post(room.id, body, only_for=user.id))
    slack.workspace.changes.tell()
    return {"message_ts": body["ts"]}


def _get_permalink(slack: Slack, args: Args) -> Json:
    room = slack.workspace.room_for_bot(args.required("channel"))
    post = slack.workspace.post(room.id, args.required("message_ts"))
    link = f"{slack.base}/archives/{room.id}/p{post.ts.replace('.', '')}"
    return {"channel": room.id, "permalink": link + (f"?thread_ts={post.thread_ts}" if post.thread_ts else "")}


METHODS = {
    "chat.postMessage": Method(_post_message, None, "chat:write"),
    "chat.update": Method(_update, 3, "chat:write"),
    "chat.delete": Method(_delete, 3, "chat:write"),
    "chat.postEphemeral": Method(_post_ephemeral, 4, "chat:write"),
    "chat.getPermalink": Method(_get_permalink),
}
