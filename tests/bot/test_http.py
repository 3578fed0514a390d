"""The HTTP API: events on the wire, who may ask, and what never leaves."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer

from bot.config import Config, ConfigError, Settings
from bot.demo import demo_bot
from bot.http import build_http, is_loopback
from bot.scripted_model import FabricatingModel
from bot.wiring import Bot

ZH, EN = "新员工的试用期有多长？", "How many calls per minute may an application make to the open API by default?"


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Bot:
    return demo_bot(Settings(anthropic_api_key=None, exhibit_data=tmp_path_factory.mktemp("http")), Config())


@pytest.fixture
async def api(bot: Bot) -> AsyncIterator[TestClient[Any, Any]]:
    async with TestClient(TestServer(build_http(bot, host="127.0.0.1", token=None))) as client:
        yield client


async def read_events(response: ClientResponse) -> list[tuple[str, dict[str, Any]]]:
    assert response.status == 200
    assert response.content_type == "text/event-stream"
    found = []
    for part in (await response.text()).strip().split("\n\n"):
        first, second = part.split("\n")
        found.append((first.removeprefix("event: "), json.loads(second.removeprefix("data: "))))
    return found


@pytest.mark.parametrize(("question", "fact"), [(ZH, "90"), (EN, "600")])
async def test_an_answer_is_a_stream_of_named_events(api: TestClient[Any, Any], question: str, fact: str) -> None:
    events = await read_events(await api.post("/api/ask", json={"question": question}))
    names = [name for name, _ in events]
    assert names[0] == "meta"
    assert names[-1] == "done"
    sentence = next(data for name, data in events if name == "sentence")
    assert fact in sentence["text"]
    chunk_id = sentence["citations"][0]["chunk_id"]
    chunk = await (await api.get(f"/api/chunks/{chunk_id.replace('#', '%23')}")).json()
    assert fact in chunk["text"][sentence["citations"][0]["start"] : sentence["citations"][0]["end"]]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("团建预算是多少？", "score_too_low"),
        ("单个文件最大能上传多大？", "conflict"),
        ("手机话费可以报销吗？", "out_of_coverage"),
    ],
)
async def test_each_refusal_says_its_kind_and_a_next_step(api: TestClient[Any, Any], question: str, kind: str) -> None:
    events = await read_events(await api.post("/api/ask", json={"question": question}))
    (refusal,) = [data for name, data in events if name == "refusal"]
    assert refusal["kind"] == kind
    assert refusal["notice"]
    assert refusal["next_step"]


async def test_dropped_text_never_leaves(bot: Bot) -> None:
    fabricating = replace(bot, ports=replace(bot.ports, model=FabricatingModel()))
    async with TestClient(TestServer(build_http(fabricating, host="127.0.0.1", token=None))) as api:
        response = await api.post("/api/ask", json={"question": ZH})
        text = await response.text()
    assert "event: dropped" in text
    assert "直升机" not in text


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "invalid_json"),
        (b"\xff\xfe", 400, "invalid_json"),
        (b"[]", 400, "no_question"),
        (b'{"question": "  "}', 400, "no_question"),
        (b'{"question": 3}', 400, "no_question"),
        (json.dumps({"question": "问" * 1001}).encode(), 400, "question_too_long"),
    ],
)
async def test_bad_input_is_told_what_is_wrong(api: TestClient[Any, Any], body: bytes, status: int, code: str) -> None:
    response = await api.post("/api/ask", data=body, headers={"Content-Type": "application/json"})
    assert response.status == status
    assert (await response.json())["error"] == code


async def test_a_web_form_is_not_taken(api: TestClient[Any, Any]) -> None:
    response = await api.post("/api/ask", data={"question": ZH})
    assert response.status == 415


async def test_a_chunk_that_not_everyone_may_read_is_not_found(api: TestClient[Any, Any], bot: Bot) -> None:
    restricted = [chunk for chunk in bot.store.current_chunks() if "workspace" not in chunk.document.audience]
    restricted = [chunk for chunk in restricted if "everyone" not in chunk.document.audience]
    assert restricted
    response = await api.get(f"/api/chunks/{restricted[0].id.replace('#', '%23')}")
    assert response.status == 404
    assert (await api.get("/api/chunks/doc-999%23c01")).status == 404
    assert (await api.get("/api/chunks/doc-010%23c01?revision=x")).status == 400


async def test_without_a_token_only_loopback_may_be_bound(bot: Bot) -> None:
    with pytest.raises(ConfigError, match="EXHIBIT_HTTP_TOKEN"):
        build_http(bot, host="0.0.0.0", token=None)
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "[::1]", "localhost", "example.com")] == [True] * 4 + [
        False
    ]


async def test_a_page_that_rebinds_its_name_to_loopback_is_turned_away(api: TestClient[Any, Any]) -> None:
    response = await api.post("/api/ask", json={"question": ZH}, headers={"Host": "evil.example:80"})
    assert response.status == 403


async def test_a_token_is_required_where_one_is_set(bot: Bot) -> None:
    async with TestClient(TestServer(build_http(bot, host="0.0.0.0", token="s3cret"))) as api:
        assert (await api.post("/api/ask", json={"question": ZH})).status == 401
        bad = {"Authorization": "Bearer nö"}
        assert (await api.post("/api/ask", json={"question": ZH}, headers=bad)).status == 401
        good = {"Authorization": "Bearer s3cret"}
        assert (await api.post("/api/ask", json={"question": ZH}, headers=good)).status == 200
        assert (await api.get("/healthz")).status == 200


def test_the_demo_store_is_reused(tmp_path: Path) -> None:
    settings = Settings(anthropic_api_key=None, exhibit_data=tmp_path)
    first = demo_bot(settings, Config()).store.revision()
    assert demo_bot(settings, Config()).store.revision() == first > 0
