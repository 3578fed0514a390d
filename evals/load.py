"""Many people ask the bot at once, in a local Slack: time to the placeholder, to the answer, errors, memory."""

from __future__ import annotations

import asyncio
import resource
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Final

from rich.console import Console
from rich.table import Table

from bot.playground import crowd, local_workspace
from bot.wiring import Bot
from evals.demo import questions, quoting_bot

PEOPLE: Final = 100
PATIENCE_S: Final = 120.0
FINAL: Final = ("feedback", "try_again", "report_gap", "ask_owner")


@dataclass(frozen=True, slots=True)
class Load:
    """``placeholder_s`` and ``answer_s``: of each question, in seconds; ``errors``: questions without an answer."""

    placeholder_s: tuple[float, ...]
    answer_s: tuple[float, ...]
    errors: int
    grown_mb: float


async def load(bot: Bot, folder: Path, *, count: int, every_s: float) -> Load:
    """Ask ``count`` questions, one each ``every_s`` seconds, by people in turn in their direct messages."""
    limits = bot.config.slack.model_copy(update={"updates_per_minute": 1_000_000, "questions_per_person": 1000})
    bot = replace(bot, config=bot.config.model_copy(update={"slack": limits}))
    texts = islice(cycle(row["question"] for row in questions()), count)
    state_url = f"sqlite:///{folder}/load.sqlite3"
    async with local_workspace(bot, state_url=state_url, slack_config=crowd(PEOPLE)) as (local, _):
        await local.connected()
        before = _memory_mb()

        async def ask(number: int, text: str) -> tuple[float, float]:
            user = f"U{number % PEOPLE:04}"
            began, room = perf_counter(), local.direct(user)
            ts = local.post(user, room, text)
            await local.until(lambda: len(local.messages(room, ts)) > 1, within_s=PATIENCE_S)
            placed = perf_counter() - began
            await local.until(
                lambda: any(name in str(local.messages(room, ts)[1:]) for name in FINAL), within_s=PATIENCE_S
            )
            return placed, perf_counter() - began

        asking = []
        for number, text in enumerate(texts):
            asking.append(asyncio.create_task(ask(number, text)))
            await asyncio.sleep(every_s)
        found = await asyncio.gather(*asking, return_exceptions=True)
        grown = _memory_mb() - before
    times = [one for one in found if isinstance(one, tuple)]
    return Load(tuple(one for one, _ in times), tuple(one for _, one in times), len(found) - len(times), grown)


def _memory_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _p95(times: Sequence[float]) -> str:
    return f"{quantiles(times, n=20)[18]:.2f}" if len(times) > 1 else "–"


def main() -> None:
    """Measure and print; nothing here passes or fails."""
    table = Table("load", "errors", "p95 placeholder, s", "p95 answer, s", "memory grown, MB")
    for name, count, every_s in (("50 at once", 50, 0.0), ("10 a second for a minute", 600, 0.1)):
        with tempfile.TemporaryDirectory() as folder:
            bot = quoting_bot(Path(folder))
            found = asyncio.run(load(bot, Path(folder), count=count, every_s=every_s))
        row = (str(found.errors), _p95(found.placeholder_s), _p95(found.answer_s), f"{found.grown_mb:.0f}")
        table.add_row(name, *row)
        Console().print(table)


if __name__ == "__main__":
    main()
