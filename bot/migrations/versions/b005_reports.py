"""Reports with a reply, messages that are to be sent once, which changes were told, and why a question was refused."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "b005"
down_revision = "b004"

_TEXTS = (("reason", sa.String(16)), ("comment", sa.Text()), ("reply", sa.Text()))
_IDS = (("document_id", sa.String(100)), ("settled_by", sa.String(32)))


def upgrade() -> None:
    """Add the columns and tables; reports that are there stay as they are, and have been sent to nobody."""
    op.add_column("reports", sa.Column("id", sa.String(32)))
    for name, kind in (*_TEXTS, *_IDS):
        op.add_column("reports", sa.Column(name, kind, nullable=False, server_default=""))
    op.create_index("ix_reports_id", "reports", ["id"], unique=True)
    op.create_table(
        "outbox",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("thread_ts", sa.String(32), nullable=False),
        sa.Column("detail", sa.JSON, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("tried_at", sa.DateTime),
        sa.Column("ts", sa.String(32)),
    )
    op.create_index("ix_outbox_subject", "outbox", ["subject"])
    op.create_table(
        "changes",
        sa.Column("answer_id", sa.String(32), primary_key=True),
        sa.Column("document_id", sa.String(100), primary_key=True),
        sa.Column("mark", sa.String(64), primary_key=True),
    )
    op.create_table(
        "outcomes",
        sa.Column("answer_id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_index("ix_outcomes_at", "outcomes", ["at"])


def downgrade() -> None:
    """Drop them; what waited to be sent is not sent."""
    for table in ("outcomes", "changes", "outbox"):
        op.drop_table(table)
    op.drop_index("ix_reports_id", "reports")
    for name in ("settled_by", "document_id", "reply", "comment", "reason", "id"):
        op.drop_column("reports", name)
