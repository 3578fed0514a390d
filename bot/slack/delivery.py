"""Messages on their way to Slack: never silent, never above the limits.

A message that Slack finds too big or malformed is sent again, simpler, down to one sentence of apology. A post whose
reply was lost is looked for in its thread before it is made again. Where that can't be done (no scope to read the
channel) it is made once more all the same: a placeholder that stays for ever without an answer is worse than a
placeholder beside an answer.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Final

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.messages import both
from bot.slack.clock import Bucket, Clock
from bot.slack.paging import Page
from bot.slack.recall import CantLookError, Key, Recall
from bot.slack.text import Json, plain

log = logging.getLogger(__name__)

TOO_MUCH: Final = frozenset(
    {"invalid_blocks", "invalid_blocks_format", "msg_too_long", "msg_blocks_too_long", "block_mismatch", "no_text"}
)
"""Errors that a simpler message cures."""
PATIENCE_S: Final = 300.0
"""How long one message is tried against rate limits and outages."""
SPARE: Final = 10
"""Updates a minute that growing answers leave to those that end."""

OF_THE_TOKEN: Final = frozenset({"account_inactive", "invalid_auth", "not_authed", "token_expired", "token_revoked"})
"""Errors that say nothing about the message: with a new token it may be taken."""

Send = Callable[[dict[str, Any]], Awaitable[Any]]
Look = Callable[[], Awaitable[Any]]
"""After a call whose outcome is not known: its response where it worked after all, None to make it again."""


class DeliveryError(Exception):
    """Slack does not take this message: {error}. ``is_lasting``: it would fail again later."""

    def __init__(self, error: str, *, is_lasting: bool) -> None:
        super().__init__(f"Slack does not take this message: {error}.")
        self.error = error
        self.is_lasting = is_lasting


class Delivery:
    """Posts and updates the messages of one workspace; ``updates`` is its budget of chat.update."""

    def __init__(self, client: AsyncWebClient, *, updates: Bucket, clock: Clock) -> None:
        self._client = client
        self._updates = updates
        self._clock = clock
        self._recall = Recall(client, clock)
        self._serial = 0

    @property
    def has_room(self) -> bool:
        """Whether an update that may be left out should be made."""
        return self._updates.left() > SPARE

    async def post(self, page: Page, *, channel: str, thread_ts: str, key: Key | None = None) -> str:
        """A new message in a thread; its ``ts``. With a ``key`` it is not made twice where its reply is lost.

        Raises:
            DeliveryError: the channel is gone or closed, or Slack can't be reached.
        """
        marked: dict[str, Any] = {"metadata": key.metadata} if key else {}

        async def send(body: dict[str, Any]) -> Any:
            return await self._client.chat_postMessage(
                channel=channel, thread_ts=thread_ts or None, unfurl_links=False, unfurl_media=False, **marked, **body
            )

        look = self._looking(key, channel, thread_ts) if key else None
        response = await self._simpler_and_simpler(page, send, look)
        return str(response["ts"])

    async def find(self, key: Key, *, channel: str, thread_ts: str) -> str | None:
        """The ``ts`` of an earlier post; None where it never arrived, or where Slack does not let us look."""
        try:
            return await self._recall.find(key, channel=channel, thread_ts=thread_ts)
        except CantLookError as error:
            log.warning("a post in %s may be made twice: %s", channel, error)
            return None

    def _looking(self, key: Key, channel: str, thread_ts: str) -> Look:
        blind = 0

        async def look() -> Any:
            nonlocal blind
            try:
                found = await self._recall.find(key, channel=channel, thread_ts=thread_ts)
            except CantLookError as error:
                blind += 1
                if blind > 1:
                    raise DeliveryError(error.reason, is_lasting=True) from error
                log.warning("a post in %s may be made twice: %s", channel, error)
                return None
            return None if found is None else {"ts": found}

        return look

    async def update(self, page: Page, *, channel: str, ts: str) -> None:
        """Replace a message of ours.

        Raises:
            DeliveryError: the message or the channel is gone, or Slack can't be reached.
        """

        async def send(body: dict[str, Any]) -> Any:
            await self._updates.take()
            return await self._client.chat_update(channel=channel, ts=ts, **body)

        await self._simpler_and_simpler(page, send, _again)

    async def delete(self, *, channel: str, ts: str) -> None:
        """Take back a message of ours; one that is gone already is no error."""
        try:
            await self._client.chat_delete(channel=channel, ts=ts)
        except SlackApiError as error:
            log.info("chat.delete: %s", _code(error))
        except (TimeoutError, aiohttp.ClientError, OSError) as error:
            log.warning("chat.delete: %s", type(error).__name__)

    async def whisper(self, text: str, *, channel: str, user: str, thread_ts: str, blocks: Sequence[Json] = ()) -> bool:
        """A message that only ``user`` sees; it is lost (False) if Slack does not take it."""
        body: dict[str, Any] = {"text": Page(text, ()).text}
        body = self._with_ids(body | {"blocks": list(blocks)}) if blocks else body
        try:
            await self._client.chat_postEphemeral(channel=channel, user=user, thread_ts=thread_ts or None, **body)
        except SlackApiError as error:
            log.warning("chat.postEphemeral: %s", _code(error))
            return False
        except (TimeoutError, aiohttp.ClientError, OSError) as error:
            log.warning("chat.postEphemeral: %s", type(error).__name__)
            return False
        return True

    async def _simpler_and_simpler(self, page: Page, send: Send, look: Look | None) -> Any:
        error = "no_text"
        for body in _bodies(page):
            try:
                return await self._patiently(send, self._with_ids(body), look)
            except DeliveryError as failed:
                if failed.error not in TOO_MUCH:
                    raise
                error = failed.error
                log.warning("Slack says %s; sending a simpler message", error)
        raise DeliveryError(error, is_lasting=True)

    async def _patiently(self, send: Send, body: dict[str, Any], look: Look | None) -> Any:
        """Waits out rate limits, and outages where ``look`` tells what became of the call."""
        give_up_at = self._clock.now() + PATIENCE_S
        for attempt in itertools.count():
            is_last = self._clock.now() >= give_up_at
            try:
                return await send(body)
            except SlackApiError as failed:
                wait_s, is_unsent = _retry_after_s(failed, attempt), _is_limited(failed)
                if is_last or wait_s is None or not (look or is_unsent):
                    is_lasting = wait_s is None and _code(failed) not in OF_THE_TOKEN
                    raise DeliveryError(_code(failed), is_lasting=is_lasting) from failed
            except (TimeoutError, aiohttp.ClientError, OSError) as failed:
                is_unsent = isinstance(failed, aiohttp.ClientConnectorError)
                if is_last or not (look or is_unsent):
                    raise DeliveryError(type(failed).__name__, is_lasting=False) from failed
                wait_s = _backoff_s(attempt)
            await self._clock.sleep(wait_s)
            if look and not is_unsent and (found := await look()) is not None:
                return found
        raise AssertionError("the last attempt returns or raises")

    def _with_ids(self, body: dict[str, Any]) -> dict[str, Any]:
        """New block ids each time: Slack keeps the old state of a block whose id stays."""
        self._serial += 1
        blocks = [block | {"block_id": f"b{self._serial}.{index}"} for index, block in enumerate(body["blocks"])]
        return body | {"blocks": blocks}


async def _again() -> None:
    """Of a call that may be made twice."""


def _bodies(page: Page) -> Iterator[dict[str, Any]]:
    """The message as meant, then simpler and simpler."""
    yield {"text": page.text, "blocks": list(page.blocks)}
    ordinary = [_ordinary_feedback(block) if block["type"] == "context_actions" else block for block in page.blocks]
    if ordinary != list(page.blocks):
        yield {"text": page.text, "blocks": ordinary}
    buttons = [block for block in ordinary if block["type"] == "actions"]
    yield {"text": page.text, "blocks": [{"type": "section", "text": plain(page.words[:1500] or "…")}, *buttons]}
    yield {"text": page.text or "…", "blocks": []}
    yield {"text": " / ".join(both("apology")), "blocks": []}


def _ordinary_feedback(block: Json) -> Json:
    """Feedback as ordinary buttons, for a workspace that does not know the block for it."""
    element = block["elements"][0]
    buttons = [
        {"type": "button", "action_id": f"feedback_{name}", "text": choice["text"], "value": choice["value"]}
        for name, choice in (("yes", element["positive_button"]), ("no", element["negative_button"]))
    ]
    return {"type": "actions", "elements": buttons}


def _code(error: SlackApiError) -> str:
    """Slack's name of the error; its HTTP status where the answer was not JSON."""
    response = error.response
    get = getattr(response, "get", None)
    return str((get("error") if get else None) or f"http_{_status(error)}")


def _status(error: SlackApiError) -> int:
    response = error.response
    return int(getattr(response, "status_code", None) or getattr(response, "status", None) or 0)


def _is_limited(error: SlackApiError) -> bool:
    return _status(error) == 429 or _code(error) in ("ratelimited", "rate_limited")


def _retry_after_s(error: SlackApiError, attempt: int) -> float | None:
    """Seconds to wait before the same call again; None: it would not help."""
    if _is_limited(error):
        return float(getattr(error.response, "headers", {}).get("Retry-After") or _backoff_s(attempt))
    if _status(error) >= 500 or _code(error) in ("internal_error", "fatal_error", "request_timeout"):
        return _backoff_s(attempt)
    return None


def _backoff_s(attempt: int) -> float:
    return float(min(2**attempt, 30))
