"""The back office put together: reports, App Home, living answers, and the buttons and forms that belong to them."""

from __future__ import annotations

import re
from collections.abc import Callable

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.outbox import Outbox
from bot.outcomes import Outcomes
from bot.reports import ReportKind, Reports
from bot.slack.buttons import Library
from bot.slack.clicks import Click
from bot.slack.desk import Desk
from bot.slack.home import Home
from bot.slack.living import Living
from bot.slack.office import Office
from bot.slack.outgoing import Outgoing
from bot.slack.reports import ReportDesk
from bot.slack.rounds import Rounds
from bot.slack.text import Json


def open_office(
    app: AsyncApp,
    client: AsyncWebClient,
    *,
    desk: Desk,
    library: Library,
    outcomes: Outcomes,
    office: Office,
    new_id: Callable[[], str],
) -> Rounds:
    """Take the buttons, forms and the Home tab; the rounds are not begun yet."""
    outbox = Outbox(engine=desk.state.engine)
    reports = Reports(engine=desk.state.engine, outbox=outbox)
    taking = ReportDesk(
        client=client,
        state=desk.state,
        reports=reports,
        library=library,
        directory=desk.directory,
        delivery=desk.delivery,
        office=office,
        new_id=new_id,
    )
    home = Home(
        client=client,
        state=desk.state,
        library=library,
        directory=desk.directory,
        reports=reports,
        outcomes=outcomes,
        office=office,
        today=desk.today,
    )
    rounds = _rounds(desk, taking, library, office)
    _listen_to_reports(app, taking, rounds)
    _listen_to_home(app, home, rounds)
    return rounds


def _rounds(desk: Desk, taking: ReportDesk, library: Library, office: Office) -> Rounds:
    outbox = taking.reports.outbox
    living = Living(
        state=desk.state, knowledge=library, directory=desk.directory, outbox=outbox, days=office.living_days
    )
    outgoing = Outgoing(
        outbox=outbox,
        delivery=desk.delivery,
        write={"report": taking.write_report, "reply": taking.write_reply, "changed": living.write},
    )
    return Rounds(
        outgoing=outgoing,
        living=living if office.living_answers else None,
        living_every_s=office.living_every_s,
        delivery=desk.delivery,
    )


def _listen_to_reports(app: AsyncApp, taking: ReportDesk, rounds: Rounds) -> None:
    outgoing = rounds.outgoing

    def on_report(action: str, kind: ReportKind) -> None:
        async def pressed(ack: AsyncAck, body: Json) -> None:
            await ack()
            await rounds.work(taking.take(Click.of(body), kind, outgoing))

        app.action(action)(pressed)

    async def rated(ack: AsyncAck, body: Json) -> None:
        await ack()
        await rounds.work(taking.rate(Click.of(body)))

    async def gave_reason(ack: AsyncAck, body: Json, view: Json) -> None:
        await ack()
        await rounds.work(taking.take_reason(view, body["user"]["id"], outgoing))

    async def opened(ack: AsyncAck, body: Json) -> None:
        await ack()
        message_ts = str((body.get("message") or {}).get("ts", ""))
        await rounds.work(taking.open_settle(Click.of(body), message_ts))

    async def settled(ack: AsyncAck, body: Json, view: Json) -> None:
        user = body["user"]["id"]
        problems = await taking.problems(view, user)
        if problems:
            await ack(response_action="errors", errors=problems)
            return
        await ack()
        await rounds.work(taking.settle(view, user, outgoing))

    on_report("report_gap", "gap")
    on_report("ask_owner", "ask_owner")
    app.action(re.compile(r"^feedback"))(rated)
    app.view("reason")(gave_reason)
    app.action("settle_report")(opened)
    app.view("settle")(settled)


def _listen_to_home(app: AsyncApp, home: Home, rounds: Rounds) -> None:
    async def show_home(event: Json, body: Json) -> None:
        if event.get("tab", "home") == "home":
            await rounds.work(home.show(event["user"], str(body.get("team_id") or "")))

    app.event("app_home_opened")(show_home)
