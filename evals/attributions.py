"""Rows that say whether a text supports a sentence, as cases for the verifier: one sentence, five blocks, one cited.

The formats are those of ``verify_*`` (ids of ``blocks.jsonl``) and ``attr_*`` (the evidence stands in the row).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from core.domain import LANGUAGES, Block, Chunk, Document, Language
from core.language import is_common, words
from evals.rows import Row, RowsError, read_rows

BLOCKS = 5
_SUPPORTED = frozenset({"supported", "paraphrase"})
_SNIPPET_MARK = re.compile(r"^\[\d{1,2}\]\s?|(?<=\n)\[\d{1,2}\]\s?")
_DAY = date(2025, 1, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One labelled sentence. ``cited`` is the number of one of ``blocks``; ``kind`` says how it was made."""

    id: str
    language: Language
    kind: str
    sentence: str
    blocks: tuple[Block, ...]
    cited: int
    is_supported: bool


def read_cases(directory: Path, rows: Path | None) -> list[Case]:
    """The cases of ``rows`` (default: ``dev.jsonl`` of ``directory``), in order.

    Raises:
        RowsError: a file is missing, or the rows have neither format.
    """
    found = read_rows(rows or directory / "dev.jsonl")
    if not found:
        raise RowsError("There is no row to measure.")
    if {"sentence", "blocks", "cite", "label"} <= found[0].keys():
        return list(_handed_out(found, directory))
    if {"claim", "evidence", "label"} <= found[0].keys():
        return list(_with_neighbours(found))
    raise RowsError(f"Rows to verify hold sentence, blocks and cite, or claim and evidence; not {sorted(found[0])}.")


def _handed_out(rows: Sequence[Row], directory: Path) -> Iterator[Case]:
    texts = {str(row["id"]): str(row["text"]) for row in read_rows(directory / "blocks.jsonl")}
    for row in rows:
        language = _language(row)
        yield Case(
            id=str(row["id"]),
            language=language,
            kind=str(row.get("kind") or row["label"]),
            sentence=str(row["sentence"]),
            blocks=tuple(_block(n, id, texts[id], language) for n, id in enumerate(row["blocks"], start=1)),
            cited=int(row["cite"]),
            is_supported=row["label"] in _SUPPORTED,
        )


def _with_neighbours(rows: Sequence[Row]) -> Iterator[Case]:
    """The evidence is block 1; the others are the evidence of other groups that is nearest to the sentence."""
    evidence = [_SNIPPET_MARK.sub("", str(row["evidence"])) for row in rows]
    nearest = _Nearest(evidence)
    for index, row in enumerate(rows):
        language = _language(row)
        others = [
            other
            for other in nearest.to(str(row["claim"]))
            if _group(rows[other]) != _group(row) and evidence[other] != evidence[index]
        ]
        texts = dict.fromkeys([evidence[index], *(evidence[other] for other in others[: 4 * BLOCKS])])
        yield Case(
            id=str(row["id"]),
            language=language,
            kind=_kind(row),
            sentence=str(row["claim"]),
            blocks=tuple(
                _block(n, f"{row['id']}-{n}", text, language) for n, text in enumerate(list(texts)[:BLOCKS], start=1)
            ),
            cited=1,
            is_supported=row["label"] in _SUPPORTED,
        )


def _kind(row: Row) -> str:
    edits = row.get("edit_types")
    if row["label"] in _SUPPORTED or not edits:
        return str(row["label"])
    return "+".join(map(str, edits)) if isinstance(edits, list) else str(edits)


def _group(row: Row) -> str:
    return str(row.get("group") or row["id"])


def _language(row: Row) -> Language:
    for language in LANGUAGES:
        if row["lang"] == language:
            return language
    raise RowsError(f"Row {row['id']!r}: language {row['lang']!r} is none of {LANGUAGES}.")


def _block(number: int, id: str, text: str, language: Language) -> Block:
    document = Document(id=id, title="", version="1", language=language, updated_at=_DAY)
    chunk = Chunk(id=f"{id}#c01", document=document, text=text, start=0)
    return Block(number=number, chunk=chunk, text=text, tokens=len(text), score=1.0)


class _Nearest:
    """Texts by shared rare words (tf-idf without length)."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._places: dict[str, list[int]] = defaultdict(list)
        for index, text in enumerate(texts):
            for norm in {word.norm for word in words(text) if not is_common(word.norm)}:
                self._places[norm].append(index)
        self._count = len(texts)

    def to(self, text: str) -> list[int]:
        """Indexes of texts that share a word with ``text``, nearest first."""
        scores: Counter[int] = Counter()
        for norm in {word.norm for word in words(text)}:
            places = self._places.get(norm, ())
            for index in places:
                scores[index] += math.log(1 + self._count / len(places))  # type: ignore[assignment]
        return sorted(scores, key=lambda index: (-scores[index], index))
