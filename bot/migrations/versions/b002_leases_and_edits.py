"""Who works on a question until when, what an edit made of it, and which post of an answer is not confirmed yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "b002"
down_revision = "b001"


def upgrade() -> None:
    """Add the columns; nothing that is there changes its meaning."""
    op.add_column("inbox", sa.Column("worker", sa.String(32)))
    op.add_column("inbox", sa.Column("lease_until", sa.DateTime))
    op.add_column("inbox", sa.Column("revised", sa.Text))
    op.add_column("inbox", sa.Column("revised_ts", sa.String(32), nullable=False, server_default=""))
    op.add_column("inbox", sa.Column("is_offered", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("answers", sa.Column("posts", sa.Integer, nullable=False, server_default="0"))
    op.add_column("answers", sa.Column("is_posting", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_answers_created_at", "answers", ["created_at"])


def downgrade() -> None:
    """Drop the columns; questions that are being answered are taken up as new."""
    op.drop_index("ix_answers_created_at", "answers")
    for table, column in (
        ("answers", "is_posting"),
        ("answers", "posts"),
        ("inbox", "is_offered"),
        ("inbox", "revised_ts"),
        ("inbox", "revised"),
        ("inbox", "lease_until"),
        ("inbox", "worker"),
    ):
        op.drop_column(table, column)
