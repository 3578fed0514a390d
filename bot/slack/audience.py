"""Who will see an answer, as principals; what is not known counts as another company.

A floor of ``everyone`` is always safe: those documents are for everybody. So every failure falls back to it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar, cast

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.clock import Clock
from bot.slack.text import Json
from bot.state import Asked
from core.domain import Audience

log = logging.getLogger(__name__)

Found = TypeVar("Found")

FRESH_S: Final = 600.0
"""How long an answer of Slack's about people and channels is used."""
MANY_MEMBERS: Final = 500
"""A private channel with more members gets what everybody may read; asking about each would take minutes."""

OUTSIDE: Final = Audience((frozenset({"everyone"}),))


class Directory:
    """What Slack says about channels, people and groups, remembered for a short time."""

    def __init__(self, client: AsyncWebClient, *, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._kept: dict[tuple[str, str], tuple[float, Any]] = {}

    async def of_question(self, asked: Asked) -> Audience:
        """Everyone who will see the answer to ``asked``, in its channel."""
        if asked.is_external:
            return OUTSIDE
        try:
            channel = await self._channel(asked.channel)
            if channel.get("is_im"):
                return Audience((await self._principals(asked.asker, asked.team),))
            if _is_shared(channel):
                return OUTSIDE
            if channel.get("is_private") or channel.get("is_mpim"):
                return await self._members_together(asked.channel, asked.team)
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            log.warning("audience of %s is not known (%s): documents for everyone only", asked.channel, error)
            return OUTSIDE
        return Audience((frozenset({"everyone", "workspace", f"channel:{asked.channel}"}),))

    async def of_person(self, user: str, *, team: str, channel: str) -> Audience:
        """One person who looks at something in ``channel`` (empty: nowhere in particular)."""
        try:
            principals = await self._principals(user, team)
            if channel and "workspace" in principals and user in await self._members(channel):
                principals |= {f"channel:{channel}"}
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            log.warning("rights of %s are not known (%s): documents for everyone only", user, error)
            return OUTSIDE
        return Audience((principals,))

    def forget(self) -> None:
        """Ask Slack again: members, groups or channels have changed."""
        self._kept.clear()

    async def _members_together(self, channel: str, team: str) -> Audience:
        members = await self._members(channel)
        if not members:
            return OUTSIDE
        viewers = [await self._principals(member, team) | {f"channel:{channel}"} for member in members]
        return Audience(tuple(sorted(set(viewers), key=sorted)))

    async def _principals(self, user: str, team: str) -> frozenset[str]:
        person = await self._person(user)
        is_guest = person.get("is_restricted") or person.get("is_ultra_restricted") or person.get("is_stranger")
        is_of_team = person.get("team_id") in (None, team) and not person.get("deleted")
        if is_guest or not is_of_team:
            return frozenset({"everyone", f"user:{user}"})
        groups = {f"group:{group}" for group, users in (await self._groups()).items() if user in users}
        return frozenset({"everyone", "workspace", f"user:{user}"} | groups)

    async def _channel(self, channel: str) -> Json:
        async def ask() -> Json:
            return dict((await self._client.conversations_info(channel=channel))["channel"])

        return await self._remembered("channel", channel, ask)

    async def _person(self, user: str) -> Json:
        async def ask() -> Json:
            return dict((await self._client.users_info(user=user))["user"])

        return await self._remembered("person", user, ask)

    async def _members(self, channel: str) -> frozenset[str]:
        """People in a channel without bots; empty: too many to know."""

        async def ask() -> frozenset[str]:
            found: set[str] = set()
            cursor = ""
            while len(found) <= MANY_MEMBERS:
                page = await self._client.conversations_members(channel=channel, limit=200, cursor=cursor or None)
                found |= set(page["members"])
                cursor = (page.get("response_metadata") or {}).get("next_cursor") or ""
                if not cursor:
                    people = [user for user in sorted(found) if not (await self._person(user)).get("is_bot")]
                    return frozenset(people)
            return frozenset()

        return await self._remembered("members", channel, ask)

    async def _groups(self) -> dict[str, frozenset[str]]:
        """People of each user group; none where the app may not know."""

        async def ask() -> dict[str, frozenset[str]]:
            groups = (await self._client.usergroups_list(include_users=True))["usergroups"]
            return {group["id"]: frozenset(group.get("users") or ()) for group in groups}

        try:
            return await self._remembered("groups", "", ask)
        except SlackApiError as error:
            log.info("user groups are not known: %s", error)
            return {}

    async def _remembered(self, kind: str, key: str, ask: Callable[[], Awaitable[Found]]) -> Found:
        at, found = self._kept.get((kind, key), (0.0, None))
        if found is None or self._clock.now() - at > FRESH_S:
            found = await ask()
            self._kept[(kind, key)] = (self._clock.now(), found)
        return cast(Found, found)


def _is_shared(channel: Json) -> bool:
    flags = ("is_ext_shared", "is_pending_ext_shared", "pending_connected_team_ids", "pending_shared")
    return any(channel.get(flag) for flag in flags)
