"""What the workspace holds: people, rooms and messages. It knows nothing of HTTP."""

import itertools
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.localslack.changes import Changes
from bot.localslack.clock import Clock
from bot.localslack.config import Channel, Config, User
from bot.localslack.wire import Json, SlackError


@dataclass(slots=True)
class Stream:
    """A message that grows: until when it may, and what it holds so far."""

    ends_at: float
    pieces: list[Json] = field(default_factory=list)
    open: bool = True


@dataclass(slots=True)
class Post:
    """One message. `body` is what Slack would send; `only_for` is the one user who sees an ephemeral one."""

    room: str
    body: Json
    only_for: str | None = None
    stream: Stream | None = None

    @property
    def ts(self) -> str:
        """The message's id in its room."""
        return str(self.body["ts"])

    @property
    def thread_ts(self) -> str | None:
        """The root that it replies to; None for a message of the room itself."""
        root = self.body.get("thread_ts")
        return None if root in {None, self.ts} else str(root)


@dataclass(slots=True)
class Room:
    """A channel or a direct message; `with_user` is the person on the other side of one with the bot."""

    seed: Channel
    members: list[str]
    with_user: str | None = None
    posts: dict[str, Post] = field(default_factory=dict)
    replies: dict[str, list[Post]] = field(default_factory=dict)
    status: dict[str, tuple[float, Json]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The room's id: C…, G… or D…."""
        return self.seed.id

    @property
    def kind(self) -> str:
        """How events name it: channel, group, mpim or im."""
        if self.with_user:
            return "im"
        if self.seed.is_mpim:
            return "mpim"
        return "group" if self.seed.is_private else "channel"


class Workspace:
    """The state of one workspace with one app."""

    def __init__(self, config: Config, clock: Clock) -> None:
        self.config = config
        self.clock = clock
        self.changes = Changes()
        self.users = {user.id: user for user in (*config.users, _bot_user(config))}
        self.rooms = {seed.id: Room(seed, list(seed.members)) for seed in config.channels}
        self.groups = {group.id: group for group in config.user_groups}
        self.ephemerals: list[Post] = []
        self._last_ts = 0
        self._ids = itertools.count(1)
        self._run = secrets.token_hex(3).upper()
        for user in config.users:
            self.direct(user.id)

    def new_id(self, kind: str) -> str:
        """A fresh id such as `EvA1B2C3000007`, by the letters it starts with; new also after a restart."""
        return f"{kind}{self._run}{next(self._ids):06d}"

    def new_ts(self) -> str:
        """A message id: the clock in microseconds, always larger than the one before."""
        self._last_ts = max(self._last_ts + 1, int(self.clock.now() * 1_000_000))
        return f"{self._last_ts // 1_000_000}.{self._last_ts % 1_000_000:06d}"

    def user(self, user_id: str) -> User:
        """A user.

        Raises:
            SlackError: `user_not_found`.
        """
        if user_id not in self.users:
            raise SlackError("user_not_found")
        return self.users[user_id]

    def direct(self, user_id: str) -> Room:
        """The direct message between a user and the bot, made at the first need."""
        room_id = "D" + user_id[1:]
        if room_id not in self.rooms:
            members = (user_id, self.config.bot_user_id)
            seed = Channel(id=room_id, name=user_id, members=members, is_private=True)
            self.rooms[room_id] = Room(seed, list(members), with_user=user_id)
        return self.rooms[room_id]

    def room(self, name: str) -> Room:
        """A room by its id, by `#name`, or the direct message with a user by the user's id.

        Raises:
            SlackError: `channel_not_found`.
        """
        if name in self.users and name != self.config.bot_user_id:
            return self.direct(name)
        if name in self.rooms:
            return self.rooms[name]
        for room in self.rooms.values():
            if name.removeprefix("#") == room.seed.name and not room.with_user:
                return room
        raise SlackError("channel_not_found")

    def room_for_bot(self, name: str) -> Room:
        """A room that the bot can see: a private one only as its member.

        Raises:
            SlackError: `channel_not_found`.
        """
        room = self.room(name)
        if room.seed.is_private and self.config.bot_user_id not in room.members:
            raise SlackError("channel_not_found")
        return room

    def post(self, room_id: str, ts: str) -> Post:
        """A message.

        Raises:
            SlackError: `message_not_found`.
        """
        found = self.rooms[room_id].posts.get(ts)
        if found is None:
            raise SlackError("message_not_found")
        return found

    def add(self, post: Post) -> Post:
        """Keeps a new message, names its root as a thread, and ends the bot's status there."""
        room = self.rooms[post.room]
        room.posts[post.ts] = post
        root = post.thread_ts
        if root and root in room.posts:
            room.replies.setdefault(root, []).append(post)
            room.posts[root].body.setdefault("thread_ts", root)
            post.body["parent_user_id"] = room.posts[root].body.get("user")
        if post.body.get("bot_id"):
            room.status.pop(root or "", None)
        self.changes.tell()
        return post

    def remove(self, post: Post) -> None:
        """Takes a message away; replies to it stay."""
        room = self.rooms[post.room]
        del room.posts[post.ts]
        if post.thread_ts:
            room.replies[post.thread_ts].remove(post)
        self.changes.tell()

    def thread(self, room: Room, root: str) -> list[Post]:
        """The root and its replies, oldest first."""
        first = [room.posts[root]] if root in room.posts else []
        return [*first, *room.replies.get(root, [])]

    def roots(self, room: Room) -> list[Post]:
        """The messages of a room that are no replies, oldest first."""
        return [post for post in room.posts.values() if post.thread_ts is None]

    def wire(self, post: Post, *, metadata: bool = True) -> Json:
        """A message as methods return it, with the thread's counts on a root."""
        body = dict(post.body)
        if not metadata:
            body.pop("metadata", None)
        replies = self.rooms[post.room].replies.get(post.ts)
        if replies:
            people = list(dict.fromkeys(reply.body.get("user") for reply in replies))
            body |= {"reply_count": len(replies), "reply_users": people, "latest_reply": replies[-1].ts}
            body |= {"reply_users_count": len(people)}
        return body

    def bot_body(self, text: str) -> Json:
        """The beginning of a message by the app."""
        config = self.config
        profile = {"id": config.bot_id, "app_id": config.app_id, "name": config.bot_name, "team_id": config.team_id}
        return {
            "type": "message",
            "user": config.bot_user_id,
            "bot_id": config.bot_id,
            "app_id": config.app_id,
            "team": config.team_id,
            "ts": self.new_ts(),
            "text": text,
            "bot_profile": {**profile, "deleted": False},
        }

    def status_of(self, room: Room, thread_ts: str) -> Json | None:
        """What the bot says it is doing in a thread; None when nothing, or when that was too long ago."""
        ends_at, status = room.status.get(thread_ts, (0.0, None))
        return status if ends_at > self.clock.now() else None


def page(items: Iterable[Json], *, limit: int, cursor: str) -> tuple[list[Json], str]:
    """One page of a list and the cursor of the next; an empty cursor ends it.

    Raises:
        SlackError: `invalid_cursor`.
    """
    if cursor and not cursor.removeprefix("from:").isdecimal():
        raise SlackError("invalid_cursor")
    start = int(cursor.removeprefix("from:") or 0)
    rest = list(items)[start:]
    return rest[:limit], f"from:{start + limit}" if len(rest) > limit else ""


def _bot_user(config: Config) -> User:
    return User(id=config.bot_user_id, name=config.bot_name.lower(), real_name=config.bot_name, is_bot=True)
