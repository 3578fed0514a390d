"""The one place where the rooms are put together; the Slack app, HTTP, the command line, tests and evals start here."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from bot.config import Config, ConfigError, ModelSection, Settings
from bot.tokens import counter
from core.answer import answer
from core.domain import Audience, Chunk, Policy, Question, Turn
from core.events import Event
from core.extractive import ExtractiveModel
from core.language import language_of
from core.ports import ChatModel, Judge, Ports
from corpus.retriever import BM25Retriever
from corpus.store import Store

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """One bot: what it knows, how it judges, and the ports it answers through."""

    config: Config
    policy: Policy
    store: Store
    retriever: BM25Retriever
    ports: Ports
    api: AsyncAnthropic | None = None

    def question(
        self,
        text: str,
        *,
        audience: Audience,
        as_of: date | None = None,
        turns: tuple[Turn, ...] = (),
        id: str | None = None,
    ) -> Question:
        """A question asked now; ``as_of`` None: today."""
        return Question(
            id=id or uuid.uuid4().hex,
            text=text.strip(),
            language=language_of(text),
            as_of=as_of or date.today(),
            audience=audience,
            turns=turns,
        )

    def answer(self, question: Question) -> AsyncGenerator[Event, None]:
        """The events of the answer; see `core.answer.answer`."""
        return answer(question, policy=self.policy, ports=self.ports)

    async def chunk(self, chunk_id: str, *, revision: int | None = None) -> Chunk | None:
        """The chunk as it is now, or as it was at ``revision``; None where there was none. Its readers are the
        caller's to check.
        """
        found = await asyncio.to_thread(self._find, chunk_id, revision)
        if found is None or (revision is None and not found[1]):
            return None
        return found[0]

    def _find(self, chunk_id: str, revision: int | None) -> tuple[Chunk, bool] | None:
        return self.store.chunk(chunk_id) if revision is None else self.store.chunk_at(chunk_id, revision)

    async def warm_up(self) -> None:
        """Build what the first answer would otherwise wait for.

        Raises:
            PortError: the store can't be reached.
        """
        await asyncio.to_thread(self.retriever.warm_up)

    async def close(self) -> None:
        """Give every connection back; the bot can't be used afterwards."""
        if self.api is not None:
            await self.api.close()
        await asyncio.to_thread(self.store.close)

    async def revision(self) -> int:
        """The knowledge revision in force."""
        return await asyncio.to_thread(self.store.revision)


def build(settings: Settings, config: Config, *, model: ChatModel | None = None, database: str | None = None) -> Bot:
    """The bot of ``settings``. ``model`` replaces the one that the settings choose, ``database`` the store's URL.

    Raises:
        ConfigError: a switch needs a model and there is no key.
        CorpusError: the store can't be opened.
    """
    policy = config.policy.policy()
    api, cheap, judge = None, None, None
    if settings.anthropic_api_key is None:
        for key, needs_model in (("compress", policy.compress), ("amber", policy.amber == "judge")):
            if needs_model:
                raise ConfigError(f"policy.{key} = {getattr(policy, key)!r} needs a model: set ANTHROPIC_API_KEY.")
        model = model or ExtractiveModel()
    else:
        api = _api(settings, config.model)
        anthropic_model, cheap, judge = _models(api, config.model)
        model = model or anthropic_model
    if not database and not settings.exhibit_database:
        settings.exhibit_data.mkdir(parents=True, exist_ok=True)
    store = Store(database or settings.database_url)
    retriever = BM25Retriever(store)
    ports = Ports(
        retriever=retriever,
        model=model,
        count_tokens=counter(Path(settings.exhibit_data) / "tiktoken"),
        cheap_model=cheap,
        judge=judge,
    )
    return Bot(config=config, policy=policy, store=store, retriever=retriever, ports=ports, api=api)


def _api(settings: Settings, section: ModelSection) -> AsyncAnthropic:
    from bot.anthropic_model import client  # noqa: PLC0415 - the SDK takes a second to load; only a key needs it

    assert settings.anthropic_api_key is not None
    return client(
        api_key=settings.anthropic_api_key.get_secret_value(),
        base_url=settings.anthropic_base_url,
        timeout_s=section.timeout_s,
        stall_s=section.stall_s,
        max_retries=section.max_retries,
    )


def _models(api: AsyncAnthropic, section: ModelSection) -> tuple[ChatModel, ChatModel, Judge]:
    """The model that answers, the cheap one that compresses, and the judge."""
    from bot.anthropic_model import AnthropicModel, ModelJudge  # noqa: PLC0415 - see `_api`

    limits = {"timeout_s": section.timeout_s, "stall_s": section.stall_s}
    answering = AnthropicModel(api, model=section.answer, max_tokens=section.max_tokens, **limits)
    cheap = AnthropicModel(api, model=section.cheap, max_tokens=section.max_tokens, **limits)
    return answering, cheap, ModelJudge(api, model=section.cheap, timeout_s=section.timeout_s)
