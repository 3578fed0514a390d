"""Runs migrations on the connection that `corpus.schema.migrate` hands over."""

from alembic import context

from corpus.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, version_table=VERSION_TABLE
)
context.run_migrations()
