"""What may stand inside a block: texts, options, buttons, menus, inputs and rich text, with Slack's lengths."""

from collections.abc import Mapping

from bot.localslack.schema import Rule, anything, array, boolean, integer, one_of, record, string, tagged, typed

TEXT = 3000
ID = string(255, least=1)


def plain(most: int = TEXT) -> Rule:
    """A plain_text object of 1 to `most` characters."""
    return tagged({"plain_text": typed("plain_text", {"text": string(most, least=1)}, {"emoji": boolean})})


def text(most: int = TEXT) -> Rule:
    """A plain_text or mrkdwn object of 1 to `most` characters."""
    return tagged(
        {
            "plain_text": typed("plain_text", {"text": string(most, least=1)}, {"emoji": boolean}),
            "mrkdwn": typed("mrkdwn", {"text": string(most, least=1)}, {"verbatim": boolean}),
        }
    )


CONFIRM = record(
    {"title": plain(100), "text": text(300), "confirm": plain(30), "deny": plain(30)},
    {"style": one_of("primary", "danger")},
)


def option(words: Rule) -> Rule:
    """One choice of a menu."""
    return record({"text": words, "value": string(150)}, {"description": text(75), "url": string(3000)})


PLAIN_OPTION = option(plain(75))
OPTION = option(text(75))
OPTIONS = array(PLAIN_OPTION, most=100)
GROUPS = array(record({"label": plain(75), "options": OPTIONS}), most=100)
DISPATCH = record({"trigger_actions_on": array(one_of("on_enter_pressed", "on_character_entered"), most=2)})
FILTER = record(
    {},
    {
        "include": array(one_of("im", "mpim", "private", "public"), most=4),
        "exclude_external_shared_channels": boolean,
        "exclude_bot_users": boolean,
    },
)
FEEDBACK = record({"text": plain(75), "value": string(2000)}, {"accessibility_label": string(75)})
IMAGE: dict[str, Rule] = {"alt_text": string(2000, least=1)}
IMAGE_SOURCE: dict[str, Rule] = {"image_url": string(3000, least=1), "slack_file": anything}

_COUNT = integer(0, 100)
_IDS = array(string(255), most=100)
_MENU: dict[str, Rule] = {"placeholder": plain(150), "confirm": CONFIRM, "focus_on_load": boolean, "action_id": ID}
_MANY: dict[str, Rule] = {**_MENU, "max_selected_items": integer(1, 100)}
_ENTRY: dict[str, Rule] = {
    "action_id": ID,
    "placeholder": plain(150),
    "dispatch_action_config": DISPATCH,
    "focus_on_load": boolean,
}
_TEXT_ENTRY: dict[str, Rule] = {
    **_ENTRY,
    "initial_value": string(3000),
    "min_length": integer(0, 3000),
    "max_length": integer(1, 3000),
}


def _choice(kind: str, most: int, **more: Rule) -> Rule:
    return typed(
        kind,
        {"options": array(OPTION, most=most)},
        {"action_id": ID, "confirm": CONFIRM, "focus_on_load": boolean, **more},
    )


def _lookup(kind: str, initial: str, rule: Rule, more: Mapping[str, Rule] | None = None) -> Rule:
    base = _MANY if kind.startswith("multi_") else _MENU
    return typed(kind, {}, {**base, initial: rule, "response_url_enabled": boolean, **(more or {})})


ELEMENTS: dict[str, Rule] = {
    "button": typed(
        "button",
        {"text": plain(75)},
        {
            "action_id": ID,
            "url": string(3000),
            "value": string(2000),
            "style": one_of("primary", "danger"),
            "confirm": CONFIRM,
            "accessibility_label": string(75),
            "agent_prompt": string(4000),
        },
    ),
    "overflow": typed("overflow", {"options": array(PLAIN_OPTION, most=5)}, {"action_id": ID, "confirm": CONFIRM}),
    "static_select": typed(
        "static_select", {}, {**_MENU, "options": OPTIONS, "option_groups": GROUPS, "initial_option": PLAIN_OPTION}
    ),
    "multi_static_select": typed(
        "multi_static_select", {}, {**_MANY, "options": OPTIONS, "option_groups": GROUPS, "initial_options": OPTIONS}
    ),
    "external_select": typed(
        "external_select", {}, {**_MENU, "min_query_length": integer(0, 100), "initial_option": PLAIN_OPTION}
    ),
    "users_select": _lookup("users_select", "initial_user", string(255)),
    "multi_users_select": _lookup("multi_users_select", "initial_users", _IDS),
    "channels_select": _lookup("channels_select", "initial_channel", string(255)),
    "conversations_select": _lookup(
        "conversations_select",
        "initial_conversation",
        string(255),
        {"filter": FILTER, "default_to_current_conversation": boolean},
    ),
    "multi_external_select": _lookup("multi_external_select", "initial_options", OPTIONS, {"min_query_length": _COUNT}),
    "multi_channels_select": _lookup("multi_channels_select", "initial_channels", _IDS),
    "multi_conversations_select": _lookup(
        "multi_conversations_select",
        "initial_conversations",
        _IDS,
        {"filter": FILTER, "default_to_current_conversation": boolean},
    ),
    "datetimepicker": typed("datetimepicker", {}, {**_MENU, "initial_date_time": integer(10**9, 10**10)}),
    "rich_text_input": typed(
        "rich_text_input", {}, {**_ENTRY, "initial_value": anything, "min_lines": _COUNT, "max_lines": _COUNT}
    ),
    "file_input": typed(
        "file_input",
        {},
        {"action_id": ID, "filetypes": array(string(255), most=100), "max_files": integer(1, 10)},
    ),
    "checkboxes": _choice("checkboxes", 10, initial_options=array(OPTION, most=10)),
    "radio_buttons": _choice("radio_buttons", 10, initial_option=OPTION),
    "datepicker": typed("datepicker", {}, {**_MENU, "initial_date": string(10, least=10)}),
    "timepicker": typed("timepicker", {}, {**_MENU, "initial_time": string(5, least=5), "timezone": string(255)}),
    "plain_text_input": typed("plain_text_input", {}, {**_TEXT_ENTRY, "multiline": boolean}),
    "email_text_input": typed("email_text_input", {}, {**_ENTRY, "initial_value": string(3000)}),
    "url_text_input": typed("url_text_input", {}, {**_ENTRY, "initial_value": string(3000)}),
    "number_input": typed(
        "number_input",
        {"is_decimal_allowed": boolean},
        {**_ENTRY, "initial_value": string(3000), "min_value": string(255), "max_value": string(255)},
    ),
    "image": typed("image", IMAGE, IMAGE_SOURCE),
    "feedback_buttons": typed(
        "feedback_buttons", {"positive_button": FEEDBACK, "negative_button": FEEDBACK}, {"action_id": ID}
    ),
    "icon_button": typed(
        "icon_button",
        {"icon": one_of("trash"), "text": plain(75)},
        {
            "action_id": ID,
            "value": string(2000),
            "accessibility_label": string(75),
            "visible_to_user_ids": array(string(255), most=10),
            "confirm": CONFIRM,
        },
    ),
}

IN_INPUT = tuple(
    kind for kind in ELEMENTS if kind not in {"button", "overflow", "image", "feedback_buttons", "icon_button"}
)
IN_SECTION = (
    *(kind for kind in IN_INPUT if not kind.endswith("_input") and kind != "datetimepicker"),
    "button",
    "overflow",
    "image",
)
IN_ACTIONS = (*(kind for kind in IN_SECTION if kind != "image"), "datetimepicker", "rich_text_input")

_STYLE = record({}, dict.fromkeys(("bold", "italic", "strike", "code", "underline"), boolean))
_LEAF: dict[str, Rule] = {"style": _STYLE}
RICH_PIECES: dict[str, Rule] = {
    "text": typed("text", {"text": string(12_000, least=1)}, _LEAF),
    "link": typed("link", {"url": string(3000, least=1)}, {**_LEAF, "text": string(3000), "unsafe": boolean}),
    "emoji": typed("emoji", {"name": string(255, least=1)}, {**_LEAF, "unicode": string(255)}),
    "user": typed("user", {"user_id": string(255, least=1)}, _LEAF),
    "channel": typed("channel", {"channel_id": string(255, least=1)}, _LEAF),
    "usergroup": typed("usergroup", {"usergroup_id": string(255, least=1)}, _LEAF),
    "team": typed("team", {"team_id": string(255, least=1)}, _LEAF),
    "broadcast": typed("broadcast", {"range": one_of("here", "channel", "everyone")}, _LEAF),
    "date": typed(
        "date", {"timestamp": anything, "format": string(255)}, {**_LEAF, "url": string(3000), "fallback": string(255)}
    ),
    "color": typed("color", {"value": string(20)}, _LEAF),
}
_PIECES = array(tagged(RICH_PIECES), most=1000, least=0)
_SECTION = typed("rich_text_section", {"elements": _PIECES})
RICH_PARTS: dict[str, Rule] = {
    "rich_text_section": _SECTION,
    "rich_text_quote": typed("rich_text_quote", {"elements": _PIECES}, {"border": integer(0, 1)}),
    "rich_text_preformatted": typed(
        "rich_text_preformatted",
        {"elements": array(tagged(RICH_PIECES, allowed=("text", "link")), most=1000, least=0)},
        {"border": integer(0, 1), "language": string(255)},
    ),
    "rich_text_list": typed(
        "rich_text_list",
        {"style": one_of("bullet", "ordered"), "elements": array(tagged({"rich_text_section": _SECTION}), most=1000)},
        {"indent": integer(0, 8), "offset": integer(0, 100_000), "border": integer(0, 1)},
    ),
}
