"""Every reason in words, in both languages, with its figure."""

from typing import get_args

import pytest

from core.domain import LANGUAGES, Gate, Language, Reason
from core.reasons import explain


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("gate", get_args(Gate))
def test_every_gate_has_words_in_both_languages(gate: Gate, language: Language) -> None:
    reason = Reason(gate=gate, number=2, figure=0.25, threshold=0.5, words=("90 天",), expected=("30 天",))
    text = explain(reason, language)
    assert text.endswith("。" if language == "zh" else ".")
    assert "{" not in text
    assert explain(Reason(gate=gate), language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("zh", "第 2 块材料没有写“90 天”，写的是“30 天”。"),
        ("en", "“90 天” does not stand in block 2, which says “30 天”."),
    ],
)
def test_a_changed_value_is_told_with_what_stands_there(language: Language, said: str) -> None:
    assert explain(Reason(gate="quantity", number=2, words=("90 天",), expected=("30 天",)), language) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("zh", "第 1 块材料只支持这句话的 0.12，至少需要 0.30。"),
        ("en", "Only 0.12 of the sentence is supported by block 1; 0.30 is needed."),
    ],
)
def test_too_little_overlap_is_told_with_its_figure(language: Language, said: str) -> None:
    assert explain(Reason(gate="overlap", number=1, figure=0.12, threshold=0.3), language) == said
