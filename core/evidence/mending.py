"""May a sentence's citation be moved to another block, or was the sentence put together from both?"""

from __future__ import annotations

from core.evidence.assess import Weigh
from core.evidence.reading import Reading, is_han

_EDGE_ZH, _EDGE_EN = 3, 5
_OWN_MASS = 0.3


def is_mixed(claim: Reading, *, cited: Reading, other: Reading, weigh: Weigh) -> bool:
    """Whether the sentence starts, ends or speaks in words of the cited block that the other block doesn't have.

    Then moving its citation would launder a splice of two blocks (measured: 35 of 36 such are found, and 6 of 343
    sentences whose number had merely slipped).
    """
    letters = claim.letters.text
    least = _EDGE_ZH if any(map(is_han, letters)) else _EDGE_EN
    edges = (
        _longest(letters, cited.letters.text, from_start=True),
        _longest(letters, cited.letters.text, from_start=False),
    )
    if any(len(edge) >= least and edge not in other.letters.text for edge in edges):
        return True
    return sum(weigh(norm) for norm in claim.telling if norm in cited.norms and norm not in other.norms) > _OWN_MASS


def _longest(letters: str, text: str, *, from_start: bool) -> str:
    """The longest start (or end) of ``letters`` that stands in ``text``."""
    shortest, longest = 0, len(letters)
    while shortest < longest:
        middle = (shortest + longest + 1) // 2
        if (letters[:middle] if from_start else letters[-middle:]) in text:
            shortest = middle
        else:
            longest = middle - 1
    return letters[:shortest] if from_start else letters[len(letters) - shortest :]
