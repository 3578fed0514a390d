"""What a modal or a Home tab must look like before Slack shows it."""

import json

from bot.localslack.blocks import check_view_blocks
from bot.localslack.config import Limits
from bot.localslack.elements import plain
from bot.localslack.schema import anything, boolean, complain, one_of, record, string
from bot.localslack.wire import Json, SlackError

_COMMON = {"private_metadata": string(3000), "callback_id": string(255), "external_id": string(255)}
_HOME = record({"type": one_of("home"), "blocks": anything}, {**_COMMON, "title": plain(24)})
_MODAL = record(
    {"type": one_of("modal"), "title": plain(24), "blocks": anything},
    {
        **_COMMON,
        "close": plain(24),
        "submit": plain(24),
        "clear_on_close": boolean,
        "notify_on_close": boolean,
        "submit_disabled": boolean,
    },
)


def check_view(view: object, *, kind: str, limits: Limits) -> Json:
    """Checks a view of kind `modal` or `home` and returns it.

    Raises:
        SlackError: `view_too_large`, or `invalid_arguments` with a message for each fault.
    """
    if not isinstance(view, dict):
        raise SlackError("invalid_arguments", ["missing required field: view"])
    if len(json.dumps(view, ensure_ascii=False).encode()) > limits.view_bytes:
        raise SlackError("view_too_large")
    found: list[str] = []
    if view.get("type") not in ("modal", "home"):
        complain(found, f"unsupported type: {view.get('type')}", "/view/type")
    elif view["type"] != kind:
        complain(found, f"view type {view['type']} is not allowed here, expected {kind}", "/view/type")
    else:
        (_HOME if kind == "home" else _MODAL)(view, "/view", found)
        has_submit = bool(view.get("submit")) or kind == "home"
        found += check_view_blocks(view.get("blocks"), has_submit=has_submit)
    if found:
        raise SlackError("invalid_arguments", found)
    return view
