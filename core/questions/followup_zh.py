"""Chinese follow-ups made whole: 那专业版呢？, 它可以延长吗？, 为什么？, 谁审批？"""

from __future__ import annotations

import re
from typing import Final

from core.language import is_common, words
from core.questions.followup_slots import MODIFIERS, Slot, slot_of, slots
from core.questions.followup_topic import THINGS, Run, is_about_something, runs
from core.text.dictionary import tags

_LEAD: Final = re.compile(
    r"^(?:(?:哦|噢|嗯+|好的|好|谢谢|明白了|明白|了解)[，,。!！~ ]{1,3}"
    r"|那么|那|还有|另外|再?问一下|请问|想问|所以|但是?|还|对了|[，,。、 ])*+"
)
_IF: Final = re.compile(r"^(?:如果|要是|假如|换成|对于|关于|至于|我是|如果我是|如果是|换|我在|我们是|我|是|在)++")
_TAIL: Final = re.compile(
    r"(?:的话)?又?也?(?:呢|怎么样|怎样|如何|(?:可以|行|能|是|算|一样|适用|包括|这样|支持|有|相同)吗|的话|怎么说)?[呢吧啊呀]?[?？。.!！\s]*$"
)
_END: Final = re.compile(r"[?？。.!！\s]+$")
_ASK: Final = re.compile(
    r"请问|多久(?:一次)?|多长时间"
    r"|在?(?:多少|几)(?:个?(?:工作日|自然日|小时|月|星期|天|年|分钟|周|次|人|元|块|钱|倍|份|台|名)|[GMT]B)?(?:以?内|之内|之前)?"
    r"|什么时[候间]|何时|哪[一]?(?:些|个|里|儿|天|种|位)(?:人|部门|材料|步骤|文件|情况)?|谁|为什么|为何"
    r"|怎么(?:样|办|算)?|怎样|如何"
    r"|(?:是|有)什么|什么|是否|[能可]否|能不能|可不可以|是不是|有没有|要不要|需不需要|会不会|吗|呢"
)
_MODAL: Final = r"最[多少长短晚早]|至少|可以|可|能够|能|要|需要|应该|应|得|会|一共|总共|大概|一般|都|是|有|为|算"
_AFTER: Final = re.compile(
    rf"(?:(?:{_MODAL}){{1,6}}(?:休|请|放|花|拿|报销?|存|用|等|住|付|交|发|收|领|提交|支付|完成)?"
    r"|保留|持续|到账|在|[，, 了呀啊来由在被给找向的])$"
)
_BEFORE: Final = re.compile(r"^(?:由|是|有|在|需要|要|可以|能|那|请|我想|想|知道|我|[，, 的])+")
_CLAUSE: Final = re.compile(r"可以|能|需要|必须|应该|会(?![议员计话展])|如果|超过|被|没")
_POLAR: Final = re.compile(r"吗|是否|[能可]否|能不能|可不可以|是不是|有没有|要不要|需不需要|会不会")
_PRONOUN: Final = re.compile(
    r"(?:这|那|该)(?:个|项|条|种|些|款|类|份|笔)?(?:政策|规定|制度|功能|流程|限制|上限|标准|要求|服务|套餐|版本|假期?|费用|期限|东西|事|问题)"
    r"|(?:这|那)(?:个|些|种|项)(?![月年周天季人多少时])(?=[\u4e00-\u9fff?？]|$)(?!"
    r"[\u4e00-\u9fff]{1,3}的)|它们?|其(?![他中实余它次])|(?:^|(?<=[，,]))(?:这|那)(?=[是要能可会需有算])"
)
_WHY: Final = re.compile(
    r"(?:为什么|为啥|为何|怎么会|凭什么|什么原因|原因(?:是什么)?)(?P<no>不(?:可以|行|能))?(?:呢|啊|呀|这样)?"
)
_PRICE: Final = re.compile(r"多少钱|什么价|怎么收费|贵")
_FEATURE: Final = re.compile(r"^(?:也|还)?(?:支持|包含|包括|含|带)")
_WEAK_ROLE: Final = re.compile(r"我们|我|员工|大家|公司")
_OF_KIND: Final = (
    (re.compile(r"价格|费用|[上下]限|空间|容量|大小|数量|标准|额度|工资|薪资|配额|频率|次数|折扣"), "是多少？"),
    (re.compile(r"有效期|保留期|期限"), "是多久？"),
    (re.compile(r"负责人|审批人"), "是谁？"),
    (re.compile(r"时间|截止"), "是什么时候？"),
    (re.compile(r"地点"), "在哪里？"),
)
_GAP: Final = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
_LATIN: Final = re.compile(r"[A-Za-z]")
_HEADS: Final = "版假费险金证卡率单书期会奖补岗"
"""Last characters that name a kind: 病假 and 年假 contrast."""
_MOST_PHRASE: Final = 16


def topic(question: str) -> str:
    """What a question is about: itself without the words that ask; "" where nothing is left."""
    left = _ASK.sub("", _END.sub("", _LEAD.sub("", question)))
    for _ in range(6):
        shorter = _BEFORE.sub("", _AFTER.sub("", left))
        if shorter == left:
            break
        left = shorter
    return left


def referent(question: str) -> str:
    """What 它 or 这个 stands for after ``question``."""
    own = slots(question)
    named = next((slot for slot in own if slot.kind in ("plan", "device")), None)
    if named is not None:
        return named.text
    about = topic(question)
    if not _CLAUSE.search(about):
        head, of, last = about.rpartition("的")
        found = slot_of(last)
        return head if of and found is not None and found.kind == "attribute" else _object(about)
    wanted = [slot for slot in slots(about) if slot.kind in THINGS or slot.kind == "attribute"]
    telling = [*(run.text for run in runs(about)), *(slot.text for slot in wanted)]
    return max(telling, key=about.rfind) if telling else about


def _object(about: str) -> str:
    """A noun phrase without the general verb before it (申请年假: 年假)."""
    found = words(about)
    if len(found) > 1 and found[0].norm in ("申请", "办理", "取消", "提交", "修改", "报销", "找回", "续签", "请", "休"):
        return about[found[1].start :]
    return about


def whole(text: str, before: str) -> tuple[str, str] | None:
    """The follow-up ``text`` after the question ``before`` as a question of its own, and how it was made."""
    said = _END.sub("", _LEAD.sub("", text.strip()))
    if not said:
        return None
    if why := _WHY.fullmatch(said):
        return _why(before, is_not=bool(why["no"])), "asked"
    if (resolved := _with_referent(said, before)) is not None:
        return resolved + "？", "pronoun"
    phrase = _phrase(text)
    if phrase:
        return _GAP.sub("", _contrasted(phrase, before)), "slot"
    if _FEATURE.search(said) and not slots(said):
        named = next((slot.text for slot in slots(before) if slot.kind in ("plan", "device")), "")
        return (f"{named}{said}？", "asked") if named else None
    if is_about_something(said):
        return None
    return _asked(said, before), "asked"


def _phrase(text: str) -> str:
    """X of "那 X 呢？"; "" where the follow-up says more than that."""
    said = _LEAD.sub("", text.strip())
    tail = _TAIL.search(said)
    phrase = _IF.sub("", said[: tail.start()] if tail else said).strip(' ，,“”"').removesuffix("的")
    if not phrase or len(phrase) > _MOST_PHRASE or _ASK.search(phrase) or _CLAUSE.search(phrase.replace("超过", "")):
        return ""
    whole_slot = slot_of(phrase)
    if whole_slot is None and not runs(phrase, ()):
        return ""
    is_marked = bool(_END.sub("", said[len(phrase) :] if said.startswith(phrase) else said)) and said != phrase
    return phrase if whole_slot is not None or is_marked or len(words(phrase)) <= 2 else ""


def _with_referent(said: str, before: str) -> str | None:
    match = _PRONOUN.search(said)
    if match is None or is_about_something(said[: match.start()]):
        return None
    meant = referent(before)
    if not meant:
        return None
    replaced = said[: match.start()] + meant + ("的" if said[match.start()] == "其" else "") + said[match.end() :]
    return re.sub(r"呢$", "", replaced)


def _contrasted(phrase: str, before: str) -> str:
    """``before`` with ``phrase`` in the place of what it contrasts with."""
    end = _END.search(before)
    asked = _LEAD.sub("", before[: end.start()] if end else before)
    new = slot_of(phrase)
    if new is not None and new.kind == "attribute":
        return _attribute(phrase, asked)
    if (old := _contrast(phrase, new, asked)) is not None:
        after = asked[old[1] :]
        if new is not None and new.kind == "transport":
            after = next(
                (after[slot.end :] for slot in slots(after) if slot.kind == "cabin" and slot.start == 0), after
            )
        return _joined(asked[: old[0]], phrase, after)
    if new is not None and new.kind == "role" and (weak := _WEAK_ROLE.search(asked)):
        return _joined(asked[: weak.start()], phrase, asked[weak.end() :])
    if new is not None and new.kind in MODIFIERS:
        return _joined(phrase, asked)
    if new is not None and new.kind == "value":
        return f"{phrase}，{asked}？"
    replaceable: list[Run | Slot] = []
    if new is None:
        replaceable = [*runs(asked), *(slot for slot in slots(asked) if slot.kind in THINGS)]
    if replaceable:
        latin = [one for one in replaceable if _LATIN.search(one.text)] if _LATIN.search(phrase) else []
        focus = max(latin or replaceable, key=lambda one: one.start)
        is_action = any(tag.startswith("v") for _, tag in tags(phrase)[:1])  # 文件上传: 下载呢？ keeps the file
        last = words(focus.text)[-1].start if is_action and isinstance(focus, Run) else 0
        return _joined(asked[: focus.start + last], phrase, asked[focus.end :])
    return f"{asked}，{phrase}呢？"


def _joined(*parts: str) -> str:
    """A question of these parts; words in Latin letters do not run together."""
    made = ""
    for part in parts:
        is_latin = bool(made and part) and f"{made[-1]}{part[0]}".isascii() and f"{made[-1]}{part[0]}".isalnum()
        made += (" " if is_latin else "") + part
    return made + "？"


def _contrast(phrase: str, new: Slot | None, asked: str) -> tuple[int, int] | None:
    """Where in ``asked`` something of the same kind stands: a slot, or a word with the same head."""
    if new is not None:
        same = [slot for slot in slots(asked) if slot.kind == new.kind and slot.unit == new.unit]
        if same:
            return same[-1].start, same[-1].end
    head = words(phrase)[-1].text if words(phrase) else phrase
    for shared in (head, phrase[-1]):
        if shared.isascii() or (len(shared) == 1 and (len(phrase) < 2 or shared not in _HEADS)):
            continue
        found = words(asked)
        for index in range(len(found) - 1, -1, -1):
            word = found[index]
            if not word.text.endswith(shared) or (len(shared) == 1 and len(word.text) < 2):
                continue
            before = found[index - 1] if index else None
            is_compound = word.text == shared and len(phrase) > len(shared) and before is not None
            if (
                is_compound
                and before is not None
                and not asked[before.end : word.start].strip()
                and not is_common(before.norm)
            ):
                return before.start, word.end
            return word.start, word.end
    return None


def _attribute(phrase: str, asked: str) -> str:
    """Another property of the same thing: 专业版的价格是多少？ → 存储空间呢？"""
    about = topic(asked)
    own = slots(about)
    if own and own[-1].kind == "attribute" and own[-1].end == len(about):
        about = about[: own[-1].start].removesuffix("的")
    ending = next((end for pattern, end in _OF_KIND if pattern.search(phrase)), "是什么？")
    return f"{about}的{phrase}{ending}" if about else f"{phrase}{ending}"


def _why(before: str, *, is_not: bool) -> str:
    about = topic(before)
    if not _CLAUSE.search(about):
        return f"为什么{about}是这样规定的？"
    return (
        "为什么" + (re.sub(r"可以|能", lambda modal: "不" + modal.group(), about, count=1) if is_not else about) + "？"
    )


def _asked(said: str, before: str) -> str:
    """A question without its object, put to the topic: 谁审批？ → 出差谁审批？"""
    about = topic(before)
    mine = {(slot.kind, slot.unit) for slot in slots(said)}
    if _PRICE.search(said):
        mine.add(("attribute", ""))
    for slot in reversed(slots(about)):
        if (slot.kind, slot.unit) in mine:
            about = about[: slot.start] + about[slot.end :].removeprefix("的")
    about = about.strip("的，, ")
    if not about:
        return said + "？"
    first = slots(said)[:1]
    if first and first[0].kind == "attribute" and first[0].start == 0 and not _CLAUSE.search(about):
        return f"{about}的{said}？"
    return f"{about}，{said}？" if _CLAUSE.search(about) else f"{about}{said}？"
