"""The Slack app: which event and which button goes where.

Bolt acknowledges an event before its listener has ended, and Slack does not send it again: so a question is kept in the
inbox by a middleware, which runs before the acknowledgement, and whatever is there already goes no further.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from slack_bolt import BoltResponse
from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient

from bot.leases import Leases
from bot.outcomes import Outcomes
from bot.slack import offer, private
from bot.slack.audience import Directory, Kind
from bot.slack.back_office import open_office
from bot.slack.buttons import Buttons, Library
from bot.slack.cancel import Cancels
from bot.slack.clicks import Click
from bot.slack.clock import Bucket, Clock, RealClock
from bot.slack.delivery import Delivery
from bot.slack.desk import Answerer, Desk
from bot.slack.inbox import question_of, revision_of
from bot.slack.limits import Limits
from bot.slack.line import Line
from bot.slack.office import Office
from bot.slack.rounds import Rounds
from bot.slack.text import Json
from bot.slack.threads import Threads
from bot.state import State
from bot.turns import Turns

log = logging.getLogger(__name__)

_ANY = re.compile("")
_WHO_SEES: Final[dict[str, tuple[Kind, ...]]] = {
    "member_joined_channel": ("members", "person", "guests"),
    "member_left_channel": ("members",),
    "channel_shared": ("channel", "members"),
    "channel_unshared": ("channel", "members"),
    "subteam_members_changed": ("groups",),
}
"""What is asked again after each event."""


@dataclass(frozen=True, slots=True)
class SlackBot:
    """The app and what works behind it. Call `recover` when events may come, `drain` before the end.

    Several processes may run the same app on one database: each takes up what another has left.
    """

    app: AsyncApp
    desk: Desk
    rounds: Rounds

    async def recover(self) -> None:
        """Finish what an earlier run left unfinished, now and from time to time."""
        await self.desk.sweep()
        self.desk.stay()
        self.rounds.stay()

    async def drain(self, *, patience_s: float = 10.0) -> None:
        """Let answers end, then stop."""
        await self.rounds.stop()
        await self.desk.drain(patience_s=patience_s)


def build_app(
    *,
    token: str,
    base_url: str,
    state: State,
    library: Library,
    answer: Answerer,
    signing_secret: str = "",
    concurrent_answers: int = 8,
    max_question_chars: int = 1000,
    updates_per_minute: int = 45,
    questions_per_person: int = 10,
    questions_per_channel: int = 60,
    lease_s: float = 15.0,
    follow_ups: bool = True,
    follow_up_minutes: int = 30,
    turns_per_thread: int = 20,
    office: Office | None = None,
    clock: Clock | None = None,
    today: Callable[[], date] = date.today,
    new_id: Callable[[], str] = lambda: secrets.token_hex(8),
) -> SlackBot:
    """The bot for one workspace. ``signing_secret`` is needed for HTTP events, not in Socket Mode.

    ``today`` is the day on which documents must be in force. ``follow_ups``: answer in a thread without a mention, for
    ``follow_up_minutes`` after the last question and at most ``turns_per_thread`` times.
    ``office``: who is behind the bot; None: nobody.
    """
    clock = clock or RealClock()
    outcomes = Outcomes(engine=state.engine)
    client = AsyncWebClient(token=token, base_url=base_url, retry_handlers=[])
    directory = _directory(token, base_url, clock)
    delivery = Delivery(client, updates=Bucket(most=updates_per_minute, clock=clock), clock=clock)
    desk = Desk(
        state=state,
        answer=outcomes.noting(answer),
        directory=directory,
        delivery=delivery,
        clock=clock,
        today=today,
        line=Line(concurrent_answers),
        leases=Leases(engine=state.engine, worker=secrets.token_hex(8), lease_s=lease_s),
        limits=Limits(state=state, per_person=questions_per_person, per_channel=questions_per_channel),
        max_chars=max_question_chars,
        threads=Threads(
            turns=Turns(engine=state.engine, within=timedelta(minutes=follow_up_minutes)),
            client=client,
            follow_ups=follow_ups,
            most_turns=turns_per_thread,
        ),
        cancels=Cancels(engine=state.engine),
    )
    buttons = Buttons(client=client, state=state, library=library, desk=desk, new_id=new_id)
    app = AsyncApp(client=client, signing_secret=signing_secret or None)
    rounds = open_office(
        app,
        client,
        desk=desk,
        library=library,
        outcomes=outcomes,
        office=office or Office(),
        new_id=new_id,
    )
    _listen_to_events(app, desk, new_id)
    alone = private.Private(desk=desk, new_id=new_id)
    private.listen(app, alone)
    offer.listen(app, alone, library)
    _listen_to_buttons(app, buttons)
    return SlackBot(app, desk, rounds)


def _directory(token: str, base_url: str, clock: Clock) -> Directory:
    """Reads may be repeated, so their client does it by itself."""
    patient = [AsyncConnectionErrorRetryHandler(), AsyncRateLimitErrorRetryHandler(max_retry_count=2)]
    return Directory(AsyncWebClient(token=token, base_url=base_url, retry_handlers=patient), clock=clock)


def _listen_to_events(app: AsyncApp, desk: Desk, new_id: Callable[[], str]) -> None:
    @app.middleware
    async def keep(body: Json, context: Any, next_: Callable[[], Awaitable[None]]) -> BoltResponse | None:
        """Keep a question before it is acknowledged; one that is known already ends here."""
        bot_user = str(context.get("bot_user_id") or "")
        asked = question_of(body, bot_user=bot_user, new_id=new_id)
        asked = asked or await desk.threads.follow_up_of(body, bot_user=bot_user, new_id=new_id)
        is_new = asked is not None and await desk.state.receive(asked)
        revision = None if is_new else revision_of(body, bot_user=bot_user)
        if revision is not None:
            await desk.reworded(revision)
        if asked is not None:
            if not is_new:
                return BoltResponse(status=200, body="")
            context["asked"] = asked
        await next_()
        return None

    async def answer_it(context: Any) -> None:
        if context.get("asked") is not None:
            desk.start(context["asked"])

    async def forget_who_sees(event: Json) -> None:
        desk.directory.forget(*_WHO_SEES[event["type"]])

    app.event("app_mention")(answer_it)
    app.event("message")(answer_it)
    for name in _WHO_SEES:
        app.event(name)(forget_who_sees)
    app.event(_ANY)(_nothing)


def _listen_to_buttons(app: AsyncApp, buttons: Buttons) -> None:
    def on(name: str | re.Pattern[str], act: Callable[[Click], Awaitable[None]]) -> None:
        async def pressed(ack: AsyncAck, body: Json) -> None:
            await ack()
            await act(Click.of(body))

        app.action(name)(pressed)

    async def submitted(ack: AsyncAck, body: Json, view: Json) -> None:
        await ack()
        await buttons.ask_rephrased(view, body["user"]["id"])

    on(re.compile(r"^cite_\d+$"), buttons.open_source)
    on("rephrase", buttons.open_rephrase)
    on("try_again", buttons.try_again)
    on("cancel", buttons.cancel)
    on("answer_reworded", buttons.answer_reworded)
    app.view("rephrase")(submitted)
    app.action(_ANY)(_acknowledge)
    app.view(_ANY)(_acknowledge)


async def _nothing() -> None:
    """An event that needs no answer: taking it keeps Slack from sending it again."""


async def _acknowledge(ack: AsyncAck) -> None:
    """A press of something that an earlier version of the bot has shown."""
    await ack()
