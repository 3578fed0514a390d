"""How often a method may be called: Slack's tiers, and one post a second per channel.

Tiers are per method and workspace. Slack says "50+": this counts exactly 50 in any 60 seconds.
"""

import math
from collections import deque

from bot.localslack.config import RateLimits
from bot.localslack.wire import RateLimited

PER_MINUTE = {1: 1, 2: 20, 3: 50, 4: 100}


class Window:
    """At most `most` calls in any 60 seconds."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._at: deque[float] = deque()

    def wait_s(self, now: float) -> float:
        """Seconds until a call would be allowed; 0 means that it is allowed now and has been counted."""
        while self._at and self._at[0] <= now - 60:
            self._at.popleft()
        if len(self._at) < self.most:
            self._at.append(now)
            return 0
        return self._at[0] + 60 - now if self._at else 60


class Bucket:
    """`burst` calls at once, refilled at one a second."""

    def __init__(self, burst: int, now: float) -> None:
        self.burst = burst
        self._left = float(burst)
        self._seen = now

    def wait_s(self, now: float) -> float:
        """Seconds until a call would be allowed; 0 means that it is allowed now and has been counted."""
        self._left = min(self.burst, self._left + (now - self._seen))
        self._seen = now
        if self._left >= 1:
            self._left -= 1
            return 0
        return 1 - self._left


class Rates:
    """The counters of one workspace."""

    def __init__(self, limits: RateLimits) -> None:
        self._limits = limits
        self._windows: dict[str, Window] = {}
        self._posts: dict[str, Bucket] = {}

    def count(self, method: str, *, tier: int | None, now: float) -> None:
        """Counts one call of a method of that tier; None is a method without a tier.

        Raises:
            RateLimited: it was one too many.
        """
        most = self._limits.per_minute.get(method, PER_MINUTE[tier] if tier else None)
        if self._limits.enabled and most is not None:
            _refuse(self._windows.setdefault(method, Window(most)).wait_s(now))

    def count_post(self, channel: str, *, now: float) -> None:
        """Counts one post into a channel.

        Raises:
            RateLimited: the channel's burst is used up.
        """
        if self._limits.enabled:
            _refuse(self._posts.setdefault(channel, Bucket(self._limits.post_burst, now)).wait_s(now))


def _refuse(wait_s: float) -> None:
    if wait_s > 0:
        raise RateLimited(max(1, math.ceil(wait_s)))
