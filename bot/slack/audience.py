"""Who will see an answer, as principals; what is not known counts as another company.

A floor of ``everyone`` is always safe: those documents are for everybody. So every failure falls back to it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal, TypeVar, cast

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
"""A private channel with more people gets what is for everyone or the channel; asking about each would take minutes."""
MANY_PEOPLE: Final = 20_000
"""With more members of a workspace or a public channel it is not known which of them are guests."""
PAGE: Final = 1000

Kind = Literal["channel", "person", "members", "guests", "groups"]

OUTSIDE: Final = Audience((frozenset({"everyone"}),))


class Directory:
    """What Slack says about channels, people and groups, remembered for a short time."""

    def __init__(self, client: AsyncWebClient, *, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._kept: dict[tuple[str, str], tuple[float, Any]] = {}
        self._changes = 0

    async def of_question(self, asked: Asked) -> Audience:
        """Everyone who will see the answer to ``asked``, in its channel."""
        if asked.is_external:
            return OUTSIDE
        try:
            if asked.channel.startswith("D"):  # a direct message: one call less of Slack's fifty a minute
                return Audience((await self._principals(asked.asker, asked.team),))
            channel = await self._channel(asked.channel)
            if _is_shared(channel):
                return OUTSIDE
            if channel.get("is_private") or channel.get("is_mpim"):
                return await self._members_together(asked.channel, asked.team)
            return await self._workspace_and_guests(asked.channel)
        except (SlackApiError, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("audience of %s is not known (%s): documents for everyone only", asked.channel, error)
            return OUTSIDE

    async def of_person(self, user: str, *, team: str, channel: str) -> Audience:
        """One person who looks at something in ``channel`` (empty: nowhere in particular)."""
        try:
            principals = await self._principals(user, team)
            if channel and "workspace" in principals and user in (await self._members(channel) or ()):
                principals |= {f"channel:{channel}"}
        except (SlackApiError, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("rights of %s are not known (%s): documents for everyone only", user, error)
            return OUTSIDE
        return Audience((principals,))

    def forget(self, *kinds: Kind) -> None:
        """Ask Slack again about ``kinds``, or about everything; also what is being asked just now is not kept."""
        self._changes += 1
        self._kept = {key: kept for key, kept in self._kept.items() if kinds and key[0] not in kinds}

    async def _members_together(self, channel: str, team: str) -> Audience:
        members = await self._members(channel, most=MANY_MEMBERS)
        if members is None:
            return Audience((frozenset({"everyone", f"channel:{channel}"}),))
        viewers = [
            await self._principals(member, team) | {f"channel:{channel}"} for member in await self._people(members)
        ]
        return Audience(tuple(sorted(set(viewers), key=sorted))) if viewers else OUTSIDE

    async def _workspace_and_guests(self, channel: str) -> Audience:
        """Anyone of the workspace may join a public channel; a guest sees it as its member."""
        whole = frozenset({"everyone", "workspace", f"channel:{channel}"})
        guests = await self._guests()
        members = await self._members(channel) if guests else frozenset[str]()
        if guests is None or members is None:
            return Audience((frozenset({"everyone", f"channel:{channel}"}),))
        here = [frozenset({"everyone", f"channel:{channel}", f"user:{guest}"}) for guest in sorted(guests & members)]
        return Audience((whole, *here))

    async def _people(self, members: frozenset[str]) -> list[str]:
        """Of ``members`` those that read: no bots, nobody who is deactivated."""
        known = {user: await self._person(user) for user in sorted(members)}
        return [user for user, person in known.items() if not person.get("is_bot") and not person.get("deleted")]

    async def _principals(self, user: str, team: str) -> frozenset[str]:
        person = await self._person(user)
        if _is_guest(person, team) or person.get("deleted"):
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

    async def _members(self, channel: str, *, most: int = MANY_PEOPLE) -> frozenset[str] | None:
        """Who is in a channel, bots too; None: more than ``most``."""

        async def ask() -> tuple[frozenset[str], bool]:
            found: set[str] = set()
            cursor = ""
            while len(found) <= most:
                page = await self._client.conversations_members(channel=channel, limit=PAGE, cursor=cursor or None)
                found |= set(page["members"])
                cursor = (page.get("response_metadata") or {}).get("next_cursor") or ""
                if not cursor:
                    return frozenset(found), True
            return frozenset(found), False

        members, is_whole = await self._remembered("members", f"{channel} {most}", ask)
        return members if is_whole and len(members) <= most else None

    async def _guests(self) -> frozenset[str] | None:
        """Guests and strangers of the workspace; None: too many people to know."""

        async def ask() -> tuple[frozenset[str], bool]:
            found: set[str] = set()
            cursor = ""
            for _ in range(MANY_PEOPLE // PAGE):
                page = await self._client.users_list(limit=PAGE, cursor=cursor or None)
                found |= {one["id"] for one in page["members"] if _is_guest(one, None) and not one.get("deleted")}
                cursor = (page.get("response_metadata") or {}).get("next_cursor") or ""
                if not cursor:
                    return frozenset(found), True
            return frozenset(found), False

        guests, is_whole = await self._remembered("guests", "", ask)
        return guests if is_whole else None

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

    async def _remembered(self, kind: Kind, key: str, ask: Callable[[], Awaitable[Found]]) -> Found:
        at, found = self._kept.get((kind, key), (0.0, None))
        if found is None or self._clock.now() - at > FRESH_S:
            at, changes = self._clock.now(), self._changes
            found = await ask()
            if changes == self._changes:
                self._kept[(kind, key)] = (at, found)
        return cast(Found, found)


def _is_guest(person: Json, team: str | None) -> bool:
    """Whether ``person`` is none of the workspace's own people; ``team`` None: it was Slack's list of them."""
    flags = ("is_restricted", "is_ultra_restricted", "is_stranger")
    return any(person.get(flag) for flag in flags) or (team is not None and person.get("team_id") != team)


def _is_shared(channel: Json) -> bool:
    flags = (
        "is_ext_shared",
        "is_pending_ext_shared",
        "connected_team_ids",
        "connected_limited_team_ids",
        "pending_connected_team_ids",
        "pending_shared",
    )
    return any(channel.get(flag) for flag in flags)
