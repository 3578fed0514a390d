from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.language import is_common, language_of, normalise, tokens, words
from core.text.lexicon import OFFICE_WORDS
from core.text.segment import JiebaSegmenter, RjiebaSegmenter
from core.text.stemming import stem

JIEBA = JiebaSegmenter()
RJIEBA = RjiebaSegmenter()
PROSE = "员工年假按工龄计算满一年不满十年的五天超过部分结转到次年报销须在费用发生后三十日内提交"
RUNS = st.lists(
    st.one_of(
        st.sampled_from([word for word, _ in OFFICE_WORDS]),
        st.sampled_from([PROSE[i : i + 4] for i in range(len(PROSE) - 4)]),
        st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FD5), min_size=1, max_size=6),
    ),
    min_size=1,
    max_size=12,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(RUNS)
def test_both_segmenters_cut_han_runs_alike(run: str) -> None:
    assert RJIEBA.cut(run) == JIEBA.cut(run)
    assert RJIEBA.cut_for_search(run) == JIEBA.cut_for_search(run)
    assert "".join(RJIEBA.cut(run)) == run


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("年假有多少天？", "zh"),
        ("員工可以遠端上班嗎", "zh"),
        ("VPN 怎么连", "zh"),
        ("TiDB 的 async commit 怎么开启 on Kubernetes cluster", "zh"),
        ("How many days of annual leave do I get?", "en"),
        ("What does 年假 mean in the leave policy?", "en"),
        ("执行 `a b c d e f` 命令：\n```bash\nrun this and that now please\n```", "zh"),
        ("看 https://example.com/a/b/c/d/e/f", "zh"),
        ("😀 42", "en"),
        ("", "en"),
    ],
)
def test_language_is_that_of_the_sentence_not_of_the_names_in_it(text: str, language: str) -> None:
    assert language_of(text) == language


def test_width_case_dashes_quotes_spaces_and_script_variant_do_not_matter() -> None:
    assert normalise("ＡＥＳ－２５６　“Ｘ”") == 'aes-256 "x"'
    assert normalise("AES‑256\u00a0「x」\u200b") == 'aes-256 "x"'
    assert tokens("員工體檢") == tokens("员工体检")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("年假政策", ["年假", "政策"]),
        ("今年假期", ["今年", "假期"]),
        ("tidb_enable_async", ["tidb_enable_async", "tidb", "enabl", "async"]),
        ("升级到v2.3.1版", ["升级", "到", "v2.3.1", "v2", "3", "1", "版"]),
        ("AES-256", ["aes-256", "aes", "256"]),
        ("example.com", ["example.com", "exampl", "com"]),
        ("1,000 元", ["1000", "元"]),
        ("10GB", ["10gb", "10", "gb"]),
        ("C++ 和 C#", ["c++", "和", "c#"]),
        ("the employee's don't", ["the", "employe", "don't"]),
    ],
)
def test_tokens_keep_identifiers_whole_and_in_parts(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize("word", [word for word, _ in OFFICE_WORDS])
def test_office_words_stay_whole_in_a_sentence(word: str) -> None:
    assert word in [found.text for found in words(f"公司的{word}有规定。")]


@pytest.mark.parametrize(
    "forms",
    [
        ("approve", "approves", "approved", "approving"),
        ("policy", "policies"),
        ("stop", "stops", "stopped", "stopping"),
        ("cancel", "cancels", "cancelled", "canceled", "cancelling"),
        ("note", "notes", "noted"),
        ("process", "processes", "processed"),
        ("expense", "expenses"),
        ("carry", "carries", "carried", "carrying"),
        ("use", "uses", "used", "using"),
        ("pay", "pays", "paid", "paying"),
        ("exceed", "exceeds", "exceeded", "exceeding"),
        ("box", "boxes"),
    ],
)
def test_forms_of_one_english_word_share_a_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


def test_unlike_english_words_keep_unlike_stems() -> None:
    unlike = ["not", "note", "need", "status", "bus", "string", "process", "plan", "access", "bring", "annual"]
    assert len({stem(word) for word in unlike}) == len(unlike)


def test_words_of_mixed_text_point_into_the_original() -> None:
    text = "ＶＰＮ員工 v2.3.1，full-time employees.The 年假。"
    found = words(text)
    assert [word.text for word in found] == [*("ＶＰＮ", "員工", "v2.3.1", "full", "time", "employees", "The", "年假")]
    assert [word.norm for word in found] == ["vpn", "员工", "v2.3.1", "ful", "time", "employe", "the", "年假"]


@given(st.text(max_size=60))
def test_words_do_not_overlap_and_quote_the_original(text: str) -> None:
    end = 0
    for word in words(text):
        assert end <= word.start < word.end
        assert text[word.start : word.end] == word.text
        end = word.end


def test_stop_words_of_both_languages_are_common_also_when_stemmed() -> None:
    assert all(is_common(word) for word in ("的", "什么", "the", "don't", *tokens("does having others")[:2]))
    assert not any(is_common(word) for word in ("年假", "leave", "600"))


@pytest.mark.parametrize("hostile", ["a.", "a-", "_", "1,000", "1,", "'s", "年", "a@", "e\u0301", "v2."])
def test_hostile_repetition_is_read_in_linear_time(hostile: str) -> None:
    text = hostile * 50_000
    tokens(text)
    words(text)
