"""Documents, events and a whole bot on the local Slack, for the tests of `bot.slack`."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler

from bot.localslack.config import Config
from bot.localslack.server import LocalSlack
from bot.slack.app import SlackBot, build_app
from bot.slack.clock import RealClock
from bot.state import State
from core.domain import Block, Chunk, Citation, Conflict, Document, Question, Side, Span, Verdict
from core.events import Done, Dropped, Event, Failed, Meta, Refusal, Sentence

TODAY = date(2026, 9, 1)
CHANNEL = "C0GENERAL"
EMPLOYEE, HR, GUEST = "U0EMPLOYEE", "U0HR", "U0GUEST"


def document(id: str = "doc-001", **fields: object) -> Document:
    values: dict[str, object] = {
        "id": id,
        "title": "员工手册",
        "version": "3.1",
        "language": "zh",
        "updated_at": date(2026, 3, 1),
        "effective_at": date(2026, 4, 1),
        "owner": "人力资源部",
        "url": "https://wiki.example.com/handbook",
    }
    return Document(**values | fields)  # type: ignore[arg-type]


def chunk(
    text: str, doc: Document | None = None, number: int = 1, heading: tuple[str, ...] = ("入职", "试用期")
) -> Chunk:
    doc = doc or document()
    return Chunk(id=f"{doc.id}#c{number:02}", document=doc, text=text, start=0, heading=heading)


def block(number: int, of: Chunk) -> Block:
    return Block(number=number, chunk=of, text=of.text, tokens=20, score=1.0)


PROBATION = chunk("新员工的试用期为 90 天。试用期内每月 25 日发薪。表现优秀的，可以申请提前转正。")
LEAVE = chunk(
    "Annual leave is 10 days a year. Unused days expire in March.",
    document("doc-002", title="Leave policy", language="en", owner="People team", updated_at=date(2025, 1, 15), url=""),
    heading=("Leave",),
)
NEW = chunk("单个文件最大 200 MB。", document("doc-003", title="产品手册", owner="产品部", updated_at=date(2026, 6, 1)))
OLD = chunk(
    "网页端上传的单个文件不能超过 100 MB。",
    document("doc-004", title="客服问答", owner="客服部", updated_at=date(2026, 2, 1)),
)
CONFLICT = Conflict(
    subject=("单个", "文件"),
    sides=(Side(NEW, Span(0, len(NEW.text)), "200 MB"), Side(OLD, Span(0, len(OLD.text)), "100 MB")),
)


def meta(*chunks: Chunk, conflict: Conflict | None = None) -> Meta:
    blocks = tuple(block(number, one) for number, one in enumerate(chunks, start=1))
    return Meta(blocks=blocks, context_tokens=40, tokens_before=40, revision=1, best_share=0.8, conflict=conflict)


def sentence(text: str, *cited: tuple[int, Chunk], lead: str = "", disputed: Conflict | None = None) -> Sentence:
    citations = tuple(Citation(number, one.id, _span(text, one)) for number, one in cited)
    return Sentence(text=text, citations=citations, lead=lead, disputed=disputed)


def _span(text: str, of: Chunk) -> Span:
    start = of.text.find(text)
    return Span(start, start + len(text)) if start >= 0 else Span(0, len(of.text))


def done(emitted: int, dropped: int = 0, unanswered: tuple[str, ...] = ()) -> Done:
    return Done(status="answered", emitted=emitted, dropped=dropped, unanswered=unanswered)


REFUSED = Done(status="refused", emitted=0, dropped=0)
SECRET = "DROPPED-TEXT 编造的句子"

ANSWERED: tuple[Event, ...] = (
    meta(PROBATION, LEAVE),
    sentence("新员工的试用期为 90 天。", (1, PROBATION)),
    Dropped(SECRET, Verdict(())),
    sentence("试用期内每月 25 日发薪。", (1, PROBATION)),
    sentence("Annual leave is 10 days a year.", (2, LEAVE), lead="\n\n"),
    done(3, 1, ("加班费怎么算",)),
)
LOW: tuple[Event, ...] = (Refusal(kind="score_too_low", best_share=0.12, threshold=0.2), REFUSED)
DISAGREE: tuple[Event, ...] = (Refusal(kind="conflict", best_share=0.7, threshold=0.2, conflict=CONFLICT), REFUSED)
UNCOVERED: tuple[Event, ...] = (
    meta(PROBATION, LEAVE),
    Dropped(SECRET, Verdict(())),
    Refusal(kind="out_of_coverage", best_share=0.6, threshold=0.2, found=(PROBATION.document, LEAVE.document)),
    Done(status="refused", emitted=0, dropped=1),
)
BROKEN: tuple[Event, ...] = (
    Failed("model", "api key sk-secret rejected"),
    Done(status="failed", emitted=0, dropped=0),
)
DISPUTED: tuple[Event, ...] = (
    meta(NEW, OLD),
    sentence("单个文件最大 200 MB。", (1, NEW), disputed=CONFLICT),
    done(1),
)


class Script:
    """An answerer that says given events, by the question's text; ``asked`` keeps the questions."""

    def __init__(self, scripts: dict[str, Sequence[Event]] | None = None) -> None:
        self.scripts = scripts or {}
        self.asked: list[Question] = []
        self.error: Exception | None = None

    async def __call__(self, question: Question) -> AsyncGenerator[Event, None]:
        self.asked.append(question)
        if self.error is not None:
            raise self.error
        for event in self.scripts.get(question.text, ANSWERED):
            yield event


class Shelf:
    """A library that holds given chunks; `change` and `withdraw` make newer versions."""

    def __init__(self, *chunks: Chunk) -> None:
        self.chunks = {one.id: one for one in chunks}
        self.now = {one.document.id: one.document for one in chunks}
        self.changes = 1

    def change(self, of: Chunk, **fields: object) -> None:
        self.now[of.document.id] = replace(of.document, **fields)  # type: ignore[arg-type]
        self.changes += 1

    def withdraw(self, of: Chunk) -> None:
        del self.now[of.document.id]
        self.changes += 1

    def chunk_at(self, chunk_id: str, revision: int) -> tuple[Chunk, bool] | None:
        found = self.chunks.get(chunk_id)
        return None if found is None else (found, self.now.get(found.document.id) == found.document)

    def documents(self) -> tuple[Document, ...]:
        return tuple(self.now.values())

    def revision(self) -> int:
        return self.changes

    def count_chunks(self) -> int:
        return len(self.chunks)


class QuickClock(RealClock):
    """Real time in which waiting takes none, so that tests do not sleep."""

    async def sleep(self, seconds: float) -> None:
        await super().sleep(0)


@asynccontextmanager
async def running(
    local: LocalSlack,
    database: Path,
    script: Callable[[Question], AsyncGenerator[Event, None]],
    shelf: Shelf,
    **limits: Any,
) -> AsyncIterator[SlackBot]:
    """The bot, connected to ``local`` by Socket Mode; ``limits`` of `build_app`."""
    async with built(local, database, script, shelf, **limits) as bot:
        handler = AsyncSocketModeHandler(bot.app, local.config.app_token)
        await handler.connect_async()
        await local.connected()
        await bot.recover()
        try:
            yield bot
        finally:
            await bot.drain(patience_s=0)
            await handler.close_async()


@asynccontextmanager
async def over_http(
    local: LocalSlack, database: Path, script: Callable[[Question], AsyncGenerator[Event, None]], shelf: Shelf
) -> AsyncIterator[str]:
    """The bot behind an HTTP server; its address for events."""
    async with built(local, database, script, shelf) as bot:
        runner = web.AppRunner(bot.app.web_app("/slack/events"))
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events"
        await bot.drain(patience_s=0)
        await runner.cleanup()


@asynccontextmanager
async def built(
    local: LocalSlack,
    database: Path,
    script: Callable[[Question], AsyncGenerator[Event, None]],
    shelf: Shelf,
    **limits: Any,
) -> AsyncIterator[SlackBot]:
    """The bot, not connected yet."""
    state = await State.open(f"sqlite:///{database}")
    bot = build_app(
        token=local.config.bot_token,
        base_url=local.api_url,
        state=state,
        library=shelf,
        answer=script,
        signing_secret=local.config.signing_secret,
        clock=QuickClock(),
        today=lambda: TODAY,
        **limits,
    )
    try:
        yield bot
    finally:
        await state.close()


def quiet() -> Config:
    """A local Slack for tests."""
    return Config()
