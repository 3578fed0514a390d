"""``exhibit selftest``: every promise once, offline, over the demo documents and the same wiring as in production."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from bot.config import Config, Settings
from bot.demo import demo_bot
from bot.scripted_model import FabricatingModel, ScriptedModel
from bot.wire import name, record
from bot.wiring import Bot
from core.assemble import assemble
from core.domain import WORKSPACE, Hit, Policy
from core.events import Dropped, Event, Meta, Refusal, Sentence
from core.ports import ChatModel
from core.verify import plain_overlap

QUOTA = "开放 API 默认每分钟可以调用多少次？"
TEAM = "团建预算是多少？"
UPLOAD = "单个文件最大能上传多大？"
PHONE = "手机话费可以报销吗？"
MADE_UP = "全体员工每周三可以免费乘坐直升机上班[1]。"

T = TypeVar("T")
Check = Callable[[Bot], Awaitable[str]]


class CheckError(Exception):
    """A promise did not hold."""


def run(write: Callable[[str], object]) -> bool:
    """Run every check, one line each; whether all passed."""
    return asyncio.run(_run(write))


async def _run(write: Callable[[str], object]) -> bool:
    passed = True
    with tempfile.TemporaryDirectory() as folder:
        bot = demo_bot(Settings(anthropic_api_key=None, exhibit_data=Path(folder)), Config())
        for check in CHECKS:
            label = check.__name__.removeprefix("_")
            try:
                write(f"PASS {label}: {await check(bot)}\n")
            except Exception as error:  # a check that breaks is a check that fails; the others still run
                passed = False
                write(f"FAIL {label}: {type(error).__name__}: {error}\n")
        bot.store.close()
    return passed


def _need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise CheckError(otherwise)


async def _events(bot: Bot, text: str, model: ChatModel | None = None, **policy: object) -> list[Event]:
    if model is not None:
        bot = replace(bot, ports=replace(bot.ports, model=model))
    bot = replace(bot, policy=replace(bot.policy, **policy))  # type: ignore[arg-type]
    async with aclosing(bot.answer(bot.question(text, audience=WORKSPACE))) as stream:
        return [event async for event in stream]


async def _quote(bot: Bot) -> tuple[str, int]:
    """A sentence that the demo documents support, and how many blocks were handed out with it."""
    events = await _events(bot, QUOTA)
    meta, sentence = _first(events, Meta), _first(events, Sentence)
    return f"{sentence.text.rstrip('。')}[{sentence.citations[0].number}]。", len(meta.blocks)


def _first(events: list[Event], kind: type[T]) -> T:
    for event in events:
        if isinstance(event, kind):
            return event
    raise CheckError(f"no {kind.__name__} among {[name(event) for event in events]}")


async def _assembly(bot: Bot) -> str:
    snapshot = bot.store.snapshot().chunks
    big = replace(snapshot[0], id="big#c01", text="云盘限额" * 2000)
    hits = [Hit(big, 99.0), *(Hit(chunk, 90.0 - rank) for rank, chunk in enumerate(snapshot[:6]))]
    blocks = assemble(hits, policy=Policy(max_blocks=5), count_tokens=bot.ports.count_tokens)
    tokens = sum(block.tokens for block in blocks)
    order = [snapshot.index(block.chunk) + 1 for block in blocks]
    _need(order == [1, 3, 5, 4, 2], f"order {order}")
    _need(tokens <= 1200, f"{tokens} tokens")
    _need([block.number for block in blocks] == [1, 2, 3, 4, 5], "numbers do not run from 1")
    return f"ranks shown as {order}, {tokens} of 1200 tokens, the block that did not fit skipped"


async def _fabricated_number(bot: Bot) -> str:
    true, count = await _quote(bot)
    beyond = true[: true.rindex("[")] + f"[{count + 4}]。"
    dropped = _first(await _events(bot, QUOTA, ScriptedModel([beyond])), Dropped)
    gates = [reason.gate for reason in dropped.verdict.reasons]
    _need(gates == ["unknown_number"], f"gates {gates}")
    return f"[{count + 4}] with {count} blocks handed out: {record(dropped, 'zh')['reasons'][0]['words']}"


async def _fabricated_sentence(bot: Bot) -> str:
    events = await _events(bot, QUOTA, ScriptedModel([MADE_UP]))
    meta, dropped = _first(events, Meta), _first(events, Dropped)
    figure = plain_overlap(dropped.text, meta.blocks[0], meta.blocks)
    _need(figure < bot.policy.min_overlap, f"plain overlap {figure:.2f}")
    words = record(dropped, "zh")["reasons"][0]["words"]
    return f"overlap {figure:.2f} < {bot.policy.min_overlap}: {words}"


async def _regeneration(bot: Bot) -> str:
    true, count = await _quote(bot)
    model = ScriptedModel([f"{true[: true.rindex('[')]}[{count + 4}]。{MADE_UP}"], [true])
    events = await _events(bot, QUOTA, model)
    names = [name(event) for event in events]
    _need(names == ["meta", "dropped", "dropped", "sentence", "done"], f"sequence {names}")
    _need("<rejected>" in model.prompts[1].user, "the reasons were not fed back")
    numbers = [citation.number for citation in _first(events, Sentence).citations]
    _need(all(1 <= number <= count for number in numbers), f"numbers {numbers}")
    return f"draft 1 rejected with 2 reasons, draft 2 shown with {numbers} of 1…{count}"


async def _score_too_low(bot: Bot) -> str:
    return await _refused(bot, TEAM, "score_too_low", ())


async def _conflict(bot: Bot) -> str:
    refusal = _first(await _events(bot, UPLOAD), Refusal)
    sides = refusal.conflict.sides if refusal.conflict else ()
    dates = [side.chunk.document.updated_at.isoformat() for side in sides]
    _need(len(set(dates)) == 2, f"dates {dates}")
    return await _refused(bot, UPLOAD, "conflict", ("200 MB", "100 MB", *dates))


async def _out_of_coverage(bot: Bot) -> str:
    return await _refused(bot, PHONE, "out_of_coverage", ())


async def _refused(bot: Bot, question: str, kind: str, wanted: tuple[str, ...]) -> str:
    told = record(_first(await _events(bot, question), Refusal), "zh")
    _need(told["kind"] == kind, f"refused as {told['kind']}")
    missing = [words for words in wanted if words not in told["notice"]]
    _need(not missing, f"the notice lacks {missing}: {told['notice']!r}")
    return " / ".join([*told["notice"].split("\n"), told["next_step"]])


async def _refusals_differ(bot: Bot) -> str:
    told = [record(_first(await _events(bot, text), Refusal), "zh") for text in (TEAM, UPLOAD, PHONE)]
    notices = {each["notice"].split("\n")[0] for each in told}
    steps = {each["next_step"] for each in told}
    _need(len(notices) == len(steps) == 3, f"{len(notices)} notices, {len(steps)} next steps")
    return f"three notices, three next steps: {' · '.join(sorted(notices))}"


async def _stream_sequence(bot: Bot) -> str:
    true, count = await _quote(bot)
    draft = f"{true}{true[: true.rindex('[')]}[{count + 4}]。{MADE_UP}"
    pieces = [draft[at : at + 3] for at in range(0, len(draft), 3)]
    names = [name(event) for event in await _events(bot, QUOTA, ScriptedModel(pieces))]
    _need(names == ["meta", "sentence", "dropped", "dropped", "done"], f"sequence {names}")
    caught = [name(event) for event in await _events(bot, QUOTA, FabricatingModel())]
    _need(caught[-3:] == ["dropped", "dropped", "done"], f"--fabricate gave {caught}")
    return " ".join(names)


async def _compression(bot: Bot) -> str:
    meta = _first(await _events(bot, QUOTA), Meta)
    kept = [{"number": block.number, "kept": [block.text.strip().split("\n")[-1]]} for block in meta.blocks]
    cheap = ScriptedModel([json.dumps({"blocks": kept})])
    squeezed = replace(bot, ports=replace(bot.ports, cheap_model=cheap))
    told = record(_first(await _events(squeezed, QUOTA, compress=True), Meta), "zh")
    _need(0 < told["context_tokens"] < told["tokens_before"], f"{told['tokens_before']} → {told['context_tokens']}")
    return f"{told['tokens_before']} → {told['context_tokens']} tokens, saved {told['saved_percent']} %"


async def _verbatim_fallback(bot: Bot) -> str:
    before = _first(await _events(bot, QUOTA), Meta)
    changed = [{"number": block.number, "kept": [block.text[:20] + "（改）"]} for block in before.blocks]
    cheap = ScriptedModel([json.dumps({"blocks": changed})])
    squeezed = replace(bot, ports=replace(bot.ports, cheap_model=cheap))
    after = _first(await _events(squeezed, QUOTA, compress=True), Meta)
    _need(after.blocks == before.blocks, "a changed sentence went in")
    return f"{len(after.blocks)} blocks with a changed word went in whole, saved {after.tokens_saved} tokens"


async def _chunk_lookup(bot: Bot) -> str:
    sentence = _first(await _events(bot, QUOTA), Sentence)
    citation = sentence.citations[0]
    chunk = await bot.chunk(citation.chunk_id)
    _need(chunk is not None, f"{citation.chunk_id} not found")
    assert chunk is not None
    quoted = chunk.text[citation.span.start : citation.span.end]
    _need(bool(quoted.strip()), "the span is empty")
    _need(await bot.chunk("doc-999#c01") is None, "a chunk that does not exist was found")
    return f"{chunk.id} of 《{chunk.document.title}》, supporting span {quoted[:30]!r}"


CHECKS: tuple[Check, ...] = (
    _assembly,
    _fabricated_number,
    _fabricated_sentence,
    _regeneration,
    _score_too_low,
    _conflict,
    _out_of_coverage,
    _refusals_differ,
    _stream_sequence,
    _compression,
    _verbatim_fallback,
    _chunk_lookup,
)
