"""Our structure checks against schemas made from Slack's own types: what those refuse, we refuse too."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from localslack_shapes import modal, section
from test_localslack_blocks import GOOD, button, option, plain

from bot.localslack.blocks import check_message
from bot.localslack.config import Limits
from bot.localslack.views_check import check_view
from bot.localslack.wire import SlackError

TYPES = Path(__file__).parent / "slack_types"
BLOCK = Draft7Validator(json.loads((TYPES / "block.schema.json").read_text(encoding="utf-8")))
VIEW = Draft7Validator(json.loads((TYPES / "view.schema.json").read_text(encoding="utf-8")))
CONFIRM = {"title": plain("确定？"), "text": plain("x"), "confirm": plain("是"), "deny": plain("否")}
RICH = {
    "type": "rich_text",
    "elements": [
        {
            "type": "rich_text_list",
            "style": "ordered",
            "indent": 1,
            "elements": [{"type": "rich_text_section", "elements": [{"type": "user", "user_id": "U1"}]}],
        },
        {"type": "rich_text_quote", "elements": [{"type": "emoji", "name": "eyes"}]},
        {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": "x = 1"}]},
    ],
}
INPUTS = [
    {"type": "plain_text_input", "action_id": "a", "multiline": True, "max_length": 10, "placeholder": plain("x")},
    {"type": "static_select", "action_id": "a", "options": [option()], "initial_option": option()},
    {"type": "radio_buttons", "action_id": "a", "options": [option()]},
    {"type": "checkboxes", "action_id": "a", "options": [option()], "initial_options": [option()]},
    {"type": "users_select", "action_id": "a"},
    {"type": "datepicker", "action_id": "a", "initial_date": "2026-01-01"},
]
FORM = [{"type": "input", "label": plain("标"), "element": one, "optional": True} for one in INPUTS]
BLOCKS = [*GOOD, RICH, *FORM, {"type": "actions", "elements": [button(confirm=CONFIRM)]}]
VIEWS = [
    modal("原文", submit=plain("发"), close=plain("关"), private_metadata="{}", callback_id="c", notify_on_close=True),
    {"type": "home", "blocks": [section()], "callback_id": "home"},
]


def _changed(value: Any) -> Iterator[Any]:
    """The value with one thing wrong at a time: a field lost, unknown, or of another type."""
    if isinstance(value, dict):
        yield {**value, "unknown_field": 1}
        for name, inner in value.items():
            yield {key: kept for key, kept in value.items() if key != name}
            for worse in (7, "odd", [], {}, *_changed(inner)):
                yield {**value, name: worse}
    elif isinstance(value, list) and value:
        for worse in _changed(value[0]):
            yield [worse, *value[1:2]]


def _accepts(check: Any) -> bool:
    try:
        check()
    except SlackError:
        return False
    return True


def _block_ok(block: Any) -> bool:
    return _accepts(lambda: check_message([block], Limits()))


def _view_ok(view: Any, kind: str) -> bool:
    return _accepts(lambda: check_view(view, kind=kind, limits=Limits()))


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block["type"])
def test_what_slacks_types_refuse_in_a_block_we_refuse(block: dict[str, Any]) -> None:
    assert BLOCK.is_valid(block)
    assert _block_ok(block)
    missed = [worse for worse in _changed(block) if _block_ok(worse) and not BLOCK.is_valid(worse)]
    assert missed == []


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view["type"])
def test_what_slacks_types_refuse_in_a_view_we_refuse(view: dict[str, Any]) -> None:
    assert VIEW.is_valid(view)
    assert _view_ok(view, view["type"])
    missed = [
        worse for worse in _changed(view) if _view_ok(copy.deepcopy(worse), view["type"]) and not VIEW.is_valid(worse)
    ]
    assert missed == []
