"""Scores are those of rank_bm25 over the allowed chunks; what is hidden leaves no trace."""

from __future__ import annotations

import random
from datetime import date

import numpy as np
import pytest
from rank_bm25 import BM25Okapi

from core.domain import Chunk, Document
from corpus.index import LEAST_IDF, Index, searched, terms

WORDS = [
    "手册",
    "年假",
    "报销",
    "上传",
    "发票",
    "审批",
    "upload",
    "invoice",
    "limit",
    "refund",
    "加班",
    "API",
    "v2.3.1",
]
RARE = [f"{letter}{other}x" for letter in "bcdfghjk" for other in "bcdfghjk"]


def chunk(number, text, *, title="手册", heading=(), name=None):
    about = Document(
        id=name or f"doc-{number:03d}", title=title, version="1", language="zh", updated_at=date(2025, 1, 1)
    )
    return Chunk(id=f"{about.id}#c{number:02d}", document=about, text=text, start=0, heading=heading)


def corpus(n, seed=7):
    random_ = random.Random(seed)
    words = [*WORDS, *RARE]
    weights = [1 / (rank + 3) for rank in range(len(words))]
    return [chunk(i, " ".join(random_.choices(words, weights, k=random_.randint(3, 40)))) for i in range(n)]


def everything(_document):
    return True


@pytest.mark.parametrize("n", [50, 61, 200])
@pytest.mark.parametrize("question", ["年假报销上限", "upload limit of the API v2.3.1", "加班 refund 从未出现"])
def test_scores_are_those_of_the_reference(n, question):
    chunks = corpus(n)
    query = list(dict.fromkeys(terms(question)))
    index = Index(chunks)
    reference = BM25Okapi([terms(searched(part)) for part in index.chunks], k1=1.5, b=0.75, epsilon=0.25)
    assert all(reference.idf.get(term, 1) > LEAST_IDF for term in query), "else the reference is not followed"
    scores = reference.get_scores(query)
    view = index.view(everything)
    found = index.search(view, query, limit=n)
    order = sorted((row for row in range(n) if scores[row] > 0), key=lambda row: (-round(scores[row], 9), row))
    assert [part.id for part, _ in found] == [index.chunks[row].id for row in order]
    assert np.allclose([score for _, score in found], [scores[row] for row in order], rtol=1e-12)


def test_what_may_not_be_used_changes_no_score_no_order_and_no_best_possible():
    chunks = corpus(80)
    hidden = {f"doc-{i:03d}" for i in range(0, 80, 3)}
    seen = Index([part for part in chunks if part.document.id not in hidden])
    all_of_it = Index([*chunks, chunk(99, "机密 裁员名单 加班 加班", name="doc-099")])
    view = all_of_it.view(lambda document: document.id not in hidden | {"doc-099"})
    for query in (["年假", "加班"], ["裁员", "名单"], ["upload", "v2.3.1", "限额"]):
        expected = seen.search(seen.view(everything), query, limit=99)
        found = all_of_it.search(view, query, limit=99)
        assert [part.id for part, _ in found] == [part.id for part, _ in expected]
        assert np.allclose([score for _, score in found], [score for _, score in expected], rtol=1e-12)
        possible = seen.best_possible(seen.view(everything), query)
        assert all_of_it.best_possible(view, query) == pytest.approx(possible, rel=1e-12)


def test_ties_go_to_the_lower_chunk_id_whatever_the_order_of_arrival():
    same = [chunk(i, "年假 五天") for i in (7, 2, 5)] + [chunk(i, "其他 内容") for i in range(10, 19)]
    index = Index(same)
    assert [part.id for part, _ in index.search(index.view(everything), ["年假"], limit=2)] == [
        "doc-002#c02",
        "doc-005#c05",
    ]


@pytest.mark.parametrize("n", [1, 2, 3, 10])
def test_a_corpus_of_a_few_chunks_still_finds_what_matches_and_knows_what_does_not(n):
    index = Index([chunk(i, f"年假 五天 第{i}条 vacation") for i in range(n)])
    view = index.view(everything)
    query = ["年假", "vacation"]
    hits = index.search(view, query, limit=99)
    assert len(hits) == n
    assert hits[0][1] / index.best_possible(view, query) > 0.3
    assert hits[0][1] / index.best_possible(view, ["年假", "加班", "打车", "报销"]) < 0.2
    assert index.search(view, ["加班"], limit=9) == []


def test_a_score_never_exceeds_the_best_possible_and_comes_near_it_for_a_chunk_of_nothing_else():
    index = Index([*corpus(40), chunk(99, "年假 报销 " * 300)])
    view = index.view(everything)
    query = ["年假", "报销"]
    ((best, score),) = index.search(view, query, limit=1)
    assert best.id == "doc-099#c99"
    assert 0.8 < score / index.best_possible(view, query) <= 1
    assert index.best_possible(view, ["年假", "无此词"]) > index.best_possible(view, ["年假"]) + 2.5 * np.log(80)


def test_an_empty_or_wholly_hidden_corpus_has_no_hits_but_a_best_possible():
    for index in (Index([]), Index(corpus(5))):
        view = index.view(lambda _: False)
        assert index.search(view, ["年假"], limit=5) == []
        assert index.best_possible(view, ["年假"]) > 0
        assert index.best_possible(view, []) == 0


def test_titles_and_headings_are_searched_and_a_repeated_title_once():
    part = chunk(1, "5 天。", title="假期制度", heading=("假期制度", "年假"))
    assert searched(part) == "假期制度\n年假\n5 天。"


def test_function_words_and_question_words_are_no_terms_in_either_language():
    assert terms("请问年假是多少天？") == ["年假", "天"]
    assert terms("年假有几天？试用期多长？手机丢了怎么办？") == ["年假", "试用", "试用期", "手机", "丢"]
    assert terms("几何与因果") == ["几何", "因果"]
    assert terms("What is the limit of the API?") == ["limit", "api"]
    assert terms("是什么？ How is it?") == []


def test_the_weight_of_a_term_falls_with_the_number_of_chunks_that_hold_it():
    index = Index([chunk(i, "手册 " + ("年假" if i < 3 else "报销")) for i in range(30)])
    assert index.weight("从未出现") == 1.0
    assert 1 > index.weight("年假") > index.weight("报销") > index.weight("手册") > 0
    assert index.weight("手册") < 0.01
