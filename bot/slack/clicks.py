"""A press of a button, and what the one who pressed gets to see: a modal, or a line for them alone."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.messages import both
from bot.slack import modal
from bot.slack.delivery import Delivery
from bot.slack.text import Json
from bot.state import Answer

log = logging.getLogger(__name__)

_NO_VIEW = frozenset({"not_found", "view_not_found", "hash_conflict"})
"""The modal was closed, or shows something newer: nothing to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Click:
    """A press of a button or a submitted form: who, where, and what Slack wants back to open a modal."""

    user: str
    channel: str
    value: str
    trigger_id: str

    @classmethod
    def of(cls, body: Json) -> Click:
        """From the payload of a block action."""
        action = body["actions"][0]
        return cls(
            user=body["user"]["id"],
            channel=(body.get("channel") or {}).get("id", ""),
            value=str(action.get("value", "")),
            trigger_id=str(body.get("trigger_id", "")),
        )


@dataclass(frozen=True, slots=True)
class Window:
    """Where the answer to a click is shown."""

    client: AsyncWebClient
    delivery: Delivery

    async def open(self, click: Click) -> Json | None:
        """Open a modal before anything is looked up, since a trigger lives three seconds; None (told) if it is over."""
        try:
            response = await self.client.views_open(trigger_id=click.trigger_id, view=modal.loading())
        except SlackApiError as error:
            log.warning("views.open: %s", error.response.get("error"))
            await self.whisper(click, " / ".join(both("press_again")), None)
            return None
        return dict(response["view"])

    async def fill(self, opened: Json, view: Json) -> None:
        """Show ``view`` in the modal that `open` opened; if Slack does not take it, the modal says so."""
        try:
            await self.client.views_update(view_id=opened["id"], hash=opened["hash"], view=view)
        except SlackApiError as error:
            if error.response.get("error") not in _NO_VIEW:
                log.error("views.update: %s", error.response.get("error"))
                failed = modal.unavailable("modal_failed", "zh")
                await self.client.views_update(view_id=opened["id"], view=failed)

    async def whisper(self, click: Click, text: str, answer: Answer | None) -> None:
        """A line that only the one who pressed sees, in the thread of ``answer``; App Home has no place for one."""
        if click.channel:
            thread_ts = answer.thread_ts if answer else ""
            await self.delivery.whisper(text, channel=click.channel, user=click.user, thread_ts=thread_ts)
