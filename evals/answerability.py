"""Questions put to a corpus that may not answer them: which signal tells the answerable ones from the others.

A question is answerable ("in"), about something else ("out", also: put to another company's corpus), or a near miss
("near": the topic is there, the answer is not). Where rows don't say so, every fourth question is asked again of the
corpus without its gold chunks. Partly answerable and unclear questions are predicted, but not counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from core import asks
from core.assemble import assemble
from core.domain import Block, Chunk, Document, Hit, Policy, Question, Retrieval
from core.language import language_of
from core.questions.passages import passages
from core.questions.topicality import topicality
from corpus.chunking import size
from corpus.index import Index, terms
from evals.rows import Row, share

LEVELS = (0.8, 0.85, 0.9, 0.95)
CANDIDATES = 20
_LABELS = {"ANSWERABLE": "in", "PARTIAL": "partial", "UNANSWERABLE": "near", "UNDERSPECIFIED": "unclear"}
_GIVEN = 3.0
"""Topicality of a passage that came with its question."""
_REACH = 0.37
"""Added to the best passage's score, so that its scale meets that of topicality."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What is known of one question after retrieval, without a model.

    ``best_share``: the plain lexical score, 0..1. ``topic``: `topicality`. ``answer``: the score 0..1 of the
    passage that answers best. ``is_quoted``: the bot without a key would answer.
    """

    row: Row
    kind: str
    best_share: float
    topic: float
    answer: float

    @property
    def score(self) -> float:
        """The weaker of the two signals: the corpus must be about it, and a passage must answer it."""
        return min(self.topic, _REACH + self.answer)

    @property
    def reasons(self) -> list[str]:
        """Why the bot without a key would refuse under the default policy; empty if it answers."""
        policy = Policy()
        low = self.best_share < policy.min_score[language_of(self.row["question"])]
        if low:
            return ["score_too_low"]
        return [] if self.answer >= asks.MIN_SCORE else ["out_of_coverage"]


SIGNALS: dict[str, Callable[[Signals], float]] = {
    "plain: best share": lambda s: s.best_share,
    "topicality": lambda s: s.topic,
    "best passage": lambda s: s.answer,
    "the weaker of the two": lambda s: s.score,
}


def ask_all(corpus: Sequence[Row], queries: Sequence[Row]) -> list[Signals]:
    """Every question put to every corpus that it is meant for."""
    found: list[Signals] = []
    for company in sorted({_company(row) for row in corpus}):
        own = [row for row in corpus if _company(row) == company]
        inside = [row for row in queries if _company(row) == company]
        found += _ask(own, inside, _kind)
        if any("coverage" in row or "answerability" in row for row in queries):
            continue
        found += _ask(own, [row for row in queries if row not in inside], lambda _: "out")
        near = [row for row in inside if int(hashlib.sha1(row["id"].encode()).hexdigest(), 16) % 4 == 0]  # noqa: S324
        gone = {name for row in near for name in row["gold_ids"]}
        found += _ask([row for row in own if row["id"] not in gone], near, lambda _: "near")
    return found


def from_passages(rows: Iterable[Row]) -> list[Signals]:
    """Rows that bring their own passage: {question, title, passage, answerable}; nothing is retrieved."""
    found = []
    for row in rows:
        given = {"id": row["id"], "lang": row["lang"], "title": row["title"], "text": row["passage"]}
        chunk = _chunk(given)
        block = Block(number=1, chunk=chunk, text=chunk.text, tokens=0, score=1.0)
        retrieval = Retrieval(hits=(Hit(chunk, 1.0),), best_possible=1.0, revision=1)
        kind = "in" if row["answerable"] else "near"
        found.append(replace(_signals(row, kind, retrieval, (block,)), topic=_GIVEN))
    return found


def _kind(row: Row) -> str:
    if "answerability" in row:
        return _LABELS[row["answerability"]]
    return str(row.get("coverage", "in"))


def _ask(corpus: Iterable[Row], queries: Iterable[Row], kind: Callable[[Row], str]) -> Iterator[Signals]:
    index = Index(_chunk(row) for row in corpus)
    view = index.view(lambda _: True)
    for row in queries:
        query = list(dict.fromkeys(terms(row["question"])))
        hits = tuple(Hit(chunk, score) for chunk, score in index.search(view, query, limit=CANDIDATES))
        retrieval = Retrieval(hits=hits, best_possible=index.best_possible(view, query), revision=1)
        blocks = assemble(hits, policy=Policy(), count_tokens=lambda text: round(size(text)) + 1)
        yield _signals(row, kind(row), retrieval, blocks)


def _signals(row: Row, kind: str, retrieval: Retrieval, blocks: Sequence[Block]) -> Signals:
    question = Question(
        id=row["id"], text=row["question"], language=language_of(row["question"]), as_of=date(2026, 1, 1)
    )
    return Signals(row, kind, retrieval.best_share, topicality(question, retrieval), best_answer(question, blocks))


def best_answer(question: Question, blocks: Iterable[Block]) -> float:
    """The score 0..1 of the passage of ``blocks`` that best answers a part of the question; 0 without a passage."""
    asked = asks.ask(question)
    scores = (
        asks.score(part, passage.text, context=passage.above)
        for block in blocks
        for passage in passages(block)
        for part in asked.parts
    )
    return max(scores, default=0.0)


def report(found: Sequence[Signals]) -> list[str]:
    """Tables: each signal's curve against each kind of unanswerable question, then the bot as it is set."""
    inside = [s for s in found if s.kind == "in"]
    lines = []
    for kind in ("out", "near"):
        others = [s for s in found if s.kind == kind]
        if others:
            lines += [f"### {kind}: {len(others)} unanswerable beside {len(inside)} answerable", ""]
            lines += [*_curves(inside, others), ""]
    lines += ["### the bot without a key, by the default policy", "", "| kind | answered, % [95 %] |", "|---|---|"]
    for kind in sorted({s.kind for s in found}):
        group = [s for s in found if s.kind == kind]
        lines.append(f"| {kind} | {share(sum(not s.reasons for s in group), len(group))} |")
    return lines


def _curves(inside: Sequence[Signals], others: Sequence[Signals]) -> list[str]:
    heads = " | ".join(f"refused at {level:.0%} answered" for level in LEVELS)
    lines = [f"| signal | AUROC | {heads} |", "|---|---|" + "---|" * len(LEVELS)]
    for name, signal in SIGNALS.items():
        above, below = [signal(s) for s in inside], [signal(s) for s in others]
        cells = [share(refused(above, below, answered=level), len(below)) for level in LEVELS]
        lines.append(f"| {name} | {auroc(above, below):.3f} | {' | '.join(cells)} |")
    return lines


def auroc(above: Sequence[float], below: Sequence[float]) -> float:
    """Chance that an answerable question scores higher than one that is not; ties count half."""
    wins = sum((a > b) + 0.5 * (a == b) for a in above for b in below)
    return wins / (len(above) * len(below))


def refused(above: Sequence[float], below: Sequence[float], *, answered: float) -> int:
    """How many of ``below`` lie under the highest threshold that lets the share ``answered`` of ``above`` pass."""
    limit = sorted(above)[int(len(above) * (1 - answered) + 1e-9)]
    return sum(score < limit for score in below)


def _chunk(row: Row) -> Chunk:
    heading = tuple(str(row.get("title") or "").split(" > "))
    document = Document(id=row["id"], title=heading[0], version="1", language=row["lang"], updated_at=date(2025, 1, 1))
    return Chunk(id=f"{row['id']}#c01", document=document, text=row["text"], start=0, heading=heading)


def _company(row: Row) -> str:
    return str(row.get("enterprise") or row.get("source") or row.get("collection") or "")
