"""The tables of what the bot must remember; `bot/migrations` creates them, a test compares the two."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

METADATA: Final = sa.MetaData()

INBOX: Final = sa.Table(
    "inbox",
    METADATA,
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
    sa.Column("worker", sa.String(32)),
    sa.Column("lease_until", sa.DateTime),
    sa.Column("revised", sa.Text),
    sa.Column("revised_ts", sa.String(32), nullable=False, default="", server_default=""),
    sa.Column("is_offered", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
)
ANSWERS: Final = sa.Table(
    "answers",
    METADATA,
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
    sa.Column("created_at", sa.DateTime, nullable=False, index=True),
    sa.Column("posts", sa.Integer, nullable=False, default=0, server_default="0"),
    sa.Column("is_posting", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
)
CITATIONS: Final = sa.Table(
    "citations",
    METADATA,
    sa.Column("answer_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("chunk_id", sa.String(128), nullable=False),
    sa.Column("spans", sa.JSON, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
)
FEEDBACK: Final = sa.Table(
    "feedback",
    METADATA,
    sa.Column("answer_id", sa.String(32), primary_key=True),
    sa.Column("user", sa.String(32), primary_key=True),
    sa.Column("value", sa.String(16), nullable=False),
    sa.Column("at", sa.DateTime, nullable=False),
)
REPORTS: Final = sa.Table(
    "reports",
    METADATA,
    sa.Column("answer_id", sa.String(32), primary_key=True),
    sa.Column("user", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("at", sa.DateTime, nullable=False),
    sa.Column("id", sa.String(32), index=True, unique=True),
    sa.Column("reason", sa.String(16), nullable=False, default="", server_default=""),
    sa.Column("comment", sa.Text, nullable=False, default="", server_default=""),
    sa.Column("reply", sa.Text, nullable=False, default="", server_default=""),
    sa.Column("document_id", sa.String(100), nullable=False, default="", server_default=""),
    sa.Column("settled_by", sa.String(32), nullable=False, default="", server_default=""),
)
TURNS: Final = sa.Table(
    "turns",
    METADATA,
    sa.Column("answer_id", sa.String(32), primary_key=True),
    sa.Column("team", sa.String(32), nullable=False),
    sa.Column("channel", sa.String(32), nullable=False),
    sa.Column("thread_ts", sa.String(32), nullable=False),
    sa.Column("asker", sa.String(32), nullable=False),
    sa.Column("question", sa.Text, nullable=False),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("is_open", sa.Boolean, nullable=False),
    sa.Column("at", sa.DateTime, nullable=False),
    sa.Index("ix_turns_thread", "team", "channel", "thread_ts"),
)
CANCELS: Final = sa.Table(
    "cancels",
    METADATA,
    sa.Column("answer_id", sa.String(32), primary_key=True),
    sa.Column("at", sa.DateTime, nullable=False),
)
OUTBOX: Final = sa.Table(
    "outbox",
    METADATA,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("subject", sa.String(32), nullable=False, index=True),
    sa.Column("channel", sa.String(32), nullable=False),
    sa.Column("thread_ts", sa.String(32), nullable=False),
    sa.Column("detail", sa.JSON, nullable=False),
    sa.Column("created_at", sa.DateTime, nullable=False),
    sa.Column("tried_at", sa.DateTime),
    sa.Column("ts", sa.String(32)),
)
CHANGES: Final = sa.Table(
    "changes",
    METADATA,
    sa.Column("answer_id", sa.String(32), primary_key=True),
    sa.Column("document_id", sa.String(100), primary_key=True),
    sa.Column("mark", sa.String(64), primary_key=True),
)
OUTCOMES: Final = sa.Table(
    "outcomes",
    METADATA,
    sa.Column("answer_id", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("at", sa.DateTime, nullable=False, index=True),
)
