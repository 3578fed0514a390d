"""Conversations in threads: a follow-up without a mention, and what was said before a question.

A message is a follow-up only where the bot has answered the same person in the same thread and nobody has joined in:
people who talk to each other are left alone, and other bots are never answered.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.blocks import Shown
from bot.slack.inbox import is_by_a_person, read
from bot.slack.text import Json
from bot.slack.text import asked as without_mention
from bot.state import Asked
from bot.turns import MOST_TURNS, Turns
from core.domain import Turn
from core.followup import asks, leans_on_context
from core.text.smalltalk import is_small_talk

log = logging.getLogger(__name__)

LOOK_S: Final = 3.0
"""How long one look into the history may take; without it the line is answered as it stands."""
LOOKED_AT: Final = 30
"""Messages of a thread before a question."""
_SOMEBODY: Final = re.compile(r"<@(?P<user>[A-Z0-9]+)|<!(?:subteam|here|channel|everyone)")
_OURS: Final = re.compile(r"^@[UW][A-Z0-9]{2,}\s*")
"""The mention that a question to us began with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Threads:
    """``follow_ups``: answer without a mention, at most ``most_turns`` times in one thread."""

    turns: Turns
    client: AsyncWebClient
    follow_ups: bool
    most_turns: int

    async def follow_up_of(self, body: Json, *, bot_user: str, new_id: Callable[[], str]) -> Asked | None:
        """The question of an event payload that is a follow-up without a mention; None for every other.

        Reads the database only: Slack waits for its acknowledgement meanwhile.
        """
        event = body.get("event") or {}
        thread_ts = event.get("thread_ts")
        if event.get("type") != "message" or not self.follow_ups or not thread_ts or thread_ts == event.get("ts"):
            return None
        is_direct = event.get("channel_type") == "im" or str(event.get("channel", "")).startswith("D")
        text = str(event.get("text") or "")
        if is_direct or not is_by_a_person(event, bot_user) or f"<@{bot_user}" in text:
            return None
        found = read(body, event, bot_user=bot_user, answer_id=new_id())
        return found if await self._is_to_us(found, text) else None

    async def _is_to_us(self, found: Asked, text: str) -> bool:
        thread = {"team": found.team, "channel": found.channel, "thread_ts": found.thread_ts}
        state = await self.turns.state_of(**thread)
        if state is None or not state.is_open:
            return False
        if state.asker != found.asker or _SOMEBODY.search(text):
            await self.turns.close(**thread)
            return False
        return state.count < self.most_turns and asks(found.text)

    async def before(self, asked: Asked) -> tuple[Turn, ...]:
        """What was said before ``asked``: as the store knows it, else one look into the thread where it is needed."""
        if not asked.thread_ts:
            return ()
        is_direct = asked.channel.startswith("D")
        known = await self.turns.before(asked, is_direct=is_direct)
        if known or asked.thread_ts == asked.ts or not leans_on_context(asked.text):
            return known
        return await self._looked_up(asked)

    async def _looked_up(self, asked: Asked) -> tuple[Turn, ...]:
        """The last messages of people before ``asked`` in its thread; none where the bot may not read it."""
        try:
            async with asyncio.timeout(LOOK_S):
                found = await self.client.conversations_replies(
                    channel=asked.channel, ts=asked.thread_ts, limit=LOOKED_AT, latest=asked.ts
                )
        except SlackApiError as error:
            log.info("the thread before a question can't be read: %s", error.response.get("error"))
            return ()
        except (TimeoutError, aiohttp.ClientError, OSError) as error:
            log.info("the thread before a question can't be read: %s", type(error).__name__)
            return ()
        texts = [
            _OURS.sub("", without_mention(str(message.get("text") or ""), bot_user="")).strip()
            for message in found.get("messages") or ()
            if is_by_a_person(message | {"channel": asked.channel}, "") and str(message["ts"]) < asked.ts
        ]
        said = [text for text in texts if text and not is_small_talk(text)]
        return tuple(Turn(text, "") for text in said[-MOST_TURNS:])

    async def begin(self, asked: Asked) -> None:
        """Note a question in its thread."""
        await self.turns.begin(asked)

    async def end(self, asked: Asked, shown: Shown) -> None:
        """Note what was understood and answered."""
        answer = " ".join(sentence.text for sentence in shown.sentences)
        await self.turns.end(asked.answer_id, question=shown.understood or asked.text, answer=answer)
