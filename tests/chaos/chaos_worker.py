"""One worker of the chaos suite: the bot as in production, over a store and a state that others share, until killed.

Its model quotes, slowly, and adds two fabrications to every answer.
"""

import asyncio
import random
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

from bot.config import Config, Settings
from bot.scripted_model import FabricatingModel
from bot.serve import running_slack, told_to_stop
from bot.wiring import build
from core.domain import Prompt

LEASE_S = 1.5
PAUSE_S = 0.15


class SlowModel(FabricatingModel):
    """Pauses between pieces, so that a kill falls between sentences."""

    async def stream(self, prompt: Prompt) -> AsyncGenerator[str, None]:
        for piece in (await self.complete(prompt)).splitlines(keepends=True):
            await asyncio.sleep(random.uniform(0, PAUSE_S))
            yield piece


def config() -> Config:
    """The defaults, but for what would make hundreds of questions in a minute take longer than that."""
    base = Config()
    limits = {
        "updates_per_minute": 10_000,
        "questions_per_person": 1000,
        "questions_per_channel": 1000,
        "lease_s": LEASE_S,
        "concurrent_answers": 8,
    }
    return base.model_copy(update={"slack": base.slack.model_copy(update=limits)})


async def work(api_url: str, folder: Path) -> None:
    settings = Settings(_env_file=None, exhibit_data=folder, anthropic_api_key=None)
    bot = build(settings, config(), model=SlowModel(), database=f"sqlite:///{folder / 'store.db'}")
    async with running_slack(
        bot,
        bot_token="xoxb-local",
        app_token="xapp-local",
        api_url=api_url,
        state_url=f"sqlite:///{folder / 'state.db'}",
        drain_s=2.0,
    ):
        await told_to_stop()


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1], Path(sys.argv[2])))
