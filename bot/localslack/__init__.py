"""A Slack that runs on this machine, for trying the bot and for its tests. It imports nothing of the other rooms.

    local = LocalSlack(Config())                 # or LocalSlack(Config(port=8765), ManualClock())
    addresses = await local.start()              # .page for a browser, .api for SLACK_API_URL
    ts = local.post("U0EMPLOYEE", "#general", f"{local.mention()} 单文件上传上限是多少？")
    await local.until(lambda: len(local.messages("#general", ts)) > 1)
    await local.click("U0EMPLOYEE", answer_ts, "cite_1")
    local.views("U0EMPLOYEE"), local.calls, local.deliveries, local.faults
    await local.stop()

The app signs in with `config.bot_token` and `config.app_token` (Socket Mode), or gets HTTP signed with
`config.signing_secret` at `config.request_url`. What people can do is in `People`, `Interactions` and
`Administration`; most of it over HTTP too, under `/control/` (see `control.ACTS`). `installed(manifest)` gives the
configuration that an app manifest declares.
"""

from bot.localslack.clock import Clock, ManualClock, SystemClock
from bot.localslack.config import Channel, Config, Limits, RateLimits, User, UserGroup
from bot.localslack.delivery import Attempt
from bot.localslack.faults import CallFault, Faults
from bot.localslack.manifest import installed
from bot.localslack.server import Addresses, LocalSlack
from bot.localslack.slack import Call
from bot.localslack.wire import SlackError

__all__ = [
    "Addresses",
    "Attempt",
    "Call",
    "CallFault",
    "Channel",
    "Clock",
    "Config",
    "Faults",
    "Limits",
    "LocalSlack",
    "ManualClock",
    "RateLimits",
    "SlackError",
    "SystemClock",
    "User",
    "UserGroup",
    "installed",
]
