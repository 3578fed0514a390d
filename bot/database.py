"""The database that the bot remembers in: SQLite beside the process, or a server that several workers share."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_S: Final = 10
"""How long a write waits for another process that writes to the same SQLite file."""
MIGRATION_ATTEMPTS: Final = 5
"""Workers that start together all bring the tables up to date; who comes second fails once, then has nothing to do."""

CLOSING_STEPS: Final = 200
CLOSING_STEP_S: Final = 0.01
"""Two seconds in all: SQLAlchemy gives a stopped task's connection back in a task of its own."""


async def opened(url: str) -> AsyncEngine:
    """The database at ``url`` (``sqlite:///…`` or another SQLAlchemy address), with its tables up to date."""
    engine = create_async_engine(_async_url(url))
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine.sync_engine, "connect", _on_sqlite)
    for attempt in range(1, MIGRATION_ATTEMPTS + 1):
        try:
            async with engine.connect() as connection:
                await connection.run_sync(_migrate)
        except sa.exc.DBAPIError:
            if attempt == MIGRATION_ATTEMPTS:
                await engine.dispose()
                raise
            await asyncio.sleep(0.2 * attempt)
        else:
            break
    return engine


async def closed(engine: AsyncEngine) -> None:
    """Give every connection back, also those that a task which was just stopped is still giving back."""
    pool = engine.sync_engine.pool
    if isinstance(pool, sa.QueuePool):
        for _ in range(CLOSING_STEPS):
            if not pool.checkedout():
                break
            await asyncio.sleep(CLOSING_STEP_S)
    await engine.dispose()


def _async_url(url: str) -> sa.URL:
    parsed = sa.make_url(url)
    return parsed.set(drivername="sqlite+aiosqlite") if parsed.drivername == "sqlite" else parsed


def _on_sqlite(connection: Any, _record: object) -> None:
    """Readers do not wait for a writer, and a writer waits for another instead of failing."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_S * 1000}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.close()


def _migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.commit()
