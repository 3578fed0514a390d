"""Answer, refuse as insufficient, or refuse as disputed, on passages that are given with the question.

The bot's own conflict detector looks for one fact with two values, and stays silent on sources that argue. Here a
small linear model over general signs decides; its weights were fitted on the dev rows of fitz-gov
(500), so its figure there is too high: five-fold cross-validation gives a macro-F1 of .66.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Literal

import numpy as np

from core import asks
from core.conflict import find_conflicts
from core.domain import Block, Chunk, Document, Question
from core.language import language_of
from core.quantities import Quantity, compare, quantities
from core.questions.answer_types import HARD
from core.questions.asked_words import held
from core.questions.passages import passages
from evals.rows import Row, share

Decision = Literal["answer", "refuse_insufficient", "refuse_conflict"]
DECISIONS: tuple[Decision, ...] = ("answer", "refuse_insufficient", "refuse_conflict")

_FOR = re.compile(
    r"\b(?:increas|improv|benefi|gain|grow|grew|rise|rose|support|recommend|protect|boost|outperform|success|confirm)\w*"
    r"|\b(?:effective|safe|higher|positive|superior|advantages?|better|strong|viable|works|healthy|more|accurate"
    r"|reliable|proven|yes)\b",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:decreas|declin|harm|fail|oppos|reduc|insufficien|overstat|questionabl|disadvantag|mislead|debunk)\w*"
    r"|\b(?:fell|falls?|drop(?:ped|s)?|ineffective|unsafe|against|lower|loss(?:es)?|negative|inferior|risks?|dangerous"
    r"|worse|weak|no|not|never|lacks?|unreliable|unproven|costs?|little|without|less|fewer|limited|concerns?|cannot"
    r"|neither|nor|only|unlikely|myth)\b",
    re.IGNORECASE,
)
_DISPUTE = re.compile(
    r"\b(?:critic|contend|argu|disput|contradict|conflict|overstat|revers|challeng|claim|debat|controvers|opponent"
    r"|skeptic|refut|disagree|question|inconsistent|hypothes|theor)\w*"
    r"|\b(?:however|contrary|no (?:significant |meaningful )?(?:evidence|correlation|difference|effect|link)"
    r"|found no|in contrast|on the other hand|failed to|alternative|versus|mixed)\b",
    re.IGNORECASE,
)
_FINDING = re.compile(
    r"\b(?:stud(?:y|ies)|report(?:ed|s)?|analys[ie]s|survey|meta-analysis|researchers?|trial|review|found|data"
    r"|estimates?)\b",
    re.IGNORECASE,
)
_JUDGEMENT = re.compile(
    r"\b(?:effective|better|best|safe|should|worth|cause|healthy|good|bad|beneficial|impact|effect|improve|harmful|risk)"
    r"\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=\s)[A-Z][\w-]+")
_VALUE_KINDS = frozenset(("money", "percent", "count", "measure", "number", "duration"))

SIGNS = (
    "best", "second", "named", "alone", "many", "whether", "hard", "how_to", "judgement", "specific", "alike",
    "spread", "dispute", "finding", "differing", "agreeing", "length", "unnamed", "conflict",
)  # fmt: skip
"""What the model looks at: `signs` gives a number for each, about 0..1."""

WEIGHTS: dict[Decision, tuple[float, ...]] = {
    "answer": (
        0.09,
        -0.81,
        1.77,
        -0.24,
        -0.14,
        -0.30,
        -0.65,
        0.43,
        0.14,
        0.15,
        0.22,
        0.30,
        -0.59,
        -0.01,
        0.25,
        1.60,
        0.46,
        0.12,
        -0.40,
        -0.73,
    ),
    "refuse_insufficient": (
        -1.54,
        0.17,
        -1.49,
        0.89,
        0.56,
        -0.42,
        0.53,
        0.12,
        -0.07,
        1.95,
        0.13,
        -0.64,
        -0.05,
        -1.41,
        -1.14,
        -1.94,
        0.35,
        0.44,
        0.63,
        0.07,
    ),
    "refuse_conflict": (
        1.45,
        0.64,
        -0.28,
        -0.66,
        -0.42,
        0.71,
        0.13,
        -0.55,
        -0.07,
        -2.09,
        -0.35,
        0.34,
        0.63,
        1.42,
        0.90,
        0.34,
        -0.81,
        -0.56,
        -0.23,
        0.66,
    ),
}
"""One weight a sign, then a constant, for each decision."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One row, what was decided, and by how much more than the next best decision."""

    row: Row
    decision: Decision
    margin: float
    plain: Decision


def judge_all(rows: Iterable[Row]) -> list[Judged]:
    """A decision for every row {question, documents, expected}."""
    return [_judge(row) for row in rows]


def _judge(row: Row) -> Judged:
    found = np.array([*signs(row), 1.0])
    totals = {decision: float(found @ np.array(weights)) for decision, weights in WEIGHTS.items()}
    first, second = sorted(totals, key=lambda decision: -totals[decision])[:2]
    return Judged(row, first, totals[first] - totals[second], _plain(row))


def _plain(row: Row) -> Decision:
    """By the share of the question's words in the best document alone, and the bot's own conflict detector."""
    question, blocks = _given(row)
    asked = asks.ask(question)
    named = max((asks.coverage(part, block.text, context="") for part in asked.parts for block in blocks), default=0.0)
    if named < 0.5:
        return "refuse_insufficient"
    return "refuse_conflict" if find_conflicts(question, blocks) else "answer"


def _given(row: Row) -> tuple[Question, list[Block]]:
    text = row["question"]
    question = Question(id=row["id"], text=text, language=language_of(text), as_of=date(2026, 1, 1))
    blocks = []
    for number, given in enumerate(row["documents"], start=1):
        document = Document(
            id=given["id"], title="", version="1", language=question.language, updated_at=date(2025, 1, 1)
        )
        chunk = Chunk(id=f"{given['id']}#c01", document=document, text=given["text"], start=0)
        blocks.append(Block(number=number, chunk=chunk, text=chunk.text, tokens=0, score=1.0))
    return question, blocks


def signs(row: Row) -> tuple[float, ...]:
    """The numbers of `SIGNS` for one row, in that order."""
    question, blocks = _given(row)
    asked = asks.ask(question)
    best = sorted((_best(asked, block) for block in blocks), key=lambda pair: -pair[0])
    scores = [score for score, _ in best] + [0.0, 0.0]
    text = "\n".join(block.text for block in blocks)
    values = [[v for v in quantities(quoted) if v.kind in _VALUE_KINDS] for _, quoted in best]
    differing, agreeing = _compared(values)
    kind = asked.parts[0].wanted.kind
    names = _NAME.findall(row["question"])
    found = {
        "best": scores[0],
        "second": scores[1],
        "named": max(asks.coverage(part, block.text, context="") for part in asked.parts for block in blocks),
        "alone": float(len(blocks) == 1),
        "many": float(len(blocks) > 2),
        "whether": float(kind in ("whether", "may", "must")),
        "hard": float(kind in HARD),
        "how_to": float(kind == "how_to"),
        "judgement": float(_JUDGEMENT.search(row["question"]) is not None),
        "specific": len(row["question"].split()) / 15,
        "alike": _alike(blocks),
        "spread": _spread(blocks),
        "dispute": min(5, len(_DISPUTE.findall(text))) / 5,
        "finding": min(6, len(_FINDING.findall(text))) / 6,
        "differing": min(4, differing) / 4,
        "agreeing": min(3, agreeing) / 3,
        "length": len(text) / len(blocks) / 500,
        "unnamed": sum(name.lower() not in text.lower() for name in names) / max(1, len(names)),
        "conflict": float(bool(find_conflicts(question, blocks, any_topic=True))),
    }
    return tuple(found[name] for name in SIGNS)


def _best(asked: asks.Ask, block: Block) -> tuple[float, str]:
    scored = [
        (max(asks.score(part, passage.text, context=passage.above) for part in asked.parts), passage.text)
        for passage in passages(block)
    ]
    return max(scored, default=(0.0, ""))


def _alike(blocks: Sequence[Block]) -> float:
    """How many words two sources share on average, as a share of the shorter one's; 0 for one source."""
    words = [held(block.text).norms for block in blocks]
    shares = [len(one & other) / max(1, min(len(one), len(other))) for one, other in combinations(words, 2)]
    return sum(shares) / len(shares) if shares else 0.0


def _spread(blocks: Sequence[Block]) -> float:
    """How far the sources' tones lie apart: each from -1 (against) to 1 (for)."""
    tones = []
    for block in blocks:
        for_, against = len(_FOR.findall(block.text)), len(_AGAINST.findall(block.text))
        tones.append((for_ - against) / max(1, for_ + against))
    return (max(tones) - min(tones)) / 2


def _compared(values: Sequence[Sequence[Quantity]]) -> tuple[int, int]:
    """Pairs of values of two sources: of one dimension but different, and equal."""
    pairs = [(a, b) for one, other in combinations(values, 2) for a in one for b in other]
    compared = [compare(a, b) for a, b in pairs if a.dimension == b.dimension]
    return compared.count("different"), compared.count("equal") + compared.count("equivalent")


def report(found: Sequence[Judged]) -> list[str]:
    """Macro-F1 of both, the recall and precision of each decision, and the confusion table, as Markdown."""
    expected = [judged.row["expected"] for judged in found]
    ours, plain = [judged.decision for judged in found], [judged.plain for judged in found]
    right = sum(a == b for a, b in zip(expected, ours, strict=True))
    low, high = _macro_interval(expected, ours)
    lines = [
        f"macro-F1: {macro_f1(expected, ours):.3f} [{low:.3f}, {high:.3f}], plain {macro_f1(expected, plain):.3f};"
        f" right: {share(right, len(found))}, %",
        "",
        "| decision | recall, % [95 %] | precision, % [95 %] | F1 | plain F1 |",
        "|---|---|---|---|---|",
    ]
    for name in DECISIONS:
        hits = sum(a == b == name for a, b in zip(expected, ours, strict=True))
        recall, precision = share(hits, expected.count(name)), share(hits, ours.count(name))
        lines.append(
            f"| {name} | {recall} | {precision} | {_f1(expected, ours, name):.3f} | {_f1(expected, plain, name):.3f} |"
        )
    lines += ["", "| expected \\ decided | " + " | ".join(DECISIONS) + " |", "|---|---|---|---|"]
    pairs = list(zip(expected, ours, strict=True))
    lines += [
        f"| {row} | " + " | ".join(str(pairs.count((row, name))) for name in DECISIONS) + " |" for row in DECISIONS
    ]
    return lines


def macro_f1(expected: Sequence[str], decided: Sequence[str]) -> float:
    """The mean F1 of the three decisions."""
    return sum(_f1(expected, decided, name) for name in DECISIONS) / len(DECISIONS)


def _f1(expected: Sequence[str], decided: Sequence[str], name: str) -> float:
    hits = sum(a == b == name for a, b in zip(expected, decided, strict=True))
    total = expected.count(name) + decided.count(name)
    return 2 * hits / total if total else 0.0


def _macro_interval(expected: Sequence[str], decided: Sequence[str]) -> tuple[float, float]:
    """The middle 95 % of macro-F1 over 500 resamplings of the rows."""
    random = np.random.default_rng(0)
    figures = []
    for _ in range(500):
        chosen = random.integers(0, len(expected), len(expected))
        figures.append(macro_f1([expected[i] for i in chosen], [decided[i] for i in chosen]))
    return float(np.quantile(figures, 0.025)), float(np.quantile(figures, 0.975))
