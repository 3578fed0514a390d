"""Whether the bot can answer now, part by part: what ``/healthz`` and ``/readyz`` tell.

Rule: what is told here may be read by anyone who reaches the port, so it holds no path, address or error text; those
are in the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.wiring import Bot

log = logging.getLogger(__name__)

Facts = dict[str, int | str]
Check = Callable[[], Awaitable[Facts]]
"""Facts of a part that works; any exception means that it does not."""


class NotReadyError(Exception):
    """A part can't do its work now; the message says why, in words that anyone may read."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part as it is now. ``problem`` is empty when it works."""

    facts: Facts
    problem: str = ""


@dataclass(slots=True)
class Health:
    """The parts to look at, each by name. ``patience_s``: a part that has no answer by then does not work."""

    checks: Mapping[str, Check]
    patience_s: float = 2.0
    _looking: dict[str, asyncio.Task[Facts]] = field(default_factory=dict)
    _known: dict[str, str] = field(default_factory=dict)

    async def look(self) -> dict[str, Part]:
        """Every part. One that still hangs from an earlier look is not asked again meanwhile."""
        for name, check in self.checks.items():
            if name not in self._looking:
                self._looking[name] = asyncio.ensure_future(_facts(check))
        if self._looking:
            await asyncio.wait(self._looking.values(), timeout=self.patience_s)
        return {name: self._part(name) for name in self.checks}

    def _part(self, name: str) -> Part:
        if not self._looking[name].done():
            part, reason = Part({}, f"no answer in {self.patience_s:g} s"), ""
        else:
            part, reason = _outcome(self._looking.pop(name))
        if part.problem != self._known.get(name, ""):
            told = f"{part.problem} ({reason})" if reason else part.problem or "ready"
            log.log(logging.ERROR if part.problem else logging.INFO, "%s: %s", name, told)
        self._known[name] = part.problem
        return part

    async def close(self) -> None:
        """Wait for nothing any longer."""
        for task in self._looking.values():
            task.cancel()
        await asyncio.gather(*self._looking.values(), return_exceptions=True)
        self._looking.clear()


async def _facts(check: Check) -> Facts:
    return await check()


def _outcome(task: asyncio.Task[Facts]) -> tuple[Part, str]:
    error = task.exception()
    if error is None:
        return Part(task.result()), ""
    if isinstance(error, NotReadyError):
        return Part({}, str(error)), ""
    return Part({}, "can't be reached"), str(error)


def checks_of(bot: Bot) -> dict[str, Check]:
    """The store answers; the index is built. One that is older than the store is built anew with the next question."""

    async def store() -> Facts:
        return {"revision": await bot.revision()}

    async def index() -> Facts:
        built = bot.retriever.built
        if built is None:
            raise NotReadyError("not built yet")
        return {"revision": built}

    return {"store": store, "index": index}
