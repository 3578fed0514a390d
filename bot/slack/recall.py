"""Finds a message of ours again whose ``ts`` never reached us: the post's reply was lost, or the worker was killed.

Every post of an answer carries its answer's id and its own number as metadata, which anybody in the workspace may
read: so it holds nothing else.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.clock import Clock
from bot.slack.text import Json

log = logging.getLogger(__name__)

EVENT_TYPE: Final = "exhibit_answer"
PATIENCE_S: Final = 120.0
"""How long a look is tried against rate limits and outages."""
MOST_PAGES: Final = 10
"""Of 200 messages each. A longer thread is searched from the answer's question on, so this is plenty."""


class CantLookError(Exception):
    """Slack does not let us read this thread: {reason}."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"Slack does not let us read this thread: {reason}.")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Key:
    """One post: the ``number``-th (from 0) that was begun for an answer."""

    answer_id: str
    number: int

    @property
    def metadata(self) -> Json:
        """As chat.postMessage takes it; chat.update keeps what it is not given."""
        return {"event_type": EVENT_TYPE, "event_payload": {"answer_id": self.answer_id, "page": self.number}}


@dataclass(frozen=True, slots=True)
class Recall:
    """Reads threads back. The scope for it is ``channels:history`` (``groups:``, ``im:``, ``mpim:``)."""

    client: AsyncWebClient
    clock: Clock

    async def find(self, key: Key, *, channel: str, thread_ts: str) -> str | None:
        """The ``ts`` of the post of ``key``; None: Slack never took it.

        Raises:
            CantLookError: the scope is missing, or Slack can't be reached.
        """
        cursor = ""
        for _ in range(MOST_PAGES):
            page = await self._read(channel, thread_ts, cursor)
            for message in page.get("messages", ()):
                if message.get("metadata") == key.metadata and message.get("bot_id"):
                    return str(message["ts"])
            cursor = (page.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor or not thread_ts:
                break
        return None

    async def _read(self, channel: str, thread_ts: str, cursor: str) -> Any:
        give_up_at = self.clock.now() + PATIENCE_S
        for attempt in range(20):
            try:
                if not thread_ts:
                    return await self.client.conversations_history(
                        channel=channel, limit=200, include_all_metadata=True
                    )
                return await self.client.conversations_replies(
                    channel=channel, ts=thread_ts, limit=200, include_all_metadata=True, cursor=cursor or None
                )
            except SlackApiError as error:
                code, wait_s = str(error.response.get("error")), _wait_s(error, attempt)
                if code == "thread_not_found":
                    return {}
            except (TimeoutError, aiohttp.ClientError, OSError) as error:
                code, wait_s = type(error).__name__, float(min(2**attempt, 30))
            if wait_s is None or self.clock.now() + wait_s > give_up_at:
                raise CantLookError(code)
            await self.clock.sleep(wait_s)
        raise CantLookError("too many attempts")


def _wait_s(error: SlackApiError, attempt: int) -> float | None:
    """Seconds to wait before looking again; None: it would not help."""
    status = int(getattr(error.response, "status_code", 0) or 0)
    if status == 429 or error.response.get("error") == "ratelimited":
        return float(getattr(error.response, "headers", {}).get("Retry-After") or 2**attempt)
    if status >= 500 or error.response.get("error") in ("internal_error", "service_unavailable", "fatal_error"):
        return float(min(2**attempt, 30))
    return None
