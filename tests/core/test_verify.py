"""Which sentences may be shown, under which number, and with which span."""

from datetime import date

import pytest
from hostile import assert_linear

from core.domain import Block, Chunk, Claim, Document, Language, Policy, Verdict
from core.verify import accept, is_amber, plain_overlap, prepare, verify

LEAVE = "员工累计工作满1年不满10年的，年休假5天；已满10年不满20年的，年休假10天。当年未休完的年假可结转至次年3月31日。"
REMOTE = "员工每周可申请最多2天远程办公，须于前一周周五18:00前在系统中提交，由直属主管批准。"
UPLOAD = "The maximum size for a single file upload is 200 MB. Deleted files stay in the trash for 30 days."
HOTEL = "Hotel stays are reimbursed up to $250 per night in London. Expense reports must be submitted within 30 days."


def blocks(*texts: str, language: Language = "zh", title: str = "") -> tuple[Block, ...]:
    return tuple(
        Block(
            number=number,
            chunk=Chunk(
                id=f"doc-{number:03}#c01",
                document=Document(
                    id=f"doc-{number:03}", title=title, version="1", language=language, updated_at=date(2025, 1, 1)
                ),
                text=text,
                start=0,
            ),
            text=text,
            tokens=len(text),
            score=1.0,
        )
        for number, text in enumerate(texts, start=1)
    )


def judged(sentence: str, *texts: str, numbers: tuple[int, ...] = (1,), title: str = "") -> Verdict:
    return verify(Claim(sentence, numbers), prepare(blocks(*texts, title=title)), Policy())


def gates(verdict: Verdict) -> set[str]:
    return {reason.gate for reason in verdict.reasons}


def numbers(verdict: Verdict) -> tuple[int, ...]:
    return tuple(citation.number for citation in verdict.citations)


def test_a_sentence_without_a_number_is_not_shown() -> None:
    verdict = judged("员工每周可申请最多2天远程办公。", REMOTE, numbers=())
    assert not verdict.is_shown
    assert gates(verdict) == {"no_citation"}


def test_a_number_that_was_not_handed_out_is_rejected_even_where_the_sentence_is_a_quotation() -> None:
    verdict = judged("员工每周可申请最多2天远程办公", REMOTE, numbers=(10,))
    assert not verdict.is_shown
    assert [(reason.gate, reason.number) for reason in verdict.reasons] == [("unknown_number", 10)]


def test_an_unknown_number_does_not_take_a_good_one_with_it() -> None:
    verdict = judged("Deleted files stay in the trash for 30 days.", UPLOAD, numbers=(7, 1))
    assert numbers(verdict) == (1,)
    assert gates(verdict) == {"unknown_number"}


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("员工每周可申请最多2天远程办公", REMOTE),
        ("Expense reports must be submitted within 30 days.", HOTEL),
        ("hotel stays are reimbursed up to $250 per night in LONDON", HOTEL),
        ("当年未休完的年假，可结转至次年3月31日", LEAVE),
    ],
)
def test_a_quotation_passes_whatever_its_punctuation_width_and_case(sentence: str, text: str) -> None:
    assert numbers(judged(sentence, text)) == (1,)


def test_the_span_of_a_quotation_is_the_quotation() -> None:
    verdict = judged("Deleted files stay in the trash", UPLOAD)
    span = verdict.citations[0].span
    assert UPLOAD[span.start : span.end] == "Deleted files stay in the trash"


def test_the_span_of_a_paraphrase_is_the_sentence_that_supports_it() -> None:
    verdict = judged("Files you delete remain in the trash for 30 days.", UPLOAD)
    span = verdict.citations[0].span
    assert UPLOAD[span.start : span.end].strip() == "Deleted files stay in the trash for 30 days."


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("Hotel stays are reimbursed up to 30 days.", HOTEL),
        ("员工累计工作满1年不满10年的，年休假10天。", LEAVE),
    ],
)
def test_a_quote_stitched_from_two_fragments_is_no_quotation(sentence: str, text: str) -> None:
    assert not judged(sentence, text).is_shown


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("5天年休假并入下一年度使用", "员工可将15天年休假并入下一年度使用。"),
        ("可以在会议室里面用餐", "任何人都不可以在会议室里面用餐。"),
        ("be shared with other companies", "Salary data must not be shared with other companies."),
    ],
)
def test_a_quotation_that_cuts_a_number_or_leaves_out_the_negation_before_it_is_none(sentence: str, text: str) -> None:
    assert judged(sentence, text).citations == () or "quantity" not in gates(judged(sentence, text))
    if "用餐" in sentence or "shared" in sentence:
        assert not judged(f"{sentence}.", text).is_shown


def test_a_real_quotation_of_another_document_is_not_shown_under_the_wrong_number() -> None:
    verdict = judged("Deleted files stay in the trash for 30 days.", HOTEL, UPLOAD, numbers=(1,))
    assert 1 not in numbers(verdict)


@pytest.mark.parametrize(
    ("sentence", "texts"),
    [
        ("员工每周最多可以申请两天远程办公。", (LEAVE, REMOTE)),
        ("Files you delete remain in the trash for 30 days.", (HOTEL, UPLOAD)),
    ],
)
def test_a_slipped_number_is_mended_where_every_gate_passes(sentence: str, texts: tuple[str, str]) -> None:
    verdict = judged(sentence, *texts, numbers=(1,))
    assert numbers(verdict) == (2,)
    assert "other_block" in gates(verdict)


@pytest.mark.parametrize(
    ("sentence", "texts"),
    [
        ("员工每周最多可以申请三天远程办公。", (LEAVE, REMOTE)),
        ("Files you delete remain in the trash for 90 days.", (HOTEL, UPLOAD)),
    ],
)
def test_a_false_value_is_not_mended_by_another_block(sentence: str, texts: tuple[str, str]) -> None:
    assert not judged(sentence, *texts, numbers=(1,)).is_shown


@pytest.mark.parametrize(
    ("sentence", "texts"),
    [
        ("当年未休完的年假须于前一周周五18:00前在系统中提交，由直属主管批准。", (LEAVE, REMOTE)),
        ("Expense reports must be submitted in the trash and then restored by the support team.", (HOTEL, UPLOAD)),
    ],
)
def test_a_sentence_spliced_from_two_blocks_is_not_laundered(sentence: str, texts: tuple[str, str]) -> None:
    for number in (1, 2):
        assert not judged(sentence, *texts, numbers=(number,)).is_shown


def test_of_several_numbers_those_that_hold_are_kept() -> None:
    verdict = judged("Deleted files stay in the trash for 30 days.", HOTEL, UPLOAD, numbers=(1, 2))
    assert numbers(verdict) == (2,)
    assert {reason.number for reason in verdict.reasons} == {1}


def test_numbers_that_hold_only_together_are_shown_together() -> None:
    sentence = (
        "A single file upload can be at most 200 MB, and hotel stays are reimbursed up to $250 per night in London."
    )
    assert numbers(judged(sentence, UPLOAD, HOTEL, numbers=(1, 2))) == (1, 2)


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("公司为每位员工的配偶提供免费的健身卡和团建基金。", REMOTE),
        ("Employees get a free gym membership and a phone allowance.", HOTEL),
    ],
)
def test_an_invented_sentence_under_a_real_number_is_rejected_with_its_figure(sentence: str, text: str) -> None:
    verdict = judged(sentence, text)
    assert not verdict.is_shown
    reason = next(reason for reason in verdict.reasons if reason.gate == "overlap")
    assert reason.figure is not None
    assert reason.threshold is not None
    assert reason.figure < reason.threshold


def test_the_title_counts_as_said_by_the_block() -> None:
    text = "单个文件上传上限为200 MB，单次最多选择50个文件。"
    assert judged("云梯网盘的单个文件上传上限是200 MB。", text, title="云梯网盘产品手册").is_shown


def test_words_that_only_say_that_a_document_says_it_count_for_nothing() -> None:
    assert judged("根据文档，员工每周可申请最多2天远程办公。", REMOTE).is_shown
    assert judged("According to the guide, deleted files stay in the trash for 30 days.", UPLOAD).is_shown


def test_the_plain_overlap_leaves_out_words_that_most_blocks_hold() -> None:
    handed = blocks(UPLOAD, HOTEL, language="en")
    assert plain_overlap("Deleted files stay in the trash for 30 days.", handed[0], handed) == 1.0
    assert plain_overlap("Deleted files stay in the trash for 30 days.", handed[1], handed) < 0.3
    assert plain_overlap("…", handed[0], handed) == 0.0


class ScriptedJudge:
    """Says what it was told to say, and remembers what it was asked."""

    def __init__(self, figure: float) -> None:
        self.figure = figure
        self.asked: list[str] = []

    async def entails(self, *, evidence: str, sentence: str, language: Language) -> float:
        self.asked.append(f"{language} {sentence} < {evidence}")
        return self.figure


AMBER = Claim("远程办公由人力资源总监批准，员工每周可申请最多2天远程办公。", (1,))


async def test_a_judge_may_save_what_failed_by_amber_alone() -> None:
    evidence = prepare(blocks(REMOTE))
    verdict = verify(AMBER, evidence, Policy())
    assert is_amber(verdict)
    judge = ScriptedJudge(0.9)
    saved = await accept(AMBER, evidence, verdict, judge=judge, language="zh")
    assert numbers(saved) == (1,)
    assert judge.asked == [f"zh {AMBER.text} < {REMOTE}"]


async def test_a_judge_that_says_no_adds_its_reason() -> None:
    evidence = prepare(blocks(REMOTE))
    verdict = verify(AMBER, evidence, Policy())
    refused = await accept(AMBER, evidence, verdict, judge=ScriptedJudge(0.2), language="zh")
    assert not refused.is_shown
    assert refused.reasons[-1].gate == "judge"
    assert refused.reasons[-1].figure == 0.2


async def test_no_judge_may_save_a_red_failure() -> None:
    claim = Claim("Deleted files stay in the trash for 90 days.", (1,))
    evidence = prepare(blocks(UPLOAD, language="en"))
    verdict = verify(claim, evidence, Policy())
    assert not is_amber(verdict)
    judge = ScriptedJudge(1.0)
    assert not (await accept(claim, evidence, verdict, judge=judge, language="en")).is_shown
    assert judge.asked == []


@pytest.mark.parametrize(
    "unit",
    ["不" * 50, "1,", "如果", "(", "a.", "，", "if ", "[1]", "第1条", "can not ", "所有", "aaaa", "１２", "《", " - "],
)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    def verified(size: int) -> Verdict:
        text = (unit * size)[:size]
        evidence = prepare(blocks(f"员工可以申请。{text}", f"Staff may ask. {text}"))
        return verify(Claim(f"员工可以申请 {text[: size // 4]}", (1,)), evidence, Policy())

    assert_linear(verified, small=1_000, large=8_000)
