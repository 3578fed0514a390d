"""The stream of events on a terminal: for those who run the bot, so what was dropped is shown with its reasons."""

from __future__ import annotations

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from bot.messages import say
from bot.wire import record
from core.domain import Block, Language
from core.events import Done, Dropped, Event, Failed, Meta, Refusal, Sentence, Understood

_STYLE = {"score_too_low": "yellow", "conflict": "magenta", "out_of_coverage": "cyan"}


class TerminalAnswer:
    """Prints the events of one answer as they come; document and model text is never read as markup."""

    def __init__(self, console: Console, language: Language) -> None:
        self._console = console
        self._language = language
        self._blocks: dict[int, Block] = {}
        self._cited: set[int] = set()

    def show(self, event: Event) -> None:
        """Print ``event``."""
        match event:
            case Understood():
                self._dim(say("understood", self._language, question=event.text))
            case Meta():
                self._blocks = {block.number: block for block in event.blocks}
                if event.tokens_saved:
                    self._dim(
                        f"{event.tokens_before} → {event.context_tokens} tokens, "
                        f"{100 * event.tokens_saved / event.tokens_before:.1f} % saved"
                    )
            case Sentence():
                self._cited.update(citation.number for citation in event.citations)
                marks = "".join(f"[{citation.number}]" for citation in event.citations)
                disputed = f"  ⚖ {say('disputed', self._language)}" if event.disputed else ""
                self._print(Text.assemble(event.text, (marks, "green"), (disputed, "magenta")))
            case Dropped():
                for reason in record(event, self._language)["reasons"]:
                    self._dim(f"✗ {event.text} — {reason['words']}")
            case Refusal():
                told = record(event, self._language)
                body = Text(f"{told['notice']}\n{told['next_step']}")
                self._console.print(Panel(body, border_style=_STYLE[event.kind], expand=False))
            case Failed():
                self._print(Text(f"{say('failed_title', self._language)} ({event.stage}: {event.detail})", "red"))
            case Done():
                self._end(event)

    def _end(self, done: Done) -> None:
        for number in sorted(self._cited):
            block = self._blocks[number]
            source = block.chunk.document
            where = " › ".join((source.title, *block.chunk.heading[1:]))
            self._dim(f"[{number}] {where} · {source.updated_at} · {block.chunk.id}")
        if done.dropped and done.status == "answered":
            self._dim(say("withheld", self._language, count=done.dropped))
        if done.unanswered:
            parts = say("between_parts", self._language).join(done.unanswered)
            self._print(Text(say("unanswered", self._language, parts=parts), "yellow"))

    def _dim(self, text: str) -> None:
        self._print(Text(text, "dim"))

    def _print(self, text: Text) -> None:
        self._console.print(text, soft_wrap=True)
