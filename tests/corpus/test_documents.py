"""A file's bytes become a validated document, or one clear line that says what to do."""

from __future__ import annotations

from datetime import date

import pytest

from core.domain import Document
from corpus.documents import CorpusError, decode, parse, slug

DAY = date(2025, 3, 1)

FULL = """---
id: doc-010
title: 开放 API 接入指南
owner: 开放平台组
version: 1.10
language: zh
updated_at: 2025-03-01
effective_at: 2025-03-15
expires_at: 2026-03-15
url: https://docs.example.com/api?tab=1
authority: 2
settles: [doc-002, doc-005]
supersedes: doc-009
audience:
  - workspace
  - group:S0API
---

# 开放 API

默认限额为每分钟 600 次。
"""


def test_every_key_of_the_front_matter_reaches_the_document_as_written():
    document, body = parse(FULL, path="api.md")
    assert document == Document(
        id="doc-010",
        title="开放 API 接入指南",
        owner="开放平台组",
        version="1.10",
        language="zh",
        updated_at=date(2025, 3, 1),
        effective_at=date(2025, 3, 15),
        expires_at=date(2026, 3, 15),
        url="https://docs.example.com/api?tab=1",
        authority=2,
        settles=("doc-002", "doc-005"),
        supersedes=("doc-009",),
        audience=("workspace", "group:S0API"),
    )
    assert body == "# 开放 API\n\n默认限额为每分钟 600 次。\n"


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("# 年假制度\n\n入职满一年享有 5 天年假。", "hr/年假 制度.md", ("年假-制度", "年假制度", "zh")),
        (
            "Intro.\n\n## Refund policy ##\n\nRefunds take 5 days.",
            "Refund Policy.md",
            ("Refund-Policy", "Refund policy", "en"),
        ),
        ("Just a plain note about parking.", "notes.txt", ("notes", "notes", "en")),
        ("```\n# no heading\n```\n\n这里只有正文，没有标题。", "faq.md", ("faq", "faq", "zh")),
    ],
)
def test_what_is_not_given_comes_from_the_file_and_the_text(text, path, expected):
    document, body = parse(text, path=path, modified=DAY)
    assert (document.id, document.title, document.language) == expected
    assert (document.updated_at, document.audience, document.version) == (DAY, ("workspace",), "1")
    assert body == text


def test_windows_line_ends_and_a_byte_order_mark_make_no_difference():
    plain = parse(FULL, path="api.md")
    assert parse("\ufeff" + FULL.replace("\n", "\r\n"), path="api.md") == plain


@pytest.mark.parametrize(
    ("front", "message"),
    [
        ("updated: 2025-01-01", "a.md: unknown key 'updated'. Did you mean 'updated_at'? Known keys: id, title,"),
        ("颜色: 红", "a.md: unknown key '颜色'. Known keys: id, title,"),
        (
            "updated_at: 2025/1/1",
            "a.md: updated_at: '2025/1/1' is not allowed: write a date as YYYY-MM-DD, such as 2026-01-31.",
        ),
        ("updated_at: 2025年1月1日", "a.md: updated_at: '2025年1月1日' is not allowed: write a date as"),
        ("updated_at: 2025-02-30", "a.md: updated_at: '2025-02-30' is not allowed: Input should be a valid date"),
        ("updated_at: 20250101", "a.md: updated_at: '20250101' is not allowed: write a date as"),
        ("audience: staff", "a.md: audience: 'staff' is not allowed: use everyone, workspace, channel:C…"),
        ("audience: [workspace, 'user:someone']", "a.md: audience: 'user:someone' is not allowed: use everyone"),
        ("audience: []", "a.md: audience: [] is not allowed: nobody could read it; name its readers, or leave"),
        ("audience:", "a.md: audience: '' is not allowed: nobody could read it"),
        ("id: doc 1#x", "a.md: id: 'doc 1#x' is not allowed: an id has letters, digits"),
        ("language: fr", "a.md: language: 'fr' is not allowed: Input should be 'zh' or 'en'."),
        ("authority: high", "a.md: authority: 'high' is not allowed: Input should be a valid integer"),
        ("url: javascript:alert(1)", "a.md: url: 'javascript:alert(1)' is not allowed:"),
        (
            "effective_at: 2025-02-01\nexpires_at: 2025-01-01",
            "a.md: expires_at 2025-01-01 must be later than effective_at",
        ),
        ("title: A: B", "a.md, line 2: the front matter is not YAML (mapping values are not allowed here). Write"),
        ("title: A\ntitle: B", "a.md, line 3: the front matter is not YAML (the key 'title' stands twice)."),
        ("只是一段话", "a.md, line 2: the front matter must be `key: value` lines, not '只是一段话'."),
        ("title: !!python/object:os.system x", "a.md, line 2: the front matter is not YAML (could not determine"),
        ("settles: {a: b}", "a.md: settles: {'a': 'b'} is not allowed:"),
        ("title: [" * 3000, "a.md: the front matter is not YAML"),
    ],
)
def test_front_matter_that_cannot_be_used_is_named_with_file_key_value_and_remedy(front, message):
    with pytest.raises(CorpusError) as error:
        parse(f"---\n{front}\n---\n正文 body", path="a.md", modified=DAY)
    assert message in str(error.value)
    assert "\n" not in str(error.value) or front.startswith("title: [")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "---\ntitle: A\n\nbody",
            "a.md, line 1: the front matter opened by '---' is not closed. Add a line '---' below it.",
        ),
        ("---\ntitle: A\n---\n  \n", "a.md: the document has no text. Write some below the front matter"),
        ("", "a.md: the document has no text."),
    ],
)
def test_a_document_without_text_or_an_end_of_front_matter_is_refused(text, message):
    with pytest.raises(CorpusError) as error:
        parse(text, path="a.md", modified=DAY)
    assert message in str(error.value)


def test_without_any_date_the_remedy_is_named():
    with pytest.raises(
        CorpusError, match=r"a\.md: updated_at is missing\. Add a line such as `updated_at: 2026-01-31`\."
    ):
        parse("text", path="a.md")


def test_empty_front_matter_and_empty_values_count_as_absent():
    document, _ = parse("---\nowner:\nexpires_at:\n---\n正文在这里。", path="a.md", modified=DAY)
    assert (document.owner, document.expires_at) == ("", None)
    assert parse("---\n---\nbody text", path="a.md", modified=DAY)[1] == "body text"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_chinese_text_is_read_in_the_encodings_that_occur(encoding):
    text = "# 报销制度\n\n差旅费须在 30 天内提交，“超期”不予受理——除非主管批准。\n"
    assert decode(text.replace("\n", "\r\n").encode(encoding), path="a.md") == text


@pytest.mark.parametrize(
    "raw",
    [
        "Les congés payés sont accordés après un an ; le délai est prolongé à l'été.".encode("latin-1"),
        "報銷制度須於三十天內提交，逾期不予受理。".encode("big5"),
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"plain\x00text",
        b"\xff\xfe\x00",
    ],
)
def test_other_encodings_and_binary_files_are_refused_not_garbled(raw):
    with pytest.raises(CorpusError, match=r"^a\.md: this is not text in UTF-8 or GB18030\. Save it as UTF-8"):
        decode(raw, path="a.md")


def test_a_slug_is_always_a_valid_id():
    assert [slug(stem) for stem in ("报销 制度（v2）", "Open API", "###", "a" * 300)] == [
        "报销-制度-v2",
        "Open-API",
        "document",
        "a" * 100,
    ]
