"""The command line. Exit status: 0 for any outcome of a question, 1 for a failure, 2 for misuse."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, aclosing, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from sqlalchemy import make_url

from bot.config import Config, ConfigError, Settings, load_config, load_settings
from bot.demo import demo_bot
from bot.scripted_model import FabricatingModel
from bot.terminal import TerminalAnswer
from bot.wire import record
from bot.wiring import Bot, build
from core.domain import WORKSPACE
from core.events import Failed
from core.ports import PortError
from corpus.documents import CorpusError
from corpus.ingest import Report, ingest

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="Answers from your documents, every sentence checked."
)
_out = Console()
_err = Console(stderr=True)

ConfigOption = Annotated[Path | None, typer.Option("--config", help="Another exhibit.toml.")]


@contextmanager
def _misuse() -> Iterator[None]:
    """What can't be used is said in a line and ends with status 2; what can't be reached, with status 1."""
    try:
        yield
    except PortError as error:
        _err.print(f"exhibit: {error}", markup=False, style="red", soft_wrap=True)
        raise typer.Exit(1) from error
    except (ConfigError, CorpusError) as error:
        _err.print(f"exhibit: {error}", markup=False, style="red", soft_wrap=True)
        raise typer.Exit(2) from error


def _load(config: Path | None) -> tuple[Settings, Config]:
    settings = load_settings()
    if config is not None and not config.exists():
        raise ConfigError(f"There is no file {str(config)!r}. Name an exhibit.toml, or leave --config out.")
    return settings, load_config(config or settings.exhibit_config)


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="The question, in Chinese or English.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line for every event.")] = False,
    fabricate: Annotated[bool, typer.Option(help="Add fabricated sentences, to see them caught.")] = False,
    as_of: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Documents in force on that day.")
    ] = None,
    demo: Annotated[bool, typer.Option(help="Ask the demo documents.")] = False,
    config: ConfigOption = None,
) -> None:
    """Ask a question and see every event of the answer."""
    with _misuse():
        settings, loaded = _load(config)
        limit = loaded.slack.max_question_chars
        if not question.strip():
            raise ConfigError("The question is empty. Write it in quotes after `exhibit ask`.")
        if len(question) > limit:
            raise ConfigError(f"The question has {len(question)} characters; slack.max_question_chars is {limit}.")
        bot = demo_bot(settings, loaded) if demo else build(settings, loaded)
        if not demo and not bot.store.revision():
            _err.print("No documents yet (exhibit ingest PATH adds some): asking the demo documents.", style="dim")
            bot.store.close()
            bot = demo_bot(settings, loaded)
    if fabricate:
        bot = _fabricating(bot)
    asked = bot.question(question, audience=WORKSPACE, as_of=as_of.date() if as_of else None)
    shown = TerminalAnswer(_out, asked.language)

    async def run() -> bool:
        failed = False
        async with AsyncExitStack() as stack:
            stack.push_async_callback(bot.close)
            events = await stack.enter_async_context(aclosing(bot.answer(asked)))
            async for event in events:
                failed = failed or isinstance(event, Failed)
                if as_json:
                    sys.stdout.write(json.dumps(record(event, asked.language), ensure_ascii=False) + "\n")
                    sys.stdout.flush()
                else:
                    shown.show(event)
        return failed

    if asyncio.run(run()):
        raise typer.Exit(1)


def _fabricating(bot: Bot) -> Bot:
    return replace(bot, ports=replace(bot.ports, model=FabricatingModel()))


@app.command(name="ingest")
def ingest_command(
    paths: Annotated[list[Path], typer.Argument(help="Files or folders of Markdown and text.")],
    config: ConfigOption = None,
) -> None:
    """Add or update documents; a file that can't be read is named and the rest goes on."""
    with _misuse():
        settings, loaded = _load(config)
        store = build(settings, loaded).store
        with Progress(console=_err, transient=True) as progress:
            report = ingest(paths, store, on_progress=_advance(progress))
        store.close()
    _print_report(report)
    if report.failed:
        raise typer.Exit(1)


def _advance(progress: Progress) -> Callable[[int, int, str], None]:
    task = progress.add_task("Reading", total=None)
    return lambda done, total, path: progress.update(task, completed=done, total=total, description=Path(path).name)


def _print_report(report: Report) -> None:
    counts = {kind: len(getattr(report, kind)) for kind in ("added", "changed", "unchanged", "failed")}
    _out.print(", ".join(f"{count} {kind}" for kind, count in counts.items()), highlight=False)
    for line in report.warnings:
        _out.print(f"note: {line}", markup=False, highlight=False, style="yellow", soft_wrap=True)
    for line in report.failed:
        _out.print(f"failed: {line}", markup=False, highlight=False, style="red", soft_wrap=True)


@app.command(name="config")
def config_command(config: ConfigOption = None) -> None:
    """Print what is in force, and where it comes from; secrets are only said to be set."""
    with _misuse():
        settings, loaded = _load(config)
    path = config or settings.exhibit_config
    origin = str(path) if path.exists() else f"{path} is not there: all defaults"
    payload = {
        "config": {"from": origin} | loaded.model_dump(mode="json"),
        "settings": settings.model_dump(mode="json") | {"database_url": _without_password(settings.database_url)},
    }
    _out.print_json(json.dumps(payload, ensure_ascii=False, default=str))


def _without_password(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True)


@app.command()
def selftest() -> None:
    """Check every promise offline, one line each; status 1 if any fails."""
    from bot.selftest import run

    if not run(sys.stdout.write):
        raise typer.Exit(1)


@app.command()
def doctor(
    config: ConfigOption = None,
    manifest: Annotated[Path | None, typer.Option(help="The manifest that the Slack app was made from.")] = None,
) -> None:
    """Check everything the bot needs, one line each, and say what to do; status 1 if anything is wrong."""
    from bot.doctor import Finding, run

    def tell(finding: Finding) -> None:
        style = "red" if finding.problem else ""
        _out.print(str(finding), markup=False, highlight=False, style=style, soft_wrap=True)

    if not run(tell, config=config, manifest=manifest):
        raise typer.Exit(1)


@app.command()
def serve(config: ConfigOption = None) -> None:
    """Run the bot: Slack by Socket Mode or over HTTP, and the HTTP API."""
    from bot.serve import serve as run

    with _misuse():
        settings, loaded = _load(config)
        run(settings, loaded)


@app.command()
def playground(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0 takes a free one.")] = 8765,
    config: ConfigOption = None,
) -> None:
    """Open the bot in a local Slack in the browser, with the demo documents."""
    from bot.playground import playground as run

    with _misuse():
        settings, loaded = _load(config)
        run(settings, loaded, port=port)
