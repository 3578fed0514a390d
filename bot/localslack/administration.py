"""What administrators do: new people and rooms, sharing with another company, groups. The app hears of it."""

from dataclasses import replace
from typing import Any

from bot.localslack.config import Channel, User, UserGroup
from bot.localslack.people import People
from bot.localslack.state import Room
from bot.localslack.wire import Json, SlackError


class Administration(People):
    """Changes the workspace while it runs."""

    def add_user(self, user: User) -> None:
        """Lets somebody in, or replaces who has that id (a member becomes a guest, is deactivated…)."""
        self.slack.workspace.users[user.id] = user
        self.slack.workspace.direct(user.id)
        self.slack.workspace.changes.tell()

    def add_channel(self, channel: Channel) -> None:
        """Makes a room with its members; no events, as if it had been there before the app."""
        self.slack.workspace.rooms[channel.id] = Room(channel, list(channel.members))
        self.slack.workspace.changes.tell()

    def change_channel(self, channel: str, **flags: Any) -> None:
        """Changes fields of `Channel`: `is_archived`, `is_private`…; a change of `is_ext_shared` is an event.

        Raises:
            SlackError: `channel_not_found`.
        """
        room = self.slack.workspace.room(channel)
        was = room.seed.is_ext_shared
        room.seed = replace(room.seed, **flags)
        self.slack.workspace.changes.tell()
        if was != room.seed.is_ext_shared:
            self._tell("channel_shared" if not was else "channel_unshared", {"channel": room.id}, room)

    def change_group(self, group_id: str, users: tuple[str, ...]) -> None:
        """Sets the members of a user group.

        Raises:
            SlackError: `no_such_subteam`.
        """
        groups = self.slack.workspace.groups
        if group_id not in groups:
            raise SlackError("no_such_subteam")
        before = set(groups[group_id].users)
        groups[group_id] = replace(groups[group_id], users=users)
        change: Json = {"subteam_id": group_id, "team_id": self.slack.config.team_id}
        change |= {"added_users": sorted(set(users) - before), "removed_users": sorted(before - set(users))}
        self._tell("subteam_members_changed", change, None)

    def add_group(self, group: UserGroup) -> None:
        """Makes a user group."""
        self.slack.workspace.groups[group.id] = group

    def _tell(self, kind: str, fields: Json, room: Room | None) -> None:
        if kind in self.slack.config.events:
            self.slack.publish([{"type": kind, **fields, "event_ts": self.slack.workspace.new_ts()}], room)
