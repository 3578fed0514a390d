"""``exhibit doctor`` against the local Slack and a model server: a healthy bot passes, and each fault is named."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import aclosing, closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from aiohttp import web

from bot.config import Settings
from bot.doctor import Finding, examine
from bot.localmodel import LocalModel, Reply
from bot.localslack import CallFault, Channel, Config, LocalSlack, installed
from corpus.ingest import ingest
from corpus.store import Store

ROOT = Path(__file__).parents[3]
TODAY = date(2026, 9, 1)
HANDBOOK = (
    "---\nid: doc-001\nowner: 人力资源部\nupdated_at: 2026-03-01\n{more}---\n# 员工手册\n\n新员工的试用期为 90 天。\n"
)
LEAVE = "---\nid: doc-002\nupdated_at: 2026-03-01\n{more}---\n# Leave policy\n\nAnnual leave is 10 days a year.\n"


def manifest() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "manifest.yml").read_text(encoding="utf-8"))
    return loaded


@pytest.fixture
async def local() -> AsyncIterator[LocalSlack]:
    async with LocalSlack(installed(manifest())) as running:
        yield running


def settings(folder: Path, slack: LocalSlack | None = None, **fields: Any) -> Settings:
    values: dict[str, Any] = {"anthropic_api_key": None, "exhibit_data": folder / "data", "exhibit_http_port": 9}
    if slack is not None:
        values |= {"slack_bot_token": slack.config.bot_token, "slack_app_token": slack.config.app_token}
        values |= {"slack_api_url": slack.api_url}
    return Settings(**(values | fields))


def fill(folder: Path, *texts: str) -> None:
    """Documents in the store of `settings`."""
    source = folder / "source"
    source.mkdir(exist_ok=True)
    for number, text in enumerate(texts):
        (source / f"{number}.md").write_text(text, encoding="utf-8")
    with closing(Store(f"sqlite:///{folder / 'data' / 'exhibit.sqlite3'}")) as store:
        ingest([source], store)


async def findings(using: Settings, **more: Any) -> dict[str, Finding]:
    arguments = {"config": ROOT / "exhibit.toml", "manifest": ROOT / "manifest.yml", "today": TODAY} | more
    async with aclosing(examine(using, **arguments)) as found:
        return {finding.name: finding async for finding in found}


def problems(found: dict[str, Finding]) -> set[str]:
    return {name for name, finding in found.items() if finding.problem}


async def test_a_healthy_bot_has_no_problem(tmp_path: Path, local: LocalSlack) -> None:
    fill(tmp_path, HANDBOOK.format(more=""), LEAVE.format(more=""))
    found = await findings(settings(tmp_path, local))
    assert problems(found) == set()
    assert {name: str(finding) for name, finding in found.items() if name in ("sign-in", "channels", "documents")} == {
        "sign-in": "ok   sign-in: @exhibit in Local Slack",
        "channels": "ok   channels: #general, #support-客服, #hr-private; 1 private",
        "documents": "ok   documents: 2; 1 without an owner (nobody to ask or to tell)",
    }
    assert "quotes" in found["model"].detail
    assert all("\n" not in str(finding) for finding in found.values())


async def test_a_healthy_bot_over_http_has_no_problem(tmp_path: Path, local: LocalSlack) -> None:
    fill(tmp_path, HANDBOOK.format(more=""))
    changed = manifest()
    changed["settings"]["socket_mode_enabled"] = False
    for section in ("event_subscriptions", "interactivity"):
        changed["settings"][section]["request_url"] = "https://exhibit.example.com/slack/events"
    for command in changed["features"].get("slash_commands", []):
        command["url"] = "https://exhibit.example.com/slack/events"
    using = settings(tmp_path, local, slack_app_token=None, slack_signing_secret="s3cret")
    found = await findings(using, manifest=written(tmp_path, changed))
    assert problems(found) == set()
    assert "Socket Mode" not in found
    assert "/slack/events" in found["way in"].detail


@pytest.mark.parametrize(
    ("fields", "name", "words"),
    [
        ({"slack_bot_token": "xapp-1", "slack_app_token": "xoxb-1"}, "bot token", "exchange the two"),
        ({"slack_bot_token": "xapp-1", "slack_app_token": "xoxb-1"}, "way in", "a bot token"),
        ({"slack_bot_token": "xoxp-1"}, "bot token", "user token"),
        ({"slack_bot_token": "xoxe.xoxb-1"}, "bot token", "rotation"),
        ({"slack_bot_token": "hunter2"}, "bot token", "no token of Slack's"),
        ({"slack_bot_token": None}, "bot token", "not set"),
        ({"slack_app_token": None}, "way in", "SLACK_SIGNING_SECRET"),
        ({"slack_app_token": "hunter2"}, "way in", "no app-level token"),
        ({"slack_bot_token": "xoxb-wrong"}, "sign-in", "invalid_auth"),
        ({"slack_app_token": "xapp-wrong"}, "Socket Mode", "invalid_auth"),
        ({"slack_api_url": "http://127.0.0.1:9/api/"}, "sign-in", "can't be reached"),
        ({"slack_api_url": "http://127.0.0.1:9/api/"}, "Socket Mode", "can't be reached"),
    ],
)
async def test_a_wrong_token_or_address_is_named_and_never_shown(
    tmp_path: Path, local: LocalSlack, fields: dict[str, str | None], name: str, words: str
) -> None:
    found = await findings(settings(tmp_path, local, **fields))
    assert found[name].problem
    assert words in str(found[name])
    secrets = [value for value in fields.values() if value and not value.startswith("http")]
    assert not [finding for finding in found.values() for secret in secrets if secret in str(finding)]


@pytest.mark.parametrize("missing", ["chat:write", "app_mentions:read", "users:read", "groups:read", "channels:read"])
async def test_a_missing_scope_is_named_with_its_purpose(tmp_path: Path, local: LocalSlack, missing: str) -> None:
    local.slack.granted -= {missing}
    found = await findings(settings(tmp_path, local))
    assert found["scopes"].problem.startswith(f"missing {missing} (")
    assert "reinstall" in found["scopes"].advice


async def test_a_scope_of_the_manifest_that_was_not_granted_is_missing(tmp_path: Path, local: LocalSlack) -> None:
    changed = manifest()
    changed["oauth_config"]["scopes"]["bot"].append("reactions:write")
    found = await findings(settings(tmp_path, local), manifest=written(tmp_path, changed))
    assert found["scopes"].problem == "missing reactions:write"


async def test_an_optional_scope_is_no_problem_but_is_told(tmp_path: Path, local: LocalSlack) -> None:
    local.slack.granted -= {"usergroups:read"}
    found = await findings(settings(tmp_path, local))
    assert not found["scopes"].problem
    assert "without usergroups:read" in found["scopes"].detail


async def test_an_app_level_token_without_its_scope_is_named(tmp_path: Path) -> None:
    async with LocalSlack(Config(app_scopes=())) as local:
        local.faults.calls.append(CallFault(method="apps.connections.open", kind="error", code="missing_scope"))
        found = await findings(settings(tmp_path, local))
    assert "connections:write" in found["Socket Mode"].problem


async def test_a_revoked_token_is_named(tmp_path: Path, local: LocalSlack) -> None:
    local.slack.token_revoked = True
    found = await findings(settings(tmp_path, local))
    assert "token_revoked" in found["sign-in"].problem
    assert "install the app again" in found["sign-in"].advice


async def test_a_bot_that_is_in_no_channel_says_how_to_invite_it(tmp_path: Path) -> None:
    alone = replace(Config(), channels=(Channel(id="C0GENERAL", name="general", members=("U0HR",)),))
    async with LocalSlack(alone) as local:
        found = await findings(settings(tmp_path, local))
    assert "none" in found["channels"].problem
    assert "/invite @Exhibit" in found["channels"].advice


@pytest.mark.parametrize("sharing", ["is_ext_shared", "is_pending_ext_shared"])
async def test_a_channel_of_two_companies_is_named_with_what_it_means(
    tmp_path: Path, local: LocalSlack, sharing: str
) -> None:
    fill(tmp_path, HANDBOOK.format(more=""), LEAVE.format(more=""))
    local.change_channel("#general", **{sharing: True})
    found = await findings(settings(tmp_path, local))
    assert "#general" in found["shared channels"].problem
    assert "audience: [everyone]" in found["shared channels"].advice
    fill(tmp_path, HANDBOOK.format(more=""), LEAVE.format(more="audience: [everyone]\n"))
    found = await findings(settings(tmp_path, local))
    assert not found["shared channels"].problem
    assert "only documents for everyone are used: 1 of 2" in found["shared channels"].detail


async def test_many_channels_are_counted_over_all_pages(tmp_path: Path) -> None:
    many = tuple(Channel(id=f"C{number:04}", name=f"room-{number}", members=("U0BOT",)) for number in range(450))
    async with LocalSlack(replace(Config(), channels=many)) as local:
        found = await findings(settings(tmp_path, local))
    assert "and 445 more" in found["channels"].detail


def written(folder: Path, content: object) -> Path:
    path = folder / "manifest.yml"
    path.write_text(content if isinstance(content, str) else yaml.safe_dump(content), encoding="utf-8")
    return path


async def test_a_manifest_that_has_drifted_is_named(tmp_path: Path, local: LocalSlack) -> None:
    changed = manifest()
    changed["settings"]["event_subscriptions"]["bot_events"].remove("app_mention")
    found = await findings(settings(tmp_path, local), manifest=written(tmp_path, changed))
    assert found["manifest"].problem == "no event app_mention"
    assert "reinstall" in found["manifest"].advice


async def test_without_a_manifest_the_scopes_are_checked_all_the_same(tmp_path: Path, local: LocalSlack) -> None:
    local.slack.granted -= {"chat:write"}
    found = await findings(settings(tmp_path, local), manifest=None)
    assert problems(found) == {"scopes", "documents"}


async def test_a_configuration_with_a_typing_error_is_named(tmp_path: Path) -> None:
    config = tmp_path / "exhibit.toml"
    config.write_text("[policy]\nmin_overlapp = 0.3\n", encoding="utf-8")
    found = await findings(settings(tmp_path), config=config)
    assert "Did you mean 'min_overlap'" in found["exhibit.toml"].problem


async def test_an_http_host_that_is_open_without_a_token_is_named(tmp_path: Path) -> None:
    found = await findings(settings(tmp_path, exhibit_http_host="0.0.0.0"))
    assert "EXHIBIT_HTTP_TOKEN" in found["HTTP API"].advice


async def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be", encoding="utf-8")
    found = await findings(settings(tmp_path))
    assert found["document store"].problem
    assert "EXHIBIT_DATA" in found["document store"].advice


async def test_a_database_that_can_only_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path, HANDBOOK.format(more=""))
    assert not problems(await findings(settings(tmp_path))) & {"document store", "bot state"}
    monkeypatch.chdir(tmp_path)
    url = f"sqlite:///file:{tmp_path}/data/exhibit.sqlite3?mode=ro&uri=true"
    found = await findings(settings(tmp_path, exhibit_database=url))
    assert "readonly" in found["document store"].problem
    assert "readonly" in found["bot state"].problem
    assert "writable" in found["bot state"].advice


async def test_a_database_that_another_process_holds_is_named(tmp_path: Path) -> None:
    fill(tmp_path, HANDBOOK.format(more=""))
    await findings(settings(tmp_path))
    with closing(sqlite3.connect(tmp_path / "data" / "exhibit.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        found = await findings(settings(tmp_path))
    assert "locked" in found["document store"].problem
    assert "another process" in found["document store"].advice


async def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "exhibit.sqlite3").write_bytes(b"no database " * 1000)
    found = await findings(settings(tmp_path))
    assert "document store" in problems(found)


async def test_an_empty_store_says_how_to_fill_it(tmp_path: Path) -> None:
    found = await findings(settings(tmp_path))
    assert "exhibit ingest" in found["documents"].advice


async def test_documents_that_are_all_out_of_date_are_a_problem_and_one_is_counted(tmp_path: Path) -> None:
    ended = "expires_at: 2026-08-01\n"
    fill(tmp_path, HANDBOOK.format(more=ended), LEAVE.format(more=""))
    assert "1 past their date" in (await findings(settings(tmp_path)))["documents"].detail
    fill(tmp_path, HANDBOOK.format(more=ended), LEAVE.format(more="effective_at: 2027-01-01\n"))
    found = await findings(settings(tmp_path))
    assert "none of them in force" in found["documents"].problem
    assert "1 past their date; 1 not in force yet" in found["documents"].problem


@pytest.mark.parametrize(
    ("parts", "name", "words"),
    [
        ({"store": {"revision": 2}, "index": {"revision": 2}}, None, ""),
        ({"store": {"revision": 2}, "index": {"revision": 1}}, "index", "searches revision 1"),
        ({"store": {"revision": 7}, "index": {"revision": 7}}, "index", "EXHIBIT_DATABASE"),
        ({"store": {"revision": 2}, "slack": {"problem": "not connected"}}, "running bot", "slack: not connected"),
    ],
)
async def test_the_index_of_a_bot_that_runs_is_held_against_the_store(
    tmp_path: Path, parts: dict[str, Any], name: str | None, words: str
) -> None:
    async def healthz(_: web.Request) -> web.Response:
        return web.json_response({"status": "ok", "ready": True, "parts": parts})

    fill(tmp_path, HANDBOOK.format(more=""), LEAVE.format(more=""))
    app = web.Application()
    app.router.add_get("/healthz", healthz)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    found = await findings(settings(tmp_path, exhibit_http_port=runner.addresses[0][1]))
    await runner.cleanup()
    assert problems(found) & {"index", "running bot"} == ({name} if name else set())
    if name:
        assert words in str(found[name])


async def test_a_full_disk_is_named(tmp_path: Path) -> None:
    found = await findings(settings(tmp_path), free=lambda _: 1024 * 1024)
    assert found["disk"].problem.startswith("1 MB are free")


@pytest.mark.parametrize(
    ("status", "words"), [(200, "answer"), (401, "ANTHROPIC_API_KEY"), (404, "no model"), (429, "limit"), (529, "529")]
)
async def test_the_model_is_asked_for_one_token(tmp_path: Path, status: int, words: str) -> None:
    model = LocalModel(lambda _: Reply(pieces=("1",), status=status))
    found = await findings(settings(tmp_path, anthropic_api_key="k-secret", anthropic_base_url=await model.start()))
    await model.stop()
    assert bool(found["model"].problem) == (status != 200)
    assert words in str(found["model"])
    assert "k-secret" not in str(found["model"])
    assert {request["max_tokens"] for request in model.requests} == {1}
    assert len(model.requests) == (2 if status == 200 else 1)


async def test_a_model_that_can_not_be_reached_is_named(tmp_path: Path) -> None:
    found = await findings(settings(tmp_path, anthropic_api_key="k", anthropic_base_url="http://127.0.0.1:9"))
    assert "can't be reached" in found["model"].problem
    assert "ANTHROPIC_BASE_URL" in found["model"].advice
