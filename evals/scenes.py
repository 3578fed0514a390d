"""What the pictures of the gallery show: one scene a picture, each with when people see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

UNREACHABLE: Final = ("unreachable",)
"""Instead of a draft: the model's API answers with an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One picture. ``when`` says when people see what it shows.

    ``question`` is what is asked (empty: a mention without words); ``draft`` is what the model writes, see
    `evals.staged`. The picture is taken when ``wait`` stands in the thread; ``until`` is the number of pieces of the
    draft that the model writes before it waits for the picture. ``press`` is how the action id of a button begins
    that is pressed then and opens a modal. ``policy`` is ``policy.conflict``. ``frame`` is what the picture is cut to.
    """

    name: str
    when: str
    question: str = ""
    draft: tuple[str, ...] = ()
    wait: str = ""
    until: int = 0
    press: str = ""
    policy: Literal["list", "authority"] = "list"
    frame: Literal["thread", "modal", "page", "home"] = "thread"


_LIMIT: Final = (
    "开放 API 的默认调用上限为每个应用每分钟 600 次[#每分钟 600 次]。",
    "超过上限的请求返回状态码 429，响应头 `Retry-After` 给出需要等待的秒数[#返回状态码 429]。",
    "购买加速包后上限提高到每分钟 5000 次[#每分钟 600 次]。",
    "企业版客户可以申请提高上限，3 个工作日内答复[#3 个工作日内答复]。",
)
_BIN: Final = (
    "Deleted files stay in the recycle bin for 30 days [#recycle bin for 30 days]. ",
    "During this time the owner of the file can restore it from the web app [#can restore it from]. ",
    "After that they are gone for good [#gone for good].",
)
_MADE_UP: Final = " The recycle bin is emptied every night at 02:00 [#recycle bin for 30 days]."
_ASK_LIMIT: Final = "开放 API 默认每分钟可以调用多少次？"
_ASK_BIN: Final = "How long do deleted files stay in the recycle bin?"
_ASK_TRAVEL: Final = "去上海出差，普通员工的住宿标准和每天的餐补各是多少？"
_TRAVEL: Final = (
    "- 一线城市（北京、上海、广州、深圳）普通员工 500 元[#实报实销]\n- 省会及计划单列市普通员工 400 元[#实报实销]\n\n",
    "出差餐补为每天 100 元，按自然日计算，不需要发票[#餐补为每天]。",
)

SCENES: Final = (
    Scene(
        name="answer",
        when="An answer in its thread, and the cited passage that its button opens.",
        question=_ASK_BIN,
        draft=(*_BIN, _MADE_UP),
        wait="30 days",
        press="cite_",
        frame="page",
    ),
    Scene(
        name="answer-page-zh",
        when="The same in Chinese.",
        question=_ASK_LIMIT,
        draft=_LIMIT,
        wait="429",
        press="cite_",
        frame="page",
    ),
    Scene(
        name="growing-zh",
        when="While an answer grows: what stands there has been verified, what follows is still being checked.",
        question=_ASK_LIMIT,
        draft=(_LIMIT[0] + "超过上限的请求", "返回状态码 429[#返回状态码 429]。"),
        wait="600 次",
        until=1,
    ),
    Scene(
        name="answer-zh",
        when="A finished answer; one sentence of the draft could not be verified and is not shown.",
        question=_ASK_LIMIT,
        draft=_LIMIT,
        wait="429",
    ),
    Scene(name="answer-en", when="The same in English.", question=_ASK_BIN, draft=_BIN, wait="30 days"),
    Scene(
        name="list-zh",
        when="An answer with a list, from two passages of one document.",
        question=_ASK_TRAVEL,
        draft=_TRAVEL,
        wait="500 元",
    ),
    Scene(
        name="source-zh",
        when="A citation was pressed: the passage as it stands in the document, the supporting part marked.",
        question=_ASK_LIMIT,
        draft=_LIMIT,
        wait="429",
        press="cite_",
        frame="modal",
    ),
    Scene(
        name="source-en",
        when="The same in English.",
        question=_ASK_BIN,
        draft=_BIN,
        wait="30 days",
        press="cite_",
        frame="modal",
    ),
    Scene(
        name="source-table-zh",
        when="A cited passage that holds a table.",
        question="普通员工去北京出差，每晚住宿标准是多少？",
        draft=_TRAVEL[:1],
        wait="500 元",
        press="cite_",
        frame="modal",
    ),
    Scene(
        name="low-zh",
        when="Nothing relevant enough was found.",
        question="团建预算是多少？",
        wait="没有找到",
    ),
    Scene(
        name="low-en",
        when="The same in English.",
        question="How much is the team-building budget?",
        wait="Nothing relevant",
    ),
    Scene(
        name="rephrase-zh",
        when="“Ask in other words” was pressed.",
        question="团建预算是多少？",
        wait="没有找到",
        press="rephrase",
        frame="modal",
    ),
    Scene(
        name="rephrase-en",
        when="The same in English.",
        question="How much is the team-building budget?",
        wait="Nothing relevant",
        press="rephrase",
        frame="modal",
    ),
    Scene(
        name="conflict-zh",
        when="Two documents in force say different things.",
        question="单个文件最大能上传多大？",
        wait="文档之间有冲突",
    ),
    Scene(
        name="conflict-en",
        when="The same in English.",
        question="After how many hours is a VPN session disconnected?",
        wait="The documents disagree",
    ),
    Scene(
        name="coverage-zh",
        when="Related documents exist, but no sentence of them supports an answer.",
        question="手机话费可以报销吗？",
        wait="没有答案",
    ),
    Scene(
        name="coverage-en",
        when="The same in English.",
        question="Can I have my phone bill reimbursed?",
        wait="no answer in them",
    ),
    Scene(
        name="settled-zh",
        when='With `policy.conflict = "authority"`: a document that settles the question decides, the other is named.',
        question="分享链接默认多久过期？",
        draft=(
            "新建分享链接的默认有效期为 7 天[#此前客服问答中的说法]。",
            "因项目需要延长的，须经部门负责人批准，并在分享说明中写明原因[#须经部门负责人批准]。",
        ),
        wait="7 天",
        policy="authority",
    ),
    Scene(
        name="disputed-zh",
        when="A sentence of an otherwise undisputed answer states a value on which documents disagree.",
        question="分享链接到期后访问者会看到什么？",
        draft=(
            "到期后链接自动失效，访问者会看到“链接已过期”[#到期后链接自动失效]。",
            "新建分享链接的默认有效期为 7 天[#默认有效期为 7 天]。",
        ),
        wait="链接已过期",
    ),
    Scene(
        name="failed-zh",
        when="The model or the store could not be reached; pressing the button answers in the same message.",
        question=_ASK_LIMIT,
        draft=UNREACHABLE,
        wait="暂时无法回答",
    ),
    Scene(name="failed-en", when="The same in English.", question=_ASK_BIN, draft=UNREACHABLE, wait="No answer just"),
    Scene(name="usage", when="The bot was mentioned without a question.", wait="Ask me about"),
    Scene(name="home", when="The Home tab of the app.", wait="可以问我公司文档", frame="home"),
)
