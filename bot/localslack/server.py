"""The running local Slack: listens on 127.0.0.1, answers the app, and lets people act."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from aiohttp import web

from bot.localslack import api, control, page, responses
from bot.localslack.administration import Administration
from bot.localslack.clock import Clock, SystemClock
from bot.localslack.config import Config
from bot.localslack.delivery import Attempt
from bot.localslack.faults import Faults
from bot.localslack.interactions import Interactions
from bot.localslack.slack import Call, assemble

HOST = "127.0.0.1"
BODY_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where it listens: `page` for a browser, `api` for SLACK_API_URL (with its final slash)."""

    page: str
    api: str
    port: int


class LocalSlack(Interactions, Administration):
    """A workspace with one app. What people can do is in `People`, `Interactions` and `Administration`."""

    def __init__(self, config: Config | None = None, clock: Clock | None = None) -> None:
        self.config = config or Config()
        self.slack = assemble(self.config, clock or SystemClock())
        self.stopping = False
        self._runner: web.AppRunner | None = None

    async def start(self) -> Addresses:
        """Begins to listen. With port 0 the system chooses a free one."""
        app = web.Application(client_max_size=BODY_BYTES)
        app.router.add_route("*", "/api/{method}", partial(api.call, slack=self.slack))
        app.router.add_get("/link", self.slack.sockets.serve)
        app.router.add_post("/hooks/{key}", partial(responses.hook, slack=self.slack))
        control.add_routes(app, self)
        page.add_routes(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self.config.port)
        await site.start()
        port = int(self._runner.addresses[0][1])
        self.slack.base = f"http://{HOST}:{port}"
        return Addresses(page=f"{self.slack.base}/", api=f"{self.slack.base}/api/", port=port)

    async def stop(self) -> None:
        """Cuts every connection and stops listening. May be called twice."""
        self.stopping = True
        self.slack.workspace.changes.tell()
        await self.slack.delivery.close()
        await self.slack.sockets.close()
        if self._runner:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> "LocalSlack":
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def api_url(self) -> str:
        """The base address for `AsyncWebClient(base_url=…)` and SLACK_API_URL."""
        return f"{self.slack.base}/api/"

    @property
    def faults(self) -> Faults:
        """What is to go wrong."""
        return self.slack.faults

    @property
    def calls(self) -> list[Call]:
        """Every API call so far, oldest first."""
        return self.slack.calls

    @property
    def deliveries(self) -> list[Attempt]:
        """Every attempt to bring something to the app, oldest first."""
        return self.slack.delivery.log

    async def until(self, holds: Callable[[], bool], *, within_s: float = 10.0) -> None:
        """Waits until something holds, looking again after each change of the workspace.

        Raises:
            TimeoutError: it did not hold in time (real time, whatever the clock).
        """
        await asyncio.wait_for(self.slack.workspace.changes.until(holds), within_s)

    async def connected(self, connections: int = 1, *, within_s: float = 10.0) -> None:
        """Waits until the app has that many Socket Mode connections.

        Raises:
            TimeoutError: it did not connect in time.
        """
        await self.until(lambda: len(self.slack.sockets.open) >= connections, within_s=within_s)
