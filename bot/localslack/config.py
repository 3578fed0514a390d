"""Who and what is in the workspace, and how strict it is. `Config()` alone is a whole workspace."""

from dataclasses import dataclass, field

BOT_SCOPES = (
    "app_mentions:read",
    "chat:write",
    "im:history",
    "im:read",
    "channels:read",
    "groups:read",
    "users:read",
    "usergroups:read",
)
EVENTS = (
    "app_home_opened",
    "app_mention",
    "message.im",
    "member_joined_channel",
    "member_left_channel",
    "channel_shared",
    "channel_unshared",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A person. Names are roles. `team_id` differs from the workspace's for a member of a connected company."""

    id: str
    name: str
    real_name: str
    is_admin: bool = False
    is_restricted: bool = False
    is_ultra_restricted: bool = False
    is_stranger: bool = False
    is_bot: bool = False
    deleted: bool = False
    team_id: str | None = None
    locale: str = "zh-CN"


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A channel with its first members (user ids; the bot's id too, where it was invited)."""

    id: str
    name: str
    members: tuple[str, ...]
    is_private: bool = False
    is_mpim: bool = False
    is_ext_shared: bool = False
    is_pending_ext_shared: bool = False
    is_org_shared: bool = False
    is_archived: bool = False
    topic: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserGroup:
    """A group of people that can be mentioned together."""

    id: str
    handle: str
    name: str
    users: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What Slack has been measured or documented to accept. Lengths are in characters.

    The two totals of a message are not documented: about 12,000 characters by a Slack employee's word (bolt-js 2509),
    and rejections from about 11,300 UTF-8 bytes on (openclaw 143882, bolt-js 2867). Both are applied.
    """

    message_text_chars: int = 12_000
    message_text_bytes: int = 11_300
    post_text_chars: int = 40_000
    update_text_chars: int = 4_000
    markdown_chars: int = 12_000
    view_bytes: int = 250_000
    metadata_bytes: int = 16_000  # Slack names the error, not the number
    trigger_life_s: float = 3.0
    ack_within_s: float = 3.0
    retry_after_s: tuple[float, ...] = (0.0, 60.0, 300.0)
    ticket_life_s: float = 30.0
    connections: int = 10
    response_url_uses: int = 5
    response_url_life_s: float = 1800.0
    stream_life_s: float = 300.0
    status_life_s: float = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimits:
    """Calls allowed. `per_minute` overrides a method's tier; after `post_burst` posts a channel takes one a second."""

    enabled: bool = True
    post_burst: int = 10
    per_minute: dict[str, int] = field(default_factory=dict)


def _users() -> tuple[User, ...]:
    return (
        User(id="U0EMPLOYEE", name="employee.a", real_name="员工甲 Employee A"),
        User(id="U0HR", name="hr", real_name="HR 专员", is_admin=True),
        User(id="U0ENGINEER", name="engineer", real_name="Engineer 工程师", locale="en-US"),
        User(id="U0GUEST", name="guest", real_name="Guest 访客", is_restricted=True, locale="en-US"),
    )


def _channels() -> tuple[Channel, ...]:
    everyone = ("U0EMPLOYEE", "U0HR", "U0ENGINEER")
    return (
        Channel(id="C0GENERAL", name="general", members=(*everyone, "U0BOT"), topic="Everyone in the company"),
        Channel(id="C0SUPPORT", name="support-客服", members=(*everyone, "U0GUEST", "U0BOT"), topic="客户问题"),
        Channel(id="C0HRPRIVATE", name="hr-private", members=("U0HR", "U0EMPLOYEE", "U0BOT"), is_private=True),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """One workspace with one app installed.

    Args:
        port: 0 takes a free one. The server listens on 127.0.0.1 and nowhere else.
        request_url: where signed HTTP events, interactions and commands go; None means Socket Mode.
        bot_scopes: what the bot token may do; a call beyond it gets `missing_scope`.
        events: the subscriptions, by their names in the manifest (`message.im`, not `message`).
        commands: the slash commands, with their slash.
        shortcuts: message shortcuts as (callback_id, name).
    """

    port: int = 0
    team_id: str = "T0LOCAL"
    team_name: str = "Local Slack"
    app_id: str = "A0LOCAL"
    bot_id: str = "B0BOT"
    bot_user_id: str = "U0BOT"
    bot_name: str = "Exhibit"
    bot_token: str = "xoxb-local"  # noqa: S105 - stands for a token, opens nothing
    app_token: str = "xapp-local"  # noqa: S105 - stands for a token, opens nothing
    signing_secret: str = "local-signing-secret"  # noqa: S105 - known to whoever reads this file
    bot_scopes: tuple[str, ...] = BOT_SCOPES
    app_scopes: tuple[str, ...] = ("connections:write",)
    events: tuple[str, ...] = EVENTS
    commands: tuple[str, ...] = ()
    shortcuts: tuple[tuple[str, str], ...] = ()
    request_url: str | None = None
    users: tuple[User, ...] = field(default_factory=_users)
    channels: tuple[Channel, ...] = field(default_factory=_channels)
    user_groups: tuple[UserGroup, ...] = (UserGroup(id="S0HR", handle="hr", name="HR 人力资源", users=("U0HR",)),)
    limits: Limits = field(default_factory=Limits)
    rates: RateLimits = field(default_factory=RateLimits)
