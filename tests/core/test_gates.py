"""The gates before generation."""

from __future__ import annotations

import pytest
from making import make_chunk, make_question

from core.domain import Conflict, Hit, Policy, Retrieval, Side, Span
from core.events import Refusal
from core.gates import score_too_low, sources_conflict

POLICY = Policy(min_score={"zh": 0.3, "en": 0.2})
QUESTIONS = {"zh": "试用期多久？", "en": "How long is probation?"}


def retrieval(score: float) -> Retrieval:
    return Retrieval(hits=(Hit(make_chunk("试用期为 90 天。"), score),), best_possible=10.0, revision=1)


@pytest.mark.parametrize(("language", "low", "enough"), [("zh", 2.9, 3.0), ("en", 1.9, 2.0)])
def test_each_language_has_its_own_threshold(language: str, low: float, enough: float) -> None:
    question = make_question(QUESTIONS[language])
    refusal = score_too_low(question, retrieval(low), POLICY)
    assert refusal == Refusal(kind="score_too_low", best_share=low / 10, threshold=POLICY.min_score[question.language])
    assert score_too_low(question, retrieval(enough), POLICY) is None


def test_no_hit_refuses_even_when_the_gate_is_off() -> None:
    nothing = Retrieval(hits=(), best_possible=10.0, revision=1)
    refusal = score_too_low(make_question("团建预算？"), nothing, Policy(min_score={"zh": 0.0, "en": 0.0}))
    assert refusal is not None
    assert refusal.best_share == 0.0


def test_a_question_without_terms_is_no_hit() -> None:
    nothing = Retrieval(hits=(), best_possible=0.0, revision=1)
    assert score_too_low(make_question("???"), nothing, POLICY) is not None


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ("单个文件上传上限是多少？", ("单个文件上传上限为 200 MB。", "单个文件上传上限为 100 MB。")),
        (
            "What is the upload limit of a file?",
            ("The upload limit of a file is 200 MB.", "A file's upload limit is 100 MB."),
        ),
    ],
)
def test_a_conflict_refuses_unless_a_document_settles_it(asked: str, texts: tuple[str, str]) -> None:
    one, other = make_chunk(texts[0], "a#c01"), make_chunk(texts[1], "b#c01")
    sides = (Side(one, Span(0, 8), "200 MB"), Side(other, Span(0, 8), "100 MB"))
    open_ = Conflict(("上限",), sides)
    settled = Conflict(("上限",), sides, settled_by=one.document)
    question = make_question(asked)
    refusal = sources_conflict(question, (settled, open_), best_share=0.5, threshold=0.2)
    assert refusal == Refusal(kind="conflict", best_share=0.5, threshold=0.2, conflict=open_)
    assert sources_conflict(question, (settled,), best_share=0.5, threshold=0.2) is None
    assert sources_conflict(question, (), best_share=0.5, threshold=0.2) is None


@pytest.mark.parametrize("asked", ["单个文件可以设置密码吗？", "Who may delete a file?"])
def test_a_conflict_beside_the_point_does_not_refuse(asked: str) -> None:
    one, other = make_chunk("单个文件上传上限为 200 MB。", "a#c01"), make_chunk("单个文件上传上限为 100 MB。", "b#c01")
    conflict = Conflict(("上限",), (Side(one, Span(0, 8), "200 MB"), Side(other, Span(0, 8), "100 MB")))
    assert sources_conflict(make_question(asked), (conflict,), best_share=0.5, threshold=0.2) is None
