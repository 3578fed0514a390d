"""Numbers that are no amounts: articles, pages, steps, list numbers, citation marks, versions and identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

_H = "[零〇一二两三四五六七八九十百千]"
_N = rf"(?:\d{{1,6}}(?:\.\d{{1,4}}){{0,4}}|{_H}{{1,4}})"
_CURRENCY = "rmb|usd|cny|eur|gbp|hkd|jpy|aud|cad|sgd|twd|sen"
_SCAN = re.compile(
    r"(?P<cite>[\[【〔](?:\d{1,3}|\^\d{1,3})(?:[,，、;-] ?\d{1,3}){0,20}[\]】〕])"
    rf"|(?P<article>第 ?(?:\d{{1,5}}|{_H}{{1,8}})(?: ?[至到-] ?第?(?:\d{{1,5}}|{_H}{{1,8}}))? ?(?:条|章|节|页"
    rf"|款|项|步|部分|篇|段|行|列|目|卷|册)(?:之{_H})?)"
    r"|(?P<item>(?:(?<=[\u4e00-\u9fff，。；：、])|(?<=[，。；：、] ))\d{1,2}\. (?=[^\d\s])"
    r"|(?:(?<=[:;。，,])|(?<=[:;。，,] ))\d{1,2}[)）])"
    r"|(?P<list>(?:(?<=\n)|(?<![\s\S])) {0,8}(?:#{1,6} )?(?:[-*] )?"
    rf"(?:[(（]?(?:\d{{1,3}}|{_H}{{1,3}})[)）、]|\d{{1,2}}(?:\.\d{{1,2}}){{0,3}}\. (?=[^\d\s%])"
    r"|\d{1,3}\.(?=[^\d\s])))"
    r"|(?P<release>(?:\bversions? |版本(?:号)?(?:为|是)? ?)v?(?P<number>\d{1,4}(?:\.\d{1,6}){0,4})(?![a-z0-9%]))"
    r"|(?P<place>\b(?:room|floor|ticket|desk|extension|building) #?\d{1,6}\b(?!%)"
    r"|(?:房间|会议室|工位|分机(?:号)?) ?\d{1,6}(?![\d.%]))"
    r"|(?P<named>\b(?:sections?|articles?|clauses?|pages?|pp?\.|figures?|fig\.|tables?|chapters?|steps?"
    r"|appendix|annex"
    r"|nos?\.|item|line|paragraph|para\.|part|rule|note|exhibit|footnote|question) ?#?\d{1,6}(?:\.\d{1,4}){0,4}"
    r"(?: of \d{1,4})?\b(?!%))"
    rf"|(?P<zhnamed>(?:附录|附件|图|表|步骤|编号|序号|脚注|注释|问题|见第) ?{_N}(?![\d\w%]|-\d))"
    r"|(?P<version>(?<![a-z0-9.])v ?\d{1,4}(?:\.\d{1,6}){0,4}(?![\w%])|(?<![\d.])\d{1,5}(?:\.\d{1,6}){2,5}(?![\d%]))"
    rf"|(?P<code>(?<![a-z0-9])(?!(?:{_CURRENCY}|fy)\d)(?!q[1-4](?![0-9])|h[12](?![0-9]))"
    r"[a-z]{1,10}[-_]?\d{1,12}(?:[-_.]?[a-z0-9]{1,12}){0,6}(?![a-z0-9])(?!%)"
    r"|(?<![a-z0-9.,])\d{1,12}[a-z]{1,4}\d[a-z0-9]{0,20}(?![a-z0-9]))"
    r"|(?P<standard>\b(?:iso|rfc|gb/t|gb|ieee|gdpr|soc|covid) ?[- ]?\d{1,6}(?:[-:]\d{1,4}){0,2}\b)"
    r"|(?P<url>https?://[^\s<>，。）]{1,300}|www\.[^\s<>，。）]{1,300})"
    r"|(?P<phone>(?<![\d.])\+\d{1,3}[- ]?\d{3,4}(?:[-/ ]\d{3,4}){1,3}(?!\d)|(?<!\d)1[3-9]\d-?\d{4}-?\d{4}(?!\d))",
    re.A,
)
_STARTS = re.compile(
    rf"(?m:^)|\d++|[a-z]++(?=[ .:#_-]{{0,3}}#?v?\d|/t ?\d|://|\.[a-z])|[\[【〔第附图表步版编序脚注问房会工分见+]"
    rf"|[(（]?{_H}{{1,3}}[)）、]",
    re.A,
)
"""Where such a number can begin: one look at a text instead of one for every form at every character."""

_CODES = frozenset({"release", "place", "version", "code", "standard", "phone"})
_HINT = re.compile(r"[\d第、)）]", re.A)


@dataclass(frozen=True, slots=True)
class NumberMark:
    """A number that is no amount. ``name`` is its normal form; only a ``code`` can be compared."""

    start: int
    end: int
    kind: Literal["reference", "code"]
    name: str


def number_marks(folded: str) -> Iterator[NumberMark]:
    """Every such number of a folded text, in order."""
    if _HINT.search(folded) is None:
        return
    end = 0
    for begin in _STARTS.finditer(folded):
        found = _SCAN.match(folded, begin.start()) if begin.start() >= end else None
        if found is None:
            continue
        end = found.end()
        if found.lastgroup in _CODES:
            name = found["number"] or re.sub(r"[\s_#-]", "", found.group()).removeprefix("v")
            yield NumberMark(found.start(), end, "code", name)
        else:
            yield NumberMark(found.start(), end, "reference", found.group().strip())
