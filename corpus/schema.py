"""The tables of the document store, and how a database is brought to them.

A version is current while ``removed_in`` is empty; it was current for every knowledge revision in
``added_in <= revision < removed_in``. Nothing is deleted, so that an old citation opens what was cited.
"""

from __future__ import annotations

from importlib.resources import files

import sqlalchemy as sa

metadata = sa.MetaData()

knowledge = sa.Table(
    "knowledge",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),  # one row, 1
    sa.Column("revision", sa.Integer, nullable=False),
)

versions = sa.Table(
    "document_versions",
    metadata,
    sa.Column("key", sa.Integer, primary_key=True),
    sa.Column("document_id", sa.String(100), nullable=False, index=True),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("document", sa.JSON, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("added_in", sa.Integer, nullable=False),
    sa.Column("removed_in", sa.Integer),
)

chunks = sa.Table(
    "document_chunks",
    metadata,
    sa.Column("version_key", sa.Integer, sa.ForeignKey("document_versions.key"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("id", sa.String(120), nullable=False, index=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("start", sa.Integer, nullable=False),
    sa.Column("heading", sa.JSON, nullable=False),
)

supersessions = sa.Table(
    "document_supersessions",
    metadata,
    sa.Column("version_key", sa.Integer, sa.ForeignKey("document_versions.key"), primary_key=True),
    sa.Column("document_id", sa.String(100), primary_key=True, index=True),
    sa.Column("day", sa.Date, nullable=False),
)

VERSION_TABLE = "corpus_schema_version"
"""The store may share its database with others; its schema version has a table of its own."""

_HEAD = "0001"
"""The newest file of ``migrations/versions``: a database that is there needs no migration machinery at start-up."""


def migrate(engine: sa.Engine) -> None:
    """Brings the database of ``engine`` to the newest schema; safe when several workers start at once."""
    with engine.connect() as connection:
        if _is_newest(connection):
            return
    with engine.execution_options(begin="BEGIN IMMEDIATE").begin() as connection:
        if not _is_newest(connection):
            _upgrade(connection)


def _is_newest(connection: sa.Connection) -> bool:
    if not sa.inspect(connection).has_table(VERSION_TABLE):
        return False
    found = connection.scalar(sa.text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608 - a constant
    return bool(found == _HEAD)


def _upgrade(connection: sa.Connection) -> None:
    from alembic import command  # noqa: PLC0415 - 0.2 s, needed only when the schema is old
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(files("corpus") / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
