"""What people do by themselves: write, edit, delete, react, join, leave, open the app's Home; and what they see."""

from bot.localslack.events import of_delete, of_edit, of_message, user_blocks
from bot.localslack.methods_app import add_reaction
from bot.localslack.slack import Slack
from bot.localslack.state import Post, Room
from bot.localslack.wire import Json, SlackError


class People:
    """Acts for users. Users are given by id; rooms by id, by `#name`, or by a user id for their DM with the bot."""

    slack: Slack

    def mention(self) -> str:
        """How a text mentions the bot: `<@U…>`."""
        return f"<@{self.slack.config.bot_user_id}>"

    def direct(self, user: str) -> str:
        """The room id of a user's direct message with the bot."""
        return self.slack.workspace.direct(user).id

    def post(self, user: str, channel: str, text: str, thread_ts: str | None = None) -> str:
        """Writes a message, with `text` as it travels (`<@U0BOT>` mentions the bot), and returns its ts.

        Events go out in the background.

        Raises:
            SlackError: `not_in_channel`, `channel_not_found`, `thread_not_found`.
        """
        room = self._room_of(user, channel)
        if thread_ts and thread_ts not in room.posts:
            raise SlackError("thread_not_found")
        workspace = self.slack.workspace
        author = workspace.user(user)
        body: Json = {
            "type": "message",
            "user": user,
            "ts": workspace.new_ts(),
            "client_msg_id": workspace.new_id("client-"),
            "text": text,
            "team": author.team_id or self.slack.config.team_id,
            "blocks": user_blocks(text),
        }
        if author.is_bot:
            body |= {"bot_id": f"B{user[1:]}", "subtype": "bot_message"}
        if thread_ts:
            body["thread_ts"] = room.posts[thread_ts].thread_ts or thread_ts
        return self.slack.say(Post(room.id, body)).ts

    def edit(self, user: str, ts: str, text: str) -> None:
        """Changes one's own message; the app hears of it as of a new mention with `edited`."""
        post = self._own(user, ts)
        before = dict(post.body)
        edited = {"user": user, "ts": self.slack.workspace.new_ts()}
        post.body |= {"text": text, "blocks": user_blocks(text), "edited": edited}
        self.slack.workspace.changes.tell()
        self.slack.publish(of_edit(self.slack.workspace, post, before), self.slack.workspace.rooms[post.room])

    def delete(self, user: str, ts: str) -> None:
        """Takes one's own message away."""
        post = self._own(user, ts)
        room = self.slack.workspace.rooms[post.room]
        self.slack.workspace.remove(post)
        self.slack.publish(of_delete(self.slack.workspace, post), room)

    def react(self, user: str, ts: str, name: str) -> None:
        """Adds an emoji to a message."""
        add_reaction(self.slack, self.find(user, ts).body, name, user)

    def resend(self, ts: str) -> None:
        """Sends the events of a message again with new event ids, as when two subscriptions cover it."""
        for room in self.slack.workspace.rooms.values():
            if ts in room.posts:
                self.slack.publish(of_message(self.slack.workspace, room.posts[ts]), room)

    def join(self, user: str, channel: str, *, inviter: str | None = None) -> None:
        """Makes a user, or the bot by its user id, a member."""
        room = self.slack.workspace.room(channel)
        if user not in room.members:
            room.members.append(user)
            self._membership("member_joined_channel", user, room, {"inviter": inviter} if inviter else {})

    def leave(self, user: str, channel: str) -> None:
        """Ends a membership."""
        room = self.slack.workspace.room(channel)
        if user in room.members:
            self._membership("member_left_channel", user, room, {})
            room.members.remove(user)

    def open_home(self, user: str, tab: str = "home") -> None:
        """Opens the app's `home` or `messages` tab."""
        workspace = self.slack.workspace
        event: Json = {"type": "app_home_opened", "user": user, "channel": workspace.direct(user).id, "tab": tab}
        event["event_ts"] = workspace.new_ts()
        view = self.slack.surfaces.home(user)
        if view:
            event["view"] = {key: value for key, value in view.items() if not key.startswith("_")}
        if "app_home_opened" in self.slack.config.events:
            self.slack.publish([event])

    def messages(self, channel: str, thread_ts: str | None = None) -> list[Json]:
        """The messages of a room without replies, or a whole thread with its root first; as copies, oldest first."""
        workspace = self.slack.workspace
        room = workspace.room(channel)
        posts = workspace.thread(room, thread_ts) if thread_ts else workspace.roots(room)
        return [workspace.wire(post) for post in posts]

    def ephemerals(self, user: str, channel: str | None = None) -> list[Json]:
        """The messages that only this user sees, oldest first; in one room or in all."""
        room = self.slack.workspace.room(channel).id if channel else None
        return [
            dict(post.body)
            for post in self.slack.workspace.ephemerals
            if post.only_for == user and room in {None, post.room}
        ]

    def views(self, user: str) -> list[Json]:
        """The modals that a user has open; the last is on top."""
        return [dict(view) for view in self.slack.surfaces.opened(user)]

    def home(self, user: str) -> Json | None:
        """The Home tab that the app published for a user."""
        view = self.slack.surfaces.home(user)
        return dict(view) if view else None

    def find(self, user: str, ts: str) -> Post:
        """A message that a user can see.

        Raises:
            SlackError: `message_not_found`.
        """
        for room in self.slack.workspace.rooms.values():
            if ts in room.posts and user in room.members:
                return room.posts[ts]
        for post in self.slack.workspace.ephemerals:
            if post.ts == ts and post.only_for == user:
                return post
        raise SlackError("message_not_found")

    def _own(self, user: str, ts: str) -> Post:
        post = self.find(user, ts)
        if post.body.get("user") != user:
            raise SlackError("cant_update_message")
        return post

    def _room_of(self, user: str, channel: str) -> Room:
        self.slack.workspace.user(user)
        room = self.slack.workspace.room(channel)
        if user not in room.members:
            raise SlackError("channel_not_found" if room.seed.is_private else "not_in_channel")
        return room

    def _membership(self, kind: str, user: str, room: Room, more: Json) -> None:
        config = self.slack.config
        event: Json = {"type": kind, "user": user, "channel": room.id, "team": config.team_id, **more}
        event |= {"channel_type": "G" if room.seed.is_private else "C", "event_ts": self.slack.workspace.new_ts()}
        if kind in config.events and config.bot_user_id in room.members:
            self.slack.publish([event], room)
        self.slack.workspace.changes.tell()
