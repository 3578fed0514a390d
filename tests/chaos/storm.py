"""What goes wrong in the chaos suite, and the people who ask meanwhile; one seed decides all of it."""

import asyncio
import random
import signal
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from bot.localslack import CallFault, LocalSlack
from bot.localslack.faults import Kind

SECRET = "KESTREL-4471"
RESTRICTED = f"""---
id: doc-900
title: 调薪预算（保密） Salary budget
language: zh
owner: 人力资源部
version: "1.0"
updated_at: 2026-08-18
effective_at: 2026-08-20
audience: [group:S0HR]
authority: 1
url: https://docs.yunti.example/hr/budget
---

# 调薪预算

## 1. 代号

明年调薪预算的代号是 {SECRET}，总额为 380 万元。The code name of the salary budget for next year is {SECRET}.
"""
ASKED_OF_SECRET = ("明年调薪预算的代号是什么？", "What is the code name of the salary budget for next year?")
_KINDS: tuple[Kind, ...] = ("rate_limit", "rate_limit", "server_error", "drop_before", "drop_after", "drop_after")
_METHODS = ("chat.postMessage", "chat.postMessage", "chat.update", "chat.*", "conversations.*", "users.info", "*")
_REASONS = ("refresh_requested", "warning", "link_disabled")
_PLACES = ("#general", "#general", "#support-客服", "#hr-private", "direct")
_PEOPLE = ("U0EMPLOYEE", "U0HR", "U0ENGINEER")


@dataclass(slots=True)
class Workers:
    """Processes that run the bot, at least one of them always alive."""

    api_url: str
    folder: Path
    dice: random.Random
    running: list[asyncio.subprocess.Process] = field(default_factory=list)
    killed: int = 0

    async def start(self) -> None:
        """One more."""
        program = Path(__file__).parent / "chaos_worker.py"
        with (self.folder / "worker.log").open("ab") as log:
            self.running.append(
                await asyncio.create_subprocess_exec(
                    sys.executable, str(program), self.api_url, str(self.folder), stdout=log, stderr=log,
                    cwd=Path(__file__).parents[2],
                )
            )  # fmt: skip

    async def kill_one(self) -> None:
        """End one without a warning and start another in its place."""
        victim = self.running.pop(self.dice.randrange(len(self.running)))
        victim.send_signal(signal.SIGKILL)
        await victim.wait()
        self.killed += 1
        await self.start()

    async def stop(self) -> None:
        """End all of them."""
        for worker in self.running:
            if worker.returncode is None:
                worker.send_signal(signal.SIGKILL)
            await worker.wait()


@dataclass(slots=True)
class Storm:
    """Asks and breaks things. ``asked``: channel and ts of every question; ``met``: how often what went wrong."""

    local: LocalSlack
    workers: Workers
    dice: random.Random
    questions: list[str]
    asked: list[tuple[str, str]] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)

    async def ask(self, count: int, *, every_s: float) -> None:
        """``count`` questions, and something wrong after each."""
        for number in range(count):
            self._ask(number)
            self._break()
            await asyncio.sleep(self.dice.uniform(0, 2 * every_s))

    async def kill(self, *, every_s: float) -> None:
        """Kill workers until cancelled."""
        while True:
            await asyncio.sleep(self.dice.uniform(0.5 * every_s, 1.5 * every_s))
            await self.workers.kill_one()

    def _ask(self, number: int) -> None:
        user, place = self.dice.choice(_PEOPLE), self.dice.choice(_PLACES)
        if place == "#hr-private" and user == "U0ENGINEER":
            user = "U0EMPLOYEE"
        if number % 20 == 0:  # somebody must be told the secret, or its absence elsewhere would prove nothing
            user, place = "U0HR", "direct"
        text = self.dice.choice(ASKED_OF_SECRET) if number % 10 == 0 else self.dice.choice(self.questions)
        room = self.local.direct(user) if place == "direct" else place
        mention = "" if place == "direct" else f"{self.local.mention()} "
        if mention and self.dice.random() < 0.1:
            ts = self.local.post(user, room, text)
            self.local.edit(user, ts, f"{mention}{text}")
            self.met["edit that adds the mention"] += 1
        else:
            ts = self.local.post(user, room, mention + text)
        self.asked.append((self.local.slack.workspace.room(room).id, ts))
        if self.dice.random() < 0.15:
            changed = self.dice.choice((text, f"{text} ", self.dice.choice(self.questions)))
            self.local.edit(user, ts, mention + changed)
            self.met["edit"] += 1

    def _break(self) -> None:
        faults = self.local.faults
        for _ in range(self.dice.choice((0, 0, 1, 2))):
            kind = self.dice.choice(_KINDS)
            method, times = self.dice.choice(_METHODS), self.dice.randint(1, 3)
            faults.calls.append(CallFault(method=method, kind=kind, times=times))
        if self.dice.random() < 0.2:
            faults.calls.append(CallFault(method="chat.*", delay_s=self.dice.uniform(0.05, 0.6)))
        if self.dice.random() < 0.2:
            faults.duplicated_deliveries += 1
        if self.dice.random() < 0.1:
            self.local.resend(self.dice.choice(self.asked)[1])
            self.met["sent again with a new event id"] += 1
        if self.dice.random() < 0.03:
            task = asyncio.ensure_future(self.local.slack.sockets.disconnect_all(self.dice.choice(_REASONS)))
            task.add_done_callback(lambda _: None)
            self.met["disconnected"] += 1
        if self.dice.random() < 0.03:
            faults.burnt_tickets += 1
