"""What Socket Mode and HTTP have in common."""

from __future__ import annotations

import logging

from slack_bolt import BoltResponse

log = logging.getLogger(__name__)


def taken(response: BoltResponse) -> BoltResponse:
    """The response to give Slack: what nothing listens to counts as taken, or Slack would send it again."""
    if response.status != 404:
        return response
    log.warning("Slack sent something that nothing listens to; see what the app subscribes to in its manifest.")
    return BoltResponse(status=200, body="")
