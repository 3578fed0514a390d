"""Events as JSON: `record` with everything, for the log and the terminal; `public` for readers of the HTTP API."""

from __future__ import annotations

from typing import Any, assert_never

from bot.messages import say
from core.domain import Block, Citation, Conflict, Document, Language, Reason
from core.events import Done, Dropped, Event, Failed, Meta, Refusal, Sentence, Understood
from core.reasons import explain

Json = dict[str, Any]


def name(event: Event) -> str:
    """The wire name: the lower-case class name."""
    return type(event).__name__.lower()


def record(event: Event, language: Language) -> Json:
    """The whole event, for those who run the bot. ``language``: of the reasons in words."""
    match event:
        case Dropped():
            reasons = [_reason(reason, language) for reason in event.verdict.reasons]
            return {"event": "dropped", "text": event.text, "reasons": reasons}
        case Failed():
            return {"event": "failed", "stage": event.stage, "detail": event.detail}
        case Understood() | Meta() | Sentence() | Refusal() | Done():
            return public(event, language)
        case _:
            assert_never(event)


def public(event: Event, language: Language) -> Json:
    """The event without what readers must not see: the text that was dropped, and the detail of an outage."""
    match event:
        case Understood():
            return {"event": "understood", "text": event.text, "language": event.language}
        case Meta():
            return {"event": "meta"} | _meta(event)
        case Sentence():
            return {
                "event": "sentence",
                "text": event.text,
                "lead": event.lead,
                "citations": [_citation(citation) for citation in event.citations],
                "disputed": _conflict(event.disputed),
            }
        case Dropped():
            return {"event": "dropped", "gates": [reason.gate for reason in event.verdict.reasons]}
        case Refusal():
            return {"event": "refusal"} | _refusal(event, language)
        case Failed():
            return {"event": "failed", "stage": event.stage}
        case Done():
            return {
                "event": "done",
                "status": event.status,
                "emitted": event.emitted,
                "dropped": event.dropped,
                "unanswered": list(event.unanswered),
            }
        case _:
            assert_never(event)


def _meta(meta: Meta) -> Json:
    saved = 100 * meta.tokens_saved / meta.tokens_before if meta.tokens_before else 0.0
    return {
        "blocks": [_block(block) for block in meta.blocks],
        "context_tokens": meta.context_tokens,
        "tokens_before": meta.tokens_before,
        "tokens_saved": meta.tokens_saved,
        "saved_percent": round(saved, 1),
        "revision": meta.revision,
        "best_share": round(meta.best_share, 4),
        "conflict": _conflict(meta.conflict),
    }


def _block(block: Block) -> Json:
    return {
        "number": block.number,
        "chunk_id": block.chunk.id,
        "tokens": block.tokens,
        "score": round(block.score, 4),
    } | document(block.chunk.document)


def document(described: Document) -> Json:
    """What readers may know of a document that they may read."""
    return {
        "document_id": described.id,
        "title": described.title,
        "version": described.version,
        "updated_at": described.updated_at.isoformat(),
        "url": described.url,
    }


def _citation(citation: Citation) -> Json:
    return {
        "number": citation.number,
        "chunk_id": citation.chunk_id,
        "start": citation.span.start,
        "end": citation.span.end,
    }


def _conflict(conflict: Conflict | None) -> Json | None:
    if conflict is None:
        return None
    sides = [
        {"chunk_id": side.chunk.id, "value": side.value, "start": side.span.start, "end": side.span.end}
        | document(side.chunk.document)
        for side in conflict.sides
    ]
    settled_by = document(conflict.settled_by) if conflict.settled_by else None
    return {"subject": list(conflict.subject), "sides": sides, "settled_by": settled_by}


_WORDS = {"score_too_low": "low", "conflict": "conflict", "out_of_coverage": "coverage"}


def _refusal(refusal: Refusal, language: Language) -> Json:
    prefix = _WORDS[refusal.kind]
    owners = _owners(refusal, language)
    return {
        "kind": refusal.kind,
        "notice": _notice(refusal, language),
        "next_step": say(f"{prefix}_next", language, owners=owners),
        "best_share": round(refusal.best_share, 4),
        "threshold": refusal.threshold,
        "conflict": _conflict(refusal.conflict),
        "found": [document(found) for found in refusal.found],
    }


def _owners(refusal: Refusal, language: Language) -> str:
    sides = refusal.conflict.sides if refusal.conflict else ()
    owners = dict.fromkeys(side.chunk.document.owner for side in sides if side.chunk.document.owner)
    return say("between_names", language).join(owners) or say("no_owner", language)


def _notice(refusal: Refusal, language: Language) -> str:
    """The refusal in words, a line each: what it is, why, and the evidence for it."""
    if refusal.kind == "score_too_low":
        shares = {"share": f"{refusal.best_share:.0%}", "threshold": f"{refusal.threshold:.0%}"}
        body = say("low_body", language, **shares) if refusal.best_share > 0 else say("low_none", language)
        return "\n".join((say("low_title", language), body))
    if refusal.conflict is not None:
        lines = [say("conflict_title", language), say("conflict_body", language)]
        for side in refusal.conflict.sides:
            origin = side.chunk.document
            lines.append(say("side", language, value=side.value, title=origin.title, updated=origin.updated_at))
        return "\n".join(lines)
    lines = [say("coverage_title", language), say("coverage_body", language)]
    lines += [
        say("found_document", language, title=found.title, updated=found.updated_at) for found in refusal.found[:3]
    ]
    return "\n".join(lines)


def _reason(reason: Reason, language: Language) -> Json:
    return {
        "gate": reason.gate,
        "tier": reason.tier,
        "number": reason.number,
        "figure": reason.figure,
        "words": explain(reason, language),
    }
