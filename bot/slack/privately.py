"""After a refusal in a channel: where its asker may read more than the channel, they alone are told.

Rule: the channel's message stands before this begins, so neither its words nor its time depend on what is found here.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from bot.messages import say
from bot.slack import notices
from bot.slack.audience import Directory
from bot.slack.blocks import Shown
from bot.slack.delivery import Delivery
from bot.state import Asked
from core.domain import Audience, Question
from core.events import Event, Meta, Refusal

log = logging.getLogger(__name__)


async def privately(
    asked: Asked,
    shown: Shown,
    *,
    answer: Callable[[Question], AsyncGenerator[Event, None]],
    directory: Directory,
    delivery: Delivery,
) -> None:
    """Offer the asker an answer for them alone, where that could use other documents; never fails."""
    try:
        channel = await directory.of_question(asked)
        person = await directory.of_person(asked.asker, team=asked.team, channel=asked.channel)
        if channel == person or asked.channel.startswith("D"):
            return
        question = Question(
            id=asked.answer_id,
            text=shown.understood or asked.text,
            language=shown.language,
            as_of=shown.as_of,
            audience=person,
        )
        if await _finds_more(question, channel, answer):
            await _tell(asked, shown, delivery)
    except Exception:
        log.exception("whether question %s has a private answer is not known", asked.answer_id)


async def _finds_more(
    question: Question, channel: Audience, answer: Callable[[Question], AsyncGenerator[Event, None]]
) -> bool:
    """Whether an answer to this person would begin with a document that the channel may not read; no model is asked."""
    async with aclosing(answer(question)) as events:
        async for event in events:
            if isinstance(event, Meta):
                return not all(channel.may_read(block.chunk.document) for block in event.blocks)
            if isinstance(event, Refusal):
                return False
    return False


async def _tell(asked: Asked, shown: Shown, delivery: Delivery) -> None:
    text = say("private_offer", shown.language)
    button = notices.button(say("private_offer_button", shown.language), "answer_privately", asked.answer_id)
    thread_ts = asked.thread_ts if asked.thread_ts != asked.ts else ""
    await delivery.whisper(
        text,
        channel=asked.channel,
        user=asked.asker,
        thread_ts=thread_ts,
        blocks=[notices.paragraph("🔒 " + text), notices.actions([button])],
    )
