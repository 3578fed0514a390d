"""Every reported fault of docs/cases.md names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_reported_fault_names_a_test_that_is_there() -> None:
    defined = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    lines = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ") and not line.startswith("| reported")]
    assert len(rows) == 46
    named = {row: re.findall(r"`(test_\w+)`", row) for row in rows}
    assert [row for row, tests in named.items() if not tests] == []
    assert sorted({test for tests in named.values() for test in tests} - defined) == []
