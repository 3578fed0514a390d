import shutil
from collections.abc import AsyncIterator
from typing import Any

import pytest
from localslack_shapes import WIDE, modal
from slack_bolt.app.async_app import AsyncApp

from bot.localslack import LocalSlack

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


@pytest.fixture
async def local() -> AsyncIterator[LocalSlack]:
    async with LocalSlack(WIDE) as running:
        yield running


@pytest.fixture
async def page(local: LocalSlack) -> AsyncIterator[Any]:
    async_api = pytest.importorskip("playwright.async_api")
    async with async_api.async_playwright() as play:
        browser = await play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        tab = await browser.new_page()
        tab.set_default_timeout(15_000)
        troubles: list[str] = []
        tab.on("console", lambda line: troubles.append(line.text))
        tab.on("pageerror", lambda error: troubles.append(str(error)))
        await tab.goto(local.slack.base)
        yield tab
        await browser.close()
        assert troubles == []


def _said(text: str) -> list[dict[str, Any]]:
    button = {"type": "button", "text": {"type": "plain_text", "text": "[1] 原文"}, "action_id": "cite"}
    return [
        {"type": "section", "text": {"type": "mrkdwn", "text": text}},
        {"type": "actions", "elements": [button]},
    ]


async def test_a_question_is_typed_answered_step_by_step_and_its_citation_opened(
    local: LocalSlack, app: AsyncApp, connect, page
) -> None:
    @app.event("app_mention")
    async def answer(event, client) -> None:
        said = await client.chat_postMessage(channel=event["channel"], thread_ts=event["ts"], text="…")
        await page.wait_for_selector("#replies article:nth-child(2)")
        await client.chat_update(channel=event["channel"], ts=said["ts"], text="a", blocks=_said("默认每分钟 600 次。"))

    @app.action("cite")
    async def cite(ack, body, client) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=modal("开放 API 指南"))

    await connect(app)
    box = page.locator("#room-composer textarea")
    await box.press_sequentially("@Ex")
    await box.press("Enter")
    await box.press_sequentially("默认限额？")
    await box.press("Enter")
    await page.wait_for_selector("#replies >> text=默认每分钟 600 次。")
    assert await page.locator("#replies .edited").count() == 0
    await page.click("#replies [data-action=cite]")
    await page.wait_for_selector(".dialog h3:has-text('开放 API 指南')")
    await page.click("#modal-close")
    await page.wait_for_selector(".dialog", state="detached")


async def test_hostile_text_stays_text(local: LocalSlack, app: AsyncApp, page) -> None:
    hostile = "<javascript:alert(1)|点我> &lt;img src=x onerror=alert(2)&gt; 超过*200*元 *粗* <https://example.com|好>"
    await app.client.chat_postMessage(channel="C0GENERAL", text="x", blocks=_said(hostile))
    await page.wait_for_selector("#messages article")
    shown = page.locator("#messages .section")
    assert await shown.inner_text() == "点我 <img src=x onerror=alert(2)> 超过*200*元 粗 好"
    assert await shown.locator("a").evaluate_all("(links) => links.map((link) => link.href)") == [
        "https://example.com/"
    ]
    assert await shown.locator("strong").all_inner_texts() == ["粗"]
    assert await shown.locator("img").count() == 0
