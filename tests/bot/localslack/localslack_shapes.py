"""Blocks and views that several tests send."""

from typing import Any

from bot.localslack import Config
from bot.localslack.config import BOT_SCOPES

WIDE = Config(
    bot_scopes=(*BOT_SCOPES, "im:write", "channels:history", "groups:history", "reactions:write", "commands"),
    commands=("/exhibit",),
    shortcuts=(("answer_this", "Answer this"),),
)


def section(text: str = "报销限额是 200 元。") -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def modal(title: str = "Chunk 原文", **more: Any) -> dict[str, Any]:
    return {"type": "modal", "title": {"type": "plain_text", "text": title}, "blocks": [section()], **more}
