"""What the bot tells an orchestrator about itself: the truth, quickly, and nothing that helps a stranger."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot.config import Config, Settings
from bot.demo import demo_bot
from bot.health import Facts, Health, NotReadyError, Part, checks_of
from bot.http import build_http
from bot.wiring import Bot
from core.ports import PortError


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Bot:
    return demo_bot(Settings(anthropic_api_key=None, exhibit_data=tmp_path_factory.mktemp("health")), Config())


async def works() -> Facts:
    return {"connections": 2}


async def hangs() -> Facts:
    await asyncio.Event().wait()
    return {}


async def has_none() -> Facts:
    raise NotReadyError("no connection")


async def breaks() -> Facts:
    raise PortError("document store", "could not connect to postgres://secret@db/exhibit")


def spoil(folder: Path) -> None:
    for file in folder.glob("**/*.sqlite3*"):
        file.write_bytes(b"no database " * 1000)


async def test_a_bot_is_not_ready_before_its_index_is_built(bot: Bot, tmp_path: Path) -> None:
    fresh = demo_bot(Settings(anthropic_api_key=None, exhibit_data=tmp_path), Config())
    async with TestClient(TestServer(build_http(fresh, host="127.0.0.1", token=None))) as api:
        revision = await fresh.revision()
        before = await api.get("/readyz")
        assert before.status == 503
        assert await before.json() == {
            "ready": False,
            "parts": {"store": {"revision": revision}, "index": {"problem": "not built yet"}},
        }
        assert (await api.get("/healthz")).status == 200
        await fresh.warm_up()
        after = await api.get("/readyz")
        assert after.status == 200
        assert await after.json() == {
            "ready": True,
            "parts": {"store": {"revision": revision}, "index": {"revision": revision}},
        }
        assert (await (await api.get("/healthz")).json())["status"] == "ok"
    await fresh.close()


async def test_readiness_names_each_part_that_fails_and_hides_where_it_lives(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    health = Health({"slack": works, "state": breaks, "socket": has_none})
    async with TestClient(TestServer(build_http(bot, host="127.0.0.1", token=None, health=health))) as api:
        ready, alive = await api.get("/readyz"), await api.get("/healthz")
        assert (ready.status, alive.status) == (503, 200)
        body = await ready.text()
    assert await ready.json() == {
        "ready": False,
        "parts": {
            "slack": {"connections": 2},
            "state": {"problem": "can't be reached"},
            "socket": {"problem": "no connection"},
        },
    }
    assert "postgres" not in body
    assert "postgres" in caplog.text


async def test_a_part_that_hangs_delays_no_look_for_long_and_is_asked_once() -> None:
    asked = 0

    async def counted() -> Facts:
        nonlocal asked
        asked += 1
        return await hangs()

    health = Health({"store": counted, "slack": works}, patience_s=0.01)
    for _ in range(3):
        assert await health.look() == {"store": Part({}, "no answer in 0.01 s"), "slack": Part({"connections": 2})}
    assert asked == 1
    await health.close()


async def test_a_problem_is_logged_when_it_comes_and_when_it_goes(caplog: pytest.LogCaptureFixture) -> None:
    broken = True

    async def sometimes() -> Facts:
        return await (breaks() if broken else works())

    health = Health({"store": sometimes})
    with caplog.at_level(logging.INFO, logger="bot.health"):
        await health.look()
        await health.look()
        broken = False
        await health.look()
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]


async def test_a_store_that_is_gone_is_told(tmp_path: Path) -> None:
    gone = demo_bot(Settings(anthropic_api_key=None, exhibit_data=tmp_path), Config())
    gone.store.close()
    spoil(tmp_path)
    health = Health(checks_of(gone))
    assert (await health.look())["store"] == Part({}, "can't be reached")
    await gone.close()
