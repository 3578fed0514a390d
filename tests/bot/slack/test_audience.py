from collections.abc import AsyncIterator

import pytest
import scripted as s
from slack_sdk.web.async_client import AsyncWebClient
from turned import TurnedClock

from bot.localslack.config import Channel, Config, User
from bot.localslack.faults import CallFault
from bot.localslack.server import LocalSlack
from bot.slack.audience import FRESH_S, OUTSIDE, Directory
from bot.state import Asked
from core.domain import Audience

MEMBERS = ("U0HR", "U0EMPLOYEE", "U0BOT")


@pytest.fixture
async def local() -> AsyncIterator[LocalSlack]:
    config = Config()
    users = (*config.users, User(id="U0STRANGER", name="s", real_name="S", is_stranger=True, team_id="T0OTHER"))
    channels = (
        *config.channels,
        Channel(id="C0SHARED", name="shared", members=MEMBERS, is_ext_shared=True),
        Channel(id="C0PENDING", name="pending", members=MEMBERS, is_pending_ext_shared=True),
        Channel(id="C0GUESTS", name="guests", members=(*MEMBERS, "U0GUEST"), is_private=True),
    )
    async with LocalSlack(Config(users=users, channels=channels)) as running:
        yield running


@pytest.fixture
def clock() -> TurnedClock:
    return TurnedClock()


@pytest.fixture
def directory(local: LocalSlack, clock: TurnedClock) -> Directory:
    client = AsyncWebClient(token=local.config.bot_token, base_url=local.api_url, retry_handlers=[])
    return Directory(client, clock=clock)


def asked(channel: str, asker: str = s.HR, **more: object) -> Asked:
    fields: dict[str, object] = {"team": "T0LOCAL", "ts": "1.0", "thread_ts": "1.0"}
    fields |= {"text": "?", "answer_id": "a1", "channel": channel, "asker": asker}
    return Asked(**fields | more)  # type: ignore[arg-type]


def principals(*names: str) -> frozenset[str]:
    return frozenset({"everyone", *names})


async def test_a_public_channel_is_the_whole_workspace(directory: Directory) -> None:
    assert await directory.of_question(asked("C0GENERAL")) == Audience((principals("workspace", "channel:C0GENERAL"),))


async def test_a_direct_message_is_the_asker(directory: Directory, local: LocalSlack) -> None:
    hr = await directory.of_question(asked(local.direct("U0HR")))
    assert hr == Audience((principals("workspace", "user:U0HR", "group:S0HR"),))
    guest = await directory.of_question(asked(local.direct("U0GUEST"), "U0GUEST"))
    assert guest == Audience((principals("user:U0GUEST"),))
    stranger = await directory.of_question(asked(local.direct("U0STRANGER"), "U0STRANGER"))
    assert stranger == Audience((principals("user:U0STRANGER"),))


async def test_a_private_channel_is_each_of_its_people(directory: Directory) -> None:
    found = await directory.of_question(asked("C0HRPRIVATE"))
    here = ("workspace", "channel:C0HRPRIVATE")
    assert set(found.viewers) == {
        principals(*here, "user:U0HR", "group:S0HR"),
        principals(*here, "user:U0EMPLOYEE"),
    }
    assert found.may_read(s.document(audience=("channel:C0HRPRIVATE",)))
    assert not found.may_read(s.document(audience=("user:U0HR",)))


async def test_a_guest_in_a_private_channel_keeps_company_documents_out(directory: Directory) -> None:
    found = await directory.of_question(asked("C0GUESTS"))
    assert not found.may_read(s.document())
    assert found.may_read(s.document(audience=("everyone",)))


@pytest.mark.parametrize("channel", ["C0SHARED", "C0PENDING"])
async def test_a_channel_shared_with_another_company_gets_documents_for_everyone(
    directory: Directory, channel: str
) -> None:
    assert await directory.of_question(asked(channel)) == OUTSIDE


async def test_the_envelope_alone_can_say_that_it_is_shared(directory: Directory, local: LocalSlack) -> None:
    assert await directory.of_question(asked("C0GENERAL", is_external=True)) == OUTSIDE
    assert local.calls == []


@pytest.mark.parametrize("method", ["conversations.info", "conversations.members", "users.info"])
@pytest.mark.parametrize("kind", ["error", "server_error", "rate_limit", "drop_before"])
async def test_what_slack_does_not_tell_counts_as_outside(
    directory: Directory, local: LocalSlack, method: str, kind: str
) -> None:
    local.faults.calls.append(CallFault(method=method, kind=kind, times=9))  # type: ignore[arg-type]
    assert await directory.of_question(asked("C0HRPRIVATE")) == OUTSIDE
    assert not OUTSIDE.may_read(s.document())


async def test_an_unknown_channel_and_an_unknown_person_count_as_outside(directory: Directory) -> None:
    assert await directory.of_question(asked("C0NOWHERE")) == OUTSIDE
    assert await directory.of_person("U0NOBODY", team="T0LOCAL", channel="C0GENERAL") == OUTSIDE


async def test_without_the_scope_for_groups_their_documents_stay_closed(
    directory: Directory, local: LocalSlack
) -> None:
    local.slack.granted -= {"usergroups:read"}
    found = await directory.of_person("U0HR", team="T0LOCAL", channel="")
    assert found == Audience((principals("workspace", "user:U0HR"),))


async def test_who_clicks_has_a_channels_documents_only_as_its_member(directory: Directory) -> None:
    member = await directory.of_person("U0HR", team="T0LOCAL", channel="C0HRPRIVATE")
    other = await directory.of_person("U0ENGINEER", team="T0LOCAL", channel="C0HRPRIVATE")
    document = s.document(audience=("channel:C0HRPRIVATE",))
    assert member.may_read(document)
    assert not other.may_read(document)


async def test_slack_is_asked_again_after_a_while_or_a_change(
    directory: Directory, local: LocalSlack, clock: TurnedClock
) -> None:
    async def calls() -> int:
        before = len(local.calls)
        await directory.of_question(asked("C0GENERAL"))
        return len(local.calls) - before

    assert [await calls(), await calls()] == [3, 0]  # the channel, the guests, and who of them is in it
    clock.turn(FRESH_S + 1)
    assert await calls() == 3
    directory.forget("members")
    assert await calls() == 1
    directory.forget()
    assert await calls() == 3
