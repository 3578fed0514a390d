"""A text as the gates read it: its words, sentences, clauses and letters, each found once.

Claims and blocks are read alike, so that what is compared was cut by the same rules. Nothing here judges.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from core import sentences
from core.domain import Span
from core.language import Word, is_common, words
from core.quantities import Quantity, quantities
from core.text.script_folding import fold_with_offsets

_MOST_VALUES = 600

if TYPE_CHECKING:
    from core.evidence.context import Context
    from core.evidence.negation import Cue

_CLAUSE_END = re.compile(
    r"[，；。！？!?;\n：|]|[,:](?!\d)|\.(?=\s|$)|\s[-–—]\s"
    r"|\b(?:and|but|while|whereas|although|though|however|unless|if|when|because|which|so)\b"
)
_KEPT = re.compile(r"[^\W_]|[%‰$€£¥+<>≤≥=°℃_]|(?<=\d)[.,:/-](?=\w)|(?<=\w)[.,:/-](?=\d)")
"""Letters, digits, signs that are part of a value, and the punctuation inside numbers and codes."""


@dataclass(frozen=True, slots=True)
class Clause:
    """Words ``[first, last)`` of a reading, of the text ``[start, end)``, in sentence ``sentence`` (from 0)."""

    start: int
    end: int
    first: int
    last: int
    sentence: int


class Reading:
    """One text, read once; every part is computed when it is first asked for and never changes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.contexts: dict[int, Context] = {}
        """What stands around each value, by its index, as far as it was asked for (`core.evidence.context`)."""
        self.cues: dict[Clause, tuple[Cue, ...]] = {}
        """Words of denial, duty and permission of each clause, as far as asked for (`core.evidence.negation`)."""

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Words in order, common ones too."""
        return tuple(words(self.text))

    @cached_property
    def norms(self) -> frozenset[str]:
        """Every word's norm."""
        return frozenset(word.norm for word in self.words)

    @cached_property
    def content(self) -> tuple[Word, ...]:
        """Words that say something by themselves, in order."""
        return tuple(word for word in self.words if not is_common(word.norm))

    @cached_property
    def content_norms(self) -> frozenset[str]:
        """Norms of the words that say something by themselves."""
        return frozenset(word.norm for word in self.content)

    @cached_property
    def values(self) -> tuple[Quantity, ...]:
        """Quantities in order of start; of a text with more than 600 the first ones (it is no prose)."""
        return quantities(self.text)[:_MOST_VALUES]

    @cached_property
    def telling(self) -> frozenset[str]:
        """Norms of the content words that are no part of a value."""
        return frozenset(word.norm for word in self.content if not self.is_in_value(word.start))

    @cached_property
    def value_starts(self) -> tuple[int, ...]:
        """Where each value starts, for look-up."""
        return tuple(value.start for value in self.values)

    def is_in_value(self, position: int) -> bool:
        """Whether ``position`` lies inside one of the values."""
        index = bisect_right(self.value_starts, position) - 1
        return index >= 0 and position < self.values[index].end

    @cached_property
    def initials(self) -> str:
        """First letters of neighbouring Latin words, without and with the common ones, for acronyms."""
        latin = [word for word in self.words if word.text[0].isascii()]
        every = "".join(word.norm[0] for word in latin)
        return every + " " + "".join(word.norm[0] for word in latin if not is_common(word.norm))

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """Spans of the sentences, in order; never empty for a text with a word in it."""
        return sentences.spans(self.text)

    @cached_property
    def sentence_starts(self) -> tuple[int, ...]:
        """Where each sentence starts, for look-up."""
        return tuple(span.start for span in self.sentences)

    @cached_property
    def lower(self) -> str:
        """The text in lower case."""
        return self.text.lower()

    @cached_property
    def chars(self) -> frozenset[str]:
        """Every character."""
        return frozenset(self.text)

    @cached_property
    def sentence_chars(self) -> tuple[frozenset[str], ...]:
        """The characters of each sentence."""
        return tuple(frozenset(self.text[span.start : span.end]) for span in self.sentences)

    def sentence_at(self, position: int) -> int:
        """Index of the sentence that holds ``position`` (the nearest before it)."""
        return max(0, bisect_right(self.sentence_starts, position) - 1)

    @cached_property
    def places(self) -> Mapping[str, tuple[int, ...]]:
        """Norm of each content word -> indexes of the sentences that hold it, ascending, without repeats."""
        found: dict[str, list[int]] = {}
        for word in self.content:
            index = self.sentence_at(word.start)
            seen = found.setdefault(word.norm, [])
            if not seen or seen[-1] != index:
                seen.append(index)
        return {norm: tuple(seen) for norm, seen in found.items()}

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """Clauses with at least one word, in order."""
        return tuple(self._clauses())

    def _clauses(self) -> list[Clause]:
        ends = [match.span() for match in _CLAUSE_END.finditer(self.text)]
        ends.append((len(self.text), len(self.text)))
        found, start, first = [], 0, 0
        for end, after in ends:
            last = first
            while last < len(self.words) and self.words[last].start < end:
                last += 1
            if last > first:
                found.append(Clause(start, end, first, last, self.sentence_at(self.words[first].start)))
            start, first = after, last
        return found

    @cached_property
    def clause_places(self) -> Mapping[str, tuple[int, ...]]:
        """Norm of each word -> indexes of the clauses that hold it, ascending, without repeats."""
        found: dict[str, list[int]] = {}
        for index, clause in enumerate(self.clauses):
            for norm in {word.norm for word in self.words[clause.first : clause.last]}:
                found.setdefault(norm, []).append(index)
        return {norm: tuple(indexes) for norm, indexes in found.items()}

    @cached_property
    def clause_values(self) -> tuple[tuple[int, ...], ...]:
        """Indexes of the values that start in each clause."""
        return tuple(
            tuple(at for at, value in enumerate(self.values) if clause.start <= value.start < clause.end)
            for clause in self.clauses
        )

    @cached_property
    def letters(self) -> Letters:
        """The text without what may differ in a quotation."""
        return _letters(self.text)

    @cached_property
    def grams(self) -> frozenset[str]:
        """Pairs of Han characters and runs of four letters, over `letters`."""
        return grams(self.letters.text)

    @cached_property
    def plain_grams(self) -> frozenset[str]:
        """`grams` of the text without its values."""
        letters = self.letters
        if not self.values:
            return self.grams
        masked = (
            " " if self.is_in_value(place) else char for char, place in zip(letters.text, letters.origin, strict=True)
        )
        return grams("".join(masked))


@dataclass(frozen=True, slots=True)
class Letters:
    """A text in lower case after NFKC, without spaces and punctuation that carry no value.

    ``origin[i]`` is where ``text[i]`` came from in the original.
    """

    text: str
    origin: tuple[int, ...]


def _letters(text: str) -> Letters:
    folded, offsets = fold_with_offsets(text)
    kept = [match.start() for match in _KEPT.finditer(folded)]
    return Letters("".join(folded[index] for index in kept), tuple(offsets[index] for index in kept))


_LATIN_RUN = re.compile(r"[^ \u3400-\u9fff]{4,}+")


def grams(letters: str) -> frozenset[str]:
    """Pairs that hold a Han character, and runs of four of other letters; nothing reaches over a space."""
    found = {
        pair for pair in map("".join, pairwise(letters)) if (is_han(pair[0]) or is_han(pair[1])) and " " not in pair
    }
    for match in _LATIN_RUN.finditer(letters):
        run = match.group()
        found.update(run[start : start + 4] for start in range(len(run) - 3))
    return frozenset(found)


_LEAD_IN = re.compile(
    r"\s*(?:(?:根据|按照|依据|据)[^，,。；;]{0,12}?(?:文档|规定|资料|材料|手册|政策|制度|说明|记载|内容|要求|显示)[^，,。；;]{0,4}[，,：:]"
    r"|(?:文档|资料|材料|手册|政策|制度)(?:中|里|内)?(?:显示|提到|指出|规定|说明|写道|表示)[，,：:]?"
    r"|(?:according to|as (?:stated|described) in|based on|per) (?:the |our |this )?(?:[a-z]+ ){0,2}"
    r"(?:documents?|docs?|documentation|guides?|polic(?:y|ies)|handbook|manual|materials?|sources?)[,:]"
    r"|(?:the|our) (?:[a-z]+ )?(?:documents?|docs?|documentation|guide|policy|handbook|manual)"
    r" (?:says?|states?|notes?|mentions?|explains?|specif(?:y|ies))(?: that)?[,:]?)\s*",
    re.IGNORECASE,
)


def without_lead_in(text: str) -> str:
    """``text`` without words that only say that a document says it ("根据文档，", "The guide says that")."""
    found = _LEAD_IN.match(text)
    return text[found.end() :] if found and found.end() < len(text) else text


def is_han(char: str) -> bool:
    """Whether ``char`` is a Han character."""
    return "\u3400" <= char <= "\u9fff"


@lru_cache(maxsize=4096)
def read_block(text: str) -> Reading:
    """The reading of a block's text; kept, because the same chunks answer many questions."""
    return Reading(text)
