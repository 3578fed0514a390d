"""The pipeline: which events come, in which order, for every kind of draft."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from making import BrokenRetriever, FixedRetriever, events_of, make_chunk, make_ports, make_question, of_type

from bot.scripted_model import FabricatingModel, ScriptedModel
from core.answer import answer
from core.domain import Chunk, Policy, Prompt, Question, Retrieval, Turn
from core.events import Done, Dropped, Event, Failed, Meta, Refusal, Sentence, Understood
from core.extractive import ExtractiveModel
from core.language import language_of
from core.ports import DraftCut, PortError

API = make_chunk("开放 API 默认限流为每分钟 600 次。超出后返回 429。", "doc-010#c01", title="开放 API 指南")
BIN = make_chunk("Deleted files stay in the recycle bin for 30 days.", "doc-011#c01", title="Recycle bin")
ASK_API = make_question("开放 API 默认限流是每分钟多少次？")
ASK_BIN = make_question("How long do deleted files stay in the recycle bin?")
GOOD = "开放 API 默认限流为每分钟 600 次[1]。"
MADE_UP = "所有员工每周三可以免费乘坐直升机上班[1]。"
BEYOND = "超出后返回 429[9]。"


def names(events: list[Event]) -> list[str]:
    return [type(event).__name__.lower() for event in events]


async def test_a_verified_sentence_is_shown_without_its_marks_and_with_its_citation() -> None:
    events = await events_of(ASK_API, make_ports(API, model=ScriptedModel([GOOD])))
    assert names(events) == ["meta", "sentence", "done"]
    sentence = events[1]
    assert isinstance(sentence, Sentence)
    assert sentence.text == "开放 API 默认限流为每分钟 600 次。"
    (citation,) = sentence.citations
    assert (citation.number, citation.chunk_id) == (1, "doc-010#c01")
    assert "600 次" in API.text[citation.span.start : citation.span.end]
    assert events[-1] == Done(status="answered", emitted=1, dropped=0)


async def test_both_kinds_of_fabrication_are_dropped_and_the_rest_stands() -> None:
    events = await events_of(ASK_API, make_ports(API, model=ScriptedModel([f"{GOOD}{BEYOND}{MADE_UP}"])))
    assert names(events) == ["meta", "sentence", "dropped", "dropped", "done"]
    gates = [[reason.gate for reason in event.verdict.reasons] for event in of_type(events, Dropped)]  # type: ignore[attr-defined]
    assert gates[0] == ["unknown_number"]
    assert "overlap" in gates[1]


async def test_a_bad_first_draft_is_rewritten_once_with_its_reasons() -> None:
    model = ScriptedModel([BEYOND + MADE_UP], [GOOD])
    events = await events_of(ASK_API, make_ports(API, model=model))
    assert names(events) == ["meta", "dropped", "dropped", "sentence", "done"]
    first, second = model.prompts
    assert "<rejected>" not in first.user
    feedback = second.user.split("<rejected>")[1]
    assert "超出后返回 429" in feedback
    assert "直升机" in feedback


@pytest.mark.parametrize(("question", "chunk"), [(ASK_API, API), (ASK_BIN, BIN)])
async def test_two_bad_drafts_are_out_of_coverage_with_what_was_found(question: object, chunk: object) -> None:
    model = ScriptedModel([MADE_UP], [MADE_UP], [GOOD])
    events = await events_of(question, make_ports(chunk, model=model))  # type: ignore[arg-type]
    assert names(events) == ["meta", "dropped", "dropped", "refusal", "done"]
    refusal = events[-2]
    assert isinstance(refusal, Refusal)
    assert refusal.kind == "out_of_coverage"
    assert [document.id for document in refusal.found] == [chunk.document.id]  # type: ignore[attr-defined]
    assert events[-1] == Done(status="refused", emitted=0, dropped=2)


async def test_nothing_is_rewritten_once_something_was_shown() -> None:
    model = ScriptedModel([GOOD + MADE_UP], [GOOD])
    events = await events_of(ASK_API, make_ports(API, model=model))
    assert len(model.prompts) == 1
    assert names(events) == ["meta", "sentence", "dropped", "done"]


async def test_a_model_that_declines_is_not_asked_again() -> None:
    model = ScriptedModel(["NO_", "ANSWER"], [GOOD])
    events = await events_of(ASK_API, make_ports(API, model=model))
    assert len(model.prompts) == 1
    assert names(events) == ["meta", "refusal", "done"]


async def test_a_score_too_low_never_reaches_the_model() -> None:
    model = ScriptedModel([GOOD])
    events = await events_of(ASK_API, make_ports(API, model=model, share=0.01))
    assert names(events) == ["refusal", "done"]
    assert events[0].kind == "score_too_low"  # type: ignore[union-attr]
    assert model.prompts == []


async def test_a_conflict_about_what_was_asked_is_shown_and_never_picked_from() -> None:
    one = make_chunk("云盘单文件上传上限为 200 MB。", "doc-001#c01", title="产品手册")
    other = make_chunk("云盘单文件上传上限为 100 MB。", "doc-002#c01", title="客服问答")
    model = ScriptedModel(["单文件上传上限为 200 MB[1]。"])
    events = await events_of(make_question("云盘单文件上传上限是多少？"), make_ports(one, other, model=model))
    assert names(events) == ["meta", "refusal", "done"]
    refusal = events[1]
    assert isinstance(refusal, Refusal)
    assert refusal.conflict is not None
    assert {side.value for side in refusal.conflict.sides} == {"200 MB", "100 MB"}
    assert model.prompts == []


async def test_an_authoritative_document_decides_where_the_policy_lets_it() -> None:
    one = make_chunk("云盘单文件上传上限为 200 MB。", "doc-001#c01", title="产品手册", settles=("doc-002",))
    other = make_chunk("云盘单文件上传上限为 100 MB。", "doc-002#c01", title="客服问答")
    model = ScriptedModel(["云盘单文件上传上限为 200 MB[1]。"])
    ports = make_ports(other, one, model=model)
    events = await events_of(make_question("云盘单文件上传上限是多少？"), ports, Policy(conflict="authority"))
    assert names(events) == ["meta", "sentence", "done"]
    meta = events[0]
    assert isinstance(meta, Meta)
    assert meta.conflict is not None
    assert meta.conflict.settled_by == one.document
    assert [block.chunk.id for block in meta.blocks] == ["doc-001#c01"]


async def test_a_true_sentence_that_does_not_answer_is_not_an_answer() -> None:
    model = ScriptedModel(["超出后返回 429[1]。"])
    events = await events_of(make_question("手机话费可以报销多少？"), make_ports(API, model=model))
    assert names(events) == ["meta", "dropped", "refusal", "done"]
    assert [reason.gate for reason in events[1].verdict.reasons] == ["relevance"]  # type: ignore[union-attr]


class BreakingModel:
    """Implements `core.ports.ChatModel`: writes its pieces, then fails."""

    def __init__(self, *pieces: str, error: Exception) -> None:
        self._pieces = pieces
        self._error = error

    async def stream(self, prompt: Prompt) -> AsyncGenerator[str, None]:
        for piece in self._pieces:
            yield piece
        raise self._error

    async def complete(self, prompt: Prompt) -> str:
        raise self._error


async def test_an_outage_before_any_text_is_one_failure() -> None:
    model = BreakingModel(error=PortError("model", "overloaded"))
    events = await events_of(ASK_API, make_ports(API, model=model))
    assert names(events) == ["meta", "failed", "done"]
    assert events[-1] == Done(status="failed", emitted=0, dropped=0)


async def test_an_outage_amid_the_text_keeps_what_was_verified() -> None:
    model = BreakingModel(GOOD + "超出", error=PortError("model", "cut"))
    events = await events_of(ASK_API, make_ports(API, model=model))
    assert names(events) == ["meta", "sentence", "failed", "done"]
    assert events[-2:] == [Failed("model", "cut"), Done(status="failed", emitted=1, dropped=0)]


async def test_a_store_that_can_not_be_reached_is_a_failure() -> None:
    events = await events_of(ASK_API, make_ports(model=ScriptedModel(), retriever=BrokenRetriever()))
    assert events == [Failed("store", "connection refused"), Done(status="failed", emitted=0, dropped=0)]


async def test_half_a_sentence_at_the_length_limit_is_never_shown() -> None:
    model = BreakingModel(GOOD, "超出后返回 429[1]", error=DraftCut())
    events = await events_of(ASK_API, make_ports(API, model=model))
    assert names(events) == ["meta", "sentence", "done"]


async def test_a_bug_passes_through() -> None:
    model = BreakingModel(error=ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        await events_of(ASK_API, make_ports(API, model=model))


async def test_whole_answers_as_claims_go_through_the_same_verifier() -> None:
    claims = [
        {"text": "开放 API 默认限流为每分钟 600 次。", "numbers": [1, 1]},
        {"text": "超出后返回 429。", "numbers": [4]},
        {"text": "无人引用的话。", "numbers": []},
    ]
    model = ScriptedModel([json.dumps({"claims": claims})])
    events = await events_of(ASK_API, make_ports(API, model=model), Policy(contract="json"))
    assert names(events) == ["meta", "sentence", "dropped", "dropped", "done"]
    assert [citation.number for citation in events[1].citations] == [1]  # type: ignore[union-attr]


@pytest.mark.parametrize("reply", ["", "no json", "[]", '{"claims": [{"text": "a"}]}', '{"claims": "x"}'])
async def test_a_whole_answer_that_is_not_of_the_schema_is_a_failure(reply: str) -> None:
    events = await events_of(ASK_API, make_ports(API, model=ScriptedModel([reply])), Policy(contract="json"))
    assert names(events) == ["meta", "failed", "done"]


async def test_compression_is_reported_and_verification_reads_the_original() -> None:
    kept = "开放 API 默认限流为每分钟 600 次。"
    cheap = ScriptedModel([json.dumps({"blocks": [{"number": 1, "kept": [kept]}]})])
    model = ScriptedModel([f"{GOOD}超出后返回 429[1]。"])
    ports = make_ports(API, model=model, cheap_model=cheap)
    events = await events_of(ASK_API, ports, Policy(compress=True))
    meta = events[0]
    assert isinstance(meta, Meta)
    assert (meta.tokens_before, meta.context_tokens) == (len(API.text), len(kept))
    assert "返回 429" not in model.prompts[0].user
    assert names(events) == ["meta", "sentence", "sentence", "done"]


@pytest.mark.parametrize(("question", "chunk", "fact"), [(ASK_API, API, "600"), (ASK_BIN, BIN, "30 days")])
async def test_the_extractive_model_answers_through_the_same_path(question: object, chunk: object, fact: str) -> None:
    events = await events_of(question, make_ports(chunk, model=ExtractiveModel()))  # type: ignore[arg-type]
    assert events[-1].status == "answered"  # type: ignore[union-attr]
    assert fact in of_type(events, Sentence)[0].text  # type: ignore[attr-defined]


@pytest.mark.parametrize(("question", "chunk"), [(ASK_API, API), (ASK_BIN, BIN)])
async def test_the_fabricating_model_is_caught_twice(question: object, chunk: object) -> None:
    events = await events_of(question, make_ports(chunk, model=FabricatingModel()))  # type: ignore[arg-type]
    assert names(events)[-3:] == ["dropped", "dropped", "done"]
    assert "sentence" in names(events)


async def test_closing_the_answer_closes_the_model() -> None:
    closed = []

    class Watched(ScriptedModel):
        async def stream(self, prompt: Prompt) -> AsyncGenerator[str, None]:
            try:
                yield GOOD + GOOD
                yield GOOD
            finally:
                closed.append(True)

    events = answer(ASK_API, policy=Policy(), ports=make_ports(API, model=Watched()))
    async for event in events:
        if isinstance(event, Sentence):
            break
    await events.aclose()
    assert closed == [True]


@pytest.mark.parametrize(
    ("before", "text", "whole", "chunk"),
    [
        ("Webhook 的默认调用上限是多少？", "那开放 API 呢？", "开放 API 的默认调用上限是多少？", API),
        (
            "How long does the archive keep files?",
            "and the recycle bin?",
            "How long does the recycle bin keep files?",
            BIN,
        ),
    ],
)
async def test_a_follow_up_is_answered_as_the_question_that_it_stands_for(
    before: str, text: str, whole: str, chunk: Chunk
) -> None:
    seen: list[str] = []

    class Watching(FixedRetriever):
        async def retrieve(self, question: Question, *, limit: int) -> Retrieval:
            seen.append(question.text)
            return await super().retrieve(question, limit=limit)

    question = replace(make_question(text), turns=(Turn(before, ""),))
    model = ScriptedModel(["NO_ANSWER"])
    events = await events_of(question, make_ports(chunk, model=model, retriever=Watching(chunk)))
    assert events[0] == Understood(whole, language_of(whole))
    assert names(events)[0:2] == ["understood", "meta"]
    assert set(seen) == {whole}
    assert model.prompts[0].question.text == whole


async def test_a_question_that_stands_alone_is_not_understood_as_another() -> None:
    question = replace(ASK_API, turns=(Turn("年假有几天？", "10 天。"),))
    events = await events_of(question, make_ports(API, model=ScriptedModel([GOOD])))
    assert names(events)[0] == "meta"


PARTS = st.sampled_from(
    [GOOD, MADE_UP, BEYOND, "NO_ANSWER", "无出处的话。", "\n", "[1]", "- 列表 600 次[1]\n", "```x[1]```"]
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(st.lists(PARTS, max_size=6), max_size=3), st.integers(1, 9), st.booleans())
async def test_every_stream_keeps_the_grammar(drafts: list[list[str]], cut: int, breaks: bool) -> None:
    scripts = [["".join(draft)[at : at + cut] for at in range(0, len("".join(draft)), cut)] for draft in drafts]
    model = (
        BreakingModel(*(scripts[0] if scripts else []), error=PortError("model", "x"))
        if breaks
        else ScriptedModel(*scripts)
    )
    events = await events_of(ASK_API, make_ports(API, model=model))
    letters = "".join(
        {"Meta": "m", "Refusal": "r", "Failed": "f", "Done": "!"}.get(type(e).__name__, "s") for e in events
    )
    assert letters.strip("s").replace("s", "") in ("m!", "mr!", "mf!", "r!", "f!")
    assert letters.lstrip("m").lstrip("s") in ("!", "r!", "f!")
    done = events[-1]
    assert isinstance(done, Done)
    assert done.emitted == len(of_type(events, Sentence))
    assert (done.status == "answered") <= (done.emitted > 0)
    shown = " ".join(sentence.text for sentence in of_type(events, Sentence))  # type: ignore[attr-defined]
    assert "直升机" not in shown
    assert "无出处" not in shown
