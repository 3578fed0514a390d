"""All the parts of one running Slack in one place, and what a method is."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from bot.localslack.clock import Clock
from bot.localslack.config import Config
from bot.localslack.delivery import Delivery
from bot.localslack.events import envelope, of_message
from bot.localslack.faults import Faults
from bot.localslack.rates import Rates
from bot.localslack.socket import Sockets
from bot.localslack.state import Post, Room, Workspace
from bot.localslack.surfaces import Surfaces
from bot.localslack.triggers import Rights
from bot.localslack.wire import Args, Json, SlackError


@dataclass(frozen=True, slots=True)
class Call:
    """One API call as it came in and as it was answered. `status` 0 means that the connection was cut instead."""

    method: str
    args: Json
    at: float
    status: int
    answer: Json


@dataclass(slots=True)
class Slack:
    """The parts, made from a configuration and a clock. `base` is the address once the server listens."""

    config: Config
    clock: Clock
    workspace: Workspace
    rights: Rights
    surfaces: Surfaces
    sockets: Sockets
    delivery: Delivery
    rates: Rates
    faults: Faults
    base: str = ""
    token_revoked: bool = False
    granted: set[str] = field(default_factory=set)
    calls: list[Call] = field(default_factory=list)

    def need(self, scope: str) -> None:
        """Checks that the bot token was granted a scope.

        Raises:
            SlackError: `missing_scope`, with what was needed and what there is.
        """
        if scope not in self.granted:
            raise SlackError("missing_scope", needed=scope, provided=",".join(sorted(self.granted)))

    def note(self, call: Call) -> None:
        """Keeps a call in the log."""
        self.calls.append(call)
        self.workspace.changes.tell()

    def publish(self, events: list[Json], room: Room | None = None) -> None:
        """Sends events to the app."""
        for event in events:
            self.delivery.event(envelope(self.workspace, event, room=room))

    def say(self, post: Post) -> Post:
        """Keeps a new message and tells the app of it where it has subscribed."""
        self.workspace.add(post)
        self.publish(of_message(self.workspace, post), self.workspace.rooms[post.room])
        return post


def assemble(config: Config, clock: Clock) -> Slack:
    """A Slack that does not listen yet."""
    workspace = Workspace(config, clock)
    faults = Faults()
    sockets = Sockets(config, clock, faults, workspace.changes)
    return Slack(
        config=config,
        clock=clock,
        workspace=workspace,
        rights=Rights(workspace, faults),
        surfaces=Surfaces(workspace),
        sockets=sockets,
        delivery=Delivery(config, clock, faults, sockets, workspace.changes, config.request_url),
        rates=Rates(config.rates),
        faults=faults,
        granted=set(config.bot_scopes),
    )


@dataclass(frozen=True, slots=True)
class Method:
    """One Web API method: what it does, its rate tier (None: no limit here), the scope it always needs, whose token."""

    run: Callable[[Slack, Args], Json]
    tier: int | None = None
    scope: str = ""
    token: Literal["bot", "app"] = "bot"  # noqa: S105 - the kind of a token
