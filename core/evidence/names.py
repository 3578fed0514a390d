"""Gate: names, codes, roles, places and products that the cited text does not mention."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.domain import Reason
from core.evidence.reading import Reading, is_han
from core.language import Word, is_common, normalise
from core.text.dictionary import knows, rarity, tags
from core.text.synonyms import alike

_CODE_SIGNS = frozenset("0123456789_@")
_LETTERED_ZH = re.compile(r"(?<![A-Za-z0-9])[A-Z](?:座|栋|区|轮|类|级|股|班|组|馆|楼|型)")
_LETTERED_EN = re.compile(
    r"\b(?:Building|Series|Class|Type|Plan|Group|Tier|Level|Grade|Phase|Appendix|Block|Zone) [A-Z]\b", re.IGNORECASE
)
_ROLE_ZH = re.compile(
    r"(?:总监|经理|总裁|主任|主管|委员会|办公室|服务台|董事会|事业部|中心|小组|团队|(?<![全内外局干这那几某各每本该一二两三四五六七八九十\d])部(?![分署门位件]))"
)
_ROLES = "department team manager director committee officer office board division unit desk lead president counsel"
_ROLE_EN = frozenset(_ROLES.split())
_TITLE = re.compile(r"《([^《》]{1,40})》")
_LEAST_CHARS = {"ns": 2, "nt": 2, "nz": 3, "nr": 3, "nrt": 3, "nrfg": 2}
"""Kinds of names (place, organisation, other, person) and the fewest characters at which a tag can be trusted."""
_NO_NAME = frozenset({"ok", "faq", "id", "app", "i", "i'm", "etc", "e.g", "i.e", "vs", "am", "pm", "a.m", "p.m"})
_NO_NAME_START = frozenset("这那几某各每本该两一二三四五六七八九十上下中前后此")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n\"“‘(\[*•-])\s*$")
_MAX_SHOWN = 4
_SHORT = 4
_LEAST_RARITY = 0.6
_DEMONYM_STEM, _DEMONYM_ENDING = 4, 3
"""Libya and Libyan, Europe and European: a name counts as known by its first letters."""
_TITLE_WORDS = "captain doctor dr mr mrs ms sir professor prof president king queen prince princess lord lady judge"
_TITLES = frozenset(_TITLE_WORDS.split())


def unnamed(claim: Reading, block: Reading, context: Reading) -> tuple[Reason, ...]:
    """One reason with every name of the sentence that neither the block nor its title and headings hold."""
    missing = dict.fromkeys(name for name in _names(claim) if not _stands(name, block, context))
    if not missing:
        return ()
    return (
        Reason(gate="name", tier="amber", figure=float(len(missing)), threshold=0.0, words=tuple(missing)[:_MAX_SHOWN]),
    )


def _names(claim: Reading) -> Iterator[str]:
    yield from (match.group(1) for match in _TITLE.finditer(claim.text))
    yield from (match.group() for pattern in (_LETTERED_ZH, _LETTERED_EN) for match in pattern.finditer(claim.text))
    words = [word for word in claim.words if not claim.is_in_value(word.start)]
    if any(is_han(char) for char in claim.text):
        yield from (word.text for word in words if _is_latin_name(word))
        yield from _tagged(claim)
        yield from _chinese_roles(claim)
    else:
        yield from (word.text for index, word in enumerate(words) if _is_english_name(claim.text, words, index))
        yield from _english_roles(words)


def _is_latin_name(word: Word) -> bool:
    return (
        not is_han(word.text[0])
        and len(word.text) > 1
        and any(map(str.isalpha, word.text))
        and word.norm not in _NO_NAME
        and not is_common(word.norm)
    )


def _is_english_name(text: str, words: Sequence[Word], index: int) -> bool:
    word = words[index]
    raw = word.text
    if len(raw) < 2 or not any(map(str.isalpha, raw)) or word.norm in _NO_NAME or is_common(word.norm):
        return False
    if not raw[1:].islower() and raw != raw.lower():
        return True
    if any(char in _CODE_SIGNS for char in raw):
        return True
    return raw[0].isupper() and not _SENTENCE_START.search(text[max(0, word.start - 4) : word.start])


def _tagged(claim: Reading) -> Iterator[str]:
    """Places, organisations and people; of two characters only where the dictionary is sure."""
    for text, tag in tags(claim.text):
        least = _LEAST_CHARS.get(tag)
        if least is None or len(text) < least or not is_han(text[0]):
            continue
        if text[0] in _NO_NAME_START and not knows(text):
            continue
        if rarity(text) > _LEAST_RARITY:
            yield text


def _chinese_roles(claim: Reading) -> Iterator[str]:
    for match in _ROLE_ZH.finditer(claim.text):
        whole = next((word for word in claim.words if word.start < match.start() < word.end), None)
        if whole is not None:
            yield whole.text
            continue
        before = [word for word in claim.words if word.end <= match.end() and word.start >= match.start() - 6]
        modifier = [word for word in before if word.start < match.start() and not is_common(word.norm)]
        if modifier and modifier[-1].end >= match.start():
            start = modifier[-1].start
            yield claim.text[start : match.end()]


def _english_roles(words: Sequence[Word]) -> Iterator[str]:
    for before, word in pairwise(words):
        if word.text in _ROLE_EN and before.end + 1 == word.start and not is_common(before.norm):
            yield before.text


def _stands(name: str, block: Reading, context: Reading) -> bool:
    wanted = squash(name.removesuffix("'s").removesuffix("’s"))
    if not wanted or _is_in(wanted, block) or _is_in(wanted, context):
        return True
    if is_han(name[0]) and name.isalpha():
        return _is_known(name, block, context) or (_ROLE_ZH.search(name) is None and _is_mostly_there(wanted, block))
    if all(_is_known(word.norm, block, context) for word in Reading(name).words):
        return True
    return _is_known_in_part(name, wanted, block)


def _is_in(wanted: str, reading: Reading) -> bool:
    """Whether the letters stand in the text; a short Latin name only as a word of its own (HR, not through)."""
    if len(wanted) > _SHORT or is_han(wanted[0]):
        return wanted in reading.letters.text
    return re.search(rf"(?<![a-z]){re.escape(wanted)}(?![a-z])", reading.lower) is not None


def _is_known(norm: str, block: Reading, context: Reading) -> bool:
    if norm in block.norms or norm in context.norms:
        return True
    return any(other in block.norms or other in context.norms for other in alike(norm))


def _is_known_in_part(name: str, wanted: str, block: Reading) -> bool:
    """Acronyms by initials, codes whose number the block leaves out, titles, and peoples by their country."""
    if _is_acronym(name) and wanted in block.initials:
        return True
    stem = wanted.rstrip("0123456789.")
    if len(stem) > 2 and stem != wanted:
        return re.search(rf"{re.escape(stem)}(?!\d)", block.letters.text) is not None
    if name.removesuffix("'s").lower() in _TITLES:
        return True
    stem = wanted[: max(_DEMONYM_STEM, len(wanted) - _DEMONYM_ENDING)]
    return name[0].isupper() and len(wanted) > _DEMONYM_STEM and any(norm.startswith(stem) for norm in block.norms)


def _is_acronym(name: str) -> bool:
    return len(name) <= 6 and sum(char.isupper() for char in name) >= 2


def _is_mostly_there(wanted: str, block: Reading) -> bool:
    """Whether half of a Chinese name's pairs of characters stand in the block: 北京 for 北京市, 陈志云 for 陈志云的."""
    pairs = [wanted[index : index + 2] for index in range(len(wanted) - 1)]
    return sum(pair in block.letters.text for pair in pairs) * 2 >= len(pairs) if pairs else True


def squash(text: str) -> str:
    """Letters and digits of ``text``, nearly as `Reading.letters` has them."""
    return "".join(char for char in normalise(text) if char.isalnum() or char in ".-/")
