"""What an element says when it is used, and what it holds in a view's state."""

from bot.localslack.wire import Json, SlackError

_ONE = ("static_select", "external_select", "radio_buttons", "overflow")
_MANY = ("checkboxes", "multi_static_select", "multi_external_select")
_PLAIN = {
    "users_select": "selected_user",
    "channels_select": "selected_channel",
    "conversations_select": "selected_conversation",
    "datepicker": "selected_date",
    "timepicker": "selected_time",
}


def _options(element: Json) -> list[Json]:
    groups = [option for group in element.get("option_groups") or [] for option in group["options"]]
    return [*(element.get("options") or []), *groups]


def _option(element: Json, value: str) -> Json:
    for option in _options(element):
        if option["value"] == value:
            return option
    raise SlackError("option_not_found")


def values_of(element: Json, typed: str | None) -> Json:
    """The state of an element after `typed`: `{"type", …}`. None leaves its initial value.

    Raises:
        SlackError: `option_not_found`, or `too_long` beyond a text field's max_length.
    """
    kind = str(element["type"])
    if kind in _ONE:
        chosen = element.get("initial_option") if typed is None else (_option(element, typed) if typed else None)
        return {"type": kind, "selected_option": chosen}
    if kind in _MANY:
        several = [_option(element, one) for one in (typed or "").split(",") if one]
        return {"type": kind, "selected_options": element.get("initial_options", []) if typed is None else several}
    if kind in _PLAIN:
        initial = element.get(_PLAIN[kind].replace("selected", "initial"))
        return {"type": kind, _PLAIN[kind]: initial if typed is None else typed or None}
    value = element.get("initial_value") if typed is None else typed
    if value and len(value) > int(element.get("max_length") or 3000):
        raise SlackError("too_long")
    return {"type": kind, "value": value or None}


def action_of(element: Json, block_id: str, value: str | None, action_ts: str) -> Json:
    """The entry of `actions` for one use of an element.

    Raises:
        SlackError: `option_not_found`.
    """
    kind = str(element["type"])
    action: Json = {"action_id": element["action_id"], "block_id": block_id, "type": kind, "action_ts": action_ts}
    if kind in {"button", "icon_button"}:
        shown = {key: element[key] for key in ("text", "value", "style", "url") if element.get(key) is not None}
        return action | shown
    if kind == "feedback_buttons":
        return action | _feedback(element, value)
    return action | values_of(element, value)


def _feedback(element: Json, value: str | None) -> Json:
    for side in ("positive_button", "negative_button"):
        button = element[side]
        if value in {button["value"], side.removesuffix("_button")}:
            return {"value": button["value"], "text": button["text"]}
    raise SlackError("option_not_found")


def state_value(action: Json) -> Json:
    """What a view's state keeps of an action."""
    return {key: value for key, value in action.items() if key not in {"action_id", "block_id", "action_ts"}}
