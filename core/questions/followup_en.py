"""English follow-ups made whole: "and for interns?", "does it expire?", "why?", "who approves?"."""

from __future__ import annotations

import re
from typing import Final

from core.language import words
from core.questions.followup_slots import MODIFIERS, Slot, SlotKind, slot_of, slots
from core.questions.followup_topic import THINGS, Run, is_about_something, parts, runs

_LEAD: Final = re.compile(
    r"^(?:(?:and|but|so|ok(?:ay)?|then|also|well|hmm|alright|right|thanks|thank you|great|got it)\b[,.! ]*)*+",
    re.IGNORECASE,
)
_ABOUT: Final = re.compile(
    r"^(?:(?:what|how) about|what if (?:it(?:'s| is)|i(?:'m| am)|they(?:'re| are)|we(?:'re| are))?"
    r"|(?:is it |is that )?(?:and )?the same (?:for|in|with|on)|same for|if (?:i(?:'m| am)|it(?:'s| is)))\s+",
    re.IGNORECASE,
)
_PREPOSITION: Final = re.compile(r"^(?:for|in|on|at|with|during|after|before|as|over|under|above|of|from|by)\b ?", re.I)
_AFTER_PREPOSITION: Final = re.compile(
    r"\b(?:in|on|at|from|with|during|after|before|by) (?:the |a |an |my )?$", re.IGNORECASE
)
_DETERMINER: Final = re.compile(r"^(?:the|a|an|my|our|your|their|his|her|those|these|any) ", re.IGNORECASE)
_TAIL: Final = re.compile(r"(?:,? (?:too|as well|then|instead|though|please|also))?[?.!\s]*$", re.IGNORECASE)
_END: Final = re.compile(r"[?.!\s]+$")
_VERBAL: Final = re.compile(
    r"\b(?:what|who|how|when|where|which|why|whose|can|could|may|must|should|shall|will|would|do|does|did|is|are|was|were|am|has"
    r"|have|had|need|don't|doesn't|can't|it|that|this|they|them|i|we|you)\b",
    re.IGNORECASE,
)
_POLAR: Final = re.compile(
    r"^(?:can|could|may|must|should|will|would|do|does|did|is|are|was|were|has|have)\b", re.IGNORECASE
)
_BARE: Final = re.compile(
    r"(?P<ask>why not|why|how come|how long|how often|how much|how many times|how|when|where|since when|until when"
    r"|by when|for how long)"
    r"(?: (?:is|are|does|do|would) (?:that|this|it|they)(?: so| the case)?)?",
    re.IGNORECASE,
)
_NOT: Final = {"can": "can't", "could": "couldn't", "do": "don't", "does": "doesn't", "is": "isn't", "are": "aren't",
               "will": "won't", "should": "shouldn't", "must": "mustn't", "may": "may", "has": "hasn't"}  # fmt: skip
_STANDING: Final = (
    r"is|are|was|be|been|too|also|as|expires?|apply|applies|includes?|costs?|counts?|work|requires?|takes?|needs?|paid|for|in|on"
    r"|during|after|before|[a-z]{2,16}(?:ed|ly)|mean"
)
"""What follows "this" or "that" where it stands alone."""
_NOUNS: Final = (
    r"policy|policies|rule|limit|feature|plan|process|period|allowance|benefit|rate|fee|price|version|file|link|thing|option|one"
    r"|setting|amount|deadline|requirement|document|request"
)
_PRONOUN: Final = re.compile(
    rf"\b(?:(?:this|that|these|those) (?:{_NOUNS})s?"
    r"|(?P<poss>its|their)(?= [a-z])"
    r"|(?P<they>they|them)"
    r"|(?P<is>it|that)(?='s\b)"
    rf"|it|(?:this|that|these|those)(?=\s*(?:$|[?.!,])| (?:{_STANDING})\b))\b",
    re.IGNORECASE,
)
_SELF: Final = (
    (re.compile(r"\bam I\b"), "are {}"),
    (re.compile(r"\b(?:I|we|employees|staff|everyone)\b"), "{}"),
    (re.compile(r"\bAm I\b"), "Are {}"),
)
_WITH: Final[dict[SlotKind, str]] = {
    "plan": "on", "role": "for", "place": "in", "stage": "during", "calendar": "in", "day": "on", "device": "on",
    "event": "for", "cabin": "in", "value": "for",
}  # fmt: skip
_PLAN_WORD: Final = re.compile(r" (?:plan|tier|edition|subscription|account|customer|package)s?$", re.IGNORECASE)
_DO_THAT: Final = re.compile(r"\b(?:do|doing|done) (?:that|it|this|so)\b", re.IGNORECASE)
_ACTION: Final = re.compile(
    r"^(?:how (?:do|can|should|must|may) |can |may |should |must |do |could |will )(?:I|we|you|they|[a-z]{3,20}s) "
    r"(?P<action>.+)$",
    re.IGNORECASE,
)
_EXPLETIVE: Final = re.compile(
    r"\bit (?:possible|true|ok|okay|fine|allowed|necessary|mandatory|safe|correct) (?:to|that|if|for)\b", re.IGNORECASE
)
_MOST_WORDS: Final = 6


def referent(question: str, *, people: bool = False) -> str:
    """What "it" (``people``: "they") stands for after ``question``."""
    own = slots(question)
    if people and (role := next((slot for slot in own if slot.kind == "role"), None)):
        return role.text
    named = next((slot for slot in own if slot.kind in ("plan", "device")), None)
    if named is not None:
        return _with_determiner(
            named.text if _PLAN_WORD.search(named.text) else named.text + " plan", question, named.start
        )
    about: list[Run | Slot] = [*runs(question), *(slot for slot in own if slot.kind in THINGS)]
    if not about:
        about = [slot for slot in own if slot.kind != "value"]
    if not about:
        return ""
    last = max(about, key=lambda one: one.start)
    return _with_determiner(last.text, question, last.start)


def _with_determiner(text: str, question: str, start: int) -> str:
    before = re.search(r"\b(?:the|a|an|my|our|your) $", question[:start], re.IGNORECASE)
    return (before.group().lower() if before else "") + text


def topic(question: str) -> str:
    """What a question is about: its telling runs and slots, in order."""
    return ", ".join(part.text for part in parts(question))


def whole(text: str, before: str) -> tuple[str, str] | None:
    """The follow-up ``text`` after the question ``before`` as a question of its own, and how it was made."""
    said = _END.sub("", _LEAD.sub("", text.strip()))
    if not said:
        return None
    if bare := _BARE.fullmatch(said):
        return _bare(bare["ask"], said, before), "asked"
    if phrase := _phrase(text):
        return _capital(_contrasted(*phrase, _END.sub("", before.strip()))), "slot"
    if (resolved := _with_referent(said, before)) is not None:
        return _capital(resolved) + "?", "pronoun"
    if is_about_something(said):
        return None
    return _asked(said, before), "asked"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _phrase(text: str) -> tuple[str, str] | None:
    """Preposition and X of "what about X?", "and for X?", "X?"; None where the follow-up says more than that."""
    led = _LEAD.sub("", text.strip())
    said = _ABOUT.sub("", led)
    is_marked = said != text.strip()
    said = _TAIL.sub("", said)
    preposition = _PREPOSITION.match(said)
    phrase = said[preposition.end() :] if preposition else said
    if not phrase or len(phrase.split()) > _MOST_WORDS or _VERBAL.search(phrase):
        return None
    bare = _DETERMINER.sub("", phrase)
    if slot_of(bare) is None and slot_of(said) is None and not runs(phrase, ()):
        return None
    if not (is_marked or preposition or slot_of(bare) or len(words(bare)) <= 3):
        return None
    return (preposition.group().strip().lower() if preposition else ""), phrase


def _contrasted(preposition: str, phrase: str, asked: str) -> str:
    """``asked`` with ``phrase`` in the place of what it contrasts with."""
    bare = _DETERMINER.sub("", phrase)
    new = slot_of(f"{preposition} {bare}".strip()) or slot_of(bare) or _place(preposition, bare)
    if new is not None and new.kind == "attribute":
        return _attribute(bare, asked)
    old = _contrast(bare, new, asked)
    if old is not None:
        return _exchanged(asked, old, new, bare) + "?"
    if new is not None and new.kind == "role":
        for pattern, frame in _SELF:
            if match := pattern.search(asked):
                return (
                    asked[: match.start()] + frame.format(bare) + asked[match.end() :].replace(" my ", " their ") + "?"
                )
    if new is not None and (new.kind in MODIFIERS or new.kind == "value"):
        fitting = new.text if _PREPOSITION.match(new.text) else f"{preposition or _WITH[new.kind]} {phrase}"
        return f"{asked} {fitting}?"
    focus = runs(asked)
    if focus and new is None and not preposition:
        free = [run for run in focus if not _AFTER_PREPOSITION.search(asked[: run.start])] or list(focus)
        return asked[: free[-1].start] + bare + asked[free[-1].end :] + "?"
    if preposition:
        same = [run for run in focus if re.search(rf"\b{preposition} (?:the |a |an |my )?$", asked[: run.start], re.I)]
        return (
            asked[: same[-1].start] + bare + asked[same[-1].end :] + "?" if same else f"{asked} {preposition} {phrase}?"
        )
    named = [slot for slot in slots(asked) if slot.kind in THINGS or slot.kind == "device"]
    if named and new is None:
        return asked[: named[-1].start] + bare + asked[named[-1].end :] + "?"
    return f"{asked}, and {phrase}?"


def _place(preposition: str, bare: str) -> Slot | None:
    """A place that no list knows: "in Lisbon"."""
    is_name = preposition == "in" and bare[:1].isupper()
    return Slot("place", 0, len(bare), bare) if is_name else None


def _contrast(bare: str, new: Slot | None, asked: str) -> Slot | Run | None:
    """What of the same kind stands in ``asked``: a slot, or a run with the same last word."""
    if new is not None:
        same = [slot for slot in slots(asked) if slot.kind == new.kind and slot.unit == new.unit]
        if same:
            return same[-1]
    mine = words(bare)
    if len(mine) < 2:
        return None
    for run in reversed(runs(asked)):
        if words(run.text)[-1].norm == mine[-1].norm:
            return run
    return None


def _exchanged(asked: str, old: Slot | Run, new: Slot | None, bare: str) -> str:
    start, put = old.start, bare
    kept = _PREPOSITION.match(old.text)
    mine = _PREPOSITION.match(new.text) if new is not None else None
    if kept:
        put = new.text if mine and new is not None else kept.group() + bare
    if new is not None and new.kind == "plan":
        put = re.sub(r"^the | one$", "", put, flags=re.IGNORECASE)
        ending, had = _PLAN_WORD.search(old.text), _PLAN_WORD.search(put)
        put += ending.group() if ending and not had else ""
    article = re.search(r"\ban? $", asked[:start], re.IGNORECASE)
    if article and put.endswith("s"):
        start = article.start()
    elif article:
        start, put = article.start(), f" {'an' if put[0] in 'aeiouAEIOU' else 'a'} {put}".lstrip()
    return asked[:start] + put + asked[old.end :]


def _attribute(phrase: str, asked: str) -> str:
    """Another property of the same thing: "What is the price of Pro?" → "and the storage?"."""
    own = [slot for slot in slots(asked) if slot.kind == "attribute"]
    if own and re.match(r"what(?:'s| is) ", asked, re.IGNORECASE):
        return asked[: own[-1].start] + phrase + asked[own[-1].end :] + "?"
    about = referent(asked)
    return f"What is the {phrase} for {about}?" if about else f"What is the {phrase}?"


def _with_referent(said: str, before: str) -> str | None:
    action = _ACTION.match(_END.sub("", before.strip()))
    if action is not None and (done := _DO_THAT.search(said)) is not None:
        return said[: done.start()] + action["action"] + said[done.end() :]
    match = _PRONOUN.search(said)
    if match is None or is_about_something(said[: match.start()]) or _EXPLETIVE.search(said):
        return None
    meant = referent(before, people=bool(match["they"]) or match.group().lower() == "their")
    if not meant:
        return None
    return said[: match.start()] + meant + ("'s" if match["poss"] else "") + said[match.end() :]


def _bare(ask: str, said: str, before: str) -> str:
    """A question word alone, before the question that it is about."""
    asked = _LEAD.sub("", _END.sub("", before.strip()))
    verb = _POLAR.match(asked)
    if verb is None or ask.lower() in ("since when", "until when", "by when"):
        about = topic(before)
        return f"{_capital(about)}: {said.lower()}?" if about else f"{_capital(said)}?"
    if ask.lower() == "why not":
        return f"Why {_NOT.get(verb.group().lower(), verb.group().lower())}{asked[verb.end() :]}?"
    return f"{_capital(ask)} {asked[0].lower()}{asked[1:]}?"


def _asked(said: str, before: str) -> str:
    """A question without its object, put to the topic: "who approves?"."""
    mine = slots(said)
    kept = [
        part.text
        for part in parts(before)
        if not (isinstance(part, Slot) and any(part.kind == own.kind and part.unit == own.unit for own in mine))
    ]
    return f"{_capital(', '.join(kept))}: {said[:1].lower()}{said[1:]}?" if kept else f"{_capital(said)}?"
