"""Answers that their asker stopped."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "b004"
down_revision = "b003"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "cancels",
        sa.Column("answer_id", sa.String(32), primary_key=True),
        sa.Column("at", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    """Drop the table; an answer that is being stopped may go on."""
    op.drop_table("cancels")
