"""Whether the full stop after a Latin word ends the sentence, or belongs to an abbreviation, initial or list number."""

from __future__ import annotations

import re


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_TITLES = _set("mr mrs ms mx dr prof st sen rep gov gen capt col lt sgt maj cmdr rev hon messrs mme mlle mt")
"""A name follows: never an end."""
_INSIDE = _set("e.g i.e eg cf vs viz resp approx incl excl")
"""What they introduce follows: never an end."""
_BEFORE_NUMBER = _set(
    "no nos p pp fig figs sec secs art vol ch chap eq par para tab ver v r ext tel "
    "jan feb mar apr jun jul aug sep sept oct nov dec"
)
"""No end before a number: No. 5, p. 55, sec. 2.3, Jan. 1."""
_MAY_END = _set(
    "inc ltd co corp llc plc bros jr sr etc al dept div est univ assn govt intl min max hr hrs wk yr yrs mo sec avg "
    "ave blvd rd st ste apt bldg ft lb lbs oz tel fax ext attn misc ed eds mon tue tues wed thu thur thurs fri sat "
    "sun"
)
"""An end only if a word follows that begins sentences."""
_STARTERS = _set(
    "a an the this that these those there here it its he she they we you i his her their our your my if when "
    "while where what who whom which why how but and or so yet also then thus however therefore moreover "
    "otherwise although because since after before during until once in on at by for from to with without as no "
    "not yes please do does did is are was were can could may might must shall should will would have has had all "
    "any each some most many more both only such see let next first second finally "
)
_DOTTED = re.compile(r"(?<![A-Za-z])(?:[A-Za-z]\.){1,6}[A-Za-z]\Z")
_WORD = re.compile(r"[A-Za-z0-9'’&-]{1,24}\Z")
_LIST_NUMBER = re.compile(r"(?:\A|[：；，、。:;])\s?(?:[•⁃‣·*-]\s?)?[(（]?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,4})\Z")
_SMALL = re.compile(r"[a-z]")


def may_be_abbreviation(before: str) -> bool:
    """Whether what follows matters for `ends_sentence`; ``before`` is the text up to the full stop."""
    if _DOTTED.search(before):
        return True
    word = _last_word(before)
    return len(word) == 1 or word.lower() in _TITLES | _INSIDE | _BEFORE_NUMBER | _MAY_END


def is_list_number(before: str) -> bool:
    """Whether the full stop makes ``before`` (the sentence so far, or its last 30 characters) a list number."""
    return _LIST_NUMBER.search(before) is not None


def ends_sentence(before: str, after: str) -> bool:
    """Whether a full stop between ``before`` and the word ``after`` ("" at the end of a line) ends the sentence."""
    dotted = _DOTTED.search(before)
    word = dotted.group() if dotted else _last_word(before)
    low = word.lower()
    if low in _INSIDE or (low in _TITLES and not (low == "st" and _begins(after))):
        return False
    if low in _BEFORE_NUMBER and after[:1].isdigit():
        return False
    if not after or not (dotted or (len(word) == 1 and word.isalpha()) or low in _MAY_END):
        return True
    return _begins(after) or (low == "etc" and after[0].isupper())


def _begins(after: str) -> bool:
    return (after[:1].isupper() and after.lower() in _STARTERS) or not after[:1].isascii()


def _last_word(before: str) -> str:
    found = _WORD.search(before)
    return found.group() if found else ""
