"""Files become known documents: one report, one clear line for each that can't, and nothing half done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

from core.domain import Document
from corpus.chunking import chunk
from corpus.documents import CorpusError, decode, parse
from corpus.store import Change, Store

SUFFIXES = (".md", ".markdown", ".txt")

_MAX_BYTES = 5_000_000
"""A larger text file is a log or a dump, not a document (the longest handbook measured has 0.4 MB)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What an ingest did: document ids by what became of them, in the order of their files.

    ``failed``: a line for each file that was passed over, naming it and what to do. ``warnings``: a line for each
    name of another document that no document has.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


OnProgress = Callable[[int, int, str], None]
"""Called after each file with: files done, files in all, the file's path."""


@dataclass(frozen=True, slots=True)
class _Read:
    path: Path
    document: Document
    body: str


def demo_folder() -> Path:
    """The folder of the demo documents, wherever the package is installed."""
    return Path(str(files("corpus") / "demo"))


def ingest(paths: Iterable[Path], store: Store, *, on_progress: OnProgress | None = None) -> Report:
    """Adds or updates every document among ``paths`` (files, or folders with all below them).

    A file without ``updated_at`` gets the day (UTC) on which it was last modified. Two files with one id are both
    passed over, since either could be meant. Documents are stored one by one: what was stored before an outage stays.

    Raises:
        PortError: the store can't be reached.
    """
    found, failed = _files(paths)
    read, unread = _read_all(found)
    failed += unread
    outcome: dict[Change, list[str]] = {"added": [], "changed": [], "unchanged": []}
    unique, clashes = _unique(read)
    failed += clashes
    total, done = len(found), len(found) - len(unique)
    for number, entry in enumerate(unique, start=done + 1):
        change = store.put(entry.document, entry.body, chunk(entry.document, entry.body))
        outcome[change].append(entry.document.id)
        if on_progress:
            on_progress(number, total, str(entry.path))
    return Report(
        added=tuple(outcome["added"]),
        changed=tuple(outcome["changed"]),
        unchanged=tuple(outcome["unchanged"]),
        failed=tuple(failed),
        warnings=tuple(_dangling([entry.document for entry in unique], store)),
    )


def _files(paths: Iterable[Path]) -> tuple[list[Path], list[str]]:
    """Files to read, each once, folders in the order of names; and a line for each path that is neither."""
    found: dict[Path, None] = {}
    failed: list[str] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES and file.is_file())
            visible = [file for file in inside if not any(part[0] == "." for part in file.relative_to(path).parts)]
            found |= dict.fromkeys(visible)
            if not visible:
                failed.append(f"{path}: no {', '.join(SUFFIXES)} file in this folder.")
        elif not path.exists():
            failed.append(f"{path}: no such file or folder.")
        elif path.suffix.lower() not in SUFFIXES:
            failed.append(f"{path}: can't read {path.suffix or 'files without a suffix'!r}; use {', '.join(SUFFIXES)}.")
        else:
            found[path] = None
    return list(found), failed


def _read_all(paths: Iterable[Path]) -> tuple[list[_Read], list[str]]:
    read: list[_Read] = []
    failed: list[str] = []
    for path in paths:
        try:
            read.append(_read(path))
        except CorpusError as error:
            failed.append(str(error))
        except OSError as error:
            failed.append(f"{path}: can't be read ({error.strerror}). Check that it is there and readable.")
    return read, failed


def _read(path: Path) -> _Read:
    status = path.stat()
    if status.st_size > _MAX_BYTES:
        raise CorpusError(f"{path}: {status.st_size:,} bytes are more than {_MAX_BYTES:,}. Split the document.")
    modified = datetime.fromtimestamp(status.st_mtime, tz=UTC).date()
    document, body = parse(decode(path.read_bytes(), path=str(path)), path=str(path), modified=modified)
    return _Read(path, document, body)


def _unique(read: Iterable[_Read]) -> tuple[list[_Read], list[str]]:
    """Those whose id no other file has, and a line for each of the others."""
    by_id: defaultdict[str, list[_Read]] = defaultdict(list)
    for entry in read:
        by_id[entry.document.id].append(entry)
    failed = [
        f"{entry.path}: the id {name!r} is also that of {other.path}. Give one of them another `id:`."
        for name, same in by_id.items()
        for entry, other in zip(same, [*same[1:], same[0]], strict=True)
        if len(same) > 1
    ]
    return [same[0] for same in by_id.values() if len(same) == 1], failed


def _dangling(documents: Iterable[Document], store: Store) -> Iterator[str]:
    known = {document.id for document in store.documents()}
    for document in documents:
        for key, names in (("supersedes", document.supersedes), ("settles", document.settles)):
            for name in names:
                if name not in known:
                    yield f"{document.id}: {key} names {name!r}, but no document has this id."
