"""Alembic's entry: runs the steps on the connection that `bot.state` hands over."""

from __future__ import annotations

from alembic import context

from bot.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(
    connection=connection, target_metadata=METADATA, version_table="bot_version", transaction_per_migration=True
)
with context.begin_transaction():
    context.run_migrations()
