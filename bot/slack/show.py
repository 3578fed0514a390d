"""One answer written into its thread while it comes: a placeholder, a growing message, the end.

Updates are coalesced; the last one is never left out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Final

from bot.slack.blocks import Shown, pages, placeholder
from bot.slack.clock import Clock
from bot.slack.delivery import Delivery
from bot.slack.paging import Page
from core.events import Done, Event

log = logging.getLogger(__name__)

SPACING_S: Final = 1.2
"""Between two updates of one message; Slack allows about 50 a minute in the whole workspace."""

STOP_S: Final = 5.0
"""How long a stop waits for a message that is being posted."""

Remember = Callable[[Sequence[str]], Awaitable[None]]


class Thread:
    """The messages of one answer. ``messages``: the ``ts`` of those that stand already; ``remember`` keeps them."""

    def __init__(
        self, delivery: Delivery, *, channel: str, thread_ts: str, messages: Sequence[str], remember: Remember
    ) -> None:
        self._delivery = delivery
        self._channel = channel
        self._thread_ts = thread_ts
        self._messages = list(messages)
        self._remember = remember
        self._sent: dict[str, Page] = {}

    @property
    def is_empty(self) -> bool:
        """Whether no message stands yet."""
        return not self._messages

    @property
    def has_room(self) -> bool:
        """Whether an update that may be left out should be made."""
        return self._delivery.has_room

    def differs(self, wanted: Sequence[Page]) -> bool:
        """Whether `put` would send anything."""
        return [self._sent.get(ts) for ts in self._messages] != list(wanted)

    async def put(self, wanted: Sequence[Page]) -> None:
        """Make the messages read ``wanted``: update what differs, post what is missing, delete what is too much.

        Raises:
            DeliveryError: Slack does not take them.
        """
        for ts, page in zip(self._messages, wanted, strict=False):
            if self._sent.get(ts) != page:
                await self._delivery.update(page, channel=self._channel, ts=ts)
                self._sent[ts] = page
        for page in wanted[len(self._messages) :]:
            await _whole(self._post(page))
        while len(self._messages) > len(wanted):
            await self._delivery.delete(channel=self._channel, ts=self._messages.pop())
            await self._remember(self._messages)

    async def _post(self, page: Page) -> None:
        ts = await self._delivery.post(page, channel=self._channel, thread_ts=self._thread_ts)
        self._messages.append(ts)
        self._sent[ts] = page
        await self._remember(self._messages)


async def _whole(work: Coroutine[None, None, None]) -> None:
    """Runs ``work`` to its end also when it is stopped: a message that was posted must be remembered."""
    task = asyncio.create_task(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=STOP_S)
        task.cancel()
        raise


@dataclass(slots=True)
class _Progress:
    """What the reader has folded so far. ``first``: as it stood after the first sentence, until it was shown."""

    shown: Shown
    first: Shown | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)


async def show(
    events: AsyncGenerator[Event, None],
    start: Shown,
    *,
    thread: Thread,
    clock: Clock,
    before_end: Callable[[Shown], Awaitable[None]],
) -> Shown:
    """Write ``events`` into ``thread`` as they come; returns what was shown at the end.

    The placeholder is posted while the first events come. ``before_end`` runs before the last update, whose buttons
    need it. An exception out of ``events`` ends the answer as a failure: the thread gets the notice, the log the cause.

    Raises:
        DeliveryError: Slack does not take the messages.
    """
    progress = _Progress(start)
    reader = asyncio.create_task(_read(events, progress))
    try:
        if thread.is_empty:
            await thread.put([placeholder(start)])
        await _write(progress, thread, clock)
        await before_end(progress.shown)
        await thread.put(pages(progress.shown))
    finally:
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)
    return progress.shown


async def _read(events: AsyncGenerator[Event, None], progress: _Progress) -> None:
    try:
        async with aclosing(events):
            async for event in events:
                had_none = not progress.shown.sentences
                progress.shown = progress.shown.after(event)
                if had_none and progress.shown.sentences:
                    progress.first = progress.shown
                progress.changed.set()
    except Exception:
        log.exception("answer %s broke off", progress.shown.id)
    if not progress.shown.is_final:
        ended = Done(status="failed", emitted=len(progress.shown.sentences), dropped=progress.shown.withheld)
        progress.shown = replace(progress.shown, failed=True, done=ended)
    progress.changed.set()


async def _write(progress: _Progress, thread: Thread, clock: Clock) -> None:
    """Shows the answer growing until it is final; returns when the last update may follow."""
    while True:
        await progress.changed.wait()
        progress.changed.clear()
        growing, progress.first = progress.first or progress.shown, None
        if not growing.is_final and growing.sentences and thread.has_room and thread.differs(pages(growing)):
            await thread.put(pages(growing))
            await clock.sleep(SPACING_S)
        if progress.shown.is_final:
            return
