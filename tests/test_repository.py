"""What the repository promises about itself: its import contracts can fail, its pins name no index, its pages link."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("core", "corpus", "bot", "evals")
BREACHES = {
    "core imports none of our rooms": ("core/gates.py", "import corpus"),
    "core touches no network, files, clock, environment or log": ("core/assemble.py", "import pathlib"),
    "corpus imports only the nouns, ports and words of core": ("corpus/chunking.py", "import core.answer"),
    "bot does not import evals": ("bot/wire.py", "import evals.rows"),
    "evals reaches bot through its wiring": ("evals/demo.py", "import bot.http"),
    "the local Slack imports none of our rooms": ("bot/localslack/clock.py", "import core.domain"),
}


def contracts() -> set[str]:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {contract["name"] for contract in pyproject["tool"]["importlinter"]["contracts"]}


def test_every_import_contract_is_seen_to_fail(tmp_path: Path) -> None:
    assert contracts() == BREACHES.keys()
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__", "*.md", "*.json"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for path, line in BREACHES.values():
        with (tmp_path / path).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", program, "--no-cache", "--config", "pyproject.toml"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    broken = {name for name in BREACHES if f"{name} BROKEN" in result.stdout}
    assert broken == BREACHES.keys(), result.stdout + result.stderr
    assert result.returncode != 0


def test_pins_are_hashed_and_name_no_address() -> None:
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert not re.search(r"https?://|file://|--index|--find-links|--trusted-host", text)
    for name in re.findall(r"^(\S+?)==\S+(?: .*)?$(?!\s+--hash)", text, re.MULTILINE):
        pytest.fail(f"{name} has no hash")


def test_every_dependency_is_pinned() -> None:
    pinned = {
        name.lower().replace("_", "-")
        for name in re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text(), re.M)
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    names = {re.split(r"[<>=\[ ]", each, maxsplit=1)[0].lower().replace("_", "-") for each in wanted}
    assert names <= pinned


@pytest.mark.parametrize("page", ["README.md", "docs/README.zh.md", "CONTRIBUTING.md"])
def test_pages_link_to_files_that_are_there(page: str) -> None:
    path = ROOT / page
    links = re.findall(r"\]\((?!https?://)([^)#]+)", path.read_text(encoding="utf-8"))
    missing = [link for link in links if not (path.parent / link).exists()]
    assert not missing


def test_every_command_of_the_readme_exists() -> None:
    from typer.main import get_command

    from bot.cli import app

    known = set(get_command(app).commands)  # type: ignore[attr-defined]
    text = (ROOT / "README.md").read_text(encoding="utf-8") + (ROOT / "docs/README.zh.md").read_text(encoding="utf-8")
    named = set(re.findall(r"exhibit ([a-z]+)\b", text))
    assert named <= known
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(f"\n{target}:" in makefile for target in re.findall(r"(?m)(?:^|`)make ([a-z]+)", text))
