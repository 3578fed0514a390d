"""Every text of the bot that people read, in Chinese and English: one table.

Texts are plain: no markup, no mention. A value filled in may come from a document or a model; it is shown as it is and
never formatted again.
"""

from __future__ import annotations

from typing import Final

from bot.messages_office import TABLE as _OFFICE
from core.domain import Language

_TABLE: Final[dict[str, tuple[str, str]]] = {
    # The answer as it grows and when it stands.
    "placeholder": ("正在查找…", "Looking…"),
    "checking": ("还在核对后面的内容…", "Still checking what follows…"),
    "private_looking": ("正在查找…（回答只有你能看到）", "Looking… (only you will see the answer)"),
    "private_no_question": (
        "这条消息不是人写的，没有可以回答的问题。",
        "No person wrote this message, so there is no question to answer.",
    ),
    "private_offer": (
        "频道里的回答只用所有看得到它的人都能读的文档。有些你能读的文档也许能回答这个问题，可以只给你一个人看。",
        "The answer in the channel uses only documents that everyone who sees it may read. Some that you may read "
        "could answer this question; I can show that to you alone.",
    ),
    "private_offer_button": ("只回答给我看", "Answer me privately"),
    "share": ("分享到频道", "Share in the channel"),
    "share_not": (
        "不能分享到频道：引用的文档并非频道里的每个人都能读。",
        "This can't be shared in the channel: not everyone there may read the documents it cites.",
    ),
    "sharing": ("好，正在频道里回答。", "All right, answering in the channel."),
    "audience_changed": (
        "🔒 回答期间，看得到这里的人变了，其中有人不能读引用的文档，所以回答已撤下。请再问一次。",
        "🔒 While this was being answered, the people who see it changed, and not all of them may read the documents "
        "it cites. So it was taken down. Please ask again.",
    ),
    "cancel": ("取消", "Cancel"),
    "cancel_denied": ("只有提问的人可以取消这条回答。", "Only the person who asked can cancel this answer."),
    "cancelled": ("已按提问人的要求停止，没有作答。", "This answer was cancelled by the person who asked."),
    "cancelled_part": (
        "已按提问人的要求停止：上面的句子都已核对，但可能不完整。",
        "The answer was cancelled by the person who asked: what stands above was checked, but may be incomplete.",
    ),
    "understood": ("按“{question}”理解", "Understood as “{question}”"),
    "continued": ("（接上一条）", "(continued)"),
    "continues": ("（未完，见下一条）", "(continues in the next message)"),
    "hint": (
        "每句话都已与原文核对；点按钮看原文。",
        "Every sentence was checked against its source; press a button to read it.",
    ),
    "withheld": ("有 {count} 句未能核实，没有显示。", "Not shown, because they could not be verified: {count}."),
    "source": ("[{number}] {title} · {updated}", "[{number}] {title} · {updated}"),
    "open": ("打开《{title}》", 'Open "{title}"'),
    "unanswered": ("这几点没有找到答案：{parts}", "No answer was found for: {parts}"),
    "between_parts": ("；", "; "),
    "old_source": (
        "[{number}]《{title}》最后更新于 {updated}，已超过 {months} 个月，请留意是否仍然有效。",
        '[{number}] "{title}" was last updated on {updated}, more than {months} months ago; it may be out of date.',
    ),
    "disputed": ("有争议：各文档的说法不一致。", "Disputed: the documents do not agree."),
    "settled": (
        "文档说法不一，以《{title}》（更新于 {updated}）为准。各方说法：",
        'Documents differ here; "{title}" (updated {updated}) decides. They say:',
    ),
    "side": ("{value}　《{title}》，更新于 {updated}", '{value} – "{title}", updated {updated}'),
    "broke_off": (
        "回答到这里中断了：上面的句子都已核对，但可能不完整。",
        "The answer broke off here: what stands above was checked, but may be incomplete.",
    ),
    # Feedback.
    "useful": ("有用", "Useful"),
    "not_useful": ("没用", "Not useful"),
    "feedback_thanks": ("谢谢，已记下你的反馈。", "Thank you, your feedback has been noted."),
    # Refusal: score too low.
    "low_title": ("🔍 没有找到足够相关的内容", "🔍 Nothing relevant enough was found"),
    "low_body": (
        "在看得到这条回答的人都能读的文档里，"
        "最接近的内容与问题的匹配度是 {share}，达不到回答所需的 {threshold}，所以没有作答。",
        "Among the documents that everyone who sees this answer may read, the closest match reaches {share}; "
        "an answer needs {threshold}. So there is none.",
    ),
    "low_none": (
        "在看得到这条回答的人都能读的文档里，没有一份出现你问题里的词。",
        "None of the documents that everyone who sees this answer may read contains the words of your question.",
    ),
    "low_next": (
        "下一步：换一种说法再问；如果本该有这方面的文档，请告诉我们缺什么。",
        "Next: ask in other words; if there should be a document about this, tell us that it is missing.",
    ),
    "rephrase": ("换个说法再问", "Ask in other words"),
    "report_gap": ("报告缺少文档", "Report a missing document"),
    # Refusal: conflict.
    "conflict_title": ("⚖️ 文档之间有冲突", "⚖️ The documents disagree"),
    "conflict_body": (
        "两份文档对此说法不一，我不替你选。两种说法都在这里：",
        "Two documents say different things about this, and I will not pick one for you. Here are both:",
    ),
    "conflict_next": (
        "下一步：打开两份原文比较，或请负责人确认（{owners}）。",
        "Next: open and compare both, or ask the owners to decide ({owners}).",
    ),
    "no_owner": ("未登记负责人", "no owner on record"),
    "between_names": ("、", ", "),
    "ask_owners": ("请负责人确认", "Ask the owners"),
    # Refusal: out of coverage.
    "coverage_title": ("📂 找到了相关文档，但里面没有答案", "📂 Related documents, but no answer in them"),
    "coverage_body": (
        "下面的文档与问题有关，但没有一句话能证实一个答案：",
        "These documents are related, but no sentence in them supports an answer:",
    ),
    "quoted": ("《{title}》", '"{title}"'),
    "updated": ("，更新于 {updated}", ", updated {updated}"),
    "coverage_next": (
        "下一步：打开文档自己看看，或报告文档里缺了这一点，负责人会收到记录。",
        "Next: open a document and look for yourself, or report the gap so that it is on record for the owner.",
    ),
    "found_document": ("《{title}》，更新于 {updated}", '"{title}", updated {updated}'),
    "report_coverage": ("报告这个缺口", "Report this gap"),
    # Failure and limits.
    "failed_title": ("⚠️ 暂时无法回答", "⚠️ No answer just now"),
    "failed_body": (
        "有一个环节出了问题，这次没能完成回答。你的问题没有丢，请稍后再试。",
        "Something on our side did not work, so this answer could not be completed. Your question is not lost; "
        "please try again.",
    ),
    "try_again": ("再试一次", "Try again"),
    "interrupted": (
        "回答时我重启了，没能完成。请再试一次。",
        "I was restarted while answering and could not finish. Please try again.",
    ),
    "waiting": (
        "已收到。前面还有 {count} 个问题，轮到时就在这里回答。",
        "Received. {count} questions are ahead of yours; the answer will appear here.",
    ),
    "waiting_one": (
        "已收到。前面还有 1 个问题，轮到时就在这里回答。",
        "Received. One question is ahead of yours; the answer will appear here.",
    ),
    "too_many_yours": (
        "你在一分钟里问了很多，我暂时接不过来，这个问题没有回答。请过一分钟再问。",
        "That was a lot of questions in one minute, so I have not answered this one. Please ask it again in a minute.",
    ),
    "too_many_here": (
        "这个频道里同时有很多问题，这个问题没有回答。请过一分钟再问，或给我发私信。",
        "There are many questions in this channel just now, so I have not answered this one. Please ask it again in a minute, or send me a direct message.",
    ),
    "reworded": (
        "你改了这个问题，而回答针对的是原来的写法。要按现在的写法重新回答吗？",
        "You have edited this question; the answer is to what it said before. Shall I answer what it says now?",
    ),
    "answer_again": ("重新回答", "Answer again"),
    "too_long": (
        "这个问题有 {count} 个字符，超过了 {limit} 的上限。请缩短后再问一次。",
        "This question has {count} characters; the limit is {limit}. Please shorten it and ask again.",
    ),
    "apology": (
        "抱歉，这条回答没能显示出来。请再问一次。",
        "Sorry, this answer could not be displayed. Please ask again.",
    ),
    "usage_title": ("👋 可以问我公司文档里的事", "👋 Ask me about the company's documents"),
    "usage_body": (
        "在频道里 @ 我，或直接给我发私信，写上问题就行。"
        "我只显示与原文核对过的句子，每句都能点开出处；答不了时会说明原因。",
        "Mention me in a channel, or send me a direct message, with your question. I show only sentences that were "
        "checked against a document; each source can be opened. When I can't answer, I say why.",
    ),
    "usage_example": ("例如：试用期是多久？", "For example: what is the meal allowance on a business trip?"),
    # Records.
    "recorded_ask_owner": (
        "已记录：请《{titles}》的负责人确认（{owners}）。",
        'Recorded: the owners of "{titles}" are asked to decide ({owners}).',
    ),
    "recorded_gap": ("已记录这个缺口，谢谢。", "The gap is on record. Thank you."),
    "already_recorded": ("你已经报告过，记录还在。", "You have reported this already; it is on record."),
    "asking_again": ("好，正在重新回答。", "All right, answering again."),
    "already_asking": ("已经在重新回答了。", "It is being answered again already."),
    # Modals.
    "modal_title": ("出处 [{number}]", "Source [{number}]"),
    "modal_source": ("出处", "Source"),
    "modal_close": ("关闭", "Close"),
    "modal_loading": ("正在打开原文…", "Opening the source…"),
    "modal_legend": (
        "加框加粗的是支持回答的句子，其余是上下文。",
        "What supports the answer is bold and boxed; the rest is its context.",
    ),
    "modal_plain_legend": (
        "这是找到的相关段落，其中没有能证实答案的句子。",
        "This is the related passage; nothing in it supports an answer.",
    ),
    "modal_version": ("版本 {version}", "Version {version}"),
    "modal_updated": ("更新于 {updated}", "Updated {updated}"),
    "modal_effective": ("{effective} 起生效", "In effect since {effective}"),
    "modal_owner": ("负责人：{owner}", "Owner: {owner}"),
    "modal_link": ("打开完整文档", "Open the whole document"),
    "modal_changed": (
        "⚠️ 这份文档后来更新了（现在是版本 {version}，{updated}）。下面是回答当时引用的原文。",
        "⚠️ This document has changed since (now version {version}, {updated}). Below is the text as it was cited.",
    ),
    "modal_withdrawn": (
        "⚠️ 这份文档已经撤下。下面是回答当时引用的原文。",
        "⚠️ This document has been withdrawn. Below is the text as it was cited.",
    ),
    "modal_cut": ("（原文较长，这里只显示一部分。）", "(The passage is long; only a part is shown.)"),
    "modal_denied": (
        "🔒 你没有查看这份文档的权限。需要的话，请向提问的人或文档负责人申请。",
        "🔒 You may not read this document. If you need it, ask the person who asked or the document's owner.",
    ),
    "modal_missing": (
        "这个出处已经找不到了：回答可能太旧，或文档已被删除。请重新提问。",
        "This source can't be found any more: the answer may be too old, or the document was deleted. "
        "Please ask again.",
    ),
    "modal_failed": (
        "暂时打不开原文，请稍后再按一次。",
        "The source can't be opened just now. Please press the button again later.",
    ),
    "press_again": (
        "打开得太慢，窗口已过期。请再按一次按钮。",
        "That took too long and the window expired. Please press the button again.",
    ),
    "rephrase_title": ("换个说法再问", "Ask in other words"),
    "rephrase_label": ("问题", "Question"),
    "rephrase_hint": (
        "写得具体一些：产品名、制度名、你想知道的数字或条件。",
        "Be specific: the product, the policy, the figure or condition you need.",
    ),
    "rephrase_submit": ("提问", "Ask"),
    "rephrase_cancel": ("取消", "Cancel"),
    **_OFFICE,
}

KEYS: Final = frozenset(_TABLE)


def say(key: str, language: Language, **values: object) -> str:
    """The text of ``key`` in ``language`` with its placeholders filled in.

    Raises:
        KeyError: no such text, or a placeholder has no value.
    """
    chinese, english = _TABLE[key]
    return (chinese if language == "zh" else english).format(**values)


def both(key: str) -> tuple[str, str]:
    """The Chinese and the English text of ``key`` with their placeholders open."""
    return _TABLE[key]
