"""``exhibit doctor`` as its user runs it: its lines and its exit status."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from bot.cli import app
from bot.config import Config, Settings
from bot.demo import demo_bot
from bot.localslack import LocalSlack, installed
from bot.serve import running_http, running_slack

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [each for each in os.environ if each.startswith(("SLACK_", "ANTHROPIC_", "EXHIBIT_"))]:
        monkeypatch.delenv(name)


def test_what_is_missing_ends_with_status_1_and_a_line_each() -> None:
    result = CliRunner().invoke(app, ["doctor"])
    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert all(line.startswith(("ok   ", "FAIL ")) for line in lines)
    assert [line for line in lines if "→" in line] == [line for line in lines if line.startswith("FAIL ")]
    assert any(line.startswith("FAIL bot token: SLACK_BOT_TOKEN is not set → ") for line in lines)


def test_a_setting_that_can_not_be_used_is_named_and_its_value_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXHIBIT_HTTP_PORT", "eighty-s3cret")
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 1
    assert result.stdout.startswith("FAIL settings: EXHIBIT_HTTP_PORT")
    assert "s3cret" not in result.stdout


async def test_beside_a_bot_that_serves_all_is_well_and_the_status_is_0(tmp_path: Path) -> None:
    settings = Settings(anthropic_api_key=None, exhibit_data=tmp_path, exhibit_http_port=0)
    bot = demo_bot(settings, Config())
    database = f"sqlite:///{tmp_path / 'demo.sqlite3'}"
    async with (
        LocalSlack(installed(yaml.safe_load((ROOT / "manifest.yml").read_bytes()))) as local,
        running_slack(
            bot,
            bot_token=local.config.bot_token,
            app_token=local.config.app_token,
            api_url=local.api_url,
            state_url=database,
        ) as slack,
        running_http(bot, settings, slack) as address,
    ):
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "VIRTUAL_ENV") if name in os.environ}
        environment = kept | {
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
            "SLACK_BOT_TOKEN": local.config.bot_token,
            "SLACK_APP_TOKEN": local.config.app_token,
            "SLACK_API_URL": local.api_url,
            "EXHIBIT_DATABASE": database,
            "EXHIBIT_HTTP_PORT": address.rsplit(":", 1)[1],
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-W", "error", "-c", "from bot.cli import app; app()", "doctor"),
            cwd=tmp_path,
            env=environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        output, _ = await process.communicate()
    lines = output.decode().splitlines()
    assert [line for line in lines if not line.startswith("ok   ")] == []
    assert process.returncode == 0
    assert "ok   running bot: ready" in lines
