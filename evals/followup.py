"""How well the rules make a follow-up a question of its own: `python -m evals.followup`."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from core.domain import Turn
from core.followup import standalone
from core.language import normalise
from evals.rows import Row, read_rows, share

ROWS = Path(__file__).parent / "followups.jsonl"


def made(row: Row) -> str:
    """What the rules make of a row's ``text`` after the questions of its ``before``."""
    return standalone(row["text"], tuple(Turn(question, "") for question in row["before"])).text


def is_exact(row: Row, text: str) -> bool:
    """Whether ``text`` is what is expected, apart from spaces, case and the mark at the end."""
    return _plain(text) == _plain(row["expected"])


def is_right(row: Row, text: str) -> bool:
    """Whether ``text`` has every term that it must have and none that it must not."""
    found = normalise(text)
    spaced = f" {found.replace('?', ' ').replace(':', ' ').replace(',', ' ')} "

    def is_there(term: str) -> bool:
        return f" {term.lower()} " in spaced if term.isascii() and term.isalnum() else term.lower() in found

    has = [term for term in row["has"] if not (is_there(term) or normalise(term) in found)]
    return not has and not any(is_there(term) for term in row["lacks"])


def _plain(text: str) -> str:
    return "".join(normalise(text).split()).rstrip("?.")


def main() -> None:
    """Print the share of rows that are exact, right by their terms, and needlessly changed, by language."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rows", type=Path, default=ROWS)
    arguments.add_argument("--wrong", action="store_true", help="print every row that is not exact")
    options = arguments.parse_args()
    n, exact, right = Counter[str](), Counter[str](), Counter[str]()
    for row in read_rows(options.rows):
        text = made(row)
        language = row["id"].partition("-")[0]
        kinds = ("all", language, f"{language} alone" if row["expected"] == row["text"] else f"{language} follow-up")
        for kind in kinds:
            n[kind] += 1
            exact[kind] += is_exact(row, text)
            right[kind] += is_right(row, text)
        if options.wrong and not is_exact(row, text):
            print(f"{row['id']}  {' / '.join(row['before'])} + {row['text']}\n    {text}\n    {row['expected']}")
    print(f"{'rows':<16}{'exact':<34}right by terms")
    for kind in sorted(n):
        print(f"{kind:<16}{share(exact[kind], n[kind]):<34}{share(right[kind], n[kind])}")


if __name__ == "__main__":
    main()
