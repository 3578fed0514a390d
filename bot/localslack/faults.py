"""What goes wrong on purpose. The server asks here at four points: a call, a ticket, a delivery, a trigger."""

from collections import Counter
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

Kind = Literal["error", "rate_limit", "server_error", "drop_before", "drop_after"]


@dataclass(slots=True, kw_only=True)
class CallFault:
    """What the next `times` calls of a method meet.

    Args:
        method: a name or a pattern like `chat.*`.
        kind: `error` answers with `code`; `rate_limit` with 429 and `retry_after_s`; `server_error` with status 503;
            `drop_before` cuts the connection unread; `drop_after` does the work and cuts without a reply.
        delay_s: waited first, on the server's clock. With kind None only the delay happens.
    """

    method: str
    kind: Kind | None = None
    code: str = "internal_error"
    retry_after_s: int = 1
    delay_s: float = 0.0
    times: int = 1


@dataclass(slots=True)
class Faults:
    """The faults in force. Empty means a Slack in good health."""

    calls: list[CallFault] = field(default_factory=list)
    burnt_tickets: int = 0
    dropped_deliveries: int = 0
    duplicated_deliveries: int = 0
    expired_triggers: int = 0
    met: Counter[str] = field(default_factory=Counter)

    def of_call(self, method: str) -> CallFault | None:
        """The fault that this call meets, used up by asking."""
        for fault in self.calls:
            if fault.times > 0 and fnmatchcase(method, fault.method):
                fault.times -= 1
                self.met[fault.kind or "delay"] += 1
                return fault
        return None

    def burns_ticket(self) -> bool:
        """Does the next handshake fail though its ticket is good?"""
        return self._use("burnt_tickets")

    def drops_delivery(self) -> bool:
        """Is the next event lost on its way?"""
        return self._use("dropped_deliveries")

    def duplicates_delivery(self) -> bool:
        """Is the next event sent twice?"""
        return self._use("duplicated_deliveries")

    def expires_trigger(self) -> bool:
        """Is the next trigger_id too old by the time the app uses it?"""
        return self._use("expired_triggers")

    def clear(self) -> None:
        """Back to good health."""
        self.calls.clear()
        self.burnt_tickets = self.dropped_deliveries = self.duplicated_deliveries = self.expired_triggers = 0

    def _use(self, name: str) -> bool:
        left: int = getattr(self, name)
        if left <= 0:
            return False
        setattr(self, name, left - 1)
        self.met[name] += 1
        return True
