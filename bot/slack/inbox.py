"""Which events are questions: from a payload of Slack's to a question to keep, or None."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.revisions import Revision
from bot.slack.text import Json, asked
from bot.state import Asked

_SUBTYPES: Final = (None, "file_share", "thread_broadcast")
"""Messages that a person wrote; every other subtype reports something about a message."""
_NOBODY: Final = "USLACKBOT"


def question_of(body: Json, *, bot_user: str, new_id: Callable[[], str]) -> Asked | None:
    """The question in an event payload: a mention in a channel, or a direct message by a person.

    A bot's message is none (two bots would answer each other without end), nor is a report of an edit or a deletion.
    An edited mention arrives with a new event id and the old ``ts``: the inbox knows it by that. Where the edit added
    the mention, the inbox does not know it yet, and it is a question.
    """
    event = body.get("event") or {}
    if event.get("type") not in ("app_mention", "message") or not is_by_a_person(event, bot_user):
        return None
    is_direct = event.get("channel_type") == "im" or str(event.get("channel", "")).startswith("D")
    if (event["type"] == "message") != is_direct:
        return None
    return read(body, event, bot_user=bot_user, answer_id=new_id())


def revision_of(body: Json, *, bot_user: str) -> Revision | None:
    """The message of an event payload as it reads after a person has changed its text.

    None for every other change: Slack reports previews, new replies and the bot's own updates in the same way
    (CopilotKit pull 6717, hermes-agent pull 89639).
    """
    event = body.get("event") or {}
    if event.get("type") == "message" and event.get("subtype") == "message_changed":
        before, now = event.get("previous_message") or {}, event.get("message") or {}
        if before.get("text") == now.get("text"):
            return None
        event = {**now, "channel": event.get("channel")}
    elif event.get("type") != "app_mention":
        return None
    if not event.get("edited") or not is_by_a_person(event, bot_user):
        return None
    edited_ts = str((event["edited"] or {}).get("ts") or "")
    return Revision(read(body, event, bot_user=bot_user, answer_id=""), edited_ts)


def read(body: Json, event: Json, *, bot_user: str, answer_id: str) -> Asked:
    """The question that the message of an event is."""
    return Asked(
        team=str(body.get("team_id") or event.get("team") or ""),
        channel=event["channel"],
        ts=event["ts"],
        thread_ts=event.get("thread_ts") or event["ts"],
        asker=event["user"],
        text=asked(str(event.get("text") or ""), bot_user=bot_user),
        answer_id=answer_id,
        event_id=body.get("event_id"),
        is_external=bool(body.get("is_ext_shared_channel")),
    )


def is_by_a_person(event: Json, bot_user: str) -> bool:
    """Whether a message was written by a person just now: not by a bot, not a report of a change."""
    if event.get("bot_id") or event.get("bot_profile") or event.get("hidden") or event.get("subtype") not in _SUBTYPES:
        return False
    return bool(event.get("user") and event.get("channel") and event.get("ts")) and event["user"] not in (
        bot_user,
        _NOBODY,
    )
