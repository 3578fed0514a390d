"""BM25 over chunks, as if what a viewer may not read did not exist.

Scores are those of rank_bm25.BM25Okapi (k1 = 1.5, b = 0.75) over the allowed chunks alone (from 50 on): term
statistics too come from them, so that neither a score nor a refusal tells of a word in a hidden document.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain import Chunk, Document
from core.language import is_common, tokens

K1, B, EPSILON = 1.5, 0.75, 0.25
"""The reference's defaults. EPSILON × average idf is the weight of a term that most chunks hold."""

LEAST_CHUNKS = 50
"""Fewer chunks are weighed as if they were part of so many: with one document a term of it would weigh nothing, and
every question to a new corpus would be refused. From 50 chunks on, the scores are the reference's."""

LEAST_IDF = 0.05
"""A term that exactly half of all chunks hold weighs nothing in the reference; here a little."""

_ASKS = re.compile(
    r"哪.{0,4}|几[天个次名位种年月岁点号轮家条份项步层级件款张]|多[大高远快深重宽]|怎么办|什么样|[能可应]否|否|[有因]何|何[种时处]"
)
"""Question words that the segmenter joins with a unit or an adjective (几天, 哪一年, 多大)."""


def terms(text: str) -> list[str]:
    """What ``text`` is found by: its tokens without function words and question words; the same for query and index."""
    return [token for token in tokens(text) if not is_common(token) and not _ASKS.fullmatch(token)]


@dataclass(frozen=True, slots=True)
class View:
    """What may be found: rows (of `Index`) with ``allowed``, their statistics, and the idf of each known term.

    ``unknown_idf`` is that of a term which no allowed chunk holds.
    """

    allowed: NDArray[np.bool_]
    idf: NDArray[np.float64]
    unknown_idf: float
    norm: NDArray[np.float64]


class Index:
    """Postings of chunks, immutable. Row n is the n-th chunk by id, so that lower rows win ties."""

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        """Reads text, title and headings of every chunk (0.3 ms each)."""
        self.chunks = tuple(sorted(chunks, key=lambda chunk: chunk.id))
        self._numbers: dict[str, int] = {}
        found: list[tuple[int, int, int]] = []
        lengths = []
        for row, chunk in enumerate(self.chunks):
            counts = Counter(terms(searched(chunk)))
            lengths.append(counts.total())
            found += [(self._numbers.setdefault(t, len(self._numbers)), row, n) for t, n in counts.items()]
        found.sort()
        postings = np.array(found, dtype=np.int64).reshape(-1, 3)
        self._rows, self._counts = postings[:, 1], postings[:, 2].astype(np.float64)
        self._starts = np.searchsorted(postings[:, 0], np.arange(len(self._numbers) + 1))
        self._lengths = np.array(lengths, dtype=np.float64)

    def view(self, may_use: Callable[[Document], bool]) -> View:
        """The part of the index whose documents pass ``may_use``; linear in the size of the index."""
        passed: dict[str, bool] = {}
        for chunk in self.chunks:
            if chunk.document.id not in passed:
                passed[chunk.document.id] = may_use(chunk.document)
        allowed = np.array([passed[chunk.document.id] for chunk in self.chunks], dtype=np.bool_)
        n = int(allowed.sum())
        below = np.concatenate([[0], np.cumsum(allowed[self._rows])])
        frequency = np.diff(below[self._starts]).astype(np.float64)
        weighed = max(n, LEAST_CHUNKS)
        idf = np.log(weighed - frequency + 0.5) - np.log(frequency + 0.5)
        known = frequency > 0
        if known.any():
            idf[known & (idf < 0)] = EPSILON * idf[known].mean()
        average = float(self._lengths[allowed].mean()) if n else 1.0
        unknown = float(np.log(weighed + 0.5) - np.log(0.5))
        norm = K1 * (1 - B + B * self._lengths / max(average, 1.0))
        return View(allowed, np.where(known, np.maximum(idf, LEAST_IDF), unknown), unknown, norm)

    def search(self, view: View, query: Sequence[str], *, limit: int) -> list[tuple[Chunk, float]]:
        """At most ``limit`` allowed chunks with a score above 0, best first, ties by chunk id."""
        scores = np.zeros(len(self.chunks))
        for term in query:
            number = self._numbers.get(term)
            if number is None:
                continue
            span = slice(self._starts[number], self._starts[number + 1])
            rows, counts = self._rows[span], self._counts[span]
            scores[rows] += view.idf[number] * (counts * (K1 + 1) / (counts + view.norm[rows]))
        scores[~view.allowed] = 0.0
        best = np.argsort(-scores, kind="stable")[:limit]
        return [(self.chunks[row], float(scores[row])) for row in best if scores[row] > 0]

    def best_possible(self, view: View, query: Sequence[str]) -> float:
        """What an endless chunk of nothing but these terms would score; terms that nobody uses count in full."""
        numbers = [self._numbers.get(term) for term in query]
        return (K1 + 1) * sum(view.unknown_idf if n is None else float(view.idf[n]) for n in numbers)

    def weight(self, term: str) -> float:
        """How much ``term`` tells apart, 0..1: near 0 if every chunk holds it, 1 if none does."""
        n = len(self.chunks)
        number = self._numbers.get(term)
        frequency = 0 if number is None else int(self._starts[number + 1] - self._starts[number])
        return float(np.log1p((n - frequency + 0.5) / (frequency + 0.5)) / np.log1p((n + 0.5) / 0.5))


def searched(chunk: Chunk) -> str:
    """The text that a chunk is found by: the document's title, the headings above, and its own text."""
    return "\n".join([*dict.fromkeys((chunk.document.title, *chunk.heading)), chunk.text])
