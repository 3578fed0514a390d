"""``exhibit playground``: the bot as in production, in a Slack that runs on this machine, over the demo documents."""

from __future__ import annotations

import asyncio
import tempfile
import webbrowser
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import date

from rich.console import Console

from bot import localslack
from bot.config import Config, ConfigError, Settings
from bot.demo import demo_bot
from bot.localslack import LocalSlack
from bot.serve import log_to_terminal, running_slack, told_to_stop
from bot.slack.app import SlackBot
from bot.wiring import Bot

QUESTIONS = (
    "开放 API 默认每分钟可以调用多少次？",
    "How long do deleted files stay in the recycle bin?",
    "单个文件最大能上传多大？",
)


def playground(settings: Settings, config: Config, *, port: int) -> None:
    """Run until SIGINT or SIGTERM.

    Raises:
        ConfigError: the port is taken.
        CorpusError: the store can't be opened.
    """
    log_to_terminal()
    asyncio.run(_playground(settings, config, port))


async def _playground(settings: Settings, config: Config, port: int) -> None:
    bot = await asyncio.to_thread(demo_bot, settings, config)
    async with AsyncExitStack() as stack:  # the local Slack forgets everything when it stops, so the state does too
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        state_url = f"sqlite:///{folder}/state.sqlite3"
        local, _ = await stack.enter_async_context(local_workspace(bot, port=port, state_url=state_url))
        console = Console()
        console.print(f"\nExhibit is in a local Slack at [bold]{local.slack.base}/[/bold]  (Ctrl-C stops it)")
        writer = "a model writes" if settings.anthropic_api_key else "no key: it quotes"
        console.print(f"Post in #general, mentioning the bot ({writer}). Three questions to try:\n")
        for question in QUESTIONS:
            console.print(f"  @Exhibit {question}", markup=False, highlight=False)
        console.print()
        if console.is_terminal:
            await asyncio.to_thread(webbrowser.open, f"{local.slack.base}/")
        await told_to_stop()


@asynccontextmanager
async def local_workspace(
    bot: Bot,
    *,
    state_url: str,
    port: int = 0,
    slack_config: localslack.Config | None = None,
    today: Callable[[], date] = date.today,
) -> AsyncGenerator[tuple[LocalSlack, SlackBot], None]:
    """A local Slack with the bot connected to it, while the context lasts. ``port`` 0 takes a free one.

    ``today`` is the day on which documents must be in force.

    Raises:
        ConfigError: the port is taken.
    """
    local = LocalSlack(slack_config or localslack.Config(port=port))
    async with AsyncExitStack() as stack:
        try:
            addresses = await local.start()
        except OSError as error:
            raise ConfigError(f"Port {port} is taken ({error.strerror}). Choose another with --port.") from error
        finally:
            stack.push_async_callback(local.stop)
        slack = await stack.enter_async_context(
            running_slack(
                bot,
                bot_token=local.config.bot_token,
                app_token=local.config.app_token,
                api_url=addresses.api,
                state_url=state_url,
                today=today,
            )
        )
        yield local, slack.bot


def crowd(people: int) -> localslack.Config:
    """A workspace of so many people, who can all write to the bot; Slack's budget of updates a minute is lifted.

    Fifty updates a minute are what a workspace has; six hundred answers in a minute would take twelve to be shown.
    """
    found = [localslack.User(id=f"U{n:04}", name=f"u{n}", real_name=f"U {n}") for n in range(people)]
    rates = localslack.RateLimits(per_minute={"chat.update": 1_000_000})
    return localslack.Config(users=(*localslack.Config().users, *found), rates=rates)
