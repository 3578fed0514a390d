"""The store survives restarts, loses nothing that was citable, and changes whole or not at all."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from core.domain import Chunk, Document
from corpus import schema
from corpus.chunking import chunk
from corpus.documents import CorpusError
from corpus.store import Store

OLD = "# 上传\n\n单个文件上限 200 MB。\n\n## Recycle bin\n\nKept for 30 days."
NEW = "# 上传\n\n单个文件上限 100 MB。"


def document(name="doc-001", **fields):
    given = {
        "title": "手册",
        "version": "1",
        "language": "zh",
        "updated_at": date(2025, 3, 1),
        "audience": ("everyone",),
    }
    return Document(id=name, **(given | fields))


def put(store, body, name="doc-001", **fields):
    about = document(name, **fields)
    return store.put(about, body, chunk(about, body))


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "new" / "knowledge.db")
    yield opened
    opened.close()


def texts(store):
    return [part.text for part in store.current_chunks()]


def test_everything_survives_a_restart(tmp_path):
    first = Store(tmp_path / "k.db")
    full = {"effective_at": date(2025, 4, 1), "expires_at": date(2026, 4, 1), "settles": ("a", "b"), "owner": "产品组"}
    put(first, OLD, authority=2, url="https://x.example", supersedes=("doc-000",), **full)
    before = first.snapshot()
    first.close()
    again = Store(tmp_path / "k.db")
    assert again.snapshot() == before
    assert before.revision == 1
    assert [part.id for part in before.chunks] == ["doc-001#c01", "doc-001#c02"]
    assert before.chunks[0].document == document(authority=2, url="https://x.example", supersedes=("doc-000",), **full)
    assert again.documents() == (before.chunks[0].document,)
    again.close()


def test_a_change_replaces_the_chunks_at_once_and_the_same_again_changes_nothing(store):
    assert put(store, OLD) == "added"
    assert put(store, OLD) == "unchanged"
    assert store.revision() == 1
    assert put(store, NEW) == "changed"
    assert (store.revision(), texts(store)) == (2, [NEW])
    assert put(store, NEW, title="新手册") == "changed"
    assert store.current_chunks()[0].document.title == "新手册"
    assert store.revision() == 3


def test_an_old_citation_opens_exactly_what_was_cited(store):
    put(store, OLD)
    put(store, NEW)
    store.withdraw("doc-001")
    assert store.chunk_at("doc-001#c01", 0) is None
    was, is_current = store.chunk_at("doc-001#c01", 1)
    assert (was.text, is_current) == ("# 上传\n\n单个文件上限 200 MB。", False)
    assert store.chunk_at("doc-001#c01", 2)[0].text == NEW
    assert store.chunk_at("doc-001#c02", 2) is None
    assert store.chunk_at("doc-001#c01", 3) is None
    newest, is_current = store.chunk("doc-001#c02")
    assert (newest.text, is_current) == ("## Recycle bin\n\nKept for 30 days.", False)
    assert store.chunk("doc-009#c01") is None


def test_the_same_chunk_id_opens_the_current_text_and_says_that_it_is_current(store):
    put(store, OLD)
    put(store, NEW)
    assert store.chunk("doc-001#c01") == (store.current_chunks()[0], True)


def test_a_withdrawn_document_leaves_search_and_may_come_back(store):
    put(store, OLD)
    assert store.withdraw("doc-001") is True
    assert (store.withdraw("doc-001"), store.withdraw("doc-002")) == (False, False)
    assert (texts(store), store.revision()) == ([], 2)
    assert put(store, OLD) == "added"
    assert len(texts(store)) == 2


def test_a_document_ends_on_the_first_day_of_what_supersedes_it(store):
    put(store, OLD)
    put(store, NEW, "doc-002", supersedes=("doc-001", "doc-002"), effective_at=date(2025, 6, 1))
    put(store, NEW, "doc-003", supersedes=("doc-001",), updated_at=date(2025, 7, 1))
    found = {about.id: about.superseded_at for about in store.documents()}
    assert found == {"doc-001": date(2025, 6, 1), "doc-002": None, "doc-003": None}
    assert store.chunk("doc-001#c01")[0].document.superseded_at == date(2025, 6, 1)
    assert store.chunk_at("doc-001#c01", 1)[0].document.superseded_at is None
    store.withdraw("doc-002")
    assert store.chunk("doc-001#c01")[0].document.superseded_at == date(2025, 7, 1)
    assert {about.id: about.superseded_at for about in store.documents()}["doc-001"] == date(2025, 7, 1)


def test_what_the_store_derives_is_never_written_back(store):
    put(store, OLD)
    assert put(store, OLD, superseded_at=date(2025, 1, 1)) == "unchanged"
    assert store.documents()[0].superseded_at is None


def test_a_failed_change_leaves_everything_as_it_was(store):
    put(store, OLD)
    before = store.snapshot()
    about = document(version="2")
    good = Chunk(id="doc-001#c01", document=about, text="x", start=0)
    with pytest.raises(sa.exc.IntegrityError):
        store.put(about, NEW, [good, replace(good, start=None)])
    assert store.snapshot() == before


def test_many_writers_wait_for_each_other_and_no_revision_is_given_twice(store):
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda n: put(store, f"text {n}", f"doc-{n:03d}"), range(40)))
    assert done == ["added"] * 40
    with store._engine.connect() as connection:
        given = connection.execute(sa.select(schema.versions.c.added_in)).scalars().all()
    assert sorted(given) == list(range(1, 41))


def test_the_database_is_in_write_ahead_mode_and_checks_references(store):
    with store._engine.connect() as connection:
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "foreign_keys")]
    assert found == ["wal", 1]


def test_the_migrations_make_exactly_the_tables_of_the_schema(store):
    with store._engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": schema.VERSION_TABLE})
        assert compare_metadata(context, schema.metadata) == []
        assert context.get_current_revision() == schema._HEAD


def test_another_file_or_an_impossible_place_is_named_with_what_to_do(tmp_path):
    (tmp_path / "notes.txt").write_text("not a database, but long enough to look at " * 30, encoding="utf-8")
    with pytest.raises(CorpusError, match=r"notes\.txt: the document store can't be opened \(file is not a database\)"):
        Store(tmp_path / "notes.txt")
    with pytest.raises(CorpusError, match="the document store can't be made"):
        Store(tmp_path / "notes.txt" / "k.db")


def test_the_folder_of_a_new_database_is_made_for_a_path_and_for_an_address(tmp_path):
    for where in (str(tmp_path / "a" / "k.db"), f"sqlite:///{tmp_path / 'b' / 'c' / 'k.db'}"):
        Store(where).close()
    assert (tmp_path / "a" / "k.db").exists()
    assert (tmp_path / "b" / "c" / "k.db").exists()


def test_it_shares_a_database_with_other_tables(tmp_path):
    with sqlite3.connect(tmp_path / "k.db") as other:
        other.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        other.execute("INSERT INTO alembic_version VALUES ('0009')")
    other.close()
    shared = Store(f"sqlite:///{Path(tmp_path / 'k.db')}")
    assert put(shared, OLD) == "added"
    shared.close()
