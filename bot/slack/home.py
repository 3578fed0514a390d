"""App Home: one's own questions and the documents that one may ask; for owners and admins also what waits for them.

Rule: a Home tab is for one person, and holds no title and no question that this person may not see elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

import aiohttp
import sqlalchemy as sa
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.outcomes import Outcomes, Refused
from bot.reports import Filed, Reports
from bot.slack import home_texts as texts
from bot.slack.audience import Directory
from bot.slack.buttons import Library
from bot.slack.notices import usage
from bot.slack.office import Office
from bot.slack.text import Json
from bot.state import Asked, State
from bot.tables import ANSWERS
from core.domain import LANGUAGES, Document, Language
from core.language import is_common, tokens

log = logging.getLogger(__name__)

RECENT: Final = 5
REPORTS: Final = 5
WEEK_DAYS: Final = 7
MOST_REFUSED: Final = 200
"""Refused questions of a week that are grouped."""
ALIKE: Final = 0.5
"""Share of common words from which two questions count as one."""
PATIENCE_S: Final = 3.0
"""For a part that admins see the health of, and for links."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """Draws the Home tab of whoever opens it."""

    client: AsyncWebClient
    state: State
    library: Library
    directory: Directory
    reports: Reports
    outcomes: Outcomes
    office: Office
    today: Callable[[], date]

    async def show(self, user: str, team: str) -> None:
        """Publish the tab; where something can't be found out, at least how to ask."""
        try:
            blocks = await self._blocks(user, team)
        except Exception:
            log.exception("a Home tab is not complete")
            blocks = usage()[1]
        try:
            await self.client.views_publish(user_id=user, view={"type": "home", "blocks": blocks[:100]})
        except SlackApiError as error:
            log.warning("views.publish: %s", error.response.get("error"))

    async def _blocks(self, user: str, team: str) -> list[Json]:
        languages = await self._languages(user)
        asked = await self._recent(user)
        documents = await self._askable(user, team)
        own = await self.reports.open(REPORTS, place=user)
        questions = await self._questions(own)
        is_admin = user in self.office.admins
        desk = await self._of_admin(team) if is_admin else None
        blocks = usage(languages)[1]
        for language in languages:
            blocks += texts.recent(asked, language)
            blocks += texts.documents(documents, language)
            if own or user in self.office.owners.values():
                blocks += texts.reports(own, questions, language)
            if desk is not None:
                blocks += texts.admin(desk, language)
        return blocks

    async def _languages(self, user: str) -> tuple[Language, ...]:
        """The language that the person has chosen in Slack; both where that is not known."""
        try:
            found = await self.client.users_info(user=user, include_locale=True)
        except (SlackApiError, aiohttp.ClientError, TimeoutError, OSError):
            return LANGUAGES
        locale = str((found["user"] or {}).get("locale") or "")
        return ("zh",) if locale.startswith("zh") else ("en",) if locale else LANGUAGES

    async def _recent(self, user: str) -> list[texts.Recent]:
        query = sa.select(ANSWERS).where(ANSWERS.c.asker == user).order_by(ANSWERS.c.created_at.desc()).limit(RECENT)
        async with self.state.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        links = await asyncio.gather(*(self._link(row["channel"], row["messages"]) for row in rows))
        return [
            texts.Recent(question=row["question"], status=row["status"], day=row["created_at"].date(), url=url)
            for row, url in zip(rows, links, strict=True)
        ]

    async def _link(self, channel: str, messages: Sequence[str]) -> str:
        """Where the answer stands; empty where only its asker saw it, or Slack does not say."""
        if not messages:
            return ""
        try:
            async with asyncio.timeout(PATIENCE_S):
                found = await self.client.chat_getPermalink(channel=channel, message_ts=messages[0])
        except (SlackApiError, aiohttp.ClientError, TimeoutError, OSError):
            return ""
        return str(found.get("permalink") or "")

    async def _askable(self, user: str, team: str) -> list[Document]:
        viewer = await self.directory.of_person(user, team=team, channel="")
        documents = await asyncio.to_thread(self.library.documents)
        today = self.today()
        return [one for one in documents if viewer.may_read(one) and one.is_in_force(today)]

    async def _questions(self, reports: Sequence[Filed]) -> dict[str, str]:
        """The question of each report, by the report's id."""
        found = {report.id: await self.state.answer(report.answer_id) for report in reports}
        return {report_id: answer.question for report_id, answer in found.items() if answer is not None}

    async def _of_admin(self, team: str) -> texts.Desk:
        refused = await self.outcomes.refused(days=WEEK_DAYS, limit=MOST_REFUSED)
        kinds: dict[str, int] = {}
        for one in refused:
            kinds[one.kind] = kinds.get(one.kind, 0) + 1
        public = [one.question for one in refused if await self._is_public(one)]
        waiting = await self.reports.open(MOST_REFUSED)
        return texts.Desk(
            documents=len(await asyncio.to_thread(self.library.documents)),
            chunks=await asyncio.to_thread(self.library.count_chunks),
            revision=await asyncio.to_thread(self.library.revision),
            policy=self.office.policy,
            refusals=kinds,
            groups=grouped(public),
            not_shown=len(refused) - len(public),
            reports=len(waiting),
            health=await self._health(),
        )

    async def _is_public(self, one: Refused) -> bool:
        """Whether everyone of the workspace could have read the question where it was asked."""
        if one.is_alone:
            return False
        asked = Asked(
            team=one.team,
            channel=one.channel,
            ts="",
            thread_ts="",
            asker=one.asker,
            text=one.question,
            answer_id=one.answer_id,
        )
        viewers = (await self.directory.of_question(asked)).viewers
        own = ("user:", "group:")
        return any("workspace" in viewer and not any(one.startswith(own) for one in viewer) for viewer in viewers)

    async def _health(self) -> dict[str, bool]:
        async def is_well(name: str) -> bool:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await self.office.checks[name]()
            except Exception:
                return False
            return True

        names = list(self.office.checks)
        return dict(zip(names, await asyncio.gather(*map(is_well, names)), strict=True))


def grouped(questions: Sequence[str]) -> list[tuple[str, int]]:
    """Questions that share half of their words as one, under the first of them; the most frequent first."""
    groups: list[tuple[str, frozenset[str], int]] = []
    for question in questions:
        told = frozenset(token for token in tokens(question) if not is_common(token))
        for index, (first, words, count) in enumerate(groups):
            if told == words or len(told & words) >= ALIKE * max(1, len(told | words)):
                groups[index] = (first, words, count + 1)
                break
        else:
            groups.append((question, told, 1))
    return [(first, count) for first, _, count in sorted(groups, key=lambda group: -group[2])]
