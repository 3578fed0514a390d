"""The events of one answer folded into Slack messages: pure functions, the same events always give the same pages.

Rule: the text of a `Dropped` is not even kept; only how many there were.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, assert_never

from bot.messages import say
from bot.slack import notices
from bot.slack.paging import Page, page, paged
from bot.slack.text import Json, plain, shorten
from core.domain import Chunk, Conflict, Document, Language, Side, Span
from core.events import Done, Dropped, Event, Failed, Meta, Refusal, Sentence, Understood

OLD_DAYS: Final = 365
"""A source whose document was updated longer ago gets a warning (covan issue 43)."""
MAX_NOTES: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What a citation button opens: ``spans`` are the parts of the chunk that support the answer (may be none)."""

    number: int
    chunk: Chunk
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is known of one answer so far; ``id`` is the id that buttons carry. ``as_of``: the day it was asked.

    ``quoted`` is the question where the thread does not show it, to stand above the answer. ``ahead``: so many
    questions are answered before this one. ``understood``: the question that a follow-up stands for. ``is_closed``:
    it was taken down, because not everyone who sees it may read it any more.
    """

    id: str
    language: Language
    as_of: date
    quoted: str = ""
    ahead: int = 0
    understood: str = ""
    meta: Meta | None = None
    sentences: tuple[Sentence, ...] = ()
    withheld: int = 0
    refusal: Refusal | None = None
    failed: bool = False
    cancelled: bool = False
    is_closed: bool = False
    done: Done | None = None

    @property
    def documents(self) -> tuple[Document, ...]:
        """Every document of which something is or may be shown."""
        found = [block.chunk.document for block in self.meta.blocks] if self.meta else []
        sides = [side for conflict in _disputes(self) for side in conflict.sides]
        if self.meta and self.meta.conflict:
            sides += self.meta.conflict.sides
        if self.refusal is not None:
            found += self.refusal.found
            sides += self.refusal.conflict.sides if self.refusal.conflict else ()
        return tuple(dict.fromkeys([*found, *(side.chunk.document for side in sides)]))

    def closed(self) -> Shown:
        """What is left when not everyone may read it: that it was taken down."""
        done = Done(status="refused", emitted=0, dropped=0)
        return Shown(id=self.id, language=self.language, as_of=self.as_of, is_closed=True, done=done)

    def after(self, event: Event) -> Shown:
        """What is known after ``event``."""
        match event:
            case Understood():
                return replace(self, understood=event.text, language=event.language)
            case Meta():
                return replace(self, meta=event)
            case Sentence():
                return replace(self, sentences=(*self.sentences, event))
            case Dropped():
                return replace(self, withheld=self.withheld + 1)
            case Refusal():
                return replace(self, refusal=event)
            case Failed():
                return replace(self, failed=True)
            case Done():
                return replace(self, done=event)
            case other:
                assert_never(other)

    @property
    def is_final(self) -> bool:
        """Whether nothing more will come."""
        return self.done is not None


def sources(shown: Shown) -> tuple[Source, ...]:
    """What can be opened from this answer, in the order of its buttons; numbers are unique within the answer.

    Cited blocks keep the number they were cited by; the side of a conflict that nobody cited gets the next free one.
    """
    spans: dict[int, list[Span]] = {}
    for sentence in shown.sentences:
        for citation in sentence.citations:
            spans.setdefault(citation.number, []).append(citation.span)
    blocks = {block.number: block.chunk for block in shown.meta.blocks} if shown.meta else {}
    found = [
        Source(number=number, chunk=blocks[number], spans=tuple(dict.fromkeys(marked)))
        for number, marked in sorted(spans.items())
        if number in blocks
    ]
    for conflict in _disputes(shown):
        found = _with_sides(found, conflict, taken=blocks)
    refused = shown.refusal
    if refused is not None and refused.conflict is not None:
        found = _with_sides(found, refused.conflict, taken=blocks)
    if refused is not None and refused.kind == "out_of_coverage":
        cited = {source.number for source in found}
        found += [source for source in _first_of_each_document(refused, blocks) if source.number not in cited]
    return tuple(found)


def _with_sides(found: list[Source], conflict: Conflict, *, taken: dict[int, Chunk]) -> list[Source]:
    for side in conflict.sides:
        if any(source.chunk.id == side.chunk.id for source in found):
            continue
        known = next((number for number, chunk in taken.items() if chunk.id == side.chunk.id), None)
        number = known or max([*taken, *(source.number for source in found)], default=0) + 1
        found = [*found, Source(number=number, chunk=side.chunk, spans=(side.span,))]
    return found


def _first_of_each_document(refused: Refusal, blocks: dict[int, Chunk]) -> list[Source]:
    opened = []
    for document in refused.found[: notices.MAX_OPENED]:
        number = next((number for number, chunk in blocks.items() if chunk.document.id == document.id), None)
        if number is not None:
            opened.append(Source(number=number, chunk=blocks[number]))
    return opened


def _disputes(shown: Shown) -> tuple[Conflict, ...]:
    return tuple(dict.fromkeys(sentence.disputed for sentence in shown.sentences if sentence.disputed is not None))


def placeholder(shown: Shown) -> Page:
    """What stands in the thread before the first sentence."""
    text = say("placeholder", shown.language)
    if shown.ahead:
        text = say("waiting" if shown.ahead > 1 else "waiting_one", shown.language, count=shown.ahead)
    return _quoting(shown, page(text, [_stoppable(f"{'⏳' if shown.ahead else '🔎'} {text}", shown)]))


def _stoppable(text: str, shown: Shown) -> Json:
    """A line about an answer that is being given, with the button that stops it."""
    cancel = notices.button(say("cancel", shown.language), "cancel", shown.id)
    return {"type": "section", "text": plain(text), "accessory": cancel}


def pages(shown: Shown) -> tuple[Page, ...]:
    """The messages of this answer, at least one, each within Slack's limits."""
    if not shown.sentences:
        notice = _notice(shown)
        return (placeholder(shown) if notice is None else _quoting(shown, notice),)
    first, *rest = paged(shown.sentences, shown.language, footer=_footer(shown) if shown.is_final else _growing(shown))
    notice = _notice(shown) if shown.refusal else None
    return (_quoting(shown, first), *rest, *([notice] if notice else []))


def _quoting(shown: Shown, first: Page) -> Page:
    above = []
    if shown.quoted:
        above.append(notices.context("💬 " + shorten(shown.quoted, 300)))
    if shown.understood:
        question = shorten(shown.understood, 300)
        above.append(notices.context("↪️ " + say("understood", shown.language, question=question)))
    return replace(first, blocks=(*above, *first.blocks))


def _growing(shown: Shown) -> list[Json]:
    return [_stoppable("🔎 " + say("checking", shown.language), shown)]


def _notice(shown: Shown) -> Page | None:
    """The refusal or failure that stands alone; None while there is neither."""
    language = shown.language
    if shown.refusal is not None:
        title, blocks = notices.refusal(shown.refusal, language, answer_id=shown.id, opens=_opens(sources(shown)))
    elif shown.is_closed:
        title = say("audience_changed", language)
        blocks = [notices.paragraph(title)]
    elif shown.cancelled:
        title, blocks = notices.cancelled(language, answer_id=shown.id)
    elif shown.failed or (shown.done is not None and not shown.sentences):
        title, blocks = notices.failure(language, answer_id=shown.id)
    else:
        return None
    return page(title, [*blocks, *_withheld(shown)])


def _footer(shown: Shown) -> list[Json]:
    """Below a finished answer: what to mind, what can be opened, what people think of it."""
    language = shown.language
    notes = [notices.context(shorten(note, 300)) for note in _notes(shown)][:MAX_NOTES]
    opens = _opens(sources(shown))
    blocks = [*notes, *_withheld(shown)]
    if opens:
        blocks.append(notices.actions(notices.source_buttons(opens, shown.id, language)))
    if shown.failed or shown.cancelled:
        again = notices.button(say("try_again", language), "try_again", shown.id)
        why = "⏹️ " + say("cancelled_part", language) if shown.cancelled else "⚠️ " + say("broke_off", language)
        return [*blocks, notices.context(why), notices.actions([again])]
    return [*blocks, notices.context(say("hint", language)), feedback(shown.id, language)]


def _withheld(shown: Shown) -> list[Json]:
    if not (shown.is_final and shown.withheld):
        return []
    return [notices.context("🛡️ " + say("withheld", shown.language, count=shown.withheld))]


def _notes(shown: Shown) -> Iterable[str]:
    language = shown.language
    if shown.done is not None and shown.done.unanswered:
        parts = say("between_parts", language).join(shorten(part, 100) for part in shown.done.unanswered[:5])
        yield "❓ " + say("unanswered", language, parts=parts)
    settled = shown.meta.conflict if shown.meta else None
    if settled is not None and settled.settled_by is not None:
        deciding = settled.settled_by
        values = _both_sides(settled, language)
        title = shorten(deciding.title, 60)
        yield "⚖️ " + say("settled", language, title=title, updated=deciding.updated_at) + values
    for conflict in _disputes(shown):
        yield "⚖️ " + say("disputed", language) + _both_sides(conflict, language)
    for source in sources(shown):
        document = source.chunk.document
        if (shown.as_of - document.updated_at).days > OLD_DAYS:
            months = (shown.as_of - document.updated_at).days * 12 // 365
            title = shorten(document.title, 60)
            yield "🕰️ " + say(
                "old_source", language, number=source.number, title=title, updated=document.updated_at, months=months
            )


def _both_sides(conflict: Conflict, language: Language) -> str:
    return " " + say("between_parts", language).join(_side(side, language) for side in conflict.sides)


def _side(side: Side, language: Language) -> str:
    document = side.chunk.document
    title = shorten(document.title, 40)
    return say("side", language, value=shorten(side.value, 40), title=title, updated=document.updated_at)


def _opens(found: Sequence[Source]) -> list[notices.Opens]:
    """What each button opens; passages of one document are told apart by their section."""
    documents = [one.chunk.document.id for one in found]
    opens = []
    for one in found:
        document = one.chunk.document
        title = document.title
        if documents.count(document.id) > 1 and one.chunk.heading:
            title = f"{shorten(title, 24)} › {shorten(one.chunk.heading[-1], 24)}"
        opens.append(notices.Opens(number=one.number, title=title, updated=document.updated_at))
    return opens


def feedback(answer_id: str, language: Language) -> Json:
    """Two buttons that say whether the answer helped."""
    buttons = {
        name: {"text": plain(say(key, language)), "value": f"{answer_id}:{value}"}
        for name, key, value in (
            ("positive_button", "useful", "useful"),
            ("negative_button", "not_useful", "not_useful"),
        )
    }
    element = {"type": "feedback_buttons", "action_id": "feedback", **buttons}
    return {"type": "context_actions", "elements": [element]}
