"""``exhibit serve``: the bot in Slack, by Socket Mode or by HTTP events, and the HTTP API, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass
from datetime import date

from aiohttp import web
from pydantic import SecretStr
from rich.console import Console
from rich.logging import RichHandler

from bot.config import Config, ConfigError, Settings
from bot.doctor.slack import Needs, check_slack
from bot.health import Check, Facts, Health, NotReadyError, checks_of
from bot.http import build_http
from bot.slack.app import SlackBot, build_app
from bot.slack.connection import Connections
from bot.slack.office import Office
from bot.slack.over_http import PATH, events_route
from bot.state import State
from bot.wiring import Bot, build
from core.ports import PortError

_log = logging.getLogger(__name__)


def serve(settings: Settings, config: Config) -> None:
    """Run until SIGINT or SIGTERM; answers that are being given end first. A second signal ends it at once.

    Raises:
        ConfigError: a token is missing or refused, or the HTTP host needs one.
        CorpusError: the store can't be opened.
    """
    missing = []
    if settings.slack_bot_token is None:
        missing.append("SLACK_BOT_TOKEN (xoxb-…)")
    if settings.slack_app_token is None and settings.slack_signing_secret is None:
        missing.append("SLACK_APP_TOKEN (xapp-…; or SLACK_SIGNING_SECRET for events over HTTP)")
    if missing:
        raise ConfigError(f"Set {' and '.join(missing)} in .env or the environment; README, “In a real workspace”.")
    log_to_terminal()
    asyncio.run(_serve(build(settings, config), settings))


async def _serve(bot: Bot, settings: Settings) -> None:
    if not bot.store.revision():
        _log.warning("There are no documents yet, so every question is refused. Add some: exhibit ingest PATH…")
    assert settings.slack_bot_token is not None
    stop = asyncio.create_task(told_to_stop())  # from the first moment on
    async with AsyncExitStack() as stack:
        slack = await stack.enter_async_context(
            running_slack(
                bot,
                bot_token=settings.slack_bot_token.get_secret_value(),
                app_token=_secret(settings.slack_app_token),
                signing_secret=_secret(settings.slack_signing_secret),
                api_url=settings.slack_api_url,
                state_url=settings.database_url,
                drain_s=settings.exhibit_drain_s,
            )
        )
        address = await stack.enter_async_context(running_http(bot, settings, slack))
        await stack.enter_async_context(advising(bot, settings))
        _log.info("Exhibit is running (%s) and answers on %s too; stop it with Ctrl-C.", slack.mode, address)
        await stop
        _log.info("Exhibit is stopping; answers that are being given end first.")


def _secret(value: SecretStr | None) -> str:
    return value.get_secret_value() if value else ""


def log_to_terminal() -> None:
    """One line an event of the log, coloured on a terminal; the libraries only from warnings on."""
    if sys.stderr.isatty():
        handler: logging.Handler = RichHandler(console=Console(stderr=True), show_path=False, markup=False)
        handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    else:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(_is_worth_a_line)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("bot").setLevel(logging.INFO)


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """Bolt warns that it does not use SLACK_BOT_TOKEN of the environment; our client has it."""
    return not record.getMessage().startswith("As you gave `client` as well")


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """The bot in Slack. ``mode`` in words; ``checks`` of `bot.health`; ``routes`` on which Slack itself comes in."""

    bot: SlackBot
    mode: str
    checks: Mapping[str, Check]
    routes: tuple[web.RouteDef, ...] = ()


@asynccontextmanager
async def advising(bot: Bot, settings: Settings) -> AsyncGenerator[asyncio.Task[None], None]:
    """Look once at what the app may do in Slack, and log what is wrong in the words of `exhibit doctor`.

    A scope that is missing is no error in Slack: the events simply never come.
    """

    async def look() -> None:
        try:
            documents = await asyncio.to_thread(bot.store.documents)
        except PortError:
            documents = None
        async with aclosing(check_slack(settings, Needs(), documents)) as findings:
            async for finding in findings:
                if finding.problem:
                    _log.warning("%s", finding)

    looking = asyncio.create_task(look(), name="advice")
    try:
        yield looking
    finally:
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)


@asynccontextmanager
async def running_http(bot: Bot, settings: Settings, slack: Running | None = None) -> AsyncGenerator[str, None]:
    """The HTTP API while the context lasts; its address.

    Raises:
        ConfigError: the host can be reached from elsewhere and there is no token, or the port is taken.
    """
    token = _secret(settings.exhibit_http_token) or None
    host, port = settings.exhibit_http_host, settings.exhibit_http_port
    health = Health({**checks_of(bot), **(slack.checks if slack else {})})
    app = build_http(bot, host=host, token=token, health=health, routes=slack.routes if slack else ())
    # Nothing here is sent compressed; a body that does not unpack ends in a traceback inside aiohttp.
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=5.0, auto_decompress=False)
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
    app_token: str = "",
    signing_secret: str = "",
    api_url: str,
    state_url: str,
    drain_s: float = 10.0,
    today: Callable[[], date] = date.today,
) -> AsyncGenerator[Running, None]:
    """The bot in Slack while the context lasts. What an earlier run left is taken up; at the end answers may end.

    With ``app_token`` it connects by Socket Mode; else Slack comes in by `Running.routes`, signed with
    ``signing_secret``. ``today`` is the day on which documents must be in force. ``drain_s``: how long answers may take
    to end.

    Raises:
        ConfigError: Slack refuses ``app_token``.
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
            signing_secret=signing_secret,
            concurrent_answers=limits.concurrent_answers,
            max_question_chars=limits.max_question_chars,
            updates_per_minute=limits.updates_per_minute,
            questions_per_person=limits.questions_per_person,
            questions_per_channel=limits.questions_per_channel,
            lease_s=limits.lease_s,
            follow_ups=limits.follow_ups,
            follow_up_minutes=limits.follow_up_minutes,
            turns_per_thread=limits.turns_per_thread,
            office=_office(bot, state),
            today=today,
        )
        stack.push_async_callback(slack.drain, patience_s=drain_s)
        await bot.warm_up()
        await slack.recover()
        checks = {"state": _check_of(state)}
        if not app_token:
            yield Running(bot=slack, mode=f"events on {PATH}", checks=checks, routes=(events_route(slack.app),))
            return
        sockets = Connections(slack.app, app_token, connections=limits.connections)
        stack.push_async_callback(sockets.close)  # before the drain: nothing new is taken then
        await sockets.open()
        yield Running(bot=slack, mode="Socket Mode", checks=checks | {"slack": _check_of_sockets(sockets)})


def _office(bot: Bot, state: State) -> Office:
    """Who is behind the bot, as the configuration says."""
    limits = bot.config.slack
    return Office(
        owners=bot.config.owners,
        admins=limits.admins,
        report_channel=limits.report_channel,
        living_answers=limits.living_answers,
        living_days=limits.living_days,
        living_every_s=limits.living_every_s,
        policy=bot.policy,
        checks={**checks_of(bot), "state": _check_of(state)},
    )


def _check_of(state: State) -> Check:
    async def answers() -> Facts:
        await state.asked("")
        return {}

    return answers


def _check_of_sockets(sockets: Connections) -> Check:
    async def is_connected() -> Facts:
        found = await sockets.connected()
        if not found:
            raise NotReadyError("not connected")
        return {"connections": found}

    return is_connected
