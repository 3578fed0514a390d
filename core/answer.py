"""The pipeline, in the order it happens: from one question to its stream of events."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from jsonschema import Draft202012Validator

from core import asks, followup
from core.assemble import assemble
from core.compress import compress
from core.computed import combined, derive
from core.conflict import disputed, find_conflicts, settle
from core.domain import Block, Claim, Conflict, Document, Policy, Question, Reason, Verdict
from core.events import Done, Dropped, Event, Failed, Meta, Refusal, Sentence, Status, Understood
from core.gates import score_too_low, sources_conflict
from core.markers import claim
from core.ports import DraftCut, PortError, Ports
from core.prompt import CLAIMS_SCHEMA, NO_ANSWER, build
from core.questions.part_retrieval import retrieve
from core.questions.passages import setting
from core.sentences import SentenceBuffer
from core.verify import Evidence, accept, is_amber, prepare, verify

DRAFTS = 2
"""The first draft and one regeneration: two bad drafts mean that the material does not support an answer."""

_CLAIMS = Draft202012Validator(CLAIMS_SCHEMA)


async def answer(question: Question, *, policy: Policy, ports: Ports) -> AsyncGenerator[Event, None]:
    """The events of one answer, by the grammar of `core.events`; an outage ends it with `Failed`.

    After ``question.turns``, a follow-up is answered as the question that it stands for; see `core.followup`.
    Consume it with `contextlib.aclosing`: closing it stops the model. Bugs (any other exception) pass through.
    """
    emitted: list[tuple[str, str]] = []
    blocks: Sequence[Block] = ()
    dropped = 0
    status: Status = "answered"
    found = await followup.understood(question, model=ports.cheap_model)
    if found.is_changed:
        question = followup.alone(question, found)
        yield Understood(question.text, question.language)
    try:
        async with aclosing(_events(question, policy, ports)) as events:
            async for event in events:
                if isinstance(event, Meta):
                    blocks = event.blocks
                elif isinstance(event, Sentence):
                    emitted.append((event.text, _setting(event, blocks)))
                elif isinstance(event, Dropped):
                    dropped += 1
                elif isinstance(event, Refusal):
                    status = "refused"
                yield event
    except PortError as error:
        status = "failed"
        yield Failed(error.stage, error.detail)
    unanswered = asks.unanswered(question, emitted) if status == "answered" else ()
    yield Done(status=status, emitted=len(emitted), dropped=dropped, unanswered=unanswered)


async def _events(question: Question, policy: Policy, ports: Ports) -> AsyncGenerator[Event, None]:
    retrieval = await retrieve(question, retriever=ports.retriever, limit=policy.candidates)
    if refusal := score_too_low(question, retrieval, policy):
        yield refusal
        return
    blocks = assemble(retrieval.hits, policy=policy, count_tokens=ports.count_tokens)
    conflicts = find_conflicts(question, blocks)
    if policy.conflict == "authority":
        conflicts = tuple(settle(conflict, blocks) for conflict in conflicts)
        blocks = _without_overruled(blocks, conflicts)
    before = sum(block.tokens for block in blocks)
    handed_out: Sequence[Block] = blocks
    if policy.compress and ports.cheap_model is not None:
        handed_out = await compress(question, blocks, model=ports.cheap_model, count_tokens=ports.count_tokens)
    yield Meta(
        blocks=tuple(handed_out),
        context_tokens=sum(block.tokens for block in handed_out),
        tokens_before=before,
        revision=retrieval.revision,
        best_share=retrieval.best_share,
        conflict=next((conflict for conflict in conflicts if conflict.settled_by is not None), None),
    )
    threshold = policy.min_score[question.language]
    if refusal := sources_conflict(question, conflicts, best_share=retrieval.best_share, threshold=threshold):
        yield refusal
        return
    drafting = _Drafting(question, handed_out, find_conflicts(question, blocks, any_topic=True), policy, ports)
    async with aclosing(drafting.run()) as events:
        async for event in events:
            yield event
    if not drafting.is_answering:
        found = _documents(hit.chunk.document for hit in retrieval.hits)
        yield Refusal(kind="out_of_coverage", best_share=retrieval.best_share, threshold=threshold, found=found)


def _setting(sentence: Sentence, blocks: Iterable[Block]) -> str:
    """What the cited parts say and stand under: titles, headings, the question or table header above."""
    chunks = {block.number: block.chunk for block in blocks}
    cited = [(chunks[citation.number], citation.span) for citation in sentence.citations]
    return " ".join(f"{setting(chunk, span)} {chunk.text[span.start : span.end]}" for chunk, span in cited)


def _without_overruled(blocks: Sequence[Block], conflicts: Iterable[Conflict]) -> tuple[Block, ...]:
    """The blocks without those that an authoritative document overrules, numbered anew from 1."""
    overruled = {
        side.chunk.id
        for conflict in conflicts
        if conflict.settled_by is not None
        for side in conflict.sides
        if side.chunk.document.id != conflict.settled_by.id
    }
    kept = [block for block in blocks if block.chunk.id not in overruled]
    return tuple(replace(block, number=number) for number, block in enumerate(kept, start=1))


def _documents(documents: Iterable[Document]) -> tuple[Document, ...]:
    """Each document once, in order."""
    return tuple({document.id: document for document in documents}.values())


@dataclass(slots=True)
class _Draft:
    """One draft as it comes in: claims with what separates each from the one before."""

    declined: bool = False

    async def claims(
        self, question: Question, blocks: Sequence[Block], rejected: Sequence[Dropped], policy: Policy, ports: Ports
    ) -> AsyncGenerator[tuple[str, Claim], None]:
        prompt = build(question, blocks, contract=policy.contract, rejected=rejected)
        if policy.contract == "json":
            for made in _parse_claims(await ports.model.complete(prompt)):
                yield " ", made
            return
        buffer = SentenceBuffer()
        try:
            async with aclosing(ports.model.stream(prompt)) as pieces:
                async for piece in pieces:
                    for sentence in buffer.feed(piece):
                        yield sentence.lead, claim(sentence.text)
        except DraftCut:
            return  # the last sentence is not whole: half a sentence can say the opposite
        for sentence in buffer.close():
            self.declined = self.declined or sentence.text.strip() == NO_ANSWER
            yield sentence.lead, claim(sentence.text)


def _parse_claims(reply: str) -> list[Claim]:
    """The claims of a JSON answer.

    Raises:
        PortError: the reply is not of the schema, so the model did not keep its contract.
    """
    try:
        value = json.loads(reply)
    except ValueError as error:
        raise PortError("model", f"the answer is not JSON ({error})") from error
    problem = next(iter(_CLAIMS.iter_errors(value)), None)
    if problem is not None:
        raise PortError("model", f"the answer is not of the schema ({problem.message[:200]})")
    return [Claim(entry["text"], tuple(dict.fromkeys(entry["numbers"]))) for entry in value["claims"]]


class _Drafting:
    """Drafts until one is shown or both have failed; after `run`, ``is_answering`` says which.

    Verified sentences are held back until one of them answers what was asked: a supported sentence that does not
    answer is not an answer, and what has been shown can't be taken back.
    """

    def __init__(
        self,
        question: Question,
        blocks: Sequence[Block],
        conflicts: tuple[Conflict, ...],
        policy: Policy,
        ports: Ports,
    ) -> None:
        self.is_answering = False
        self._question = question
        self._blocks = blocks
        self._conflicts = conflicts
        self._policy = policy
        self._ports = ports
        self._evidence: Evidence = prepare(blocks)
        self._ask = asks.ask(question)

    async def run(self) -> AsyncGenerator[Sentence | Dropped, None]:
        rejected: list[Dropped] = []
        for _ in range(DRAFTS):
            draft = _Draft()
            events = self._checked(draft.claims(self._question, self._blocks, rejected, self._policy, self._ports))
            rejected = []
            async with aclosing(events):
                async for event in events:
                    if isinstance(event, Dropped):
                        rejected.append(event)
                    yield event
            if self.is_answering or draft.declined or not rejected:
                return

    async def _checked(
        self, claims: AsyncGenerator[tuple[str, Claim], None]
    ) -> AsyncGenerator[Sentence | Dropped, None]:
        held: list[Sentence] = []
        async with aclosing(claims):
            async for lead, made in claims:
                if not any(character.isalnum() for character in made.text) or made.text == NO_ANSWER:
                    continue
                text, verdict = await self._judged(made)
                if not verdict.is_shown:
                    yield Dropped(made.text, verdict)
                    continue
                held.append(self._sentence(text, lead, verdict))
                self.is_answering = self.is_answering or self._answers(held[-1])
                if self.is_answering:
                    for sentence in held:
                        yield sentence
                    held.clear()
        for sentence in held:
            yield Dropped(sentence.text, Verdict((), (Reason(gate="relevance", words=self._ask.wanted),)))

    async def _judged(self, made: Claim) -> tuple[str, Verdict]:
        """What may be shown of a claim (computed values worked out), and the verdict on it."""
        derived = derive(made, question=self._question.text)
        if derived is None:
            return made.text, await self._verdict(made)
        if isinstance(derived, Reason):
            return made.text, Verdict((), (derived,))
        return derived.text, combined([await self._verdict(check) for check in derived.checks])

    async def _verdict(self, made: Claim) -> Verdict:
        verdict = verify(made, self._evidence, self._policy)
        judge = self._ports.judge
        if verdict.is_shown or judge is None or self._policy.amber != "judge" or not is_amber(verdict):
            return verdict
        try:
            return await accept(made, self._evidence, verdict, judge=judge, language=self._question.language)
        except PortError:
            return Verdict((), (*verdict.reasons, Reason(gate="judge", tier="amber")))

    def _sentence(self, text: str, lead: str, verdict: Verdict) -> Sentence:
        dispute = disputed(text, verdict.citations, self._conflicts)
        return Sentence(text=text, citations=verdict.citations, lead=lead, disputed=dispute)

    def _answers(self, sentence: Sentence) -> bool:
        return asks.is_answered_by(self._ask, sentence.text, context=_setting(sentence, self._blocks))
