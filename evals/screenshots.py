"""``python -m evals.screenshots [NAME …]``: pictures of every message and modal, into docs/images, and docs/gallery.md.

The bot is the one of production in a local Slack; a model on this machine writes the prepared drafts of `evals.scenes`.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, FloatRect, Page, TimeoutError, async_playwright
from pydantic import SecretStr

from bot.config import Config, ModelSection, PolicySection, Settings
from bot.demo import demo_bot
from bot.localmodel import LocalModel, Reply
from bot.playground import local_workspace
from evals.scenes import SCENES, UNREACHABLE, Scene
from evals.staged import draft

DOCS = Path(__file__).parent.parent / "docs"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
DAY = date(2026, 12, 1)
"""The day on which the demo questions are asked."""
BESIDE = "#overlay { justify-content: flex-start; padding-left: 205px; background: #0003; }"
"""Moves a modal off the thread, so that one picture shows both."""
ENDED = "#replies :is([data-action^=cite_], [data-action=rephrase], [data-action=try_again])"
"""Buttons of messages that will not change any more."""
EDGE = 10
"""Pixels around what a picture is cut to."""


@dataclass(slots=True)
class Writer:
    """What the model does for a scene; ``taken`` lets a draft go on that waits for its picture."""

    scene: Scene
    taken: asyncio.Event

    def reply(self, body: dict[str, Any]) -> Reply:
        """The scene's draft."""
        if self.scene.draft == UNREACHABLE:
            return Reply(status=529)
        taken, until = self.taken, self.scene.until

        async def before(index: int) -> None:
            if until and index == until:
                await taken.wait()

        return Reply(pieces=draft(body, self.scene.draft), before=before)


def gallery(scenes: Sequence[Scene]) -> str:
    """docs/gallery.md: each picture under when it is shown."""
    lines = ["# Gallery", "", "Every message and modal, as `make screenshots` takes them in the local Slack.", ""]
    for scene in scenes:
        lines += [f"## {scene.name}", "", scene.when, "", f"![{scene.when}](images/{scene.name}.png)", ""]
    return "\n".join(lines)


def main(names: Sequence[str]) -> int:
    """Take the scenes of these names, or all; the exit status."""
    found = next((path for path in map(shutil.which, BROWSERS) if path), None)
    unknown = sorted(set(names) - {scene.name for scene in SCENES})
    if found is None or unknown:
        problem = f"no scene {unknown}" if unknown else f"none of {', '.join(BROWSERS)} is installed"
        print(f"screenshots: {problem}", file=sys.stderr)
        return 2
    asyncio.run(_take([scene for scene in SCENES if not names or scene.name in names], found))
    (DOCS / "gallery.md").write_text(gallery(SCENES), encoding="utf-8")
    return 0


async def _take(scenes: Sequence[Scene], executable: str) -> None:
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=executable, args=list(FLAGS))
        for policy in ("list", "authority"):
            chosen = [scene for scene in scenes if scene.policy == policy]
            for scene in chosen:
                async with _workspace(scene) as (address, taken):
                    size = await _picture(browser, scene, address)
                    taken.set()
                    print(f"{scene.name}: {size / 1024:.0f} KB")
        await browser.close()


@asynccontextmanager
async def _workspace(scene: Scene) -> AsyncGenerator[tuple[str, asyncio.Event], None]:
    """A workspace of its own for a scene: its address, and what to set when the picture is taken."""
    taken = asyncio.Event()
    model = LocalModel(Writer(scene, taken).reply)
    async with AsyncExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings = Settings(anthropic_api_key=SecretStr("k"), anthropic_base_url=await model.start(), exhibit_data=data)
        stack.push_async_callback(model.stop)
        config = Config(policy=PolicySection(conflict=scene.policy), model=ModelSection(max_retries=0))
        bot = await asyncio.to_thread(demo_bot, settings, config)
        state = f"sqlite:///{data}/state.sqlite3"
        local, _ = await stack.enter_async_context(local_workspace(bot, state_url=state, today=lambda: DAY))
        await local.connected()
        yield local.slack.base, taken


async def _picture(browser: Browser, scene: Scene, address: str) -> int:
    """Act the scene out and take its picture; its bytes."""
    is_page = scene.frame == "page"
    size = {"width": 1200, "height": 620 if is_page else 1400}
    context = await browser.new_context(
        viewport=size,  # type: ignore[arg-type]  # a plain dict of two integers
        device_scale_factor=1 if is_page else 1.5,
        bypass_csp=True,
    )
    page = await context.new_page()
    await page.goto(address)
    await page.add_style_tag(content="* { animation: none !important; caret-color: transparent !important; }")
    if scene.frame == "home":
        await page.locator("#directs button").click()
        await page.get_by_text("Home", exact=True).click()
    else:
        await _ask(page, scene)
    try:
        await page.locator("article .body, .home-view").get_by_text(scene.wait).last.wait_for(timeout=10_000)
    except TimeoutError as error:
        shown = await page.locator("#replies, .home-view").all_inner_texts()
        raise SystemExit(f"screenshots: {scene.name}: {scene.wait!r} never came; there is {shown!r}") from error
    if not scene.until and scene.frame != "home" and scene.question:
        await page.locator(ENDED).first.wait_for()
    if scene.press:
        await page.locator(f"#replies [data-action^={scene.press}]").first.click()
        await page.locator(".dialog hr, .dialog textarea").first.wait_for()
    if is_page:
        await page.add_style_tag(content=BESIDE)
    await page.evaluate("document.activeElement?.blur()")
    await page.mouse.move(0, 0)
    path = DOCS / "images" / f"{scene.name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    taken = await page.screenshot(path=path, clip=await _frame(page, scene))
    await context.close()
    return len(taken)


async def _ask(page: Page, scene: Scene) -> None:
    box = page.locator("#room-composer textarea")
    await box.fill(f"@Exhibit {scene.question}")
    await box.press("Escape")
    await box.press("Enter")


async def _frame(page: Page, scene: Scene) -> FloatRect | None:
    """The part of the page that the picture shows; None: all of it."""
    match scene.frame:
        case "page":
            return None
        case "modal":
            first = last = page.locator(".dialog")
        case "home":
            first = last = page.locator(".home-view")
        case "thread":
            first, last = page.locator("#replies article").first, page.locator("#replies article").last
    above, below = await first.bounding_box(), await last.bounding_box()
    assert above is not None
    assert below is not None
    height = below["y"] + below["height"] - above["y"]
    return {
        "x": above["x"] - (EDGE if scene.frame != "thread" else 0),
        "y": above["y"] - EDGE,
        "width": above["width"] + (2 * EDGE if scene.frame != "thread" else 0),
        "height": height + 2 * EDGE,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
