"""Documents with their versions, chunks and supersessions, and the knowledge revision."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the four tables and revision 0."""
    op.create_table(
        "knowledge",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    op.execute("INSERT INTO knowledge (id, revision) VALUES (1, 0)")
    op.create_table(
        "document_versions",
        sa.Column("key", sa.Integer, primary_key=True),
        sa.Column("document_id", sa.String(100), nullable=False, index=True),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("document", sa.JSON, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("added_in", sa.Integer, nullable=False),
        sa.Column("removed_in", sa.Integer),
    )
    op.create_table(
        "document_chunks",
        sa.Column("version_key", sa.Integer, sa.ForeignKey("document_versions.key"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(120), nullable=False, index=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("start", sa.Integer, nullable=False),
        sa.Column("heading", sa.JSON, nullable=False),
    )
    op.create_table(
        "document_supersessions",
        sa.Column("version_key", sa.Integer, sa.ForeignKey("document_versions.key"), primary_key=True),
        sa.Column("document_id", sa.String(100), primary_key=True, index=True),
        sa.Column("day", sa.Date, nullable=False),
    )


def downgrade() -> None:
    """Drops everything."""
    for table in ("document_supersessions", "document_chunks", "document_versions", "knowledge"):
        op.drop_table(table)
