"""Block Kit as Slack judges it: structure, lengths, and the rules that concern several fields at once.

Of `plan`, `task_card`, `card`, `carousel`, `container`, `data_table`, `data_visualization`, `video` and `file` only the
name is known here; their contents pass unread.
"""

from collections.abc import Iterator

from bot.localslack.config import Limits
from bot.localslack.elements import (
    ELEMENTS,
    ID,
    IMAGE,
    IMAGE_SOURCE,
    IN_ACTIONS,
    IN_INPUT,
    IN_SECTION,
    RICH_PARTS,
    plain,
    text,
)
from bot.localslack.schema import (
    Rule,
    anything,
    array,
    boolean,
    complain,
    number,
    one_of,
    record,
    string,
    tagged,
    typed,
)
from bot.localslack.wire import Json, SlackError

_ID: dict[str, Rule] = {"block_id": ID}
RICH_TEXT = typed("rich_text", {"elements": array(tagged(RICH_PARTS), most=1000, least=0)}, _ID)
_CELL = tagged(
    {
        "raw_text": typed("raw_text", {"text": string(3000)}),
        "raw_number": typed("raw_number", {"value": number, "text": string(3000)}),
        "rich_text": RICH_TEXT,
    }
)
_COLUMN = record({}, {"align": one_of("left", "center", "right"), "is_wrapped": boolean})
_UNREAD = ("plan", "task_card", "card", "carousel", "container", "data_table", "data_visualization", "video", "file")

BLOCKS: dict[str, Rule] = {
    "section": typed(
        "section",
        {},
        {
            **_ID,
            "text": text(),
            "fields": array(text(2000), most=10),
            "accessory": tagged(ELEMENTS, allowed=IN_SECTION),
            "expand": boolean,
        },
    ),
    "header": typed("header", {"text": plain(150)}, _ID),
    "divider": typed("divider", {}, _ID),
    "context": typed(
        "context",
        {
            "elements": array(
                tagged({**ELEMENTS, "plain_text": text(), "mrkdwn": text()}, allowed=("plain_text", "mrkdwn", "image")),
                most=10,
            )
        },
        _ID,
    ),
    "actions": typed("actions", {"elements": array(tagged(ELEMENTS, allowed=IN_ACTIONS), most=25)}, _ID),
    "context_actions": typed(
        "context_actions",
        {"elements": array(tagged(ELEMENTS, allowed=("feedback_buttons", "icon_button")), most=5)},
        _ID,
    ),
    "image": typed("image", IMAGE, {**IMAGE_SOURCE, **_ID, "title": plain(2000)}),
    "input": typed(
        "input",
        {"label": plain(2000), "element": tagged(ELEMENTS, allowed=IN_INPUT)},
        {**_ID, "hint": plain(2000), "optional": boolean, "dispatch_action": boolean},
    ),
    "rich_text": RICH_TEXT,
    "markdown": typed("markdown", {"text": string(12_000, least=1)}, _ID),
    "table": typed(
        "table",
        {"rows": array(array(_CELL, most=20), most=100)},
        {**_ID, "column_settings": array(_COLUMN, most=20, least=0)},
    ),
    "alert": typed(
        "alert", {"text": text(200)}, {**_ID, "level": one_of("default", "info", "warning", "error", "success")}
    ),
    **dict.fromkeys(_UNREAD, anything),
}
NOT_IN_VIEWS = ("table", "markdown", "context_actions", "plan", "task_card", "file")
IN_VIEWS = tuple(kind for kind in BLOCKS if kind not in NOT_IN_VIEWS)


def check_message(blocks: object, limits: Limits) -> None:
    """Checks the blocks of a message.

    Raises:
        SlackError: `invalid_blocks_format`, `invalid_blocks` with its messages, or `msg_blocks_too_long`.
    """
    if not isinstance(blocks, list):
        raise SlackError("invalid_blocks_format")
    found: list[str] = []
    array(tagged(BLOCKS), most=50, least=0)(blocks, "/blocks", found)
    if not found:
        found = _crossed(blocks, "/blocks")
        tables = [index for index, block in enumerate(blocks) if block["type"] == "table"]
        for index in tables[1:]:
            complain(found, "only_one_table_allowed", f"/blocks/{index}")
    if found:
        raise SlackError("invalid_blocks", found)
    texts = list(words(blocks))
    markdown = sum(len(block["text"]) for block in blocks if block["type"] == "markdown")
    too_long = sum(map(len, texts)) > limits.message_text_chars or markdown > limits.markdown_chars
    if too_long or sum(len(piece.encode()) for piece in texts) > limits.message_text_bytes:
        raise SlackError("msg_blocks_too_long")


def check_view_blocks(blocks: object, *, has_submit: bool) -> list[str]:
    """What is wrong with the blocks of a view; empty where nothing is."""
    found: list[str] = []
    array(tagged(BLOCKS, allowed=IN_VIEWS), most=100)(blocks, "/view/blocks", found)
    if isinstance(blocks, list) and not found:
        found = _crossed(blocks, "/view/blocks")
        if any(block["type"] == "input" for block in blocks) and not has_submit:
            complain(found, "missing required field: submit (a view with input blocks needs it)", "/view")
    return found


def _crossed(blocks: list[Json], at: str) -> list[str]:
    """Rules over several fields: unique ids, a section with text, an image with a source, a menu with options."""
    found: list[str] = []
    seen: set[object] = set()
    for index, block in enumerate(blocks):
        if block["type"] in _UNREAD:
            continue
        pointer = f"{at}/{index}"
        if block.get("block_id") in seen:
            complain(found, f"block_id {block['block_id']!r} already exists", f"{pointer}/block_id")
        seen |= {block["block_id"]} if block.get("block_id") else set()
        if block.get("type") == "section" and not block.get("text") and not block.get("fields"):
            complain(found, "missing required field: text or fields", pointer)
        _actions_crossed(block, pointer, found)
        for inner in (block, *elements(block)):
            if inner.get("type") == "image" and not (inner.get("image_url") or inner.get("slack_file")):
                complain(found, "missing required field: image_url", pointer)
    return found


def _actions_crossed(block: Json, pointer: str, found: list[str]) -> None:
    used: set[object] = set()
    for element in elements(block):
        action_id = element.get("action_id")
        if action_id in used:
            complain(found, f"action_id {action_id!r} already exists in this block", pointer)
        used |= {action_id} if action_id else set()
        menu = element.get("type") in {"static_select", "multi_static_select"}
        if menu and bool(element.get("options")) == bool(element.get("option_groups")):
            complain(found, "must provide either options or option_groups", pointer)


def elements(block: Json) -> Iterator[Json]:
    """The elements of a block, in order: of its list, its accessory, its input."""
    inside = block.get("elements")
    listed = inside if isinstance(inside, list) else []
    for element in (*listed, block.get("accessory"), block.get("element")):
        if isinstance(element, dict):
            yield element


def words(value: object) -> Iterator[str]:
    """Every text that people would read in these blocks, for the total length."""
    if isinstance(value, list):
        for one in value:
            yield from words(one)
    elif isinstance(value, dict):
        for name, one in value.items():
            if name in {"text", "alt_text"} and isinstance(one, str):
                yield one
            elif isinstance(one, dict | list):
                yield from words(one)
