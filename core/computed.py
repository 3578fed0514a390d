"""Values that a sentence derives: the model writes the expression, code takes the operands from the cited blocks.

The mark is ``{{15 天 - 6 天}}``: quantities as the materials or the question state them, operators between spaces, and
brackets. Code computes with units, `Decimal` and real dates, and puts the result with its working in place of the mark.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import DecimalException, localcontext

from core.amounts.arithmetic import ArithmeticRefused, Value, add, divide, multiply, read, subtract, written
from core.domain import Citation, Claim, Language, Reason, Verdict
from core.language import language_of
from core.quantities import Quantity, compare, quantities

_MARK = re.compile(r"\{\{([^{}]{1,200}+)\}\}")
_OPERATOR = re.compile(r"(\s[-+*/×÷−–]\s|[()（）])")
_PYTHON = {"×": "*", "÷": "/", "−": "-", "–": "-", "（": "(", "）": ")"}
_SHOWN = {"*": "×", "/": "÷", "-": "−", "(": "(", ")": ")", "+": "+"}
_STEPS: dict[type[ast.operator], Callable[[Value, Value], Value]] = {
    ast.Add: add,
    ast.Sub: subtract,
    ast.Mult: multiply,
    ast.Div: divide,
}
_MOST_OPERANDS = 12


@dataclass(frozen=True, slots=True)
class Derived:
    """A claim with its marks worked out.

    ``text`` is what may be shown; ``checks`` are the claims that must all be verified for that, one for each operand
    that the question did not give: the same sentence with the operand in place of the mark, so that every gate sees
    it where the sentence uses it.
    """

    text: str
    checks: tuple[Claim, ...]


def derive(claim: Claim, *, question: str) -> Derived | Reason | None:
    """The claim with its computations done; the reason why code can't; None where there is nothing to compute."""
    marks = list(_MARK.finditer(claim.text))
    if not marks:
        return None
    language = language_of(claim.text)
    given = quantities(question)
    text, checks = claim.text, []
    for mark in reversed(marks):
        expression = mark.group(1).strip()
        try:
            operands, shown = _worked(expression, language)
        except (ArithmeticRefused, DecimalException, SyntaxError, RecursionError):
            return Reason(gate="computed", words=(expression,))
        text = text[: mark.start()] + shown + text[mark.end() :]
        own = [each for each in operands if not any(compare(each, known) == "equal" for known in given)]
        checks += [_check(claim, mark, operand) for operand in own]
    if not checks:
        return Reason(gate="computed", words=tuple(mark.group(1).strip() for mark in marks))
    return Derived(text, tuple(reversed(checks)))


def _check(claim: Claim, mark: re.Match[str], operand: Quantity) -> Claim:
    before, after = (_MARK.sub("", part) for part in (claim.text[: mark.start()], claim.text[mark.end() :]))
    return Claim(f"{before}{operand.text}{after}", claim.numbers)


def _worked(expression: str, language: Language) -> tuple[list[Quantity], str]:
    """The operands, and ``result (working)`` in words."""
    operands: list[Quantity] = []
    program: list[str] = []
    working: list[str] = []
    for part in _OPERATOR.split(expression):
        sign = part.strip()
        if not sign:
            continue
        if _OPERATOR.fullmatch(part):
            program.append(_PYTHON.get(sign, sign))
            working.append(_SHOWN[program[-1]])
        else:
            operands.append(_only(sign))
            program.append(f"q{len(operands) - 1}")
            working.append(sign)
    if not 1 < len(operands) <= _MOST_OPERANDS:
        raise ArithmeticRefused(expression)
    with localcontext(prec=40):
        tree = ast.parse(" ".join(program), mode="eval")
        result = written(_value(tree.body, [read(operand) for operand in operands]), language)
    steps = " ".join(working).replace("( ", "(").replace(" )", ")")
    return operands, f"{result}（{steps}）" if language == "zh" else f"{result} ({steps})"


def _only(text: str) -> Quantity:
    """The one quantity that is the whole of ``text``."""
    found = quantities(text)
    if len(found) != 1 or (found[0].start, found[0].end) != (0, len(text)):
        raise ArithmeticRefused(text)
    return found[0]


def _value(node: ast.expr, operands: list[Value]) -> Value:
    if isinstance(node, ast.Name):
        return operands[int(node.id[1:])]
    if isinstance(node, ast.BinOp) and type(node.op) in _STEPS:
        return _STEPS[type(node.op)](_value(node.left, operands), _value(node.right, operands))
    raise ArithmeticRefused(ast.dump(node))


def combined(verdicts: list[Verdict]) -> Verdict:
    """Shown only if every operand was verified, with each number once, in order."""
    reasons = tuple(reason for verdict in verdicts for reason in verdict.reasons)
    if not all(verdict.is_shown for verdict in verdicts):
        return Verdict((), reasons)
    citations: dict[int, Citation] = {}
    for verdict in verdicts:
        for citation in verdict.citations:
            citations.setdefault(citation.number, citation)
    return Verdict(tuple(citations[number] for number in sorted(citations)), reasons)
