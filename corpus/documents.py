"""A file becomes a document: bytes to text, front matter to a validated `Document`, the rest is its body.

Rule: what a document says about itself is taken as written or refused with a clear message, never guessed at.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable
from datetime import date
from difflib import get_close_matches
from pathlib import PurePath
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from core.domain import Document, Language
from core.language import language_of

_FENCE = "---"
_FRONT_MATTER_LINES = 200
"""An opening fence that is not closed within so many lines is a slip; the longest real front matter has about 30."""

_ID = re.compile(r"[^\W_][\w.-]{0,99}")
_PRINCIPAL = re.compile(r"everyone|workspace|channel:[CG][A-Z0-9]{1,30}|group:S[A-Z0-9]{1,30}|user:[UW][A-Z0-9]{1,30}")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(\S.*)")
_COMMON_HAN_SHARE = 0.9
"""Chinese texts keep nearly all of their non-ASCII characters within GB 2312; other encodings, read so, do not."""


class CorpusError(Exception):
    """A file can't become a document. The message names the file, the place, the value, and what to do."""


def decode(raw: bytes, *, path: str) -> str:
    """The text of a file: UTF-8 (with or without a mark), UTF-16 with a mark, or GB18030; line ends become LF.

    Raises:
        CorpusError: it is none of these, or no text at all.
    """
    text = _decoded(raw)
    if text is None or "\0" in text:
        raise CorpusError(f"{path}: this is not text in UTF-8 or GB18030. Save it as UTF-8 and try again.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(raw: bytes) -> str | None:
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        pass
    try:
        text = raw.decode("gb18030")
    except UnicodeDecodeError:
        return None
    foreign = [char for char in text if ord(char) > 127]
    common = len("".join(foreign).encode("gb2312", "ignore").decode("gb2312"))
    return text if common >= _COMMON_HAN_SHARE * len(foreign) else None


def parse(text: str, *, path: str, modified: date | None = None) -> tuple[Document, str]:
    """The document that ``text`` describes, and its body (everything below the front matter).

    ``path`` names the file in messages, and gives the id (its stem) and, without any heading, the title.
    ``modified`` stands in for a missing ``updated_at``. The language is recognised from the body when not given.

    Raises:
        CorpusError: the front matter can't be used, or there is no body.
    """
    head, body = _split(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), path)
    if not body.strip():
        raise CorpusError(f"{path}: the document has no text. Write some below the front matter, or remove the file.")
    front = _validated(_mapping(head, path), path)
    updated_at = front.updated_at or modified
    if updated_at is None:
        raise CorpusError(f"{path}: updated_at is missing. Add a line such as `updated_at: 2026-01-31`.")
    stem = PurePath(path).stem
    fields = front.model_dump(exclude={"id", "title", "language", "updated_at"})
    return (
        Document(
            id=front.id or slug(stem),
            title=front.title or _first_heading(body) or stem,
            language=front.language or language_of(body),
            updated_at=updated_at,
            **fields,
        ),
        body,
    )


def slug(stem: str) -> str:
    """A document id for a file's stem: letters, digits, ``.``, ``_`` and ``-`` stay, any other run becomes ``-``."""
    plain = re.sub(r"[^\w.-]+", "-", unicodedata.normalize("NFKC", stem)).strip("-._")
    return plain[:100] or "document"


def _split(text: str, path: str) -> tuple[str, str]:
    lines = text.split("\n")
    if lines[0].rstrip() != _FENCE:
        return "", text
    for index, line in enumerate(lines[1 : _FRONT_MATTER_LINES + 1], start=1):
        if line.rstrip() in (_FENCE, "..."):
            return "\n".join(lines[1:index]), "\n".join(lines[index + 1 :]).lstrip("\n")
    raise CorpusError(f"{path}, line 1: the front matter opened by '---' is not closed. Add a line '---' below it.")


class _AsWritten(yaml.SafeLoader):
    """Scalars stay the text that was written (version 1.10 is not the number 1.1); a key twice is an error."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.MarkedYAMLError(problem=f"the key {key.value!r} stands twice", problem_mark=key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)


_AsWritten.yaml_implicit_resolvers = {}


def _mapping(head: str, path: str) -> dict[str, object]:
    try:
        value = yaml.load(head, Loader=_AsWritten)  # noqa: S506 - a SafeLoader that makes fewer types
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 2 if error.problem_mark else 1
        raise CorpusError(
            f"{path}, line {line}: the front matter is not YAML ({error.problem}). "
            "Write `key: value` lines; put a value with a colon in quotes."
        ) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise CorpusError(f"{path}: the front matter is not YAML ({error}). Write `key: value` lines.") from error
    if not head.strip() or value in ("", None):
        return {}
    if not isinstance(value, dict):
        raise CorpusError(f"{path}, line 2: the front matter must be `key: value` lines, not {head.strip()[:40]!r}.")
    return {str(key): entry for key, entry in value.items() if entry != "" or key == "audience"}


def _day(value: object) -> object:
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        raise ValueError("write a date as YYYY-MM-DD, such as 2026-01-31")
    return value


def _ids(value: object) -> object:
    return tuple(part.strip() for part in value.split(",")) if isinstance(value, str) else value


def _readers(value: object) -> object:
    if not value:
        raise ValueError("nobody could read it; name its readers, or leave the key out for the whole workspace")
    return _ids(value)


def _id(value: object) -> object:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise ValueError("an id has letters, digits, '.', '_' and '-' only, such as doc-010")
    return value


def _principal(value: object) -> object:
    if not isinstance(value, str) or not _PRINCIPAL.fullmatch(value):
        raise ValueError("use everyone, workspace, channel:C…, group:S… or user:U… with the id that Slack shows")
    return value


_Day = Annotated[date, BeforeValidator(_day)]
_Id = Annotated[str, BeforeValidator(_id)]
_Ids = Annotated[tuple[_Id, ...], BeforeValidator(_ids)]
_Principals = Annotated[tuple[Annotated[str, BeforeValidator(_principal)], ...], BeforeValidator(_readers)]


class _FrontMatter(BaseModel):
    """The keys that front matter may have; see `core.domain.Document` for what they mean."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: _Id | None = None
    title: Annotated[str, Field(max_length=300)] | None = None
    version: Annotated[str, Field(max_length=100)] = "1"
    language: Language | None = None
    updated_at: _Day | None = None
    effective_at: _Day | None = None
    expires_at: _Day | None = None
    owner: Annotated[str, Field(max_length=300)] = ""
    url: Annotated[str, Field(max_length=2000, pattern=r"^https?://\S+$")] | Literal[""] = ""
    authority: Annotated[int, Field(ge=0, le=100)] = 0
    settles: _Ids = ()
    supersedes: _Ids = ()
    audience: _Principals = ("workspace",)

    @model_validator(mode="after")
    def _ends_after_it_begins(self) -> _FrontMatter:
        if self.effective_at and self.expires_at and self.expires_at <= self.effective_at:
            raise ValueError(f"expires_at {self.expires_at} must be later than effective_at {self.effective_at}")
        return self


def _validated(front: dict[str, object], path: str) -> _FrontMatter:
    try:
        return _FrontMatter.model_validate(front)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place, kind = first["loc"], first["type"]
        key = str(place[0]) if place else ""
        if kind == "extra_forbidden":
            raise CorpusError(f"{path}: unknown key {key!r}. {_known(key)}") from error
        message = first["msg"].removeprefix("Value error, ")
        where = f"{key}: {first['input']!r} is not allowed: " if key else ""
        raise CorpusError(f"{path}: {where}{message}.") from error


def _known(key: str) -> str:
    names = list(_FrontMatter.model_fields)
    near = get_close_matches(key.lower(), names, n=1)
    return (f"Did you mean {near[0]!r}? " if near else "") + f"Known keys: {', '.join(names)}."


def _first_heading(body: str) -> str:
    fenced = False
    for line in body.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        found = None if fenced else _HEADING.fullmatch(line)
        if found:
            return found[1].rstrip(" \t#").strip()[:300]
    return ""
