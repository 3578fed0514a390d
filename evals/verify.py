"""How well unsupported sentences are kept back, and supported ones shown: the plain rule beside ours."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from core.domain import Claim, Policy, Verdict
from core.verify import plain_overlap, prepare, verify
from evals.attributions import Case, read_cases
from evals.rows import share, write_predictions

PLAIN_THRESHOLD = 0.3


@dataclass(frozen=True, slots=True)
class Outcome:
    """One case as judged. ``is_shown``: the cited number itself was verified (a moved citation is not).

    ``plain``: the plain rule's overlap, 0..1; ``prepare_s``, ``verify_s``: seconds, blocks not seen before included.
    """

    case: Case
    verdict: Verdict
    plain: float
    prepare_s: float
    verify_s: float

    @property
    def is_shown(self) -> bool:
        """Whether the row's own citation holds."""
        return any(citation.number == self.case.cited for citation in self.verdict.citations)

    @property
    def is_moved(self) -> bool:
        """Whether the sentence is shown under another number."""
        return self.verdict.is_shown and not self.is_shown

    @property
    def score(self) -> float:
        """1 for a citation that holds, 0.5 for one that only amber reasons speak against, else 0."""
        if self.is_shown:
            return 1.0
        return 0.5 if all(reason.tier == "amber" for reason in self.verdict.reasons) else 0.0


def judge(case: Case, policy: Policy) -> Outcome:
    """Verify one sentence as the bot would."""
    started = time.process_time()
    evidence = prepare(case.blocks)
    prepared = time.process_time()
    verdict = verify(Claim(case.sentence, (case.cited,)), evidence, policy)
    done = time.process_time()
    plain = plain_overlap(case.sentence, case.blocks[case.cited - 1], case.blocks)
    return Outcome(case, verdict, plain, prepared - started, done - prepared)


def run(data: Path, rows: Path | None, predictions: Path | None) -> None:
    """Print the table for the rows; write one prediction a row.

    Raises:
        RowsError: the rows can't be read or have no known format.
    """
    policy = Policy()
    outcomes = [judge(case, policy) for case in read_cases(data, rows)]
    if predictions is not None:
        write_predictions(predictions, map(_prediction, outcomes))
    typer.echo(table(outcomes))


def _prediction(outcome: Outcome) -> dict[str, object]:
    return {
        "id": outcome.case.id,
        "label": "supported" if outcome.is_shown else "unsupported",
        "score": outcome.score,
        "plain": round(outcome.plain, 4),
        "moved_to": outcome.verdict.citations[0].number if outcome.is_moved else None,
        "reasons": [
            {
                "gate": reason.gate,
                "tier": reason.tier,
                "figure": reason.figure,
                "words": reason.words,
                "expected": reason.expected,
            }
            for reason in outcome.verdict.reasons
        ],
    }


def table(outcomes: Sequence[Outcome]) -> str:
    """Recall of unsupported, false rejection of supported and balanced accuracy; by language and kind; cost."""
    lines = ["rows | recall of unsupported % | false rejection of supported % | balanced accuracy %"]
    for name, shown in (("plain rule", _plain), ("ours", _ours)):
        lines.append(
            f"{name} | {_recall(outcomes, shown)} | {_false(outcomes, shown)} | {_balanced(outcomes, shown):.1f}"
        )
    lines += ["", "language, kind | n | plain rejects % | ours rejects %"]
    for key in sorted({(not o.case.is_supported, o.case.language, o.case.kind) for o in outcomes}):
        group = [o for o in outcomes if (not o.case.is_supported, o.case.language, o.case.kind) == key]
        label = "unsupported" if key[0] else "supported"
        rejected = [share(sum(not shown(o) for o in group), len(group)) for shown in (_plain, _ours)]
        lines.append(f"{label} {key[1]} {key[2]} | {len(group)} | {rejected[0]} | {rejected[1]}")
    moved = [o for o in outcomes if o.is_moved]
    wrong = sum(o.case.kind != "wrong_block" for o in moved)
    lines += ["", f"citations moved: {len(moved)}, of which not of kind wrong_block: {wrong}"]
    lines += [_cost("prepare, five blocks", [o.prepare_s for o in outcomes])]
    lines += [_cost("verify, a sentence", [o.verify_s for o in outcomes])]
    return "\n".join(lines)


def _plain(outcome: Outcome) -> bool:
    return outcome.plain >= PLAIN_THRESHOLD


def _ours(outcome: Outcome) -> bool:
    return outcome.is_shown


Shown = Callable[[Outcome], bool]


def _of(outcomes: Iterable[Outcome], *, supported: bool) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.case.is_supported is supported]


def _recall(outcomes: Sequence[Outcome], shown: Shown) -> str:
    group = _of(outcomes, supported=False)
    return share(sum(not shown(outcome) for outcome in group), len(group))


def _false(outcomes: Sequence[Outcome], shown: Shown) -> str:
    group = _of(outcomes, supported=True)
    return share(sum(not shown(outcome) for outcome in group), len(group))


def _balanced(outcomes: Sequence[Outcome], shown: Shown) -> float:
    halves = [
        sum(shown(outcome) is supported for outcome in group) / len(group)
        for supported in (True, False)
        if (group := _of(outcomes, supported=supported))
    ]
    return 100 * sum(halves) / len(halves) if halves else 0.0


def _cost(name: str, seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"{name}: median {1e6 * statistics.median(ordered):.0f} µs, p99 {1e6 * p99:.0f} µs"
