"""The command line as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bot.cli import app


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "EXHIBIT_DATABASE", "EXHIBIT_DATA", "EXHIBIT_CONFIG"):
        monkeypatch.delenv(name, raising=False)


def exhibit(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def events(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("question", "fact"),
    [("新员工的试用期有多长？", "90"), ("How long do deleted files stay in the recycle bin?", "30 days")],
)
def test_json_is_one_event_a_line(question: str, fact: str) -> None:
    result = exhibit("ask", "--demo", "--json", question)
    found = events(result)
    assert result.exit_code == 0
    assert found[0]["event"] == "meta"
    assert found[-1]["event"] == "done"
    assert any(fact in str(event.get("text")) for event in found if event["event"] == "sentence")


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("团建预算是多少？", "score_too_low"),
        ("单个文件最大能上传多大？", "conflict"),
        ("手机话费可以报销吗？", "out_of_coverage"),
    ],
)
def test_a_refusal_is_an_outcome_and_not_a_failure(question: str, kind: str) -> None:
    result = exhibit("ask", "--demo", "--json", question)
    assert result.exit_code == 0
    assert [event["kind"] for event in events(result) if event["event"] == "refusal"] == [kind]
    assert exhibit("ask", "--demo", question).exit_code == 0


def test_fabrications_are_seen_to_be_caught() -> None:
    result = exhibit("ask", "--demo", "--fabricate", "新员工的试用期有多长？")
    assert result.exit_code == 0
    assert result.stdout.count("✗") >= 2


@pytest.mark.parametrize(
    "words", [("ask", ""), ("ask", "  "), ("ask", "问" * 2000), ("ask",), ("nonsense",), ("ask", "q", "--as-of", "x")]
)
def test_misuse_ends_with_status_2(words: tuple[str, ...]) -> None:
    assert exhibit(*words).exit_code == 2


def test_a_model_that_can_not_be_reached_ends_with_status_1(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "exhibit.toml").write_text("[model]\nmax_retries = 0\n", encoding="utf-8")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    result = exhibit("ask", "--demo", "--json", "新员工的试用期有多长？")
    assert result.exit_code == 1
    assert [event["event"] for event in events(result)][-2:] == ["failed", "done"]


def test_own_documents_are_added_and_asked(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "parking.md").write_text("# 停车规定\n\n地下车库每月停车费为 350 元。\n", encoding="utf-8")
    (folder / "parking-en.md").write_text("# Parking rules\n\nThe parking fee is 350 yuan a month.\n", encoding="utf-8")
    assert exhibit("ingest", str(folder)).exit_code == 0
    for question in ("停车费每月多少钱？", "How much is the parking fee a month?"):
        found = events(exhibit("ask", "--json", question))
        assert any("350" in str(event.get("text")) for event in found), found
        assert all(str(block["document_id"]).startswith("parking") for block in found[0]["blocks"])  # type: ignore[attr-defined]


def test_a_file_that_can_not_be_read_is_named_and_the_rest_goes_in(tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text("# 好\n\n午休一小时。\n", encoding="utf-8")
    (tmp_path / "bad.md").write_bytes(b"\x00\x01\x02\xff\xfe")
    result = exhibit("ingest", str(tmp_path / "good.md"), str(tmp_path / "bad.md"))
    assert result.exit_code == 1
    assert "bad.md" in result.output


@pytest.mark.parametrize("missing", ["nowhere", "nowhere.md"])
def test_a_path_that_is_not_there_is_named(missing: str) -> None:
    result = exhibit("ingest", missing)
    assert result.exit_code in (1, 2)
    assert "nowhere" in result.output


def test_config_shows_what_is_in_force_and_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-very-secret")
    (tmp_path / "exhibit.toml").write_text("[policy]\nmax_blocks = 3\n", encoding="utf-8")
    result = exhibit("config")
    assert '"max_blocks": 3' in result.stdout
    assert "very-secret" not in result.output


@pytest.mark.parametrize("text", ["[policy]\nmax_block = 3\n", "[policy]\nmax_blocks = 99\n", "not toml", "[polcy]\n"])
def test_a_wrong_config_names_the_key(tmp_path: Path, text: str) -> None:
    (tmp_path / "exhibit.toml").write_text(text, encoding="utf-8")
    result = exhibit("config")
    assert result.exit_code == 2
    assert "exhibit.toml" in result.output


def test_the_shipped_config_is_the_default() -> None:
    from bot.config import Config, load_config

    assert load_config(Path(__file__).parents[2] / "exhibit.toml") == Config()
