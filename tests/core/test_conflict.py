"""Conflicts between documents: what must be found, what must not, and what matters to a question."""

from __future__ import annotations

from datetime import date

import pytest
from hostile import ends_soon

from core.conflict import chunk_conflicts, disputed, find_conflicts, settle
from core.domain import Block, Chunk, Citation, Conflict, Document, Language, Question, Span

DAY = date(2026, 12, 1)


def document(name: str, *, language: Language = "zh", **known: object) -> Document:
    return Document(
        id=name,
        title=str(known.pop("title", name)),
        version="1",
        language=language,
        updated_at=date(2026, 1, 1),
        **known,  # type: ignore[arg-type]
    )


def block(number: int, text: str, *, of: Document | None = None) -> Block:
    owner = of or document(f"doc-{number:03}")
    chunk = Chunk(id=f"{owner.id}#c01", document=owner, text=text, start=0)
    return Block(number=number, chunk=chunk, text=text, tokens=len(text), score=1.0)


def ask(text: str, language: Language = "zh") -> Question:
    return Question(id="q", text=text, language=language, as_of=DAY)


def between(one: str, other: str) -> tuple[Conflict, ...]:
    return chunk_conflicts(block(1, one).chunk, block(2, other).chunk, day=DAY)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("单个文件的上传上限为 200 MB。", "答：单个文件的上传上限为 100 MB，文件更大时请分卷压缩。"),
        ("单个文件的上传上限为 2 GB。", "单个文件的上传上限为 500 MB。"),
        ("新员工的试用期为三个月。", "试用期为 6 个月，从入职当天算起。"),
        ("年度体检报销比例为百分之八十。", "年度体检的报销比例为 60%。"),
        ("年会定于 12月18日 举行。", "年会将于 12月28日 举行。"),
        ("加班餐补标准为每餐 30 元。", "加班餐补为每餐 50 元。"),
        ("实习生可以申请远程办公。", "实习生不得申请远程办公。"),
        ("办公区禁止携带宠物。", "办公区允许携带宠物。"),
        ("出差期间的洗衣费无需发票。", "出差期间的洗衣费需要发票。"),
        ("The maximum size of an uploaded file is 200 MB.", "Uploaded files may be at most 100 MB."),
        ("A VPN session is disconnected after 8 hours.", "A VPN session is disconnected after 12 hours."),
        ("The probation period is six months.", "The probation period is 90 days."),
        ("The annual meeting takes place on March 3, 2026.", "The annual meeting takes place on March 10, 2026."),
        ("Visitors may park in the basement.", "Visitors must not park in the basement."),
        ("A receipt is required for taxi rides.", "A receipt is not required for taxi rides."),
        ("Lunch is subsidised with $8 per day.", "Lunch is subsidised with $12 per day."),
    ],
)
def test_a_disagreement_is_found_whichever_document_comes_first(one: str, other: str) -> None:
    assert between(one, other)
    assert between(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("免费版单个文件上限为 100 MB。", "专业版单个文件上限为 2 GB。", id="plan zh"),
        pytest.param("The Free plan includes 5 GB.", "The Team plan includes 200 GB.", id="plan en"),
        pytest.param("采购部的分机号是 6001。", "前台的分机号是 6002。", id="owner zh"),
        pytest.param("The Paris office seats 80 people.", "The Madrid office seats 45 people.", id="place en"),
        pytest.param("食堂开放时间为 11:00 至 13:30。", "大楼开放时间为 7:00 至 22:00。", id="range zh"),
        pytest.param("Support answers within 2 to 4 hours.", "Support answers within 3 hours.", id="range en"),
        pytest.param("单个文件的上传上限为 1 GB。", "单个文件的上传上限为 1024 MB。", id="equal zh"),
        pytest.param("试用期为一个月。", "试用期为 30 天。", id="equivalent zh"),
        pytest.param("Tokens expire after one hour.", "Tokens expire after 3600 seconds.", id="equal en"),
        pytest.param("4.2 版需要 8 GB 内存。", "3.1 版需要 4 GB 内存。", id="version zh"),
        pytest.param("Release 4.2 requires Python 3.12.", "Release 3.9 requires Python 3.10.", id="version en"),
        pytest.param("更新日期：2025年3月1日", "更新日期：2026年5月2日", id="document date zh"),
        pytest.param("Last updated: 2025-03-01", "Last updated: 2026-05-02", id="document date en"),
        pytest.param("例如，上传 300 MB 的文件约需 2 分钟。", "上传 300 MB 的文件约需 5 分钟。", id="example zh"),
        pytest.param("For example, a trip costs $300.", "A trip costs $500.", id="example en"),
        pytest.param("1. 打开设置。", "3. 打开设置。", id="list number zh"),
        pytest.param("See page 12, figure 3.", "See page 45, figure 7.", id="page en"),
        pytest.param("（本规定已废止）年假须提前 3 天申请。", "年假须提前 5 天申请。", id="superseded zh"),
        pytest.param("(superseded) Ask 5 days ahead for leave.", "Ask 10 days ahead for leave.", id="superseded en"),
        pytest.param("总监的住宿标准为每晚 800 元。", "主管的住宿标准为每晚 500 元。", id="role zh"),
        pytest.param("一线城市住宿标准为每晚 500 元。", "其他城市住宿标准为每晚 350 元。", id="region zh"),
        pytest.param("2024年员工总数为 300 人。", "2025年员工总数为 360 人。", id="year zh"),
        pytest.param("Revenue in 2024 was $5 million.", "Revenue in 2025 was $6 million.", id="year en"),
        pytest.param("密码不得少于 12 位。", "密码不得超过 64 位。", id="bounds zh"),
        pytest.param("A password has at least 12 characters.", "A password has at most 64 characters.", id="bounds en"),
        pytest.param("满一年后可享受 5 天年假。", "满十年后可享受 10 天年假。", id="tenure zh"),
        pytest.param("回收站保留 30 天。", "操作日志保留 180 天。", id="topic zh"),
        pytest.param("Backups are kept for 30 days.", "Passwords expire after 90 days.", id="topic en"),
        pytest.param("经主管批准，可以带宠物进办公区。", "不得带宠物进办公区。", id="condition zh"),
        pytest.param("员工最早 8:00 到岗。", "员工最晚 10:00 到岗。", id="earliest and latest zh"),
        pytest.param("Upload files after 8:00.", "Upload files before 10:00.", id="earliest and latest en"),
        pytest.param("P0 告警须在 5 分钟内响应。", "P1 告警须在 15 分钟内响应。", id="code zh"),
    ],
)
def test_what_only_looks_like_a_disagreement_is_left_alone(one: str, other: str) -> None:
    assert between(one, other) == ()


def test_both_sides_show_their_clause_and_the_value_as_written() -> None:
    one, other = "上传说明。单个文件的上传上限为 200 MB，超过会被拒绝。", "单个文件的上传上限为 100 MB。"
    (conflict,) = between(one, other)
    assert [side.value for side in conflict.sides] == ["200 MB", "100 MB"]
    assert [side.chunk.text[side.span.start : side.span.end].strip("。") for side in conflict.sides] == [
        "单个文件的上传上限为 200 MB",
        "单个文件的上传上限为 100 MB",
    ]
    assert "上传" in conflict.subject


UPLOAD_ZH = (
    block(1, "单个文件的上传上限为 200 MB。删除的文件在回收站保留 30 天。"),
    block(2, "单个文件的上传上限为 100 MB。删除的文件在回收站保留 30 天。"),
)
UPLOAD_EN = (
    block(1, "The upload limit for a single file is 200 MB. Deleted files stay in the recycle bin for 30 days."),
    block(2, "The upload limit for a single file is 100 MB. Deleted files stay in the recycle bin for 30 days."),
)


@pytest.mark.parametrize("text", ["单个文件最大能上传多大？", "上传一个文件的上限是多少？"])
def test_a_question_about_the_disputed_thing_meets_the_conflict(text: str) -> None:
    assert len(find_conflicts(ask(text), UPLOAD_ZH)) == 1


def test_an_english_question_about_the_disputed_thing_meets_the_conflict() -> None:
    assert len(find_conflicts(ask("How large may an uploaded file be?", "en"), UPLOAD_EN)) == 1


@pytest.mark.parametrize("text", ["回收站的文件保留多久？", "怎么申请年假？"])
def test_a_question_about_something_else_is_not_stopped_by_the_conflict(text: str) -> None:
    assert find_conflicts(ask(text), UPLOAD_ZH) == ()
    assert len(find_conflicts(ask(text), UPLOAD_ZH, any_topic=True)) == 1


def test_an_english_question_about_something_else_is_not_stopped_by_the_conflict() -> None:
    assert find_conflicts(ask("How long do deleted files stay in the recycle bin?", "en"), UPLOAD_EN) == ()


def test_minutes_that_report_both_values_take_no_side() -> None:
    minutes = "会上核对发现，《手册》写的单个文件上传上限是 200 MB，《问答》写的单个文件上传上限是 100 MB，说法不一致。"
    found = find_conflicts(ask("单个文件的上传上限是多少？"), (*UPLOAD_ZH, block(3, minutes)))
    assert [{side.chunk.id for side in conflict.sides} for conflict in found] == [{"doc-001#c01", "doc-002#c01"}]


def test_one_document_does_not_disagree_with_itself_nor_with_what_it_supersedes() -> None:
    same = document("doc-009")
    newer = document("doc-010", supersedes=("doc-001",))
    texts = ("年假须提前 3 天申请。", "年假须提前 5 天申请。")
    assert chunk_conflicts(block(1, texts[0], of=same).chunk, block(2, texts[1], of=same).chunk, day=DAY) == ()
    assert chunk_conflicts(block(1, texts[0]).chunk, block(2, texts[1], of=newer).chunk, day=DAY) == ()


@pytest.mark.parametrize(
    ("titles", "texts"),
    [
        (("2024年差旅标准", "2025年差旅标准"), ("住宿每晚不超过 400 元。", "住宿每晚不超过 500 元。")),
        (("试用期员工须知", "正式员工须知"), ("年假须提前 3 天申请。", "年假须提前 5 天申请。")),
        (("Travel policy 2024", "Travel policy 2025"), ("Hotels cost up to $200.", "Hotels cost up to $250.")),
        (
            ("Guide for interns", "Guide for contractors"),
            ("Ask for leave 3 days ahead.", "Ask for leave 5 days ahead."),
        ),
    ],
)
def test_titles_say_of_what_year_and_for_whom_a_document_speaks(
    titles: tuple[str, str], texts: tuple[str, str]
) -> None:
    chunks = [
        block(number, text, of=document(f"doc-{number}", title=title)).chunk
        for number, (title, text) in enumerate(zip(titles, texts, strict=True), start=1)
    ]
    assert chunk_conflicts(*chunks, day=DAY) == ()
    assert between(*texts)


def test_a_document_that_is_not_in_force_on_the_day_takes_no_side() -> None:
    old = document("doc-009", expires_at=date(2026, 6, 1))
    one, other = block(1, "年假须提前 3 天申请。", of=old), block(2, "年假须提前 5 天申请。")
    assert chunk_conflicts(one.chunk, other.chunk, day=DAY) == ()
    assert len(chunk_conflicts(one.chunk, other.chunk, day=date(2026, 5, 31))) == 1


def test_a_third_document_that_names_both_sides_settles() -> None:
    (conflict,) = find_conflicts(ask("单个文件的上传上限是多少？"), UPLOAD_ZH)
    rule = document("doc-003", settles=("doc-001", "doc-002"), authority=2)
    assert settle(conflict, UPLOAD_ZH).settled_by is None
    assert settle(conflict, (*UPLOAD_ZH, block(3, "以本规范为准。", of=rule))).settled_by == rule


def test_a_side_that_names_the_other_settles_and_the_highest_authority_decides() -> None:
    low = document("doc-001", settles=("doc-002",), authority=1)
    high = document("doc-003", settles=("doc-001", "doc-002"), authority=2)
    blocks = (block(1, "上传上限为 200 MB。", of=low), block(2, "上传上限为 100 MB。"))
    (conflict,) = find_conflicts(ask("上传上限是多少？"), blocks)
    assert settle(conflict, blocks).settled_by == low
    assert settle(conflict, (*blocks, block(3, "以本规范为准。", of=high))).settled_by == high


@pytest.mark.parametrize(
    ("text", "chunk_id", "is_disputed"),
    [
        ("单个文件最大 200 MB。", "doc-001#c01", True),
        ("单个文件最大 0.1 GB，约 100MB。", "doc-002#c01", True),
        ("删除的文件在回收站保留 30 天。", "doc-001#c01", False),
        ("单个文件最大 200 MB。", "doc-007#c01", False),
    ],
)
def test_a_sentence_is_disputed_if_it_states_a_side_from_its_own_source(
    text: str, chunk_id: str, is_disputed: bool
) -> None:
    conflicts = find_conflicts(ask("单个文件的上传上限是多少？"), UPLOAD_ZH)
    found = disputed(text, (Citation(1, chunk_id, Span(0, 5)),), conflicts)
    assert (found is not None) is is_disputed


def test_a_sentence_that_states_a_disputed_rule_is_disputed() -> None:
    conflicts = between("Visitors may park in the basement.", "Visitors must not park in the basement.")
    cited = (Citation(1, "doc-001#c01", Span(0, 5)),)
    assert disputed("Visitors may park in the basement.", cited, conflicts) is not None
    assert disputed("The basement is painted green.", cited, conflicts) is None


HOSTILE = ["不得" * 5_000, "1 MB, " * 5_000, "限" + "1" * 20_000, "if " * 8_000, "| 1 GB " * 3_000, "（" * 10_000]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_takes_linear_time(text: str) -> None:
    with ends_soon():
        between(text, text + "。上限为 5 MB。")


def test_many_like_items_take_no_side_and_little_time() -> None:
    lists = ["，".join(f"第{item}项文件保留 {item * 3 + text} 天" for item in range(40)) for text in range(5)]
    blocks = tuple(block(number, text) for number, text in enumerate(lists, start=1))
    with ends_soon():
        assert find_conflicts(ask("文件保留几天？"), blocks) == ()


TABLE = """| 项目 | 免费版 | 专业版 |
|---|---|---|
| 存储空间 | 10 GB | 2 TB |
| 历史版本 | 10 个 | 50 个 |"""


def test_a_table_cell_is_named_by_its_row_and_its_column() -> None:
    (conflict,) = between(TABLE, "专业版的存储空间为 1 TB。")
    assert [side.value for side in conflict.sides] == ["2 TB", "1 TB"]
    assert between(TABLE, "免费版的存储空间为 10 GB。") == ()
    assert between(TABLE, "邮箱的存储空间为 50 GB。") == ()


def test_an_english_table_cell_is_named_by_its_row_and_its_column() -> None:
    table = "| Item | Free plan | Team plan |\n|---|---|---|\n| Storage | 10 GB | 2 TB |"
    (conflict,) = between(table, "Storage in the Team plan is 1 TB.")
    assert [side.value for side in conflict.sides] == ["2 TB", "1 TB"]
    assert between(table, "Storage in the Free plan is 10 GB.") == ()


def test_two_wordings_of_one_answer_disagree_where_the_question_says_what_is_asked() -> None:
    blocks = (
        block(1, "Our museum first opened its doors to visitors in 1980, after the building had been restored."),
        block(2, "The museum in the old mansion opened in 2010 and shows letters and weapons."),
    )
    (conflict,) = find_conflicts(ask("When was the museum opened?", "en"), blocks)
    assert {side.value for side in conflict.sides} == {"1980", "2010"}
    assert find_conflicts(ask("Who restored the building?", "en"), blocks) == ()


def test_a_dispute_over_another_kind_of_value_does_not_answer_the_question() -> None:
    blocks = (block(1, "年假申请须提前 3 天提交。"), block(2, "年假申请须提前 5 天提交。"))
    assert len(find_conflicts(ask("年假申请要提前几天提交？"), blocks)) == 1
    assert find_conflicts(ask("年假申请一次多少钱？"), blocks) == ()
