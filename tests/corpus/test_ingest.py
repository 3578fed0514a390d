"""Files become documents; a broken one costs one clear line and nothing else."""

from __future__ import annotations

import os
from datetime import date

import pytest

from corpus.ingest import Report, demo_folder, ingest
from corpus.store import Store

GOOD = "---\nid: {id}\ntitle: 制度\nupdated_at: 2025-03-01\n---\n# 制度\n\n{text}\n"


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "k.db")
    yield opened
    opened.close()


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "docs"
    (made / "hr" / ".cache").mkdir(parents=True)
    write(made / "b.md", GOOD.format(id="doc-002", text="报销须在 30 天内。"))
    write(made / "hr" / "a.MD", GOOD.format(id="doc-001", text="Annual leave is 5 days."))
    write(made / "hr" / "note.txt", "没有前言的纯文本。")
    write(made / "hr" / ".cache" / "old.md", "hidden")
    write(made / "logo.png", "not a document")
    return made


def write(path, text):
    path.write_text(text, encoding="utf-8")


def test_folders_are_read_in_full_and_a_second_run_changes_nothing(folder, store):
    seen = []
    report = ingest([folder], store, on_progress=lambda *step: seen.append(step))
    assert report == Report(added=("doc-002", "doc-001", "note"))
    assert seen == [
        (1, 3, str(folder / "b.md")),
        (2, 3, str(folder / "hr" / "a.MD")),
        (3, 3, str(folder / "hr" / "note.txt")),
    ]
    assert ingest([folder, folder / "b.md"], store) == Report(unchanged=("doc-002", "doc-001", "note"))
    write(folder / "b.md", GOOD.format(id="doc-002", text="报销须在 60 天内。"))
    assert ingest([folder / "b.md"], store) == Report(changed=("doc-002",))
    assert (store.revision(), store.chunk("doc-002#c01")[0].text) == (4, "# 制度\n\n报销须在 60 天内。")


def test_a_file_without_a_date_has_the_day_of_its_last_modification(folder, store):
    os.utime(folder / "hr" / "note.txt", (1_735_689_600, 1_735_689_600))
    ingest([folder / "hr" / "note.txt"], store)
    assert store.documents()[0].updated_at == date(2025, 1, 1)


def test_a_broken_file_gets_one_line_and_the_rest_goes_on(folder, store):
    write(folder / "date.md", "---\nupdated_at: 昨天\n---\n正文")
    (folder / "latin.txt").write_bytes("Les congés payés à l'été".encode("latin-1"))
    write(folder / "empty.md", "")
    report = ingest([folder, folder / "gone", folder / "logo.png", folder / "hr" / ".cache"], store)
    assert report.added == ("doc-002", "doc-001", "note", "old")
    assert [line.removeprefix(f"{folder}{os.sep}") for line in report.failed] == [
        "gone: no such file or folder.",
        "logo.png: can't read '.png'; use .md, .markdown, .txt.",
        "date.md: updated_at: '昨天' is not allowed: write a date as YYYY-MM-DD, such as 2026-01-31.",
        "empty.md: the document has no text. Write some below the front matter, or remove the file.",
        "latin.txt: this is not text in UTF-8 or GB18030. Save it as UTF-8 and try again.",
    ]


def test_a_broken_new_version_leaves_the_old_one_in_place(folder, store):
    ingest([folder], store)
    write(folder / "b.md", "---\nid: doc-002\nupdate_at: 2025-01-01\n---\n新文")
    assert "Did you mean 'updated_at'?" in ingest([folder], store).failed[0]
    assert store.chunk("doc-002#c01")[1] is True


def test_two_files_with_one_id_are_both_named_and_neither_is_taken(folder, store):
    write(folder / "copy.md", GOOD.format(id="doc-001", text="另一份。"))
    report = ingest([folder], store)
    assert report.added == ("doc-002", "note")
    copy, original = str(folder / "copy.md"), str(folder / "hr" / "a.MD")
    assert report.failed == (
        f"{copy}: the id 'doc-001' is also that of {original}. Give one of them another `id:`.",
        f"{original}: the id 'doc-001' is also that of {copy}. Give one of them another `id:`.",
    )


def test_names_of_documents_that_do_not_exist_are_warned_about(folder, store):
    extra = "supersedes: doc-001\nsettles: [doc-002, doc-020]\n---\n"
    write(folder / "c.md", GOOD.format(id="doc-003", text="修订。").replace("---\n#", extra + "#"))
    assert ingest([folder], store).warnings == ("doc-003: settles names 'doc-020', but no document has this id.",)


def test_an_empty_folder_and_an_overlong_file_are_said_so(tmp_path, store):
    (tmp_path / "nothing").mkdir()
    (tmp_path / "huge.txt").write_bytes(b"x" * 5_000_001)
    assert ingest([tmp_path / "nothing", tmp_path / "huge.txt"], store).failed == (
        f"{tmp_path / 'nothing'}: no .md, .markdown, .txt file in this folder.",
        f"{tmp_path / 'huge.txt'}: 5,000,001 bytes are more than 5,000,000. Split the document.",
    )


def test_the_demo_documents_are_taken_without_a_complaint(store):
    if not list(demo_folder().glob("*.md")):
        pytest.skip("the demo documents are not there")
    report = ingest([demo_folder()], store)
    assert (report.failed, report.warnings) == ((), ())
    assert len(report.added) >= 30
