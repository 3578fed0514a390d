"""English words without their inflection: plural, -ed, -ing. Nothing more, so that unlike words stay unlike."""

from __future__ import annotations

from functools import lru_cache

_IRREGULAR = {
    "paid": "pay", "made": "make", "taken": "take", "took": "take", "sent": "send", "given": "give", "gave": "give",
    "written": "write", "wrote": "write", "kept": "keep", "built": "build", "bought": "buy", "sold": "sell",
    "held": "hold", "met": "meet", "lost": "lose", "spent": "spend", "chosen": "choose", "chose": "choose",
    "got": "get", "gotten": "get", "ran": "run", "people": "person", "children": "child", "men": "man",
    "women": "woman", "agreed": "agree", "guaranteed": "guarantee", "used": "use", "using": "use", "went": "go",
    "gone": "go", "goes": "go", "does": "do", "doing": "do", "done": "do", "did": "do", "has": "have", "had": "have",
    "dies": "die", "ties": "tie", "lies": "lie", "during": "during", "nothing": "nothing", "anything": "anything",
    "something": "something", "everything": "everything", "evening": "evening", "news": "news", "series": "series",
    "species": "species", "taxis": "taxi", "apis": "api", "kpis": "kpi", "wikis": "wiki", "skis": "ski",
    "always": "always", "perhaps": "perhaps", "hundred": "hundred",
}  # fmt: skip
_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """``word`` (lower case) without inflection; anything but plain a–z, and words up to three letters, as they are.

    The result need not be a word (leave, leaves, leaving: ``leav``); alike forms meet, that is the promise.
    """
    if word in _IRREGULAR:
        word = _IRREGULAR[word]
    elif len(word) > 3 and word.isascii() and word.isalpha():
        word = _without_ending(_singular(word))
    else:
        return word
    if len(word) > 4 and word.endswith("e"):
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("ll") else word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("xes"):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_ending(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("eed"):
        return word
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 2 and not _VOWELS.isdisjoint(rest):
            return _restored(rest)
    return word


def _restored(rest: str) -> str:
    """The verb that ``rest`` is left of: plann → plan, not → note (from noted)."""
    if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "aeioulsz":
        return rest[:-1]
    is_open = len(rest) <= 3 and rest[-1] not in "aeiouwxy" and rest[-2] in _VOWELS
    if is_open and (len(rest) == 2 or rest[-3] not in _VOWELS):
        return rest + "e"
    return rest
