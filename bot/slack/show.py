"""One answer written into its thread while it comes: a placeholder, a growing message, the end.

Updates are coalesced; the last one is never left out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Final

from bot.slack.blocks import Shown, pages, placeholder
from bot.slack.cancel import Cancelled
from bot.slack.clock import Clock
from bot.slack.line import Ahead
from bot.slack.thread import Thread
from core.events import Done, Event

log = logging.getLogger(__name__)

SPACING_S: Final = 1.2
"""Between two updates of one message; Slack allows about 50 a minute in the whole workspace."""


@dataclass(slots=True)
class _Progress:
    """What the reader has folded so far. ``first``: as it stood after the first sentence, until it was shown."""

    shown: Shown
    first: Shown | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)


async def show(
    events: AsyncGenerator[Event | Ahead | Cancelled, None],
    start: Shown,
    *,
    thread: Thread,
    clock: Clock,
    before_end: Callable[[Shown], Awaitable[None]],
    may_show: Callable[[Shown], Awaitable[bool]],
) -> Shown:
    """Write ``events`` into ``thread`` as they come; returns what was shown at the end.

    The placeholder is posted while the first events come. ``before_end`` runs before the last update, whose buttons
    need it. ``may_show`` is asked before every update: once it says no, a notice replaces all that was shown.
    An exception out of ``events`` ends the answer as a failure: the thread gets the notice, the log the cause.

    Raises:
        DeliveryError: Slack does not take the messages.
        LostLeaseError: another worker may be writing them.
    """
    progress = _Progress(start)
    reader = asyncio.create_task(_read(events, progress))
    try:
        await thread.settle()
        if thread.is_empty:
            await thread.put([placeholder(start)])
        await _write(progress, thread, clock, may_show, ahead=start.ahead)
        await before_end(progress.shown)
        if not progress.shown.is_closed and not await may_show(progress.shown):
            progress.shown = progress.shown.closed()
            await before_end(progress.shown)
        await thread.put(pages(progress.shown))
    finally:
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)
    return progress.shown


async def _read(events: AsyncGenerator[Event | Ahead | Cancelled, None], progress: _Progress) -> None:
    try:
        async with aclosing(events):
            async for event in events:
                had_none = not progress.shown.sentences
                if isinstance(event, Ahead):
                    progress.shown = replace(progress.shown, ahead=event.count)
                elif isinstance(event, Cancelled):
                    progress.shown = replace(progress.shown, cancelled=True, done=_cut_off(progress.shown))
                else:
                    progress.shown = progress.shown.after(event)
                if had_none and progress.shown.sentences:
                    progress.first = progress.shown
                progress.changed.set()
    except Exception:
        log.exception("answer %s broke off", progress.shown.id)
    if not progress.shown.is_final:
        progress.shown = replace(progress.shown, failed=True, done=_cut_off(progress.shown))
    progress.changed.set()


def _cut_off(shown: Shown) -> Done:
    return Done(status="failed", emitted=len(shown.sentences), dropped=shown.withheld)


async def _write(
    progress: _Progress,
    thread: Thread,
    clock: Clock,
    may_show: Callable[[Shown], Awaitable[bool]],
    *,
    ahead: int,
) -> None:
    """Shows the answer growing until it is final; returns when the last update may follow.

    ``ahead``: what the placeholder says. While it waits, it is written anew only when that has halved.
    """
    while True:
        await progress.changed.wait()
        progress.changed.clear()
        growing, progress.first = progress.first or progress.shown, None
        is_news = bool(growing.sentences) or (growing.ahead * 2 <= ahead and ahead > 0)
        if not growing.is_final and is_news and thread.has_room and thread.differs(pages(growing)):
            if not await may_show(growing):
                progress.shown = progress.shown.closed()
                return
            await thread.grow(pages(growing))
            ahead = growing.ahead
            await clock.sleep(SPACING_S)
        if progress.shown.is_final:
            return
