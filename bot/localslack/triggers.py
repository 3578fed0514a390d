"""Rights that an interaction gives: one modal within three seconds, and a few answers through its response_url."""

import secrets
from dataclasses import dataclass

from bot.localslack.faults import Faults
from bot.localslack.state import Workspace
from bot.localslack.wire import SlackError


@dataclass(slots=True)
class Trigger:
    """The right to open one modal for one user; `view_id` is the modal that it came from, for views.push."""

    user: str
    expires_at: float
    view_id: str | None = None
    used: bool = False


@dataclass(slots=True)
class ResponseUrl:
    """The right to answer an interaction: where, to whom, and about which message."""

    room: str
    user: str
    expires_at: float
    uses_left: int
    message_ts: str | None = None
    thread_ts: str | None = None


class Rights:
    """All triggers and response_urls of the workspace."""

    def __init__(self, workspace: Workspace, faults: Faults) -> None:
        self._faults = faults
        self._workspace = workspace
        self._triggers: dict[str, Trigger] = {}
        self._urls: dict[str, ResponseUrl] = {}

    def trigger(self, user: str, *, view_id: str | None = None) -> str:
        """A new trigger_id for a user."""
        workspace = self._workspace
        trigger_id = f"{workspace.new_id('')}.{workspace.config.team_id}.{secrets.token_hex(16)}"
        life_s = -1.0 if self._faults.expires_trigger() else workspace.config.limits.trigger_life_s
        expires_at = workspace.clock.now() + life_s
        self._triggers[trigger_id] = Trigger(user, expires_at, view_id)
        return trigger_id

    def spend(self, trigger_id: str) -> Trigger:
        """Uses a trigger up.

        Raises:
            SlackError: `invalid_trigger_id`, `exchanged_trigger_id` (used before), `expired_trigger_id` (3 s).
        """
        trigger = self._triggers.get(trigger_id)
        if trigger is None:
            raise SlackError("invalid_trigger_id")
        if trigger.used:
            raise SlackError("exchanged_trigger_id")
        if self._workspace.clock.now() > trigger.expires_at:
            raise SlackError("expired_trigger_id")
        trigger.used = True
        return trigger

    def response_url(self, room: str, user: str, *, message_ts: str | None, thread_ts: str | None) -> str:
        """The key of a new response_url, to be put behind `/hooks/`."""
        limits = self._workspace.config.limits
        key = secrets.token_hex(16)
        expires_at = self._workspace.clock.now() + limits.response_url_life_s
        self._urls[key] = ResponseUrl(room, user, expires_at, limits.response_url_uses, message_ts, thread_ts)
        return key

    def answer(self, key: str) -> ResponseUrl:
        """Counts one use of a response_url.

        Raises:
            SlackError: `expired_url` (unknown or older than 30 minutes) or `used_url` (five uses).
        """
        url = self._urls.get(key)
        if url is None or self._workspace.clock.now() > url.expires_at:
            raise SlackError("expired_url")
        if url.uses_left <= 0:
            raise SlackError("used_url")
        url.uses_left -= 1
        return url
