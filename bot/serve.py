"""``exhibit serve``: the bot in Slack by Socket Mode, and the HTTP API, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import date

from aiohttp import web
from rich.logging import RichHandler
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler

from bot.config import Config, ConfigError, Settings
from bot.http import build_http
from bot.slack.app import SlackBot, build_app
from bot.state import State
from bot.wiring import Bot, build

_log = logging.getLogger(__name__)


def serve(settings: Settings, config: Config) -> None:
    """Run until SIGINT or SIGTERM; answers that are being given end first.

    Raises:
        ConfigError: a token is missing, or the HTTP host needs one.
        CorpusError: the store can't be opened.
    """
    if settings.slack_bot_token is None or settings.slack_app_token is None:
        missing = [
            name
            for name, token in (
                ("SLACK_BOT_TOKEN (xoxb-…)", settings.slack_bot_token),
                ("SLACK_APP_TOKEN (xapp-…)", settings.slack_app_token),
            )
            if token is None
        ]
        raise ConfigError(f"Set {' and '.join(missing)} in .env or the environment; README, “In a real workspace”.")
    log_to_terminal()
    asyncio.run(_serve(build(settings, config), settings))


async def _serve(bot: Bot, settings: Settings) -> None:
    if not bot.store.revision():
        _log.warning("There are no documents yet, so every question is refused. Add some: exhibit ingest PATH…")
    assert settings.slack_bot_token is not None
    assert settings.slack_app_token is not None
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(
            running_slack(
                bot,
                bot_token=settings.slack_bot_token.get_secret_value(),
                app_token=settings.slack_app_token.get_secret_value(),
                api_url=settings.slack_api_url,
                state_url=settings.database_url,
            )
        )
        await stack.enter_async_context(running_http(bot, settings))
        _log.info("Exhibit is connected; stop it with Ctrl-C.")
        await told_to_stop()


def log_to_terminal() -> None:
    """One line an event of the log; the libraries only from warnings on."""
    handler = RichHandler(show_path=False, rich_tracebacks=False, markup=False)
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s", handlers=[handler])
    logging.getLogger("bot").setLevel(logging.INFO)


async def told_to_stop() -> None:
    """Wait for SIGINT or SIGTERM."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told.set)
    try:
        await told.wait()
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


@asynccontextmanager
async def running_http(bot: Bot, settings: Settings) -> AsyncGenerator[str, None]:
    """The HTTP API while the context lasts; its address.

    Raises:
        ConfigError: the host can be reached from elsewhere and there is no token, or the port is taken.
    """
    token = settings.exhibit_http_token.get_secret_value() if settings.exhibit_http_token else None
    host, port = settings.exhibit_http_host, settings.exhibit_http_port
    runner = web.AppRunner(build_http(bot, host=host, token=token), access_log=None, shutdown_timeout=5.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        await runner.cleanup()
        raise ConfigError(f"Can't listen on {host}:{port} ({error.strerror}). Set EXHIBIT_HTTP_PORT.") from error
    try:
        yield f"http://{host}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def running_slack(
    bot: Bot,
    *,
    bot_token: str,
    app_token: str,
    api_url: str,
    state_url: str,
    today: Callable[[], date] = date.today,
) -> AsyncGenerator[SlackBot, None]:
    """The bot in Slack while the context lasts. What an earlier run left is taken up; at the end answers may end.

    ``today`` is the day on which documents must be in force.
    """
    limits = bot.config.slack
    async with AsyncExitStack() as stack:
        stack.push_async_callback(bot.close)
        state = await State.open(state_url)
        stack.push_async_callback(state.close)
        slack = build_app(
            token=bot_token,
            base_url=api_url,
            state=state,
            library=bot.store,
            answer=bot.answer,
            concurrent_answers=limits.concurrent_answers,
            max_question_chars=limits.max_question_chars,
            updates_per_minute=limits.updates_per_minute,
            today=today,
        )
        handler = AsyncSocketModeHandler(slack.app, app_token, web_client=slack.app.client)
        stack.push_async_callback(handler.close_async)
        stack.push_async_callback(slack.drain)
        await bot.warm_up()
        await slack.recover()
        await handler.connect_async()  # type: ignore[no-untyped-call]  # slack-bolt leaves it without types
        yield slack
