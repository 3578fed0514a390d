"""Hundreds of questions while workers are killed and Slack misbehaves: one visible outcome each, seen by whom it may.

`CHAOS_SEED` repeats a run's choices (not its timing), `CHAOS_QUESTIONS` makes it longer.
"""

import asyncio
import os
import random
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from storm import RESTRICTED, SECRET, Storm, Workers

from bot.database import opened
from bot.localslack import Config, Limits, LocalSlack, RateLimits
from bot.messages import say
from corpus.ingest import demo_folder, ingest
from corpus.store import Store
from evals.demo import questions

QUESTIONS = int(os.environ.get("CHAOS_QUESTIONS", "300"))
SEED = int(os.environ.get("CHAOS_SEED", str(random.SystemRandom().randrange(10**6))))
EVERY_S = 0.06
KILL_EVERY_S = 3.0
PATIENCE_S = 60.0
UNFINISHED = [say(key, language) for key in ("placeholder", "checking") for language in ("zh", "en")]
FABRICATED = ("直升机", "helicopter")


def config() -> Config:
    """Limits a minute are lifted (429 comes by chance instead); what was not acknowledged comes again sooner."""
    scopes = (*Config().bot_scopes, "channels:history", "groups:history", "im:history")
    limits = Limits(retry_after_s=(0.2, 0.5, 1.0, 1.0, 2.0, 2.0))
    return Config(bot_scopes=scopes, limits=limits, rates=RateLimits(enabled=False))


async def prepared(folder: Path) -> None:
    secret = folder / "documents"
    secret.mkdir()
    (secret / "doc-900.md").write_text(RESTRICTED, encoding="utf-8")
    store = Store(f"sqlite:///{folder / 'store.db'}")
    ingest([demo_folder(), secret], store)
    store.close()
    await (await opened(f"sqlite:///{folder / 'state.db'}")).dispose()


async def test_every_question_has_one_visible_outcome(tmp_path: Path) -> None:
    dice = random.Random(SEED)
    print(f"\nchaos: seed {SEED}, {QUESTIONS} questions")
    await prepared(tmp_path)
    async with LocalSlack(config()) as local:
        workers = Workers(local.api_url, tmp_path, dice)
        storm = Storm(local, workers, dice, [row["question"] for row in questions()])
        for _ in range(2):
            await workers.start()
        await local.connected(4, within_s=40)
        killing = asyncio.create_task(storm.kill(every_s=KILL_EVERY_S))
        await storm.ask(QUESTIONS, every_s=EVERY_S)
        killing.cancel()
        with suppress(asyncio.CancelledError):
            await killing
        local.faults.clear()
        with suppress(TimeoutError):
            await local.until(lambda: is_over(local, storm, tmp_path), within_s=PATIENCE_S)
        await workers.stop()
        counts = judged(local, storm, tmp_path)
    print("chaos:", ", ".join(f"{name} {count}" for name, count in counts.items()))
    wrong = {name: counts[name] for name in WRONG if counts[name]}
    assert not wrong, f"seed {SEED}: {wrong}"
    assert counts["one outcome"] == QUESTIONS
    assert counts["secret told where it may be"] > 0


WRONG = ("lost", "duplicated", "unfinished", "leaks", "fabrications", "mentions", "rows not ended")


def is_over(local: LocalSlack, storm: Storm, folder: Path) -> bool:
    return all(ended(replies(local, *one)) for one in storm.asked) and not rows_not_ended(folder)


def replies(local: LocalSlack, channel: str, ts: str) -> list[dict[str, Any]]:
    return [message for message in local.messages(channel, ts) if message.get("bot_id")]


def ended(found: list[dict[str, Any]]) -> bool:
    return bool(found) and not any(is_unfinished(message) for message in found)


def is_unfinished(message: dict[str, Any]) -> bool:
    return "'action_id': 'cancel'" in str(message) or any(text in str(message) for text in UNFINISHED)


def rows_not_ended(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "state.db", timeout=10)) as database:
        return int(database.execute("SELECT count(*) FROM inbox WHERE status != 'ended'").fetchone()[0])


def judged(local: LocalSlack, storm: Storm, folder: Path) -> Counter[str]:
    counts: Counter[str] = Counter(questions=len(storm.asked), kills=storm.workers.killed)
    counts |= Counter({f"fault {name}": count for name, count in local.faults.met.items()}) + storm.met
    for channel, ts in storm.asked:
        found = replies(local, channel, ts)
        unfinished = any(is_unfinished(message) for message in found)
        kind = "lost" if not found else "duplicated" if len(found) > 1 else "unfinished" if unfinished else ""
        counts[kind or "one outcome"] += 1
    hr_alone = local.direct("U0HR")
    for call in local.calls:
        written = str(call.args)
        if not call.method.startswith(("chat.", "views.")):
            continue
        counts["leaks"] += SECRET in written and call.args.get("channel") != hr_alone
        counts["secret told where it may be"] += SECRET in written and call.args.get("channel") == hr_alone
        counts["fabrications"] += any(word in written for word in FABRICATED)
        counts["mentions"] += "<@" in written or "<!" in written or "'broadcast'" in written
    counts["rows not ended"] = rows_not_ended(folder)
    counts["calls"] = len(local.calls)
    return counts
