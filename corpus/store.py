"""What is known, in SQL: every version of every document with its chunks, and which of them are current.

Rule: a change is one transaction and one new knowledge revision; nothing that was ever citable is lost.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa
from pydantic import TypeAdapter

from core.domain import Chunk, Document
from core.ports import PortError
from corpus import schema
from corpus.documents import CorpusError
from corpus.schema import chunks, knowledge, supersessions, versions

Change = Literal["added", "changed", "unchanged"]

_DOCUMENT = TypeAdapter(Document)
_BUSY_TIMEOUT_MS = 5000
"""How long a writer waits for another; an ingest of one document takes milliseconds."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All current chunks, in order of chunk id, as of one knowledge revision."""

    revision: int
    chunks: tuple[Chunk, ...]


class Store:
    """The document store of one database; safe to use from several threads and processes.

    Every method raises `core.ports.PortError` when the database can't be reached.
    """

    def __init__(self, where: str | Path) -> None:
        """Opens ``where``: a file (made if absent, with its folder) or a SQLAlchemy URL; brings its schema up to date.

        Raises:
            CorpusError: it can't be opened or is not such a database.
        """
        self._engine = _engine(where)
        try:
            schema.migrate(self._engine)
        except sa.exc.DBAPIError as error:
            place = self._engine.url.render_as_string(hide_password=True)
            self._engine.dispose()
            raise CorpusError(
                f"{place}: the document store can't be opened ({error.orig}). Check the path and its permissions."
            ) from error

    def close(self) -> None:
        """Gives every connection back; the store can't be used afterwards."""
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except (sa.exc.OperationalError, sa.exc.InterfaceError) as error:
            raise PortError("document store", str(error.orig)) from error

    def put(self, document: Document, body: str, parts: Sequence[Chunk]) -> Change:
        """Makes this version the current one, whole or not at all; its predecessor's chunks leave search with it.

        ``parts`` are the chunks of ``body``. Nothing changes, not even the revision, when text, metadata and cuts
        are those of the current version.
        """
        record = _record(document)
        digest = _digest(record, body, parts)
        with self._transaction() as connection:
            revision = _next_revision(connection)
            current = connection.execute(
                sa.select(versions.c.key, versions.c.hash).where(_is_current(), versions.c.document_id == document.id)
            ).one_or_none()
            if current and current.hash == digest:
                connection.rollback()
                return "unchanged"
            if current:
                _remove(connection, current.key, revision)
            fields = {"document_id": document.id, "hash": digest, "document": record, "body": body}
            added = sa.insert(versions).values(**fields, added_in=revision).returning(versions.c.key)
            _add_parts(connection, connection.execute(added).scalar_one(), document, parts)
        return "changed" if current else "added"

    def withdraw(self, document_id: str) -> bool:
        """Takes a document out of search at once; old citations still open. False when there is no such document."""
        with self._transaction() as connection:
            revision = _next_revision(connection)
            key = connection.scalar(
                sa.select(versions.c.key).where(_is_current(), versions.c.document_id == document_id)
            )
            if key is None:
                connection.rollback()
                return False
            _remove(connection, key, revision)
        return True

    def revision(self) -> int:
        """The knowledge revision: 0 when new, one more with every change."""
        with self._transaction() as connection:
            return _revision(connection)

    def snapshot(self) -> Snapshot:
        """What is current now, and the revision that it belongs to."""
        with self._transaction() as connection:
            revision = _revision(connection)
            documents = _documents(connection, _is_current())
            rows = connection.execute(
                sa.select(chunks).join(versions).where(_is_current()).order_by(chunks.c.id, chunks.c.number)
            )
            return Snapshot(revision, tuple(_chunk(row, documents[row.version_key]) for row in rows))

    def count_chunks(self) -> int:
        """How many chunks are current."""
        with self._transaction() as connection:
            counted = sa.select(sa.func.count()).select_from(chunks.join(versions)).where(_is_current())
            return int(connection.execute(counted).scalar_one())

    def current_chunks(self) -> tuple[Chunk, ...]:
        """All chunks that are current, in order of chunk id."""
        return self.snapshot().chunks

    def documents(self) -> tuple[Document, ...]:
        """All current documents, in order of id."""
        with self._transaction() as connection:
            found = _documents(connection, _is_current()).values()
            return tuple(sorted(found, key=lambda document: document.id))

    def chunk(self, chunk_id: str) -> tuple[Chunk, bool] | None:
        """The newest text under ``chunk_id`` and whether it is current; None if there never was such a chunk."""
        return self._newest(chunk_id, sa.true(), _is_current())

    def chunk_at(self, chunk_id: str, revision: int) -> tuple[Chunk, bool] | None:
        """The chunk as it was at knowledge ``revision``, and whether that version is still current.

        None if ``chunk_id`` was not current then.
        """
        return self._newest(chunk_id, _was_current(revision), _was_current(revision))

    def _newest(
        self, chunk_id: str, among: sa.ColumnElement[bool], known: sa.ColumnElement[bool]
    ) -> tuple[Chunk, bool] | None:
        with self._transaction() as connection:
            row = connection.execute(
                sa.select(chunks, versions.c.removed_in)
                .join(versions)
                .where(chunks.c.id == chunk_id, among)
                .order_by(versions.c.key.desc())
                .limit(1)
            ).one_or_none()
            if row is None:
                return None
            document = _documents(connection, versions.c.key == row.version_key, known)[row.version_key]
            return _chunk(row, document), row.removed_in is None


def _engine(where: str | Path) -> sa.Engine:
    url = (
        sa.make_url(where)
        if isinstance(where, str) and "://" in where
        else sa.URL.create("sqlite", database=str(where))
    )
    is_sqlite = url.get_backend_name() == "sqlite"
    if is_sqlite:
        _make_folder(Path(url.database or ""))
    engine = sa.create_engine(url)
    if is_sqlite:
        sa.event.listen(engine, "connect", _prepare)
        sa.event.listen(engine, "begin", _begin)
    return engine


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CorpusError(f"{path}: the document store can't be made ({error.strerror}). Name another path.") from error


def _prepare(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver's own BEGIN comes too late for a consistent read; `_begin` sends it
    for pragma in (f"busy_timeout={_BUSY_TIMEOUT_MS}", "journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _is_current() -> sa.ColumnElement[bool]:
    return versions.c.removed_in.is_(None)


def _was_current(revision: int) -> sa.ColumnElement[bool]:
    ends_later = sa.or_(versions.c.removed_in.is_(None), versions.c.removed_in > revision)
    return sa.and_(versions.c.added_in <= revision, ends_later)


def _revision(connection: sa.Connection) -> int:
    return int(connection.execute(sa.select(knowledge.c.revision)).scalar_one())


def _next_revision(connection: sa.Connection) -> int:
    """One more than now. As the first statement of a change it also makes writers wait for each other."""
    connection.execute(sa.update(knowledge).values(revision=knowledge.c.revision + 1))
    return _revision(connection)


def _remove(connection: sa.Connection, key: int, revision: int) -> None:
    connection.execute(sa.update(versions).where(versions.c.key == key).values(removed_in=revision))


def _add_parts(connection: sa.Connection, key: int, document: Document, parts: Sequence[Chunk]) -> None:
    rows = [
        {"version_key": key, "number": number, "id": part.id, "text": part.text, "start": part.start}
        | {"heading": list(part.heading)}
        for number, part in enumerate(parts, start=1)
    ]
    if rows:
        connection.execute(sa.insert(chunks), rows)
    day = document.effective_at or document.updated_at
    ended = [{"version_key": key, "document_id": other, "day": day} for other in sorted(set(document.supersedes))]
    if ended:
        connection.execute(sa.insert(supersessions), ended)


def _documents(
    connection: sa.Connection, wanted: sa.ColumnElement[bool], known: sa.ColumnElement[bool] | None = None
) -> dict[int, Document]:
    """Documents by version key, each with the first day on which a ``known`` document replaces it."""
    rows = connection.execute(
        sa.select(versions.c.key, versions.c.document_id, versions.c.document).where(wanted)
    ).all()
    ends = connection.execute(
        sa.select(supersessions.c.document_id, sa.func.min(supersessions.c.day).label("day"))
        .join(versions)
        .where(wanted if known is None else known, versions.c.document_id != supersessions.c.document_id)
        .group_by(supersessions.c.document_id)
    )
    superseded: dict[str, date] = {row.document_id: row.day for row in ends}
    return {
        row.key: replace(_DOCUMENT.validate_python(row.document), superseded_at=superseded.get(row.document_id))
        for row in rows
    }


def _chunk(row: Any, document: Document) -> Chunk:
    return Chunk(id=row.id, document=document, text=row.text, start=row.start, heading=tuple(row.heading))


def _record(document: Document) -> dict[str, object]:
    """The document as JSON, without what the store derives."""
    record: dict[str, object] = _DOCUMENT.dump_python(document, mode="json", exclude={"superseded_at"})
    return record


def _digest(record: Mapping[str, object], body: str, parts: Iterable[Chunk]) -> str:
    cuts = [(part.id, part.start, len(part.text), part.heading) for part in parts]
    return hashlib.sha256(json.dumps([record, body, cuts], sort_keys=True).encode()).hexdigest()
