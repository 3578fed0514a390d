"""chat.startStream, appendStream, stopStream: a message that grows for at most five minutes."""

from bot.localslack.blocks import check_message
from bot.localslack.methods_chat import own_post, thread_root, writable
from bot.localslack.slack import Method, Slack
from bot.localslack.state import Post, Stream
from bot.localslack.surfaces import with_ids
from bot.localslack.wire import Args, Json, SlackError

_CHUNKS = ("markdown_text", "plan_update", "task_update", "blocks")


def _pieces(args: Args) -> list[Json]:
    """What a call adds, as chunks.

    Raises:
        SlackError: `markdown_text_conflict`, `invalid_chunks` or `msg_too_long`.
    """
    chunks = args.structure("chunks", "invalid_chunks") or []
    markdown = args.text("markdown_text")
    if markdown and chunks:
        raise SlackError("markdown_text_conflict")
    if not isinstance(chunks, list):
        raise SlackError("invalid_chunks")
    if markdown:
        chunks = [{"type": "markdown_text", "text": markdown}]
    for chunk in chunks:
        if not isinstance(chunk, dict) or chunk.get("type") not in _CHUNKS:
            raise SlackError("invalid_chunks")
    if sum(len(str(chunk.get("text", ""))) for chunk in chunks) > 12_000:
        raise SlackError("msg_too_long")
    return chunks


def _show(slack: Slack, post: Post, stream: Stream, last: list[Json]) -> None:
    """Draws what has been streamed as blocks: the text so far as one markdown block, then other blocks, then `last`."""
    text = "".join(str(piece["text"]) for piece in stream.pieces if piece["type"] == "markdown_text")
    extra = [block for piece in stream.pieces if piece["type"] == "blocks" for block in piece["blocks"]]
    shown: list[Json] = [*([{"type": "markdown", "text": text}] if text else []), *extra, *last]
    check_message(shown, slack.config.limits)
    post.body["text"] = text
    post.body["blocks"] = with_ids(shown)
    slack.workspace.changes.tell()


def _start(slack: Slack, args: Args) -> Json:
    room = writable(slack, args)
    root = thread_root(room, args)
    if room.kind != "im":
        for name in ("recipient_user_id", "recipient_team_id"):
            if not args.text(name):
                raise SlackError(f"missing_{name}")
    stream = Stream(slack.clock.now() + slack.config.limits.stream_life_s, _pieces(args))
    body = slack.workspace.bot_body("")
    if root:
        body["thread_ts"] = root
    post = Post(room.id, body, stream=stream)
    _show(slack, post, stream, [])
    slack.say(post)
    return {"channel": room.id, "ts": post.ts}


def _running(slack: Slack, args: Args) -> tuple[Post, Stream]:
    post = own_post(slack, args, refusal="message_not_owned_by_app")
    stream = post.stream
    if stream is None or not stream.open or slack.clock.now() >= stream.ends_at:
        raise SlackError("message_not_in_streaming_state")
    return post, stream


def _append(slack: Slack, args: Args) -> Json:
    post, stream = _running(slack, args)
    pieces = _pieces(args)
    if not pieces:
        raise SlackError("no_text")
    _show(slack, post, Stream(stream.ends_at, [*stream.pieces, *pieces]), [])
    stream.pieces += pieces
    return {"channel": post.room, "ts": post.ts}


def _stop(slack: Slack, args: Args) -> Json:
    post, stream = _running(slack, args)
    last = args.structure("blocks", "invalid_blocks_format") or []
    check_message(last, slack.config.limits)
    pieces = [*stream.pieces, *_pieces(args)]
    _show(slack, post, Stream(stream.ends_at, pieces), last)
    stream.pieces, stream.open = pieces, False
    if args.has("metadata"):
        post.body["metadata"] = args.structure("metadata", "invalid_metadata_format")
    return {"channel": post.room, "ts": post.ts, "message": slack.workspace.wire(post)}


METHODS = {
    "chat.startStream": Method(_start, 2, "chat:write"),
    "chat.appendStream": Method(_append, 4, "chat:write"),
    "chat.stopStream": Method(_stop, 2, "chat:write"),
}
