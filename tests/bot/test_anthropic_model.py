"""The adapter against a local server that speaks the Messages API: every way in which a stream can end."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

import pytest
from making import events_of, make_block, make_chunk, make_ports, make_question

from bot.anthropic_model import AnthropicModel, ModelJudge, client
from bot.localmodel import LocalModel, Reply
from core.domain import Policy
from core.ports import DraftCut, PortError
from core.prompt import build

TEXT = "开放 API 默认限流为每分钟 600 次[1]。The default limit is 600 calls a minute [1]."


@asynccontextmanager
async def serving(
    *replies: Reply, stall_s: float = 5.0, timeout_s: float = 10.0
) -> AsyncIterator[tuple[LocalModel, AnthropicModel]]:
    script = list(replies)
    server = LocalModel(lambda body: script.pop(0))
    api = client(api_key="k", base_url=await server.start(), timeout_s=timeout_s, stall_s=stall_s, max_retries=2)
    try:
        yield server, AnthropicModel(api, model="m", max_tokens=100, timeout_s=timeout_s, stall_s=stall_s)
    finally:
        await api.close()
        await server.stop()


def prompt(contract: str = "stream") -> object:
    return build(make_question("默认限流是多少？"), [make_block("限流为每分钟 600 次。")], contract=contract)  # type: ignore[arg-type]


async def streamed(model: AnthropicModel) -> str:
    async with aclosing(model.stream(prompt())) as pieces:  # type: ignore[arg-type]
        return "".join([piece async for piece in pieces])


@pytest.mark.parametrize("bytes_at_once", [0, 1, 7])
async def test_text_arrives_whole_wherever_pieces_and_bytes_are_cut(bytes_at_once: int) -> None:
    async with serving(Reply(pieces=tuple(TEXT), bytes_at_once=bytes_at_once)) as (server, model):
        assert await streamed(model) == TEXT
    (body,) = server.requests
    assert body["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert "600 次" in body["messages"][0]["content"]


@pytest.mark.parametrize("status", [429, 500, 503, 529])
async def test_an_overloaded_api_is_tried_again(status: int) -> None:
    async with serving(Reply(status=status), Reply(pieces=(TEXT,))) as (server, model):
        assert await streamed(model) == TEXT
    assert len(server.requests) == 2


async def test_retries_end_and_the_outage_names_the_status() -> None:
    async with serving(*[Reply(status=529)] * 3) as (server, model):
        with pytest.raises(PortError, match="HTTP 529"):
            await streamed(model)
    assert len(server.requests) == 3


async def test_a_bad_key_is_not_tried_again() -> None:
    async with serving(Reply(status=401)) as (server, model):
        with pytest.raises(PortError, match="HTTP 401"):
            await streamed(model)
    assert len(server.requests) == 1


@pytest.mark.parametrize("then", ["error", "cut"])
async def test_a_stream_that_breaks_off_is_an_outage_and_not_an_end(then: str) -> None:
    async with serving(Reply(pieces=(TEXT,), then=then)) as (_, model):  # type: ignore[arg-type]
        with pytest.raises(PortError):
            await streamed(model)


async def test_a_stall_is_an_outage_after_its_time() -> None:
    async with serving(Reply(pieces=(TEXT,), then="stall"), stall_s=0.2) as (server, model):
        with pytest.raises(PortError, match="model"):
            await streamed(model)
        await server.left_early.wait()


async def test_a_server_that_is_not_there_is_an_outage() -> None:
    api = client(api_key="k", base_url="http://127.0.0.1:9", timeout_s=2, stall_s=2, max_retries=0)
    with pytest.raises(PortError, match="Connection"):
        await streamed(AnthropicModel(api, model="m", max_tokens=9, timeout_s=2, stall_s=2))
    await api.close()


async def test_the_length_limit_is_told_apart_from_an_end() -> None:
    async with serving(Reply(pieces=(TEXT,), stop_reason="max_tokens")) as (_, model):
        with pytest.raises(DraftCut):
            await streamed(model)


async def test_a_refusal_of_the_model_is_an_outage_that_says_so() -> None:
    async with serving(Reply(pieces=(TEXT,), stop_reason="refusal")) as (_, model):
        with pytest.raises(PortError, match="refusal"):
            await streamed(model)


async def test_leaving_early_closes_the_connection() -> None:
    async with serving(Reply(pieces=(TEXT,), then="stall")) as (server, model):
        pieces = model.stream(prompt())  # type: ignore[arg-type]
        assert await anext(pieces) == TEXT
        await pieces.aclose()
        await server.left_early.wait()


async def test_a_whole_answer_asks_for_the_schema() -> None:
    reply = json.dumps({"claims": []})
    async with serving(Reply(pieces=(reply,))) as (server, model):
        assert await model.complete(prompt("json")) == reply  # type: ignore[arg-type]
    assert server.requests[0]["output_config"]["format"]["type"] == "json_schema"


@pytest.mark.parametrize(("reply", "expected"), [('{"supported": true}', 1.0), ('{"supported": false}', 0.0)])
async def test_the_judge_answers_yes_or_no(reply: str, expected: float) -> None:
    async with serving(Reply(pieces=(reply,))) as (_, model):
        judge = ModelJudge(model._client, model="m", timeout_s=5)
        assert await judge.entails(evidence="a", sentence="b", language="en") == expected


@pytest.mark.parametrize("reply", ["", "yes", "{}", '{"supported": "yes"}', "[]"])
async def test_a_judge_that_mumbles_is_an_outage(reply: str) -> None:
    async with serving(Reply(pieces=(reply,))) as (_, model):
        judge = ModelJudge(model._client, model="m", timeout_s=5)
        with pytest.raises(PortError):
            await judge.entails(evidence="a", sentence="b", language="zh")


GOOD = "开放 API 默认限流为每分钟 600 次[1]。"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (Reply(pieces=tuple(GOOD)), ["Meta", "Sentence", "Done"]),
        (Reply(pieces=(GOOD, "超出"), then="error"), ["Meta", "Sentence", "Failed", "Done"]),
        (Reply(pieces=("开放 API",), then="error"), ["Meta", "Failed", "Done"]),
        (Reply(pieces=("开放 API",), then="stall"), ["Meta", "Failed", "Done"]),
    ],
)
async def test_each_stream_ends_in_one_outcome(reply: Reply, expected: list[str]) -> None:
    chunk = make_chunk("开放 API 默认限流为每分钟 600 次。")
    async with serving(reply, stall_s=0.3) as (_, model):
        events = await events_of(make_question("开放 API 默认限流是多少次？"), make_ports(chunk, model=model), Policy())
    assert [type(event).__name__ for event in events] == expected
