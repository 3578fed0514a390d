"""``exhibit doctor``: checks everything the bot needs, one line each, and says what to do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, closing
from datetime import date
from pathlib import Path

from bot.config import ConfigError, Settings, load_settings
from bot.doctor import local
from bot.doctor.finding import Finding, fine, wrong
from bot.doctor.manifest import NAME, OPTIONAL_SCOPES, SCOPES, check_manifest, read_manifest, scopes_of
from bot.doctor.slack import Needs, check_slack, is_socket_mode
from core.domain import Document
from corpus.store import Store

__all__ = ["Finding", "examine", "run"]


def run(tell: Callable[[Finding], None], *, config: Path | None = None, manifest: Path | None = None) -> bool:
    """Tell every finding; whether all is well. ``config`` and ``manifest`` None: the usual ones."""
    try:
        settings = load_settings()
    except ConfigError as error:
        tell(wrong("settings", str(error), "correct it in .env or the environment"))
        return False

    async def tell_all() -> bool:
        is_well = True
        found = examine(
            settings,
            config=config or settings.exhibit_config,
            manifest=manifest or _usual_manifest(),
            today=date.today(),
        )
        async with aclosing(found) as findings:
            async for finding in findings:
                tell(finding)
                is_well = is_well and not finding.problem
        return is_well

    return asyncio.run(tell_all())


def _usual_manifest() -> Path | None:
    """The manifest in this folder, or beside the code in a checkout."""
    places = (Path("manifest.yml"), Path(__file__).parents[2] / "manifest.yml")
    return next((place for place in places if place.exists()), None)


async def examine(
    settings: Settings,
    *,
    config: Path,
    manifest: Path | None,
    today: date,
    free: Callable[[Path], int] = local.free_bytes,
) -> AsyncGenerator[Finding, None]:
    """Every finding, as soon as it is known. Nothing is changed, but a database that is not there is made.

    ``config``: the ``exhibit.toml``; ``manifest`` None: there is none to compare with.
    """
    finding, loaded = local.check_config(config)
    yield finding
    yield local.check_http(settings)
    yield local.check_disk(settings.exhibit_data, free)
    documents: tuple[Document, ...] | None = None
    store = await asyncio.to_thread(local.open_store, settings)
    if isinstance(store, Finding):
        yield store
    else:
        with closing(store):
            documents = await asyncio.to_thread(local.documents_of, store)
            async with aclosing(_database(settings, store, documents, today)) as findings:
                async for finding in findings:
                    yield finding
    yield await local.check_model(settings, loaded.model)
    finding, needs = _manifest(settings, manifest)
    yield finding
    async with aclosing(check_slack(settings, needs, documents)) as findings:
        async for finding in findings:
            yield finding


async def _database(
    settings: Settings, store: Store, documents: tuple[Document, ...] | None, today: date
) -> AsyncGenerator[Finding, None]:
    yield await asyncio.to_thread(local.check_writable, settings)
    yield await local.check_state(settings)
    yield local.check_documents(documents, today)
    told = await local.running_bot(settings)
    yield local.check_running(told)
    yield await asyncio.to_thread(local.check_index, store, told)


def _manifest(settings: Settings, path: Path | None) -> tuple[Finding, Needs]:
    """What there is to say of the manifest, and the scopes that it and the code ask for."""
    if path is None:
        return fine(NAME, "no manifest.yml here to compare with"), Needs()
    found = read_manifest(path)
    if isinstance(found, Finding):
        return found, Needs()
    required = frozenset(SCOPES) | scopes_of(found)
    needs = Needs(required, (frozenset(OPTIONAL_SCOPES) | scopes_of(found, "bot_optional")) - required)
    return check_manifest(found, is_socket_mode=is_socket_mode(settings)), needs
