"""Which events are questions: from a payload of Slack's to a question to keep, or None."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.slack.text import Json, asked
from bot.state import Asked

_SUBTYPES: Final = (None, "file_share", "thread_broadcast")
"""Messages that a person wrote; every other subtype reports something about a message."""


def question_of(body: Json, *, bot_user: str, new_id: Callable[[], str]) -> Asked | None:
    """The question in an event payload: a mention in a channel, or a direct message by a person.

    A bot's message is none (two bots would answer each other without end), nor is a report of an edit or a deletion.
    An edited mention arrives with a new event id and the old ``ts``: the inbox knows it by that.
    """
    event = body.get("event") or {}
    if event.get("type") not in ("app_mention", "message") or not _is_by_a_person(event, bot_user):
        return None
    is_direct = event.get("channel_type") == "im" or str(event.get("channel", "")).startswith("D")
    if (event["type"] == "message") != is_direct:
        return None
    team = str(body.get("team_id") or event.get("team") or "")
    return Asked(
        team=team,
        channel=event["channel"],
        ts=event["ts"],
        thread_ts=event.get("thread_ts") or event["ts"],
        asker=event["user"],
        text=asked(str(event.get("text") or ""), bot_user=bot_user),
        answer_id=new_id(),
        event_id=body.get("event_id"),
        is_external=bool(body.get("is_ext_shared_channel")),
    )


def _is_by_a_person(event: Json, bot_user: str) -> bool:
    if event.get("bot_id") or event.get("hidden") or event.get("subtype") not in _SUBTYPES:
        return False
    return bool(event.get("user") and event.get("channel") and event.get("ts")) and event["user"] != bot_user
