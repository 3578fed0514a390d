"""Compression keeps sentences verbatim or leaves the block whole."""

from __future__ import annotations

import json

import pytest
from making import make_block, make_question

from bot.scripted_model import ScriptedModel
from core.compress import compress
from core.domain import Block

ZH = "年假为 15 天。试用期内不享受年假。食堂在二楼。"
EN = "Annual leave is 15 days. There is none during probation. The canteen is on floor 2."


async def compressed(blocks: list[Block], *kept: tuple[int, list[str]]) -> tuple[Block, ...]:
    reply = json.dumps({"blocks": [{"number": number, "kept": sentences} for number, sentences in kept]})
    model = ScriptedModel([reply])
    return await compress(make_question("年假几天？"), blocks, model=model, count_tokens=len)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (ZH, ["年假为 15 天。", "试用期内不享受年假。"]),
        (EN, ["Annual leave is 15 days.", "There is none during probation."]),
    ],
)
async def test_kept_sentences_stay_as_they_are_and_tokens_are_counted_anew(text: str, kept: list[str]) -> None:
    (block,) = await compressed([make_block(text)], (1, kept))
    assert block.text == "\n".join(kept)
    assert block.tokens == len(block.text) < len(text)
    assert block.chunk.text == text


@pytest.mark.parametrize(
    "kept",
    [
        ["年假为 16 天。"],  # a changed value
        ["试用期内不享受年假。", "年假为 15 天。"],  # another order
        ["年假为15天。"],  # white space
        [""],
        [],
        [ZH],  # nothing saved
    ],
)
async def test_a_block_with_anything_not_verbatim_goes_in_whole(kept: list[str]) -> None:
    block = make_block(ZH)
    assert await compressed([block], (1, kept)) == (block,)


async def test_one_bad_block_does_not_cost_the_others_their_compression() -> None:
    good, bad = make_block(EN, 1), make_block(ZH, 2)
    first, second = await compressed([good, bad], (1, ["Annual leave is 15 days."]), (2, ["年假为 99 天。"]))
    assert first.text == "Annual leave is 15 days."
    assert second == bad


@pytest.mark.parametrize("reply", ["", "not json", '{"blocks": 3}', '{"blocks": [{"number": 1}]}', "[]"])
async def test_a_reply_that_is_not_of_the_schema_changes_nothing(reply: str) -> None:
    block = make_block(ZH)
    got = await compress(make_question("年假？"), [block], model=ScriptedModel([reply]), count_tokens=len)
    assert got == (block,)
