"""What is done from time to time: messages that wait are sent, and answers are held against changed documents."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Final

from bot.slack.delivery import Delivery
from bot.slack.living import Living
from bot.slack.outgoing import Outgoing

log = logging.getLogger(__name__)

SEND_S: Final = 30.0
"""Between two looks for messages that an earlier attempt left."""
STOP_S: Final = 5.0
"""How long a stop waits for a round that is going on."""


@dataclass(slots=True, kw_only=True)
class Rounds:
    """``living`` None: answers are not looked after. Answers that are being given come first."""

    outgoing: Outgoing
    living: Living | None
    living_every_s: float
    delivery: Delivery
    _tasks: tuple[asyncio.Task[None], ...] = ()
    _ending: asyncio.Event = field(default_factory=asyncio.Event)
    _working: set[asyncio.Task[None]] = field(default_factory=set)

    def stay(self) -> None:
        """Go on until `stop`."""
        if not self._tasks:
            rounds = [(self.outgoing.send, SEND_S), (self.look, self.living_every_s)]
            self._tasks = tuple(asyncio.create_task(self._every(*one), name="round") for one in rounds)

    async def look(self) -> None:
        """One round of living answers, where Slack has room for it."""
        if self.living is None or not self.delivery.has_room:
            return
        await self.living.check()
        await self.outgoing.send()

    async def work(self, work: Coroutine[None, None, None]) -> None:
        """Do what somebody has pressed; a stop waits for it."""
        task = asyncio.create_task(work, name="back office")
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        await task

    async def stop(self) -> None:
        """End the rounds and what is being worked on; what was being sent is tried again later."""
        self._ending.set()
        left = {*self._tasks, *self._working}
        if left:
            await asyncio.wait(left, timeout=STOP_S)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _every(self, act: Callable[[], Awaitable[None]], seconds: float) -> None:
        while not self._ending.is_set():
            try:
                await act()
            except Exception:
                log.exception("a round failed; the next comes in %s s", seconds)
            try:
                await asyncio.wait_for(self._ending.wait(), seconds)
            except TimeoutError:
                continue
