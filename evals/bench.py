"""``make bench``: latency without a model, on the demo documents. Medians and 99th percentiles of one run."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import aclosing
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from rich.console import Console
from rich.table import Table

from bot.playground import local_workspace
from bot.wiring import Bot
from core.domain import WORKSPACE, Claim
from core.events import Event, Meta, Sentence
from core.markers import claim
from core.verify import prepare, verify
from evals.demo import questions, quoting_bot

ROUNDS = 5
MENTIONS = 8
"""Fewer than the local Slack takes in one burst, so that no rate limit is measured."""


def main() -> None:
    """Measure and print; nothing here passes or fails."""
    with tempfile.TemporaryDirectory() as folder:
        bot = quoting_bot(Path(folder))
        ready_ms = _ready_ms()
        answers, claims = asyncio.run(_answers(bot))
        checks, prepared = _checks(bot, claims)
        first_ms = asyncio.run(_first_sentence_ms(bot, Path(folder)))
    table = Table("what", "n", "median, ms", "p99, ms", "goal, ms")
    table.add_row("process ready (import, store, index)", str(len(ready_ms)), *_figures(ready_ms), "2000")
    table.add_row("whole extractive answer", str(len(answers)), *_figures(answers), "50")
    table.add_row("verification, one sentence", str(len(checks)), *_figures(checks), "1")
    table.add_row("preparing the blocks, one answer", str(len(prepared)), *_figures(prepared), "5")
    table.add_row("event received → first visible sentence (local Slack)", str(len(first_ms)), *_figures(first_ms), "–")
    Console().print(table)


def _figures(times: list[float]) -> tuple[str, str]:
    last = quantiles(times, n=100)[98] if len(times) > 1 else times[0]
    return f"{median(times):.2f}", f"{last:.2f}"


def _ready_ms() -> list[float]:
    """From starting a process to a first answer being possible, over a store that is there already."""
    program = (
        "import sys; from pathlib import Path; from bot.config import Config, Settings; from bot.demo import demo_bot\n"
        "demo_bot(Settings(exhibit_data=Path(sys.argv[1])), Config()).retriever.warm_up()\n"
    )
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(ROUNDS + 1):
            began = perf_counter()
            subprocess.run([sys.executable, "-c", program, folder], check=True)  # noqa: S603 - our own program
            times.append(1000 * (perf_counter() - began))
    return times[1:]  # the first made the store


async def _answers(bot: Bot) -> tuple[list[float], list[tuple[Meta, Claim]]]:
    """Times of whole answers, and what they showed, with the blocks that it was verified against."""
    times: list[float] = []
    claims: list[tuple[Meta, Claim]] = []
    for round_ in range(ROUNDS + 1):
        for row in questions():
            began = perf_counter()
            async with aclosing(bot.answer(bot.question(row["question"], audience=WORKSPACE))) as stream:
                events = [event async for event in stream]
            if round_:
                times.append(1000 * (perf_counter() - began))
                claims += _claims(events)
    return times, claims


def _claims(events: list[Event]) -> list[tuple[Meta, Claim]]:
    meta = next((event for event in events if isinstance(event, Meta)), None)
    if meta is None:
        return []
    shown = [event for event in events if isinstance(event, Sentence)]
    return [(meta, Claim(event.text, tuple(cited.number for cited in event.citations))) for event in shown]


def _checks(bot: Bot, claims: list[tuple[Meta, Claim]]) -> tuple[list[float], list[float]]:
    """Times of verifying a sentence that is not verbatim (so that every gate runs), and of preparing its blocks."""
    checks, prepared = [], []
    for meta, shown in claims:
        began = perf_counter()
        evidence = prepare(meta.blocks)
        prepared.append(1000 * (perf_counter() - began))
        half = len(shown.text) // 2
        bent = claim(f"{shown.text[half:]}，{shown.text[:half]}")  # turned round, so that it is no quotation
        began = perf_counter()
        verify(Claim(bent.text, shown.numbers), evidence, bot.policy)
        checks.append(1000 * (perf_counter() - began))
    return checks, prepared


async def _first_sentence_ms(bot: Bot, folder: Path) -> list[float]:
    """From posting a mention in the local Slack to the first update that shows a sentence."""
    times = []
    async with local_workspace(bot, state_url=f"sqlite:///{folder}/state.sqlite3") as (local, _):
        await local.connected()
        for _ in range(MENTIONS):
            began = perf_counter()
            ts = local.post("U0EMPLOYEE", "#general", f"{local.mention()} 新员工的试用期有多长？")
            await local.until(partial(_shows, partial(local.messages, "#general", ts), "90"))
            times.append(1000 * (perf_counter() - began))
    return times


def _shows(thread: Callable[[], Sequence[object]], fact: str) -> bool:
    """Whether an answer in the thread, whose first message is the question, shows ``fact``."""
    return any(fact in str(message) for message in thread()[1:])


if __name__ == "__main__":
    main()
