"""The buttons between the channel and one person: answer me privately, and share in the channel.

Rule: shared is never the private text: the question is answered anew for the channel, from what the channel may read.
"""

from __future__ import annotations

import asyncio

import sqlalchemy as sa
from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncRespond

from bot.messages import both, say
from bot.slack.buttons import Library
from bot.slack.clicks import Click
from bot.slack.desk import Desk, from_modal
from bot.slack.private import Private
from bot.slack.text import Json
from bot.state import Answer, Asked
from bot.tables import TURNS


def listen(app: AsyncApp, private: Private, library: Library) -> None:
    """Take both buttons."""
    desk = private.desk

    async def answer_privately(ack: AsyncAck, body: Json, respond: AsyncRespond) -> None:
        await ack()
        click = Click.of(body)
        answer = await desk.state.answer(click.value)
        if answer is None or answer.asker != click.user:
            await respond(" / ".join(both("modal_missing")), response_type="ephemeral", replace_original=False)
            return
        private.start(private.of_answer(answer, user=click.user, text=await _understood(desk, answer)), respond)

    async def share(ack: AsyncAck, body: Json, respond: AsyncRespond) -> None:
        await ack()
        click = Click.of(body)
        answer = await desk.state.answer(click.value)
        if answer is None or answer.asker != click.user:
            text = " / ".join(both("modal_missing"))
        elif not await _is_public_safe(desk, library, answer):
            text = say("share_not", answer.language)
        else:
            question = from_modal(
                _asked(answer),
                view_id=f"share:{answer.id}",
                text=answer.question,
                asker=click.user,
                answer_id=private.new_id(),
            )
            is_new = await desk.state.receive(question)
            if is_new:
                desk.start(question)
            text = say("sharing" if is_new else "already_asking", answer.language)
        await respond(text, response_type="ephemeral", replace_original=False)

    app.action("answer_privately")(answer_privately)
    app.action("share")(share)


async def _understood(desk: Desk, answer: Answer) -> str:
    """What the question was understood as; a follow-up says little by itself."""
    query = sa.select(TURNS.c.question).where(TURNS.c.answer_id == answer.id)
    async with desk.state.engine.connect() as connection:
        return str(await connection.scalar(query) or answer.question)


async def _is_public_safe(desk: Desk, library: Library, answer: Answer) -> bool:
    """Whether everyone in the channel may now read every cited document, as it was cited and as it is."""
    audience = await desk.directory.of_question(_asked(answer))
    now = {document.id: document for document in await asyncio.to_thread(library.documents)}
    cited = await desk.state.cited(answer.id)
    for one in cited:
        found = await asyncio.to_thread(library.chunk_at, one.chunk_id, one.revision)
        current = now.get(found[0].document.id) if found else None
        if found is None or current is None:
            return False
        if not (audience.may_read(found[0].document) and audience.may_read(current)):
            return False
    return bool(cited)


def _asked(answer: Answer) -> Asked:
    return Asked(
        team=answer.team,
        channel=answer.channel,
        ts=f"private:{answer.id}",
        thread_ts=answer.thread_ts,
        asker=answer.asker,
        text=answer.question,
        answer_id=answer.id,
    )
