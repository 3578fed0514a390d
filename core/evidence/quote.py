"""Is a sentence a quotation: does it stand, letter for letter and in one piece, in a block."""

from __future__ import annotations

from core.domain import Span
from core.evidence.reading import Letters, Reading, is_han

MIN_QUOTE_CHARS = 8
"""A shorter run of letters may stand in a block by chance."""
_TURNING_ZH = ("不", "未", "无", "非", "没", "勿", "禁止", "严禁", "不得", "不能", "不可")
_TURNING_EN = ("not", "never", "no", "without", "cannot", "nor", "non")
_ASKING = frozenset("吗？?")
"""What stands before these is asked, not said."""
_NUMERAL = frozenset("〇零一二两三四五六七八九十百千万亿点半.,$€£¥")


def quoted_span(claim: Reading, block: Reading) -> Span | None:
    """Where ``claim`` stands verbatim in ``block``; None where it doesn't.

    Spaces, punctuation, case and width may differ. A run that starts or ends inside a number or a word, or right
    after a negation that it leaves out, is no quotation.
    """
    wanted, text = claim.letters.text, block.letters.text
    if len(wanted) < MIN_QUOTE_CHARS:
        return None
    start = text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if _is_whole(block.letters, block.text, start, end):
            return Span(block.letters.origin[start], block.letters.origin[end - 1] + 1)
        start = text.find(wanted, start + 1)
    return None


def _is_whole(letters: Letters, original: str, start: int, end: int) -> bool:
    place = letters.origin[start]
    before = original[max(0, place - 12) : place]
    after = original[letters.origin[end - 1] + 1 : letters.origin[end - 1] + 2]
    first, last = original[place], original[letters.origin[end - 1]]
    if _joined(before[-1:], first) or _joined(last, after):
        return False
    if before.endswith(_TURNING_ZH) or after in _ASKING:
        return False
    return not before.lower().rstrip().endswith(tuple(f" {word}" for word in _TURNING_EN))


def _joined(left: str, right: str) -> bool:
    if not left or not right:
        return False
    if _is_numeral(left) and _is_numeral(right):
        return True
    return left.isalnum() and right.isalnum() and not is_han(left) and not is_han(right)


def _is_numeral(char: str) -> bool:
    return char.isdigit() or char in _NUMERAL
