"""Blocks and views that several tests send."""

from typing import Any


def section(text: str = "报销限额是 200 元。") -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def modal(title: str = "Chunk 原文", **more: Any) -> dict[str, Any]:
    return {"type": "modal", "title": {"type": "plain_text", "text": title}, "blocks": [section()], **more}
