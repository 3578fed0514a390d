"""Inbox, answers, citations, feedback and reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "b001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "inbox",
        sa.Column("team", sa.String(32), primary_key=True),
        sa.Column("channel", sa.String(32), primary_key=True),
        sa.Column("ts", sa.String(64), primary_key=True),
        sa.Column("event_id", sa.String(64), unique=True),
        sa.Column("thread_ts", sa.String(32), nullable=False),
        sa.Column("asker", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("is_external", sa.Boolean, nullable=False),
        sa.Column("answer_id", sa.String(32), nullable=False, unique=True),
        sa.Column("status", sa.String(16), nullable=False, index=True),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("received_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("team", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("thread_ts", sa.String(32), nullable=False),
        sa.Column("messages", sa.JSON, nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("asker", sa.String(32), nullable=False),
        sa.Column("revision", sa.Integer),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "citations",
        sa.Column("answer_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("chunk_id", sa.String(128), nullable=False),
        sa.Column("spans", sa.JSON, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    op.create_table(
        "feedback",
        sa.Column("answer_id", sa.String(32), primary_key=True),
        sa.Column("user", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(16), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("answer_id", sa.String(32), primary_key=True),
        sa.Column("user", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables; what they held is lost."""
    for table in ("reports", "feedback", "citations", "answers", "inbox"):
        op.drop_table(table)
