import pytest
from localslack_shapes import section
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.localslack import LocalSlack, ManualClock


async def _error(call) -> str:
    with pytest.raises(SlackApiError) as caught:
        await call
    return str(caught.value.response["error"])


async def _posted(web: AsyncWebClient, **more: object) -> str:
    return str((await web.chat_postMessage(channel="C0GENERAL", **{"text": "首句", **more}))["ts"])  # type: ignore[arg-type]


async def test_a_message_needs_something_to_say(web: AsyncWebClient) -> None:
    for text in ("", " \n"):
        empty = web.api_call("chat.postMessage", json={"channel": "C0GENERAL", "text": text})
        assert await _error(empty) == "no_text"
    assert await _error(web.chat_postMessage(channel="C0GENERAL", text="字" * 40_001)) == "msg_too_long"
    conflict = web.chat_postMessage(channel="C0GENERAL", text="a", markdown_text="b")
    assert await _error(conflict) == "markdown_text_conflict"


async def test_an_update_with_blocks_is_not_marked_as_edited_and_one_with_text_is(
    web: AsyncWebClient, local: LocalSlack
) -> None:
    ts = await _posted(web)
    await web.chat_update(channel="C0GENERAL", ts=ts, text="二", blocks=[section("二")])
    [message] = local.messages("#general")
    assert (message["text"], "edited" in message) == ("二", False)
    await web.chat_update(channel="C0GENERAL", ts=ts, text="三")
    [message] = local.messages("#general")
    assert ("blocks" in message, message["edited"]["user"]) == (False, "U0BOT")


async def test_metadata_survives_an_update_and_is_read_back_only_on_request(web: AsyncWebClient) -> None:
    metadata = {"event_type": "exhibit_answer", "event_payload": {"id": "a1"}}
    ts = await _posted(web, metadata=metadata)
    await web.chat_update(channel="C0GENERAL", ts=ts, text="x", blocks=[section()])
    bare = await web.conversations_history(channel="C0GENERAL")
    full = await web.conversations_history(channel="C0GENERAL", include_all_metadata=True)
    assert "metadata" not in bare["messages"][0]
    assert full["messages"][0]["metadata"] == metadata
    await web.chat_update(channel="C0GENERAL", ts=ts, text="x", metadata={})
    full = await web.conversations_history(channel="C0GENERAL", include_all_metadata=True)
    assert "metadata" not in full["messages"][0]


async def test_metadata_of_a_wrong_shape_is_refused(web: AsyncWebClient) -> None:
    assert await _error(_posted(web, metadata={"event_type": 1})) == "invalid_metadata_format"
    large = {"event_type": "a", "event_payload": {"text": "字" * 20_000}}
    assert await _error(_posted(web, metadata=large)) == "metadata_too_large"


async def test_only_its_own_messages_can_be_changed(web: AsyncWebClient, local: LocalSlack) -> None:
    ts = local.post("U0HR", "#general", "mine")
    assert await _error(web.chat_update(channel="C0GENERAL", ts=ts, text="x")) == "cant_update_message"
    assert await _error(web.chat_delete(channel="C0GENERAL", ts=ts)) == "cant_delete_message"
    assert await _error(web.chat_update(channel="C0GENERAL", ts="1.000001", text="x")) == "message_not_found"
    own = await _posted(web)
    assert await _error(web.chat_update(channel="C0GENERAL", ts=own, text="字" * 4001)) == "msg_too_long"
    assert await _error(web.api_call("chat.update", json={"channel": "C0GENERAL", "ts": own})) == "no_text"
    await web.chat_delete(channel="C0GENERAL", ts=own)
    assert await _error(web.chat_update(channel="C0GENERAL", ts=own, text="x")) == "message_not_found"


async def test_replies_hang_on_their_root(web: AsyncWebClient, local: LocalSlack) -> None:
    root = local.post("U0HR", "#general", "问题")
    reply = await _posted(web, thread_ts=root)
    thread = (await web.conversations_replies(channel="C0GENERAL", ts=root))["messages"]
    assert [message["ts"] for message in thread] == [root, reply]
    assert (thread[0]["reply_count"], thread[0]["thread_ts"], thread[1]["parent_user_id"]) == (1, root, "U0HR")
    assert [message["ts"] for message in local.messages("#general")] == [root]
    assert await _error(_posted(web, thread_ts="1.000001")) == "thread_not_found"
    assert await _error(_posted(web, thread_ts=reply)) == "cannot_reply_to_message"
    link = (await web.chat_getPermalink(channel="C0GENERAL", message_ts=reply))["permalink"]
    assert link.endswith(f"/archives/C0GENERAL/p{reply.replace('.', '')}?thread_ts={root}")


async def test_an_ephemeral_is_seen_by_one_person_and_kept_nowhere(web: AsyncWebClient, local: LocalSlack) -> None:
    await web.chat_postEphemeral(channel="C0GENERAL", user="U0HR", text="只给你")
    assert [message["text"] for message in local.ephemerals("U0HR")] == ["只给你"]
    assert local.ephemerals("U0ENGINEER") == []
    assert (await web.conversations_history(channel="C0GENERAL"))["messages"] == []
    outside = web.chat_postEphemeral(channel="C0HRPRIVATE", user="U0GUEST", text="x")
    assert await _error(outside) == "user_not_in_channel"


async def test_a_stream_grows_cannot_be_edited_and_ends_with_buttons(web: AsyncWebClient, local: LocalSlack) -> None:
    root = local.post("U0HR", local.direct("U0HR"), "问题")
    room = local.direct("U0HR")
    ts = (await web.chat_startStream(channel=room, thread_ts=root, markdown_text="第一句。"))["ts"]
    await web.chat_appendStream(channel=room, ts=ts, markdown_text="第二句。")
    assert await _error(web.chat_update(channel=room, ts=ts, text="x")) == "streaming_state_conflict"
    await web.chat_stopStream(channel=room, ts=ts, blocks=[{"type": "divider"}])
    message = local.messages(room, root)[1]
    assert message["text"] == "第一句。第二句。"
    assert [block["type"] for block in message["blocks"]] == ["markdown", "divider"]
    late = web.chat_appendStream(channel=room, ts=ts, markdown_text="x")
    assert await _error(late) == "message_not_in_streaming_state"
    await web.chat_update(channel=room, ts=ts, text="x", blocks=[section()])


async def test_a_stream_lives_five_minutes(web: AsyncWebClient, local: LocalSlack, clock: ManualClock) -> None:
    room = local.direct("U0HR")
    root = local.post("U0HR", room, "问题")
    ts = (await web.chat_startStream(channel=room, thread_ts=root, markdown_text="a"))["ts"]
    clock.advance(301)
    assert await _error(web.chat_stopStream(channel=room, ts=ts)) == "message_not_in_streaming_state"
    await web.chat_update(channel=room, ts=ts, text="x", blocks=[section()])


async def test_a_stream_in_a_channel_needs_its_recipient(web: AsyncWebClient, local: LocalSlack) -> None:
    root = local.post("U0HR", "#general", "q")
    start = web.chat_startStream(channel="C0GENERAL", thread_ts=root, markdown_text="a")
    assert await _error(start) == "missing_recipient_user_id"
    start = web.chat_startStream(channel="C0GENERAL", thread_ts=root, markdown_text="a", recipient_user_id="U0HR")
    assert await _error(start) == "missing_recipient_team_id"
