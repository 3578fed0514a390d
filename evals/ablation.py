"""``python -m evals.ablation DIRECTORY …``: what each gate adds, what it costs, and how long it takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, TypeVar, get_args

import typer

from core.domain import Gate, Policy
from core.evidence.alignment import align
from core.evidence.binding import misplaced_values
from core.evidence.conditions import dropped_conditions
from core.evidence.coverage import cover
from core.evidence.edits import turned_words
from core.evidence.exhibits import prepare
from core.evidence.held import hold
from core.evidence.labels import relabelled
from core.evidence.names import unnamed
from core.evidence.opposites import opposite_words, scope_changed
from core.evidence.polarity import turned_round
from core.evidence.reading import Reading
from core.evidence.values import missing_values, turned_limits
from evals.attributions import Case, read_cases
from evals.verify import Outcome, judge

app = typer.Typer(add_completion=False)
T = TypeVar("T")


@app.command()
def main(
    directories: Annotated[list[Path], typer.Argument(help="Directories with rows to verify.")],
    rows: Annotated[str, typer.Option(help="Name of the rows file in each directory.")] = "dev.jsonl",
) -> None:
    """Print one table for each directory."""
    for directory in directories:
        cases = read_cases(directory, directory / rows)
        typer.echo(f"\n{directory.name}\n" + table([judge(case, Policy()) for case in cases]))
        typer.echo(costs(cases))


def table(outcomes: Sequence[Outcome]) -> str:
    """For each gate: how often it fires, how often it is the only one, and recall and false rejection without it."""
    lines = [
        "gate | fires, unsupported | fires, supported | alone, unsupported | alone, supported "
        "| without it: recall % / false rejection %"
    ]
    for gate in ("", *get_args(Gate)):
        fired = [outcome for outcome in outcomes if gate in _gates(outcome)]
        if gate and not fired:
            continue
        alone = [outcome for outcome in fired if _gates(outcome) == {gate}]
        counts = [str(sum(o.case.is_supported is s for o in group)) for group in (fired, alone) for s in (False, True)]
        lines.append(
            f"{gate or 'all gates'} | {' | '.join(counts) if gate else '– | – | – | –'} | {_rates(outcomes, gate)}"
        )
    return "\n".join(lines)


def _gates(outcome: Outcome) -> set[str]:
    """The gates that kept the row's own citation back; a better block elsewhere counts only by itself."""
    if outcome.is_shown:
        return set()
    gates: set[str] = {reason.gate for reason in outcome.verdict.reasons}
    return gates - {"other_block"} or gates


def _rates(outcomes: Sequence[Outcome], without: str) -> str:
    rates = []
    for supported in (False, True):
        group = [outcome for outcome in outcomes if outcome.case.is_supported is supported]
        kept_back = sum(bool(_gates(outcome) - {without}) for outcome in group)
        rates.append(f"{100 * kept_back / len(group):.1f}" if group else "–")
    return " / ".join(rates)


def costs(cases: Sequence[Case]) -> str:
    """Mean CPU time of each gate on a sentence whose block has been read before, in µs."""
    spent: dict[str, float] = {}
    for case in cases:
        for _ in range(2):
            found = _timed(case)
        for name, seconds in found.items():
            spent[name] = spent.get(name, 0.0) + seconds
    return "µs: " + ", ".join(f"{name} {1e6 * seconds / len(cases):.0f}" for name, seconds in spent.items())


def _timed(case: Case) -> dict[str, float]:
    evidence = prepare(case.blocks)
    exhibit = evidence.exhibits[case.cited]
    block, weigh = exhibit.reading, evidence.weigh
    spent: dict[str, float] = {}

    def timed(name: str, work: Callable[[], T]) -> T:
        started = time.process_time()
        result = work()
        spent[name] = time.process_time() - started
        return result

    claim = timed("reading", lambda: _read(case.sentence))
    held = timed("look-up", lambda: hold(claim, block))
    coverage = timed("coverage", lambda: cover(claim, block, held, weigh, context=exhibit.context.norms))
    aligned = timed("alignment", lambda: align(claim, block, weigh))
    timed("quantity", lambda: missing_values(claim, block, held.values, aligned))
    timed("bound", lambda: turned_limits(claim, block, held.values))
    timed("binding", lambda: misplaced_values(claim, block, held.values, weigh))
    timed("labels", lambda: relabelled(claim, block, aligned, weigh))
    timed("polarity", lambda: turned_round(claim, block, aligned))
    timed("edits", lambda: turned_words(claim, block, coverage))
    timed("name", lambda: unnamed(claim, block, exhibit.context))
    timed("antonym", lambda: opposite_words(claim, block, aligned))
    timed("scope", lambda: scope_changed(claim, block, aligned))
    timed("condition", lambda: dropped_conditions(claim, block, aligned, weigh))
    return spent


def _read(sentence: str) -> Reading:
    claim = Reading(sentence)
    _ = claim.content_norms, claim.values, claim.clauses, claim.plain_grams
    return claim


if __name__ == "__main__":
    app()
