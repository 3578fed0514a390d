"""Sends what the outbox holds: each message once, also when its reply was lost or a worker was killed over it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.outbox import Due, Kind, Outbox
from bot.slack.delivery import Delivery, DeliveryError
from bot.slack.paging import Page
from bot.slack.recall import Key

log = logging.getLogger(__name__)

MOST: Final = 20
"""Messages of one round."""

Write = Callable[[Due], Awaitable[Page | None]]
"""What a message says now; None: there is nothing to say any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """``write``: who writes the messages of each kind. Texts are made when they are sent, with the rights of then."""

    outbox: Outbox
    delivery: Delivery
    write: Mapping[Kind, Write]

    async def send(self) -> None:
        """Send what is due; never fails. What Slack can't take now is tried again by a later round."""
        try:
            due = await self.outbox.claim(MOST)
        except Exception:
            log.exception("the outbox can't be read")
            return
        for one in due:
            try:
                await self._send(one)
            except Exception:
                log.exception("message %s was not sent", one.key)

    async def _send(self, due: Due) -> None:
        page = await self.write[due.kind](due)
        if page is None:
            return await self.outbox.sent(due.key, "")
        key, place = Key(due.key, 0), {"channel": due.channel, "thread_ts": due.thread_ts}
        found = await self.delivery.find(key, **place) if due.was_tried else None
        try:
            ts = found or await self.delivery.post(page, key=key, **place)
        except DeliveryError as error:
            log.warning("message %s to %s: %s", due.key, due.channel, error)
            if not error.is_lasting or due.kind == "report":  # the bot may be invited into the owner's channel yet
                return None
            ts = ""
        return await self.outbox.sent(due.key, ts)
