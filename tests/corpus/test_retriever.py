"""Retrieval finds what the audience may read and what is in force, at the newest revision."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest

from core.domain import WORKSPACE, Audience, Document, Question
from core.ports import PortError, Retriever
from corpus.chunking import chunk
from corpus.retriever import BM25Retriever
from corpus.store import Store

DAY = date(2025, 6, 1)
FILLER = [
    "会议室须提前一天预订。",
    "食堂十二点开饭。",
    "Parking permits are renewed each year.",
    "门禁卡丢失须当天报告。",
    "打印机在三楼。",
]


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "k.db")
    for number, text in enumerate(FILLER):
        put(opened, f"doc-9{number:02d}", text)
    yield opened
    opened.close()


def put(store, name, body, **fields):
    given = {"title": "通知", "version": "1", "language": "zh", "updated_at": date(2025, 1, 1)}
    about = Document(id=name, **(given | fields))
    return store.put(about, body, chunk(about, body))


def ask(text, *, audience=WORKSPACE, as_of=DAY):
    return Question(id="q", text=text, language="zh", as_of=as_of, audience=audience)


def found(retriever, question):
    return [hit.chunk.id for hit in retriever.search(question, limit=10).hits]


def people(*principals):
    return Audience(tuple(frozenset({"everyone", "workspace", principal}) for principal in principals))


async def test_it_finds_chunks_in_both_languages_and_says_at_which_revision(store):
    put(store, "doc-001", "# 上传\n\n单个文件上限 200 MB。\n\n# Recycle bin\n\nDeleted files stay for 30 days.")
    retriever: Retriever = BM25Retriever(store)
    chinese = await retriever.retrieve(ask("单个文件上传的上限是多少？"), limit=3)
    english = await retriever.retrieve(ask("How long do deleted files stay in the recycle bin?"), limit=3)
    assert [chinese.hits[0].chunk.id, english.hits[0].chunk.id] == ["doc-001#c01", "doc-001#c02"]
    assert chinese.revision == english.revision == 6
    assert 0.2 < chinese.best_share <= 1
    assert chinese.hits[0].chunk == store.chunk("doc-001#c01")[0]


def test_only_what_every_viewer_may_read_is_a_candidate(store):
    put(store, "doc-001", "年终奖按绩效发放。", audience=("group:SHR",))
    put(store, "doc-002", "年终奖一月发放。", audience=("group:SHR", "user:U2"))
    put(store, "doc-003", "年终奖对外说明。", audience=("everyone",))
    retriever = BM25Retriever(store)
    question = "年终奖何时发放"
    assert found(retriever, ask(question)) == ["doc-003#c01"]
    assert set(found(retriever, ask(question, audience=people("group:SHR")))) == {f"doc-00{n}#c01" for n in (1, 2, 3)}
    assert set(found(retriever, ask(question, audience=people("group:SHR", "user:U2")))) == {
        "doc-002#c01",
        "doc-003#c01",
    }
    assert found(retriever, ask(question, audience=Audience((frozenset({"everyone"}),)))) == ["doc-003#c01"]
    assert found(retriever, ask(question, audience=Audience(()))) == []


def test_only_what_is_in_force_on_the_asked_day_is_a_candidate(store):
    put(store, "doc-001", "住宿标准每晚 400 元。", expires_at=date(2025, 7, 1))
    put(store, "doc-002", "住宿标准每晚 500 元。", effective_at=date(2025, 6, 15))
    put(store, "doc-003", "住宿标准每晚 450 元。", supersedes=("doc-001",), effective_at=date(2025, 6, 20))
    retriever = BM25Retriever(store)

    def on(month, day):
        return set(found(retriever, ask("住宿标准", as_of=date(2025, month, day))))

    assert on(6, 1) == {"doc-001#c01"}
    assert on(6, 15) == {"doc-001#c01", "doc-002#c01"}
    assert on(6, 20) == {"doc-002#c01", "doc-003#c01"}


def test_a_hidden_document_leaves_no_trace_in_any_figure(store):
    retriever = BM25Retriever(store)
    question = ask("裁员名单 会议室")
    before = retriever.search(question, limit=5)
    put(store, "doc-001", "裁员名单见附件。会议室会议室。", audience=("group:SHR",))
    after = retriever.search(question, limit=5)
    assert (after.hits, after.best_possible) == (before.hits, pytest.approx(before.best_possible, rel=1e-12))


def test_a_change_is_seen_by_the_next_question_also_through_another_store(store, tmp_path):
    retriever = BM25Retriever(store)
    other = Store(tmp_path / "k.db")
    assert found(retriever, ask("年假")) == []
    put(other, "doc-001", "年假五天。")
    assert found(retriever, ask("年假")) == ["doc-001#c01"]
    put(other, "doc-001", "事假五天。")
    assert found(retriever, ask("年假")) == []
    other.withdraw("doc-001")
    assert found(retriever, ask("事假")) == []
    assert retriever.warm_up() == store.revision() == 8
    other.close()


@pytest.mark.parametrize("text", ["是什么？", "", "？！", "How is it?"])
def test_a_question_without_terms_has_no_hits_and_share_zero(store, text):
    retrieval = BM25Retriever(store).search(ask(text), limit=5)
    assert (retrieval.hits, retrieval.best_possible, retrieval.best_share) == ((), 0, 0)


def test_unknown_words_lower_the_share(store):
    retriever = BM25Retriever(store)
    known = retriever.search(ask("会议室预订"), limit=5).best_share
    mixed = retriever.search(ask("会议室预订 火星移民 quantum"), limit=5).best_share
    assert known > 2 * mixed > 0


async def test_many_questions_at_once_share_one_index(store):
    retriever = BM25Retriever(store)
    answers = await asyncio.gather(*(retriever.retrieve(ask("会议室"), limit=5) for _ in range(20)))
    assert {answer.hits for answer in answers} == {answers[0].hits}


def test_weights_come_from_the_whole_corpus(store):
    retriever = BM25Retriever(store)
    assert retriever.weight("无此词") == 1.0
    assert retriever.weight("通知") < retriever.weight("会议室") < 1


def test_a_store_that_has_gone_is_an_outage_not_a_crash(store):
    retriever = BM25Retriever(store)
    with store._engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE knowledge")
    with pytest.raises(PortError, match=r"The document store did not work: .*no such table: knowledge"):
        retriever.search(ask("会议室"), limit=5)
