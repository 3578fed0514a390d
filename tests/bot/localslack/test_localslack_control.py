import aiohttp
import pytest

from bot.localslack import LocalSlack


@pytest.fixture
async def http(local: LocalSlack):
    async with aiohttp.ClientSession(local.slack.base) as session:
        yield session


async def test_a_person_types_and_reads_over_http(local: LocalSlack, http: aiohttp.ClientSession) -> None:
    typed = {"user": "U0HR", "channel": "C0GENERAL", "text": "@Exhibit 1 < 2 & <!here>？", "typed": True}
    answer = await (await http.post("/control/post", json=typed)).json()
    assert local.messages("#general")[0]["text"] == "<@U0BOT> 1 &lt; 2 &amp; &lt;!here&gt;？"
    query = {"user": "U0HR", "room": "C0GENERAL", "thread": answer["ts"]}
    seen = await (await http.get("/control/snapshot", params=query)).json()
    assert [message["ts"] for message in seen["thread"]] == [answer["ts"]]
    assert [room["id"] for room in seen["rooms"]] == ["C0GENERAL", "C0SUPPORT", "C0HRPRIVATE", "D0HR"]


async def test_a_guest_sees_only_their_rooms_and_nobody_elses_private_messages(
    local: LocalSlack, http: aiohttp.ClientSession
) -> None:
    local.post("U0HR", "#hr-private", "工资")
    query = {"user": "U0GUEST", "room": "C0HRPRIVATE"}
    seen = await (await http.get("/control/snapshot", params=query)).json()
    assert (seen["room"], [room["id"] for room in seen["rooms"]]) == ("C0SUPPORT", ["C0SUPPORT", "D0GUEST"])
    assert "工资" not in str(seen)


async def test_another_site_cannot_reach_it(http: aiohttp.ClientSession) -> None:
    foreign = await http.get("/control/snapshot", headers={"Host": "evil.example"})
    form = await http.post("/control/post", data={"user": "U0HR"})
    assert (foreign.status, form.status) == (403, 415)


async def test_a_wrong_request_is_explained(http: aiohttp.ClientSession) -> None:
    missing = await http.post("/control/post", json={"user": "U0HR"})
    assert (missing.status, (await missing.json())["detail"]) == (400, "'text'")
    refused = await http.post("/control/post", json={"user": "U0GUEST", "channel": "C0HRPRIVATE", "text": "x"})
    assert (refused.status, (await refused.json())["error"]) == (400, "channel_not_found")
    assert (await http.post("/control/nothing", json={})).status == 404


async def test_faults_and_installation_change_over_http(local: LocalSlack, http: aiohttp.ClientSession) -> None:
    storm = {"calls": [{"method": "chat.*", "kind": "rate_limit", "times": 2}], "burnt_tickets": 1}
    await http.post("/control/faults", json=storm)
    assert (local.faults.calls[0].times, local.faults.burnt_tickets) == (2, 1)
    await http.post("/control/app", json={"scopes": ["chat:write"], "token_revoked": True})
    assert (local.slack.granted, local.slack.token_revoked) == ({"chat:write"}, True)


async def test_each_change_is_announced_and_stopping_ends_the_stream(
    local: LocalSlack, http: aiohttp.ClientSession
) -> None:
    async with http.get("/control/changes") as stream:
        first = await stream.content.readuntil(b"\n\n")
        local.post("U0HR", "#general", "你好")
        second = await stream.content.readuntil(b"\n\n")
        assert first.startswith(b"data: ")
        assert first != second


async def test_the_page_may_load_nothing_from_elsewhere(http: aiohttp.ClientSession) -> None:
    page = await http.get("/")
    assert page.headers["Content-Security-Policy"].startswith("default-src 'self'")
    text = await page.text()
    assert "<style" not in text
    assert "style=" not in text
    script = await (await http.get("/page.js")).text()
    assert "innerHTML" not in script
