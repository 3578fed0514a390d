"""What people say that asks for nothing: 谢谢, ok, got it."""

from __future__ import annotations

import re
from typing import Final

_PHRASES: Final = """
谢谢|谢谢你|谢谢您|多谢|感谢|谢了|谢啦|好|好的|好嘞|行|嗯|哦|噢|收到|明白|明白了|知道|知道了|了解|了解了|懂|懂了|可以
可以了|没问题|辛苦|辛苦了|再见|你好|您好|大家好|大家|哈|对|对的|是的|没事|没事了|不用|不用了|那就好|太好了|赞|厉害|棒
有用|很|的|啦|了|呀|啊|吧|你|您|👍|🙏|❤|😂|🎉
ok|okay|k|thanks|thank you|thanks a lot|thanks so much|many thanks|thx|ty|cheers|great|cool|nice|perfect|got it
understood|i see|noted|sure|yes|yep|yeah|no|nope|hi|hello|hey|bye|lol|awesome|good to know|that's it|that's all
that's fine|that's great|that's helpful|that's clear|will do|makes sense|all good|no worries|never mind|nevermind
helpful|very|so much|very much|for the help|for your help|everyone|all|again
"""
_SIGN: Final = r":[a-z0-9_+-]{1,30}:|[\s,，.。!！~～、…;；:)(]|[\U0001f3fb-\U0001f3ff\ufe0f]"
_SMALL: Final = re.compile(
    "(?:"
    + "|".join(
        re.escape(phrase) + (r"\b" if phrase.isascii() else "")
        for phrase in sorted(_PHRASES.replace("\n", "|").strip("|").split("|"), key=len, reverse=True)
    )
    + f"|{_SIGN})++",
    re.IGNORECASE,
)
_MOST_CHARS: Final = 120


def is_small_talk(text: str) -> bool:
    """Whether ``text`` only thanks, greets or agrees; linear in its length."""
    said = text.strip().replace("’", "'")
    return 0 < len(said) <= _MOST_CHARS and _SMALL.fullmatch(said) is not None
