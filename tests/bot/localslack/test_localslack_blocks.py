from typing import Any

import pytest
from localslack_shapes import section

from bot.localslack.blocks import check_message
from bot.localslack.config import Limits
from bot.localslack.wire import SlackError

Block = dict[str, Any]


def plain(text: str) -> Block:
    return {"type": "plain_text", "text": text}


def button(**more: Any) -> Block:
    return {"type": "button", "text": plain("原文"), "action_id": "a", **more}


def actions(*elements: Block, **more: Any) -> Block:
    return {"type": "actions", "elements": list(elements), **more}


def rich(*elements: Block) -> Block:
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": list(elements)}]}


def option(value: str = "v", text: str = "选") -> Block:
    return {"text": plain(text), "value": value}


FEEDBACK = {
    "type": "feedback_buttons",
    "action_id": "f",
    "positive_button": {"text": plain("有用"), "value": "+"},
    "negative_button": {"text": plain("没用"), "value": "-"},
}
GOOD: list[Block] = [
    section("字" * 3000),
    {"type": "section", "fields": [plain("x")] * 10, "accessory": button(style="primary", value="v" * 2000)},
    {"type": "header", "text": plain("字" * 150)},
    {"type": "divider", "block_id": "b" * 255},
    {
        "type": "context",
        "elements": [{"type": "mrkdwn", "text": "x"}, {"type": "image", "image_url": "u", "alt_text": "图"}],
    },
    actions(*[button(action_id=str(n)) for n in range(25)]),
    actions({"type": "overflow", "action_id": "o", "options": [option()] * 5}),
    actions({"type": "static_select", "action_id": "s", "placeholder": plain("选"), "options": [option()]}),
    rich({"type": "text", "text": "字", "style": {"bold": True}}, {"type": "link", "url": "https://x", "text": "链"}),
    {"type": "markdown", "text": "**粗**"},
    {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}, rich({"type": "text", "text": "b"})]]},
    {"type": "alert", "level": "warning", "text": plain("字" * 200)},
    {"type": "context_actions", "elements": [FEEDBACK, {"type": "icon_button", "icon": "trash", "text": plain("删")}]},
]


@pytest.mark.parametrize("block", GOOD, ids=lambda block: block["type"])
def test_a_right_block_passes(block: Block) -> None:
    check_message([block], Limits())


BAD: list[tuple[Block, str]] = [
    (section(""), "must be more than 0 characters [json-pointer:/blocks/0/text/text]"),
    (section("字" * 3001), "must be less than 3001 characters [json-pointer:/blocks/0/text/text]"),
    ({"type": "section"}, "missing required field: text or fields [json-pointer:/blocks/0]"),
    (
        {"type": "section", "fields": [plain("字" * 2001)]},
        "must be less than 2001 characters [json-pointer:/blocks/0/fields/0/text]",
    ),
    ({"type": "section", "fields": [plain("x")] * 11}, "no more than 10 items allowed [json-pointer:/blocks/0/fields]"),
    ({"type": "shout"}, "unsupported type: shout [json-pointer:/blocks/0/type]"),
    ({"text": plain("x")}, "missing required field: type [json-pointer:/blocks/0]"),
    ({"type": "divider", "colour": "red"}, "invalid additional property: colour [json-pointer:/blocks/0]"),
    (
        {"type": "header", "text": {"type": "mrkdwn", "text": "x"}},
        "unsupported type: mrkdwn [json-pointer:/blocks/0/text/type]",
    ),
    (
        {"type": "header", "text": plain("字" * 151)},
        "must be less than 151 characters [json-pointer:/blocks/0/text/text]",
    ),
    (actions(), "no less than 1 items required [json-pointer:/blocks/0/elements]"),
    (
        actions(*[button(action_id=str(n)) for n in range(26)]),
        "no more than 25 items allowed [json-pointer:/blocks/0/elements]",
    ),
    (actions(button(), button()), "action_id 'a' already exists in this block [json-pointer:/blocks/0]"),
    (
        actions(button(style="red")),
        "must be a valid enum value: primary, danger [json-pointer:/blocks/0/elements/0/style]",
    ),
    (
        actions(button(text=plain("字" * 76))),
        "must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]",
    ),
    (actions(button(value="v" * 2001)), "must be less than 2001 characters [json-pointer:/blocks/0/elements/0/value]"),
    (
        actions(button(action_id="a" * 256)),
        "must be less than 256 characters [json-pointer:/blocks/0/elements/0/action_id]",
    ),
    (actions(FEEDBACK), "unsupported type: feedback_buttons [json-pointer:/blocks/0/elements/0/type]"),
    (
        actions({"type": "static_select", "action_id": "s"}),
        "must provide either options or option_groups [json-pointer:/blocks/0]",
    ),
    (
        actions({"type": "overflow", "options": [option()] * 6}),
        "no more than 5 items allowed [json-pointer:/blocks/0/elements/0/options]",
    ),
    ({"type": "context", "elements": [button()]}, "unsupported type: button [json-pointer:/blocks/0/elements/0/type]"),
    (
        {"type": "context", "elements": [plain("x")] * 11},
        "no more than 10 items allowed [json-pointer:/blocks/0/elements]",
    ),
    ({"type": "image", "alt_text": "图"}, "missing required field: image_url [json-pointer:/blocks/0]"),
    (
        rich({"type": "text", "text": ""}),
        "must be more than 0 characters [json-pointer:/blocks/0/elements/0/elements/0/text]",
    ),
    (
        rich({"type": "text", "text": "a", "style": {"bold": "yes"}}),
        "must provide a boolean [json-pointer:/blocks/0/elements/0/elements/0/style/bold]",
    ),
    (
        {"type": "table", "rows": [[{"type": "raw_text", "text": "x"}] * 21]},
        "no more than 20 items allowed [json-pointer:/blocks/0/rows/0]",
    ),
    (
        {"type": "alert", "text": plain("字" * 201)},
        "must be less than 201 characters [json-pointer:/blocks/0/text/text]",
    ),
]


@pytest.mark.parametrize(("block", "message"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_a_wrong_block_is_refused_with_the_place_of_its_fault(block: Block, message: str) -> None:
    with pytest.raises(SlackError) as caught:
        check_message([block], Limits())
    assert caught.value.code == "invalid_blocks"
    assert caught.value.messages == [message]
    assert caught.value.body()["response_metadata"]["messages"] == [f"[ERROR] {message}"]


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        ([{"type": "divider"}] * 51, "no more than 50 items allowed [json-pointer:/blocks]"),
        ([section() | {"block_id": "b"}] * 2, "block_id 'b' already exists [json-pointer:/blocks/1/block_id]"),
        ([GOOD[10]] * 2, "only_one_table_allowed [json-pointer:/blocks/1]"),
    ],
)
def test_rules_over_a_whole_message_are_checked(blocks: list[Block], message: str) -> None:
    with pytest.raises(SlackError) as caught:
        check_message(blocks, Limits())
    assert caught.value.messages == [message]


@pytest.mark.parametrize(
    ("blocks", "passes"),
    [
        ([section("a" * 2825)] * 4, True),
        ([section("a" * 2826)] * 4, False),
        ([section("字" * 1883)] * 2, True),
        ([section("字" * 1884)] * 2, False),
        ([rich({"type": "text", "text": "字" * 3767})], False),
        ([{"type": "markdown", "text": "a" * 6000}, {"type": "markdown", "text": "b" * 6001}], False),
    ],
)
def test_the_whole_text_of_a_message_is_limited_in_characters_and_in_bytes(blocks: list[Block], passes: bool) -> None:
    if passes:
        check_message(blocks, Limits())
        return
    with pytest.raises(SlackError) as caught:
        check_message(blocks, Limits())
    assert caught.value.code == "msg_blocks_too_long"


def test_something_that_is_no_list_of_blocks_is_named() -> None:
    with pytest.raises(SlackError) as caught:
        check_message({"type": "divider"}, Limits())
    assert caught.value.code == "invalid_blocks_format"
    with pytest.raises(SlackError) as caught:
        check_message(["divider"], Limits())
    assert caught.value.messages == ["must provide an object [json-pointer:/blocks/0]"]
