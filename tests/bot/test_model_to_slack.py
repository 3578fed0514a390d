"""From the model's wire to the thread: however a stream ends, the thread ends in exactly one right outcome."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.config import Config, ModelSection, Settings
from bot.demo import demo_bot
from bot.localmodel import LocalModel, Reply
from bot.playground import local_workspace

ASK = {"zh": "开放 API 默认每分钟可以调用多少次？", "en": "How long do deleted files stay in the recycle bin?"}
NEXT = " Half of the next"
FACT = {"zh": "600 次", "en": "30 days"}
FAILED = {"zh": "暂时无法回答", "en": "No answer just now"}
BROKE_OFF = {"zh": "中断", "en": "broke off"}


def reply_with(body: dict[str, Any], language: str, reply: Reply) -> Reply:
    """The reply with the fact as its first sentence, citing the block that holds it."""
    prompt = body["messages"][0]["content"]
    before = prompt[: prompt.index(FACT[language])]
    number = before.rpartition('<material number="')[2].split('"')[0]
    true = {
        "zh": f"开放 API 的默认调用上限为每个应用每分钟 600 次[{number}]。",
        "en": f"Deleted files stay in the recycle bin for 30 days [{number}].",
    }[language]
    text = "".join(reply.pieces).replace("TRUE", true)
    return Reply(
        pieces=tuple(text[at : at + 2] for at in range(0, len(text), 2)),
        status=reply.status,
        then=reply.then,
        bytes_at_once=5,
    )


async def thread_after(tmp_path: Path, language: str, *replies: Reply) -> list[str]:
    """The bot's messages in the thread, as JSON text, once the question has ended."""
    script = list(replies)
    server = LocalModel(lambda body: reply_with(body, language, script.pop(0)))
    settings = Settings(anthropic_api_key="k", anthropic_base_url=await server.start(), exhibit_data=tmp_path)  # type: ignore[arg-type]
    config = Config(model=ModelSection(stall_s=0.5, max_retries=1))
    try:
        bot = demo_bot(settings, config)
        async with local_workspace(bot, state_url=f"sqlite:///{tmp_path}/state.sqlite3") as (local, slack):
            await local.connected()
            ts = local.post("U0EMPLOYEE", "#general", f"{local.mention()} {ASK[language]}")
            await local.until(lambda: len(local.messages("#general", ts)) > 1)
            await slack.desk.idle()
            return [str(message) for message in local.messages("#general", ts)[1:]]
    finally:
        await server.stop()


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(
    ("replies", "answered", "notice"),
    [
        ([Reply(pieces=("TRUE",))], True, None),
        ([Reply(status=529), Reply(pieces=("TRUE",))], True, None),
        ([Reply(status=529), Reply(status=529)], False, FAILED),
        ([Reply(pieces=("TRUE", NEXT), then="error")], True, BROKE_OFF),
        ([Reply(pieces=("TR",), then="error")], False, FAILED),
        ([Reply(pieces=("TRUE", NEXT), then="stall")], True, BROKE_OFF),
        ([Reply(pieces=("",), then="stall")], False, FAILED),
        ([Reply(pieces=("TRUE", NEXT), then="cut")], True, BROKE_OFF),
    ],
    ids=["whole", "529-then-200", "529-twice", "error-amid", "error-first", "stall-amid", "stall-first", "cut"],
)
async def test_each_end_of_a_stream_is_one_outcome(
    tmp_path: Path, language: str, replies: list[Reply], answered: bool, notice: dict[str, str] | None
) -> None:
    messages = await thread_after(tmp_path, language, *replies)
    assert len(messages) == 1
    assert (FACT[language] in messages[0]) == answered
    if notice is not None:
        assert notice[language] in messages[0]
    assert "scripted" not in messages[0]
    assert "Looking…" not in messages[0]
    assert "正在查找" not in messages[0]
