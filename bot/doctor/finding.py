"""What a check found: one line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check. ``problem`` is empty when all is well; else ``advice`` says what to do."""

    name: str
    detail: str = ""
    problem: str = ""
    advice: str = ""

    def __str__(self) -> str:
        if self.problem:
            return f"FAIL {self.name}: {self.problem} → {self.advice}"
        return f"ok   {self.name}: {self.detail}"


def fine(name: str, detail: str) -> Finding:
    """All is well."""
    return Finding(name, detail=" ".join(detail.split()))


def wrong(name: str, problem: str, advice: str) -> Finding:
    """Something is wrong; both texts become one line each."""
    return Finding(name, problem=" ".join(problem.split()), advice=" ".join(advice.split()))
