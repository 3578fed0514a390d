"""The demo documents, in a store of their own: for the playground, the self-test, and a first question."""

from __future__ import annotations

from bot.config import Config, Settings
from bot.wiring import Bot, build
from core.ports import ChatModel
from corpus.ingest import demo_folder, ingest


def demo_bot(settings: Settings, config: Config, *, model: ChatModel | None = None) -> Bot:
    """The bot of ``settings`` over the demo documents. Its store is made where there is none, and brought up to date.

    Raises:
        ConfigError: see `bot.wiring.build`.
        CorpusError: the store can't be opened.
    """
    settings.exhibit_data.mkdir(parents=True, exist_ok=True)
    bot = build(settings, config, model=model, database=f"sqlite:///{settings.exhibit_data / 'demo.sqlite3'}")
    ingest([demo_folder()], bot.store)
    return bot
