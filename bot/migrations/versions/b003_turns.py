"""What was asked and answered in each thread."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "b003"
down_revision = "b002"


def upgrade() -> None:
    """Create the table; conversations begin with the next question."""
    op.create_table(
        "turns",
        sa.Column("answer_id", sa.String(32), primary_key=True),
        sa.Column("team", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("thread_ts", sa.String(32), nullable=False),
        sa.Column("asker", sa.String(32), nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_index("ix_turns_thread", "turns", ["team", "channel", "thread_ts"])


def downgrade() -> None:
    """Drop the table; follow-ups are no longer understood."""
    op.drop_index("ix_turns_thread", "turns")
    op.drop_table("turns")
