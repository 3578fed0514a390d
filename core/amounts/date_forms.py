"""How dates and times of day are written in both languages."""

from __future__ import annotations

import re

MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ],
        start=1,
    )
    for name in names.split()
}
DAYS = {
    name: number
    for number, names in enumerate(
        [
            "monday mon",
            "tuesday tues tue",
            "wednesday wed",
            "thursday thurs thur thu",
            "friday fri",
            "saturday",
            "sunday",
        ],
        start=1,
    )
    for name in names.split()
}
_H = "(?:[十廿卅]?[一二三四五六七八九]|[二三]?十[一二三四五六七八九]?)"
_N = rf"(?:\d{{1,2}}|初?{_H})"
_MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b(?:\.(?= ?\d))?"
_ORD = (
    "(?:twenty[ -]|thirty[ -])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|"
    "(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth"
)
_D = rf"(?:\d{{1,2}}(?: ?(?:st|nd|rd|th)\b)?(?!\d|[.,:]\d)|{_ORD}\b)"
_Y = r"(?:(?:19|20)\d\d(?!\d))"
_TENS = "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
_ONES = "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)"
_BELOW_100 = f"(?:{_TENS}(?:[ -]{_ONES})?|{_ONES})"
_YW = rf"(?:{_Y}|(?:nineteen|twenty) (?:oh )?{_BELOW_100}\b|two thousand(?:(?: and)? {_BELOW_100})?\b)"
_WEEKDAY = "(?:" + "|".join(sorted(DAYS, key=len, reverse=True)) + ")"
_PERIODS = "上午|早上|早晨|凌晨|清晨|中午|下午|傍晚|晚上|晚间|今晚|夜里|深夜|早|晚"
_NOT_A_COUNT = "".join(
    f"(?<!{word})" for word in ["提前", "满", "超过", "少于", "多于", "至少", "最多", "工作", "共", "隔"]
)
DATE = re.compile(
    r"(?P<iso>(?<![\d./-])(?P<iy>(?:19|20)\d\d)(?P<sep>[-/.])(?P<im>\d{1,2})"
    r"(?:(?P=sep)(?P<id>\d{1,2}))?(?![\d]|[-/.]\d))"
    rf"|(?P<us>(?<![\d./-])(?P<ua>\d{{1,2}})(?P<usep>[/.-])(?P<ub>\d{{1,2}})(?P=usep)(?P<uy>(?:19|20)\d\d)(?!\d))"
    rf"|(?P<zhy>(?<![\d.])(?P<zy>\d{{4}}|\d\d(?= ?年 ?{_N} ?月)|[09]\d(?= ?年)|[零〇一二三四五六七八九]{{4}}) ?年度?"
    rf"(?:的?[ ]?(?P<zq1>[上下])半年|的?第?(?P<zq2>[一二三四1-4])季度?"
    rf"|[ ]?(?P<zm1>{_N}) ?月份?(?: ?(?P<zd1>{_N}) ?[日号])?)?)"
    rf"|(?P<zhm>(?<![\d.年个十一二三四五六七八九])(?P<zm2>{_N}) ?月份?(?:的? ?(?P<zd2>{_N}) ?[日号])?(?![工日薪]))"
    rf"|(?P<zhd>{_NOT_A_COUNT}(?<![\d.十一二三四五六七八九/])(?P<zd3>\d{{1,2}}|{_H}) ?"
    rf"(?:日(?!之?内|以内|均|元|历|薪|[及或]?以[上下])|号(?=[前后起之到至以及，,。;；和发、]|$)))"
    rf"|(?P<zhq>第?(?P<zq3>[一二三四1-4])季度|(?P<zh4>[上下])半年)"
    rf"|(?P<zhw>(?:星期|周|礼拜)(?P<zw>[一二三四五六日天末])(?![年期报]))"
    rf"|(?P<md>\b(?:(?P<ew1>{_WEEKDAY}),? {{1,2}})?(?P<em1>{_MONTH}) {{1,2}}(?:the )?(?P<ed1>{_D})"
    rf"(?:,? {{1,2}}(?:of )?(?P<ey1>{_YW}))?)"
    rf"|(?P<dm>(?<![\d.,])\b(?P<ed2>{_D})[ -]{{1,2}}(?:of )?(?P<em2>{_MONTH})(?:,?[ -]{{1,2}}(?P<ey2>{_YW}))?)"
    rf"|(?P<my>\b(?P<em3>{_MONTH}),? {{1,2}}(?:of |in )?(?P<ey3>{_Y}))"
    rf"|(?P<q>\bq(?P<eq>[1-4])(?:[ -]?(?:of )?(?:fy ?)?(?P<ey4>{_Y}))?\b)"
    rf"|(?P<yq>\b(?P<ey5>{_Y})[ -]?q(?P<eq2>[1-4])\b)"
    rf"|(?P<h>\bh(?P<eh>[12])(?: (?P<ey6>{_Y}))?\b)"
    rf"|(?P<eq3>\b(?P<eqn>first|second|third|fourth|1st|2nd|3rd|4th) quarter(?: (?:of )?(?P<ey7>{_Y}))?)"
    rf"|(?P<w>\b(?P<ew>{_WEEKDAY})s?\b)"
    rf"|(?P<m>\b(?P<em4>january|february|april|june|july|august|september|october|november|december|"
    rf"(?:(?<=in )|(?<=of )|(?<=by )|(?<=from )|(?<=until )|(?<=since )|(?<=through )|(?<=between ))(?:march|may))\b)"
    r"|(?P<y>(?:(?<=\bin )|(?<=since )|(?<=\bby )|(?<=\bof )|(?<=from )|(?<=until )|(?<=before )|(?<=after )"
    rf"|(?<=year )|(?<=than )|(?<=fy)|(?<=fy )|(?<=during ))(?P<ey8>{_Y})(?![.,]?\d| ?%))",
    re.A,
)
"""One date; which parts it states is told by the named groups."""

CLOCK = re.compile(
    rf"(?P<zp>(?:{_PERIODS}) ?)?(?P<hm>(?<![\d:.])(?P<h1>\d{{1,2}}):(?P<m1>[0-5]\d)(?::(?P<s1>[0-5]\d))?(?![\d:])"
    r"(?: ?(?P<ap1>[ap])\.?m\b\.?)?)"
    r"|(?P<ampm>(?<![\d.:])(?P<h2>\d{1,2})(?:\.(?P<m2>[0-5]\d))? ?(?P<ap2>[ap])(?:m\b|\.m\b\.?))"
    rf"|(?P<zt>(?P<zp2>{_PERIODS}) ?(?P<h3>{_N}) ?(?:[点时](?:钟|整)?(?P<m3>半|一刻|三刻|{_N} ?分(?!之))?))"
    rf"|(?P<zt2>(?<![\d.十一二三四五六七八九])(?P<h4>\d{{1,2}}|{_H}) ?点(?:(?P<m4>半|一刻|三刻|{_N} ?分(?!之))"
    rf"|整|钟|(?=[前后到至开上下-]|之[前后]|以[前后]|\Z|[，,。;；)）、])))"
    r"|(?P<word>\b(?:noon|midnight)\b|正午|午夜)",
    re.A,
)
"""One time of day."""

STARTS = re.compile(
    r"\d++|[零〇一二三四五六七八九十廿卅]++|[初第上下星周礼早凌清中傍晚今夜深正午]"
    r"|ja|fe|ma|ap|ju|au|se|oc|no|de|mo|tu|we|th|fr|sa|su|fi|fo|tw|te|el|ei|ni|si|mi|[qh][1-4]",
    re.A,
)
"""Where a date or time can begin: one look at a text instead of one for every form of a date at every character."""
