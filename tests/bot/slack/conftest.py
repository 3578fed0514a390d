"""A quiet local Slack and a script for its bot; a file that needs another kind has its own."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import scripted as s

from bot.localslack.server import LocalSlack


@pytest.fixture
async def local() -> AsyncIterator[LocalSlack]:
    async with LocalSlack(s.quiet()) as running:
        yield running


@pytest.fixture
def script() -> s.Script:
    return s.Script()
