"""Texts of the back office (reports, App Home, living answers): a part of the table of `bot.messages`."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, tuple[str, str]]] = {
    # What is wrong with an answer.
    "reason_title": ("哪里有问题？", "What is wrong?"),
    "reason_label": ("这条回答", "This answer"),
    "reason_wrong": ("说错了", "is wrong"),
    "reason_outdated": ("过时了", "is out of date"),
    "reason_incomplete": ("不完整", "is incomplete"),
    "reason_other": ("其他", "something else"),
    "reason_submit": ("发送", "Send"),
    "comment_label": ("具体说说", "Tell us more"),
    "comment_hint": (
        "会和问题、出处一起交给文档负责人。",
        "This goes to the owner of the document, with the question and the sources.",
    ),
    "recorded_wrong": ("谢谢，已交给文档负责人处理。", "Thank you; this goes to the owner of the document."),
    # The message to an owner.
    "report_ask_owner": ("文档说法不一，请确认", "Documents disagree; please decide"),
    "report_is_gap": ("文档里缺少内容", "Something is missing in the documents"),
    "report_is_wrong": ("有人指出回答有问题", "An answer was reported"),
    "report_titled": ("{title}：{reason}", "{title}: {reason}"),
    "report_question": ("问题：{question}", "Question: {question}"),
    "report_comment": ("说明：{comment}", "Comment: {comment}"),
    "report_answer": ("显示的回答：{answer}", "What was answered: {answer}"),
    "report_hidden": (
        "🔒 {chunk}（这里不是所有人都能看这份文档，所以不显示标题和内容）",
        "🔒 {chunk} (not everyone here may read this document, so neither its title nor its text is shown)",
    ),
    "report_settle": ("处理", "Settle"),
    "report_settled": ("已处理", "Settled"),
    # How a report is settled.
    "settle_title": ("处理报告", "Settle a report"),
    "settle_submit": ("完成", "Done"),
    "outcome_label": ("结果", "Outcome"),
    "outcome_answered": ("回复提问的人", "Answer the question"),
    "outcome_added": ("已补充或更新文档", "A document was added or updated"),
    "outcome_closed": ("不回复，直接关闭", "Close without a reply"),
    "reply_label": ("回复", "Reply"),
    "reply_hint": (
        "会原样显示在原来的讨论里，那里的人都能看到。",
        "It is shown as written in the thread of the question; everyone there can read it.",
    ),
    "reply_missing": ("请写上回复。", "Please write a reply."),
    "document_label": ("文档编号", "Document id"),
    "document_hint": ("例如 doc-010", "For example doc-010"),
    "document_missing": ("没有这份文档，请检查编号。", "There is no such document; please check its id."),
    "reply_answered": ("负责人回复：{reply}", "Answered by the owner: {reply}"),
    "reply_added": ("负责人已补充或更新文档：{title}", "The owner has added or updated a document: {title}"),
    # Living answers.
    "source_changed": (
        "出处 {numbers} 已于 {updated} 更新，上面的回答可能已经过时。",
        "Source {numbers} changed on {updated}; the answer above may be out of date.",
    ),
    "source_gone": (
        "出处 {numbers} 已不再可用，上面的回答可能已经过时。",
        "Source {numbers} is no longer available; the answer above may be out of date.",
    ),
    # App Home.
    "home_recent": ("你最近的问题", "Your recent questions"),
    "home_no_recent": ("还没有问过问题。", "You have not asked anything yet."),
    "status_open": ("正在回答", "being answered"),
    "status_answered": ("已回答", "answered"),
    "status_refused": ("没有答案", "no answer"),
    "status_failed": ("没能完成", "did not work"),
    "status_cancelled": ("已取消", "cancelled"),
    "home_documents": ("你可以问的文档（{count}）", "Documents that you may ask ({count})"),
    "home_more": ("以上是最近更新的，另外还有 {count} 份。", "These were updated last; there are {count} more."),
    "home_reports": ("等你处理的报告", "Reports that wait for you"),
    "home_no_reports": ("没有待处理的报告。", "No reports are waiting."),
    "home_admin": ("管理", "Administration"),
    "home_corpus": (
        "知识库：{documents} 份文档，{chunks} 个片段，版本 {revision}",
        "Corpus: {documents} documents, {chunks} chunks, revision {revision}",
    ),
    "home_by_language": ("中文 {zh} / 英文 {en}", "{zh} Chinese / {en} English"),
    "home_thresholds": (
        "当前阈值：相关度 {scores}；重合度 {overlap}；覆盖度 {coverages}",
        "Thresholds in force: score {scores}; overlap {overlap}; coverage {coverages}",
    ),
    "home_refusals": (
        "最近 7 天没有作答：相关度不够 {low}，文档冲突 {conflict}，文档里没有 {coverage}",
        "Not answered in the last 7 days: score too low {low}, documents disagree {conflict}, not covered {coverage}",
    ),
    "home_open_reports": ("待处理的报告：{count}", "Open reports: {count}"),
    "home_unanswered": ("没有得到回答的问题：", "Questions without an answer:"),
    "home_not_shown": (
        "另有 {count} 个问题是在私信或私有频道里问的，不显示内容。",
        "{count} more were asked in direct messages or private channels; their text is not shown.",
    ),
    "home_health": ("运行状况：{parts}", "Health: {parts}"),
}
