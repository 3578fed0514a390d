"""This side: configuration, database, documents, index, a bot that runs already, the model, the disk."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Final

import aiohttp
import anthropic
import httpx2
import sqlalchemy as sa

from bot.anthropic_model import client
from bot.config import Config, ConfigError, ModelSection, Settings, load_config
from bot.doctor.finding import Finding, fine, wrong
from bot.http import is_loopback
from bot.state import State
from bot.tables import INBOX
from core.domain import Document
from core.ports import PortError
from corpus.documents import CorpusError
from corpus.retriever import BM25Retriever
from corpus.schema import knowledge
from corpus.store import Store

LEAST_FREE: Final = 500 * 1024 * 1024
"""Bytes. An ingest of the largest corpus measured takes a tenth of it; SQLite needs room for its log, too."""
_WAIT_S: Final = 1
"""How long a change waits for another process; one of ours takes milliseconds."""

Json = dict[str, Any]


def check_config(path: Path) -> tuple[Finding, Config]:
    """Whether the file can be used; the defaults where it can't."""
    try:
        config = load_config(path)
    except ConfigError as error:
        return wrong(path.name, str(error), "correct it; `exhibit config` prints what is in force"), Config()
    return fine(path.name, "valid" if path.exists() else f"{path} is not there: all defaults"), config


def check_http(settings: Settings) -> Finding:
    """Whether the HTTP API may listen where it should."""
    host = settings.exhibit_http_host
    if settings.exhibit_http_token is None and not is_loopback(host):
        problem = f"EXHIBIT_HTTP_HOST={host!r} is open to other machines and there is no token"
        return wrong("HTTP API", problem, "set EXHIBIT_HTTP_TOKEN, or EXHIBIT_HTTP_HOST=127.0.0.1")
    return fine("HTTP API", f"http://{host}:{settings.exhibit_http_port}")


def open_store(settings: Settings) -> Store | Finding:
    """The document store, or why it can't be opened."""
    advice = "make the folder and the file writable for this user, or set EXHIBIT_DATA or EXHIBIT_DATABASE"
    try:
        if not settings.exhibit_database:
            settings.exhibit_data.mkdir(parents=True, exist_ok=True)
        return Store(settings.database_url)
    except OSError as error:
        return wrong("document store", f"{settings.exhibit_data} can't be made ({error.strerror})", advice)
    except (CorpusError, sa.exc.SQLAlchemyError) as error:
        return wrong("document store", str(error), advice)


def check_writable(settings: Settings) -> Finding:
    """Whether a document could be stored: a change is made and taken back."""
    problem = _write_problem(settings.database_url, sa.update(knowledge).values(revision=knowledge.c.revision))
    if problem:
        return _unwritable("document store", problem)
    return fine("document store", f"{_shown(settings)} can be written")


async def check_state(settings: Settings) -> Finding:
    """Whether the bot's own state can be opened and written."""
    try:
        state = await State.open(settings.database_url)
        await state.close()
    except (sa.exc.SQLAlchemyError, OSError) as error:
        return _unwritable("bot state", _reason(error))
    change = sa.update(INBOX).where(INBOX.c.answer_id == "").values(status="ended")
    problem = await asyncio.to_thread(_write_problem, settings.database_url, change)
    return _unwritable("bot state", problem) if problem else fine("bot state", "can be written")


def _write_problem(url: str, change: sa.Update) -> str:
    """Why ``change`` can't be made; it is never kept."""
    parsed = sa.make_url(url)
    waiting = {"timeout": _WAIT_S} if parsed.get_backend_name() == "sqlite" else {}
    engine = sa.create_engine(parsed, connect_args=waiting)
    try:
        with engine.connect() as connection:
            connection.execute(change)
            connection.rollback()
    except sa.exc.SQLAlchemyError as error:
        return _reason(error)
    finally:
        engine.dispose()
    return ""


def _reason(error: Exception) -> str:
    return str(error.orig if isinstance(error, sa.exc.DBAPIError) else error)


def _unwritable(name: str, problem: str) -> Finding:
    if "locked" in problem:
        return wrong(name, problem, "another process holds it: let it end, or stop it")
    return wrong(name, f"can't be written ({problem})", "make the database and its folder writable for this user")


def _shown(settings: Settings) -> str:
    return sa.make_url(settings.database_url).render_as_string(hide_password=True)


def documents_of(store: Store) -> tuple[Document, ...] | None:
    """The documents; None where the store can't be read."""
    try:
        return store.documents()
    except PortError:
        return None


def check_documents(documents: tuple[Document, ...] | None, today: date) -> Finding:
    """How many documents there are, and how many of them have no owner or are out of date."""
    if documents is None:
        return wrong("documents", "the store can't be read", "see the line about the document store")
    if not documents:
        return wrong("documents", "there are none, so every question is refused", "add some: exhibit ingest PATH…")
    past = [each for each in documents if _has_ended(each, today)]
    usable = [each for each in documents if each.is_in_force(today)]
    parts = {
        "without an owner (nobody to ask or to tell)": sum(not each.owner for each in documents),
        "past their date": len(past),
        "not in force yet": len(documents) - len(usable) - len(past),
    }
    counts = "; ".join(f"{count} {name}" for name, count in parts.items() if count)
    if not usable:
        return wrong("documents", f"{len(documents)}, none of them in force: {counts}", "renew their dates and ingest")
    return fine("documents", f"{len(documents)}" + (f"; {counts}" if counts else ""))


def _has_ended(document: Document, today: date) -> bool:
    ends = [end for end in (document.expires_at, document.superseded_at) if end is not None]
    return bool(ends) and min(ends) <= today


async def running_bot(settings: Settings) -> Json | None:
    """What a bot that runs with these settings tells of itself; None when none answers."""
    host = settings.exhibit_http_host
    address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{settings.exhibit_http_port}/healthz"  # noqa: S104 - compared
    try:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5)) as http, http.get(address) as response:
            told = await response.json()
    except (aiohttp.ClientError, TimeoutError, ValueError):
        return None
    return told if isinstance(told, dict) and isinstance(told.get("parts"), dict) else None


def check_running(told: Json | None) -> Finding:
    """Whether a bot that runs is ready."""
    if told is None:
        return fine("running bot", "none answers on this address")
    problems = [f"{name}: {part['problem']}" for name, part in told["parts"].items() if part.get("problem")]
    if problems:
        return wrong("running bot", f"not ready ({'; '.join(problems)})", "look into its log; it goes on trying")
    return fine("running bot", "ready")


def check_index(store: Store, told: Json | None) -> Finding:
    """Whether the index can be built, and whether a bot that runs searches what is stored now."""
    began = time.perf_counter()
    try:
        revision = BM25Retriever(store).warm_up()
    except PortError as error:
        return wrong("index", str(error), "check the database")
    built = f"revision {revision}, built in {time.perf_counter() - began:.1f} s"
    parts = told["parts"] if told else {}
    theirs, searched = (parts.get(part, {}).get("revision") for part in ("store", "index"))
    if theirs is not None and theirs != revision:
        problem = f"the running bot reads a database at revision {theirs}, here it is {revision}"
        return wrong("index", problem, "give both the same EXHIBIT_DATA or EXHIBIT_DATABASE and start the bot again")
    if searched is not None and searched < revision:
        problem = f"the running bot searches revision {searched}, the documents are at {revision}"
        return wrong("index", problem, "ask it anything, which renews it; if that does not help, start it again")
    return fine("index", built)


async def check_model(settings: Settings, section: ModelSection) -> Finding:
    """Whether both models answer a request of one token."""
    if settings.anthropic_api_key is None:
        return fine("model", "no key: the bot quotes the best sentences itself")
    api = client(
        api_key=settings.anthropic_api_key.get_secret_value(),
        base_url=settings.anthropic_base_url,
        timeout_s=min(section.timeout_s, 20.0),
        stall_s=min(section.stall_s, 20.0),
        max_retries=0,
    )
    async with api:
        for model in dict.fromkeys((section.answer, section.cheap)):
            try:
                await api.messages.create(model=model, max_tokens=1, messages=[{"role": "user", "content": "1"}])
            except (anthropic.AnthropicError, httpx2.HTTPError) as error:
                return _model_failed(model, error)
    return fine("model", f"{section.answer} and {section.cheap} answer")


def _model_failed(model: str, error: Exception) -> Finding:
    match error:
        case anthropic.AuthenticationError() | anthropic.PermissionDeniedError():
            return wrong("model", f"the key is refused (HTTP {error.status_code})", "set ANTHROPIC_API_KEY anew")
        case anthropic.NotFoundError():
            return wrong("model", f"there is no model {model!r}", "correct model.answer or model.cheap in exhibit.toml")
        case anthropic.RateLimitError():
            return wrong("model", "too many requests (HTTP 429)", "try again later, or raise the limit of the key")
        case anthropic.APIStatusError():
            return wrong("model", f"{model} answers HTTP {error.status_code}", "try again later")
        case _:
            kind = type(error).__name__
            return wrong("model", f"can't be reached ({kind})", "check the network, HTTPS_PROXY and ANTHROPIC_BASE_URL")


def free_bytes(folder: Path) -> int:
    """Free bytes where ``folder`` is, or will be."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    return shutil.disk_usage(there).free


def check_disk(folder: Path, free: Callable[[Path], int] = free_bytes) -> Finding:
    """Whether there is room for documents and state."""
    found = free(folder)
    if found < LEAST_FREE:
        problem = f"{found / 1024**2:.0f} MB are free for {folder}"
        return wrong("disk", problem, f"make room: {LEAST_FREE // 1024**2} MB at least, or set EXHIBIT_DATA elsewhere")
    return fine("disk", f"{found / 1024**3:.1f} GB free")
