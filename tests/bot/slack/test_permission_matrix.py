"""Who sees what: every place an answer may be seen × every principal a document may name × every way to its text.

The documents below each hold a word of their own. A case is right when the words that Slack was given for a place or a
person are exactly those written out here; the answerer is as greedy as it may be and uses all that the audience reads.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import scripted as s

from bot.localslack.config import Channel, Config, User
from bot.localslack.faults import CallFault
from bot.localslack.server import LocalSlack
from bot.slack import notices
from bot.slack.app import SlackBot
from core.domain import Chunk, Question
from core.events import Done, Event, Refusal

PRINCIPALS = {
    "everyone": "EVERYONE-WORD",
    "workspace": "WORKSPACE-WORD",
    "channel:C0HRPRIVATE": "CHANNEL-WORD",
    "group:S0HR": "GROUP-WORD",
    "user:U0HR": "USER-WORD",
}
DOCUMENTS: dict[str, Chunk] = {
    who: s.chunk(f"{word} 是 90 天。", s.document(f"doc-{number:03}", title=f"Title {word}", audience=(who,)))
    for number, (who, word) in enumerate(PRINCIPALS.items(), start=1)
}
ALL = frozenset(PRINCIPALS)
OPEN = frozenset({"everyone"})
STAFF = OPEN | {"workspace"}
HR = STAFF | {"group:S0HR", "user:U0HR"}
QUESTIONS = ("试用期多久？", "How long is probation?")


@dataclass
class Corpus:
    """Answers from every document among ``wanted`` that the whole audience may read; refuses when there is none."""

    wanted: frozenset[str] = ALL

    async def __call__(self, question: Question) -> AsyncGenerator[Event, None]:
        may = question.audience.may_read
        found = [one for who, one in DOCUMENTS.items() if who in self.wanted and may(one.document)]
        if not found:
            yield Refusal(kind="score_too_low", best_share=0.0, threshold=0.2)
            yield s.REFUSED
            return
        yield s.meta(*found)
        for number, one in enumerate(found, start=1):
            yield s.sentence(one.text, (number, one))
        yield Done(status="answered", emitted=len(found), dropped=0)


@pytest.fixture
async def local() -> AsyncIterator[LocalSlack]:
    config = Config()
    users = (
        *config.users,
        User(id="U0STRANGER", name="stranger", real_name="S", is_stranger=True, team_id="T0OTHER"),
        User(id="U0SINGLE", name="single", real_name="G", is_ultra_restricted=True),
        User(id="U0GONE", name="gone", real_name="X", deleted=True),
    )
    people = ("U0HR", "U0EMPLOYEE", "U0BOT")
    channels = (
        *config.channels,
        Channel(id="C0GUESTS", name="guests", members=(*people, "U0SINGLE"), is_private=True),
        Channel(id="C0HRONLY", name="hr-only", members=("U0HR", "U0GONE", "U0BOT"), is_private=True),
        Channel(id="C0MPIM", name="mpdm", members=people, is_private=True, is_mpim=True),
        Channel(id="C0SHARED", name="shared", members=(*people, "U0STRANGER"), is_ext_shared=True),
        Channel(id="C0PENDING", name="pending", members=people, is_pending_ext_shared=True),
    )
    commands = {"commands": ("/exhibit",), "users": users, "channels": channels}
    async with LocalSlack(replace(config, **commands)) as running:  # type: ignore[arg-type]
        yield running


@pytest.fixture
def corpus() -> Corpus:
    return Corpus()


@pytest.fixture
def shelf() -> s.Shelf:
    return s.Shelf(*DOCUMENTS.values())


@pytest.fixture
async def bot(local: LocalSlack, tmp_path: Path, corpus: Corpus, shelf: s.Shelf) -> AsyncIterator[SlackBot]:
    async with s.running(local, tmp_path / "state.db", corpus, shelf) as running:
        yield running


def words(something: object) -> frozenset[str]:
    """The principals whose documents can be told from what was shown."""
    return frozenset(who for who, word in PRINCIPALS.items() if word in str(something))


def public_calls(local: LocalSlack) -> list[Any]:
    """What the bot has put where more than one person sees it."""
    return [call.args for call in local.calls if call.method in ("chat.postMessage", "chat.update")]


async def ask(local: LocalSlack, bot: SlackBot, channel: str, asker: str, text: str = QUESTIONS[0]) -> str:
    """Asks and waits for the end; the ts of the question."""
    mention = "" if channel.startswith("D") else local.mention() + " "
    ts = local.post(asker, channel, mention + text)
    await local.until(lambda: any(one.get("bot_id") for one in local.messages(channel, ts)))
    await bot.desk.idle()
    return ts


def answer_in(local: LocalSlack, channel: str, ts: str) -> dict[str, Any]:
    return [one for one in local.messages(channel, ts) if one.get("bot_id")][-1]


PLACES = {
    "direct, the company's own": ("D:U0HR", "U0HR", HR),
    "direct, another's": ("D:U0EMPLOYEE", "U0EMPLOYEE", STAFF),
    "direct, guest": ("D:U0GUEST", "U0GUEST", OPEN),
    "direct, single-channel guest": ("D:U0SINGLE", "U0SINGLE", OPEN),
    "direct, stranger": ("D:U0STRANGER", "U0STRANGER", OPEN),
    "public": ("C0GENERAL", "U0HR", STAFF),
    "public with a guest": ("C0SUPPORT", "U0HR", OPEN),
    "private": ("C0HRPRIVATE", "U0HR", STAFF | {"channel:C0HRPRIVATE"}),
    "private, one alive": ("C0HRONLY", "U0HR", HR),
    "private with a guest": ("C0GUESTS", "U0HR", OPEN),
    "group message": ("C0MPIM", "U0HR", STAFF),
    "shared with a company": ("C0SHARED", "U0HR", OPEN),
    "shared, asked by a stranger": ("C0SHARED", "U0STRANGER", OPEN),
    "about to be shared": ("C0PENDING", "U0HR", OPEN),
}


@pytest.mark.parametrize("text", QUESTIONS)
@pytest.mark.parametrize("place", PLACES)
async def test_an_answer_and_its_follow_up_hold_what_everyone_there_may_read(
    local: LocalSlack, bot: SlackBot, place: str, text: str
) -> None:
    where, asker, allowed = PLACES[place]
    local.slack.granted |= {"mpim:read"}
    channel = local.direct(where[2:]) if where.startswith("D:") else where
    ts = await ask(local, bot, channel, asker, text)
    assert words(answer_in(local, channel, ts)) == allowed
    local.post(asker, channel, f"{local.mention()} {text}", thread_ts=ts)
    await local.until(lambda: sum(bool(one.get("bot_id")) for one in local.messages(channel, ts)) == 2)
    await bot.desk.idle()
    assert words(local.messages(channel, ts)) == allowed
    assert words(public_calls(local)) == allowed


@pytest.mark.parametrize("method", ["conversations.info", "conversations.members", "users.info", "users.list"])
async def test_what_slack_does_not_tell_is_closed(local: LocalSlack, bot: SlackBot, method: str) -> None:
    local.faults.calls.append(CallFault(method=method, kind="error", times=99))
    channel = "C0SUPPORT" if method in ("users.list", "conversations.members") else "C0HRPRIVATE"
    ts = await ask(local, bot, channel, s.HR)
    assert words(answer_in(local, channel, ts)) == OPEN
    assert words(public_calls(local)) == OPEN


async def test_without_the_scope_for_group_messages_they_are_closed(local: LocalSlack, bot: SlackBot) -> None:
    ts = await ask(local, bot, "C0MPIM", s.HR)
    assert words(answer_in(local, "C0MPIM", ts)) == OPEN


CLICKERS = {
    "U0HR": ALL,
    "U0EMPLOYEE": STAFF | {"channel:C0HRPRIVATE"},
    "U0GUEST": OPEN,
    "U0STRANGER": OPEN,
}


@pytest.mark.parametrize("user", CLICKERS)
async def test_a_citation_opens_by_the_rights_of_who_clicks(
    local: LocalSlack, bot: SlackBot, shelf: s.Shelf, user: str
) -> None:
    """One answer holds every document's button; then each document is narrowed to nobody."""
    for who, one in DOCUMENTS.items():
        shelf.chunks[one.id] = replace(one, document=replace(one.document, audience=("workspace",)))
        shelf.now[one.document.id] = one.document
        assert who in PRINCIPALS
    ts = await ask(local, bot, "C0HRPRIVATE", s.HR)
    message = answer_in(local, "C0HRPRIVATE", ts)
    cited = STAFF | {"channel:C0HRPRIVATE"}
    if user not in ("U0HR", "U0EMPLOYEE"):
        local.join(user, "C0HRPRIVATE")
    for number, who in enumerate((who for who in PRINCIPALS if who in cited), start=1):
        shelf.chunks[DOCUMENTS[who].id] = DOCUMENTS[who]
        assert await clicked(local, user, message, number) == (who in CLICKERS[user]), who
        shelf.change(DOCUMENTS[who], audience=("user:U0NOBODY",))
        assert not await clicked(local, user, message, number)


async def clicked(local: LocalSlack, user: str, message: dict[str, Any], number: int) -> bool:
    """Whether the text of a source was shown."""

    def filled() -> list[Any]:
        return [call.args["view"] for call in local.calls if call.method == "views.update"]

    before = len(filled())
    await local.click(user, message["ts"], f"cite_{number}")
    await local.until(lambda: len(filled()) > before)
    return bool(words(filled()[-1]))


PRIVATE_OFFERS = {
    "everyone": (None, None),
    "workspace": (None, None),
    "group:S0HR": ("U0HR", {"group:S0HR"}),
    "user:U0HR": ("U0HR", {"user:U0HR"}),
}


@pytest.mark.parametrize("text", QUESTIONS)
@pytest.mark.parametrize("who", PRIVATE_OFFERS)
async def test_only_the_asker_who_may_read_more_is_offered_a_private_answer(
    local: LocalSlack, bot: SlackBot, corpus: Corpus, who: str, text: str
) -> None:
    corpus.wanted = frozenset({who})
    for asker in ("U0HR", "U0EMPLOYEE"):
        await ask(local, bot, "C0GENERAL", asker, text)
    offered, allowed = PRIVATE_OFFERS[who]
    assert words(public_calls(local)) == (frozenset() if offered else frozenset({who}))
    assert local.ephemerals("U0EMPLOYEE") == []
    if offered is None:
        assert local.ephemerals("U0HR") == []
        return
    (offer,) = local.ephemerals("U0HR")
    assert words(offer) == frozenset()
    await local.click("U0HR", offer["ts"], "answer_privately")
    await local.until(lambda: len(local.ephemerals("U0HR")) == 2)
    answer = local.ephemerals("U0HR")[-1]
    assert words(answer) == frozenset(allowed or ())
    assert "share" not in {
        element.get("action_id") for block in answer["blocks"] for element in block.get("elements", ())
    }
    assert ("不能分享" in str(answer)) == (text == QUESTIONS[0])
    assert words(public_calls(local)) == frozenset()


async def test_a_channel_sees_the_same_refusal_whether_or_not_there_is_more(
    local: LocalSlack, bot: SlackBot, corpus: Corpus
) -> None:
    seen = []
    for wanted in ({"user:U0HR"}, set()):
        corpus.wanted = frozenset(wanted)
        ts = await ask(local, bot, "C0GENERAL", "U0HR")
        seen.append(
            [
                block.get("text") or block.get("elements", [{}])[0].get("type")
                for block in answer_in(local, "C0GENERAL", ts)["blocks"]
            ]
        )
    assert seen[0] == seen[1]


SHARES = {"everyone": True, "workspace": True, "channel:C0HRPRIVATE": False, "group:S0HR": False, "user:U0HR": False}


@pytest.mark.parametrize("who", SHARES)
async def test_a_private_answer_is_shared_only_where_the_channel_may_read_it(
    local: LocalSlack, bot: SlackBot, corpus: Corpus, who: str
) -> None:
    corpus.wanted = frozenset({who})
    await local.command("U0HR", "C0GENERAL", "/exhibit", QUESTIONS[0])
    await local.until(lambda: len(local.ephemerals("U0HR")) == 2)
    answer = local.ephemerals("U0HR")[-1]
    assert ("'share'" in str(answer)) is SHARES[who]
    if SHARES[who]:
        await local.click("U0HR", answer["ts"], "share")
        await local.until(lambda: words(public_calls(local)) == {who})
    assert words(public_calls(local)) <= {who} if SHARES[who] else words(public_calls(local)) == frozenset()


@pytest.mark.parametrize("change", ["document", "channel", "guest"])
async def test_sharing_is_checked_again_when_it_is_pressed(
    local: LocalSlack, bot: SlackBot, corpus: Corpus, shelf: s.Shelf, change: str
) -> None:
    corpus.wanted = frozenset({"workspace"})
    await local.command("U0HR", "C0GENERAL", "/exhibit", QUESTIONS[0])
    await local.until(lambda: len(local.ephemerals("U0HR")) == 2)
    answer = local.ephemerals("U0HR")[-1]
    if change == "document":
        shelf.change(DOCUMENTS["workspace"], audience=("user:U0HR",))
    elif change == "channel":
        local.change_channel("C0GENERAL", is_ext_shared=True)
    else:
        local.join("U0GUEST", "C0GENERAL")
    await local.click("U0HR", answer["ts"], "share")
    await local.until(lambda: "不能分享" in str(local.ephemerals("U0HR")[-1]))
    assert public_calls(local) == []


@pytest.mark.parametrize("user", CLICKERS)
async def test_reports_logs_and_home_hold_no_more_than_their_reader_may_read(
    local: LocalSlack, bot: SlackBot, user: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", logger="bot")
    ts = await ask(local, bot, "C0HRPRIVATE", s.HR)
    message = answer_in(local, "C0HRPRIVATE", ts)
    posted = next(call.args["metadata"] for call in local.calls if call.method == "chat.postMessage")
    posted = json.loads(posted) if isinstance(posted, str) else posted
    answer_id = posted["event_payload"]["answer_id"]
    if user not in ("U0HR", "U0EMPLOYEE"):
        local.join(user, "C0HRPRIVATE")
    post = local.find(s.HR, message["ts"])
    post.body["blocks"] = [notices.actions([notices.button("ask", "ask_owner", answer_id)]) | {"block_id": "b"}]
    await local.click(user, message["ts"], "ask_owner")
    await local.until(lambda: len(local.ephemerals(user)) == 1)
    assert words(local.ephemerals(user)) == (STAFF | {"channel:C0HRPRIVATE"}) & CLICKERS[user]
    local.open_home(user)
    await local.until(lambda: local.home(user) is not None)
    assert words(local.home(user)) <= CLICKERS[user]
    assert words(caplog.text) == frozenset()
