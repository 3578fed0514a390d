"""``python -m evals.run [SET …]``: measure one stage on labelled rows, or the whole bot on the demo questions.

Each stage has a module of the same name with ``run(data, rows, predictions)``; it recognises the format of the rows by
their fields, never by the name of the directory.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated

import typer

from evals.rows import RowsError

STAGES = ("retrieval", "verify", "conflict", "refusal", "sentences", "quantities")

app = typer.Typer(add_completion=False, no_args_is_help=False, help=__doc__)


def _add_stage(stage: str) -> None:
    def command(
        data: Annotated[Path, typer.Option(help="Directory of the set (blocks.jsonl or corpus.jsonl live there).")],
        rows: Annotated[Path | None, typer.Option(help="Rows to measure; default: dev rows of --data.")] = None,
        predictions: Annotated[Path | None, typer.Option(help="Write one prediction a row here.")] = None,
    ) -> None:
        module = importlib.import_module(f"evals.{stage}")
        try:
            module.run(data, rows, predictions)
        except RowsError as error:
            typer.echo(f"evals: {error}", err=True)
            raise typer.Exit(2) from error

    app.command(name=stage, help=f"Measure {stage} on rows of the format described in their README.")(command)


for _stage in STAGES:
    _add_stage(_stage)


@app.callback(invoke_without_command=True)
def demo(context: typer.Context) -> None:
    """Without a set: ask every demo question and compare the kind of outcome."""
    if context.invoked_subcommand is None:
        importlib.import_module("evals.demo").run()


if __name__ == "__main__":
    app()
