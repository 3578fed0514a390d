"""The messages of one answer in Slack: each posted once, whatever happens to the reply or to this process.

Rule: a post is noted in the database before it is made, and its ``ts`` after; whoever finds a note without a ``ts``
looks for the message before anything is posted again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.leases import LostLeaseError
from bot.slack.delivery import Delivery, DeliveryError
from bot.slack.paging import Page
from bot.slack.recall import Key

log = logging.getLogger(__name__)

STOP_S: Final = 5.0
"""How long a stop waits for a message that is being posted."""


class Ledger(Protocol):
    """What is kept of the messages of one answer, and whether this worker may still write them."""

    def holds(self) -> bool:
        """Whether no other worker can be writing."""
        ...

    async def before_post(self) -> int:
        """Note that a message is about to be posted; its number.

        Raises:
            LostLeaseError: another worker may be about to post the same.
        """
        ...

    async def remember(self, messages: Sequence[str]) -> None:
        """Keep the ``ts`` of the messages that stand; no post is open any longer."""
        ...


@dataclass(slots=True, kw_only=True)
class Thread:
    """``messages``: the ``ts`` of those that stand already; ``unconfirmed``: a post that may have been made."""

    delivery: Delivery
    ledger: Ledger
    answer_id: str
    channel: str
    thread_ts: str
    messages: list[str]
    unconfirmed: Key | None = None
    _sent: dict[str, Page] = field(default_factory=dict)
    _is_refused: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no message stands yet."""
        return not self.messages

    @property
    def has_room(self) -> bool:
        """Whether an update that may be left out should be made."""
        return self.delivery.has_room and not self._is_refused

    def differs(self, wanted: Sequence[Page]) -> bool:
        """Whether `put` would send anything."""
        return [self._sent.get(ts) for ts in self.messages] != list(wanted)

    async def settle(self) -> None:
        """Find the message whose post was noted but not confirmed."""
        if self.unconfirmed is None:
            return
        found = await self.delivery.find(self.unconfirmed, channel=self.channel, thread_ts=self.thread_ts)
        self.unconfirmed = None
        if found is not None and found not in self.messages:
            self.messages.append(found)
        await self.ledger.remember(self.messages)

    async def grow(self, wanted: Sequence[Page]) -> None:
        """As `put`, for a state that will be replaced: what Slack refuses is left to the last.

        Raises:
            LostLeaseError: another worker may be writing.
        """
        try:
            await self._put(wanted)
        except DeliveryError as error:
            log.warning("a growing answer in %s stands still: %s", self.channel, error)
            self._is_refused = True

    async def put(self, wanted: Sequence[Page]) -> None:
        """Make the messages read ``wanted``: update what differs, post what is missing, delete what is too much.

        A message that can't be updated is replaced by a new one.

        Raises:
            DeliveryError: Slack does not take them.
            LostLeaseError: another worker may be writing.
        """
        await self.settle()
        while True:
            try:
                return await self._put(wanted)
            except _RefusedUpdateError as refused:
                log.warning("a message in %s can't be updated (%s); a new one replaces it", self.channel, refused.error)
                await _whole(self._replace(refused.index, wanted[refused.index]))

    async def _put(self, wanted: Sequence[Page]) -> None:
        for index, (ts, page) in enumerate(zip(self.messages, wanted, strict=False)):
            if self._sent.get(ts) != page:
                await self._update(index, page)
        for page in wanted[len(self.messages) :]:
            await _whole(self._post(page))
        while len(self.messages) > len(wanted):
            self._check()
            await self.delivery.delete(channel=self.channel, ts=self.messages.pop())
            await self.ledger.remember(self.messages)

    async def _update(self, index: int, page: Page) -> None:
        self._check()
        ts = self.messages[index]
        try:
            await self.delivery.update(page, channel=self.channel, ts=ts)
        except DeliveryError as error:
            if error.is_lasting:
                raise _RefusedUpdateError(error, index) from error
            raise
        self._sent[ts] = page

    async def _post(self, page: Page) -> None:
        self.messages.append(await self._posted(page))
        await self.ledger.remember(self.messages)

    async def _replace(self, index: int, page: Page) -> None:
        old, self.messages[index] = self.messages[index], await self._posted(page)
        await self.ledger.remember(self.messages)
        await self.delivery.delete(channel=self.channel, ts=old)

    async def _posted(self, page: Page) -> str:
        key = Key(self.answer_id, await self.ledger.before_post())
        try:
            ts = await self.delivery.post(page, channel=self.channel, thread_ts=self.thread_ts, key=key)
        except DeliveryError as error:
            self.unconfirmed = None if error.is_lasting else key
            raise
        self._sent[ts] = page
        return ts

    def _check(self) -> None:
        if not self.ledger.holds():
            raise LostLeaseError(self.answer_id)


class _RefusedUpdateError(DeliveryError):
    """The message at ``index`` can't be changed."""

    def __init__(self, error: DeliveryError, index: int) -> None:
        super().__init__(error.error, is_lasting=True)
        self.index = index


async def _whole(work: Coroutine[None, None, None]) -> None:
    """Runs ``work`` to its end also when it is stopped: a message that was posted must be remembered."""
    task = asyncio.create_task(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=STOP_S)
        task.cancel()
        raise
