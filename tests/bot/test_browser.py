"""As a person in the page: the bot of production, a model over the network, Slack's own protocol, a real browser."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import pytest
import pytest_asyncio

from bot.config import Config, ModelSection, Settings
from bot.demo import demo_bot
from bot.localmodel import LocalModel, Reply
from bot.localslack import LocalSlack
from bot.playground import local_workspace
from bot.wiring import Bot
from evals.staged import asked, draft

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
    pytest.mark.asyncio(loop_scope="module"),
]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
WATCH = """
window.seen = [];
new MutationObserver(() => {
  for (const reply of [...document.querySelectorAll('#replies article')].slice(1)) {
    const state = [reply.dataset.ts, reply.querySelector('.body').innerText];
    if (JSON.stringify(window.seen.at(-1)) !== JSON.stringify(state)) window.seen.push(state);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Keeps every state in which the replies of the open thread were shown, as (ts, text)."""

ANSWERS = {
    "zh": (
        "开放 API 默认每分钟可以调用多少次？",
        (
            "开放 API 的默认调用上限为每个应用每分钟 600 次[#每分钟 600 次]。",
            "超过上限的请求返回状态码 429，响应头给出需要等待的秒数[#返回状态码 429]。",
            "董事会已批准全体员工每周三免费乘坐直升机上班[#每分钟 600 次]。",
            "企业版客户可以申请提高上限[#企业版客户可以申请提高上限]。",
        ),
    ),
    "en": (
        "How long do deleted files stay in the recycle bin?",
        (
            "Deleted files stay in the recycle bin for 30 days [#recycle bin for 30 days]. ",
            "During this time the owner of the file can restore it from the web app [#can restore it from]. ",
            "The board has approved a free helicopter commute for every employee [#recycle bin for 30 days]. ",
            "After that they are gone for good [#gone for good]. ",
        ),
    ),
}
ASKER = {"zh": "U0EMPLOYEE", "en": "U0ENGINEER"}
PLACEHOLDER = {"zh": "正在查找", "en": "Looking"}
FABRICATED = {"zh": "直升机", "en": "helicopter"}
WITHHELD = {"zh": "有 1 句未能核实", "en": "could not be verified: 1"}
SHOWN = {
    "zh": ("每分钟 600 次", "429", "提高上限"),
    "en": ("30 days", "restore it from the web app", "gone for good"),
}
MARKED = {
    "zh": "开放 API 的默认调用上限为每个应用每分钟 600 次",
    "en": "Deleted files stay in the recycle bin for 30 days",
}
CITED = {"zh": "doc-010#c03", "en": "doc-009#c06"}


@dataclass(slots=True)
class Stage:
    """Everything that runs; ``replies``: what the model is to say to each question, in order."""

    local: LocalSlack
    bot: Bot
    browser: Any
    replies: dict[str, list[Reply]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    async_api = pytest.importorskip("playwright.async_api")
    data = tmp_path_factory.mktemp("browser")
    replies: dict[str, list[Reply]] = {}

    def reply(body: dict[str, Any]) -> Reply:
        script = replies.get(asked(body))
        said = script.pop(0) if script else Reply()
        return replace(said, pieces=draft(body, said.pieces))

    model = LocalModel(reply)
    settings = Settings(anthropic_api_key="k", anthropic_base_url=await model.start(), exhibit_data=data)  # type: ignore[arg-type]
    bot = demo_bot(settings, Config(model=ModelSection(max_retries=0)))
    workspace = local_workspace(bot, state_url=f"sqlite:///{data}/state.sqlite3", today=lambda: date(2026, 12, 1))
    try:
        async with workspace as (local, _), async_api.async_playwright() as play:
            browser = await play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            await local.connected()
            yield Stage(local, bot, browser, replies)
            await browser.close()
    finally:
        await model.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def page(stage: Stage, language: str) -> AsyncIterator[Any]:
    """The workspace as a colleague of that language sees it: two people, since one may not ask this much a minute."""
    tab = await stage.browser.new_page()
    tab.set_default_timeout(10_000)
    troubles: list[str] = []
    tab.on("console", lambda line: troubles.append(line.text))
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    await tab.add_init_script(WATCH)
    await tab.goto(f"{stage.local.slack.base}/#user={ASKER[language]}")
    yield tab
    await tab.close()
    assert troubles == []


async def ask(page: Any, question: str) -> None:
    box = page.locator("#room-composer textarea")
    await box.press_sequentially("@Ex")
    await box.press("Enter")
    await box.type(question)
    await box.press("Enter")


def replies(page: Any) -> Any:
    """The bot's messages in the open thread that everybody sees."""
    return page.locator("#replies article:not(.private):has(.badge)")


async def shows(page: Any, *texts: str) -> None:
    """Wait until the only reply of the bot contains each text."""
    for text in texts:
        await replies(page).get_by_text(text).first.wait_for()
    assert await replies(page).count() == 1


async def whispered(page: Any, text: str) -> None:
    await page.locator("#replies article.private").get_by_text(text).wait_for()


def gated(page: Any, language: str) -> Reply:
    """A draft that goes on only when the page shows what came before: a sentence, and how the next begins."""
    shown, sentences = (PLACEHOLDER[language], *SHOWN[language]), ANSWERS[language][1]
    first, second, *rest = sentences
    third = "".join(rest)

    async def before(index: int) -> None:
        await shows(page, shown[index])

    return Reply(pieces=(first + second[:12], second[12:] + third[:12], third[12:]), before=before)


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_one_message_grows_by_verified_sentences_and_its_citation_opens(
    stage: Stage, page: Any, language: str
) -> None:
    question = ANSWERS[language][0]
    stage.replies[question] = [gated(page, language)]
    before = len(stage.local.calls)
    await ask(page, question)
    await shows(page, *SHOWN[language], WITHHELD[language])
    await replies(page).locator("[data-action^=cite_]").first.wait_for()

    states = await page.evaluate("window.seen")
    assert len({ts for ts, _ in states}) == 1, "one message"
    counts = [sum(part in text for part in SHOWN[language]) for _, text in states]
    assert counts == sorted(counts), "a sentence that was shown stays"
    assert {0, 1, 2, 3} <= set(counts), "each sentence was seen before the next"
    assert FABRICATED[language] not in str(states)
    calls = [call.method for call in stage.local.calls[before:]]
    assert calls.count("chat.postMessage") == 1
    assert calls.count("chat.update") >= 3
    assert FABRICATED[language] not in str(stage.local.calls[before:])

    await read_the_source(stage, page, language)


async def read_the_source(stage: Stage, page: Any, language: str) -> None:
    await replies(page).locator("[data-action^=cite_]").first.click()
    dialog = page.locator(".dialog")
    await dialog.locator("code").first.wait_for()
    text = await dialog.locator("hr ~ .rich").evaluate_all("(all) => all.map((one) => one.textContent).join('')")
    found = stage.bot.store.chunk(CITED[language])
    assert found is not None
    assert text == found[0].text
    marked = await dialog.locator("hr ~ .rich code").all_text_contents()
    assert any(MARKED[language] in part for part in marked)
    assert all(part in found[0].text for part in marked)
    assert found[0].document.title in await dialog.inner_text()
    await page.click("#modal-close")
    await dialog.wait_for(state="detached")


REFUSED = {
    ("low", "zh"): ("团建预算是多少？", ("没有找到足够相关的内容", "下一步")),
    ("low", "en"): ("How much is the team-building budget?", ("Nothing relevant enough was found", "Next:")),
    ("conflict", "zh"): (
        "单个文件最大能上传多大？",
        ("文档之间有冲突", "200 MB", "100 MB", "2026-09-15", "2026-03-02", "下一步"),
    ),
    ("conflict", "en"): (
        "After how many hours is a VPN session disconnected?",
        ("The documents disagree", "12 hours", "8 hours", "2025-12-18", "2026-08-05", "Next:"),
    ),
    ("coverage", "zh"): ("手机话费可以报销吗？", ("找到了相关文档，但里面没有答案", "费用报销", "下一步")),
    ("coverage", "en"): (
        "Can I have my phone bill reimbursed?",
        ("Related documents, but no answer in them", "Travel and Expense Guide", "Next:"),
    ),
}


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_question_below_the_threshold_is_asked_again_in_other_words(
    stage: Stage, page: Any, language: str
) -> None:
    question, texts = REFUSED["low", language]
    better, sentences = ANSWERS[language]
    stage.replies[better] = [Reply(pieces=sentences[:1])]
    await ask(page, question)
    await shows(page, *texts)
    await page.click("#replies [data-action=rephrase]")
    box = page.locator(".dialog textarea")
    await box.wait_for()
    assert await box.input_value() == question
    await box.fill(better)
    await page.click("#modal-submit")
    await page.locator(".dialog").wait_for(state="detached")
    again = replies(page).nth(1)
    await again.get_by_text(better).wait_for()
    await again.get_by_text(SHOWN[language][0]).wait_for()


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_both_sides_of_a_conflict_open_and_the_owners_are_asked(stage: Stage, page: Any, language: str) -> None:
    question, texts = REFUSED["conflict", language]
    await ask(page, question)
    await shows(page, *texts)
    opens = replies(page).locator("[data-action^=cite_]")
    assert await opens.count() == 2
    marked = []
    for index in range(2):
        await opens.nth(index).click()
        marked.append(await page.locator(".dialog code").first.text_content())
        await page.click("#modal-close")
        await page.locator(".dialog").wait_for(state="detached")
    assert all(any(value in text for text in marked) for value in texts[1:3])
    await page.click("#replies [data-action=ask_owner]")
    await whispered(page, {"zh": "已记录：请", "en": "Recorded: the owners"}[language])


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_question_beyond_the_documents_opens_them_and_is_reported(
    stage: Stage, page: Any, language: str
) -> None:
    question, texts = REFUSED["coverage", language]
    await ask(page, question)
    await shows(page, *texts)
    await replies(page).locator("[data-action^=cite_]").first.click()
    await page.locator(".dialog hr ~ .rich").first.wait_for()
    assert await page.locator(".dialog code").count() == 0, "nothing supports an answer, so nothing is marked"
    await page.click("#modal-close")
    await page.click("#replies [data-action=report_gap]")
    await whispered(page, {"zh": "已记录这个缺口", "en": "The gap is on record"}[language])


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_failure_is_tried_again_in_the_same_message(stage: Stage, page: Any, language: str) -> None:
    question, sentences = ANSWERS[language]
    stage.replies[question] = [Reply(status=529), Reply(pieces=sentences[:1])]
    await ask(page, question)
    await shows(page, {"zh": "暂时无法回答", "en": "No answer just now"}[language])
    await page.click("#replies [data-action=try_again]")
    await shows(page, SHOWN[language][0])
