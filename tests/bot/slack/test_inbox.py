from typing import Any

import pytest

from bot.slack.inbox import question_of
from bot.state import Asked


def payload(**event: Any) -> dict[str, Any]:
    base = {
        "type": "app_mention",
        "user": "U1",
        "channel": "C1",
        "ts": "5.0",
        "text": "<@U0BOT> 试用期？",
        "team": "T1",
    }
    return {"team_id": "T1", "event_id": "Ev1", "is_ext_shared_channel": False, "event": base | event}


def asked(body: dict[str, Any]) -> Asked | None:
    return question_of(body, bot_user="U0BOT", new_id=lambda: "a1")


def test_a_mention_is_a_question_in_its_thread() -> None:
    assert asked(payload()) == Asked(
        team="T1", channel="C1", ts="5.0", thread_ts="5.0", asker="U1", text="试用期？",
        answer_id="a1", event_id="Ev1",
    )  # fmt: skip
    found = asked(payload(thread_ts="4.0"))
    assert found is not None
    assert found.thread_ts == "4.0"


def test_a_direct_message_is_a_question_without_a_mention() -> None:
    found = asked(payload(type="message", channel="D1", channel_type="im", text="How long?"))
    assert found is not None
    assert found.text == "How long?"


@pytest.mark.parametrize(
    "event",
    [
        {"type": "message", "channel_type": "channel"},  # the mention's double
        {"type": "app_mention", "channel": "D1"},
        {"bot_id": "B9"},
        {"user": "U0BOT"},
        {"user": None},
        {"hidden": True},
        {"subtype": "message_changed"},
        {"subtype": "bot_message"},
        {"subtype": "channel_join"},
        {"type": "reaction_added"},
        {"ts": None},
    ],
)
def test_what_no_person_asked_is_no_question(event: dict[str, Any]) -> None:
    assert asked(payload(**event)) is None


@pytest.mark.parametrize("body", [{}, {"event": None}, {"type": "block_actions"}])
def test_other_payloads_are_no_question(body: dict[str, Any]) -> None:
    assert asked(body) is None


def test_a_shared_channel_is_told_by_the_envelope() -> None:
    found = asked(payload() | {"is_ext_shared_channel": True})
    assert found is not None
    assert found.is_external
