"""users.conversations: the rooms that the bot is in."""

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.localslack import LocalSlack


async def names(web: AsyncWebClient, **arguments: object) -> list[str]:
    pages = await web.users_conversations(limit=1, **arguments)
    return [room["name"] async for page in pages for room in page["channels"]]


async def test_only_rooms_with_the_bot_of_the_kinds_asked_for_are_listed(
    local: LocalSlack, web: AsyncWebClient
) -> None:
    local.leave("U0BOT", "#support-客服")
    assert await names(web) == ["general"]
    assert await names(web, types="public_channel,private_channel") == ["general", "hr-private"]
    assert await names(web, user="U0ENGINEER", types=["public_channel", "private_channel"]) == ["general"]
    local.change_channel("#general", is_archived=True)
    assert await names(web, exclude_archived=True) == []


async def test_each_kind_of_room_needs_its_scope_even_where_there_is_none(
    local: LocalSlack, web: AsyncWebClient
) -> None:
    local.slack.granted -= {"groups:read"}
    local.leave("U0BOT", "#hr-private")
    assert await names(web) == ["general", "support-客服"]
    with pytest.raises(SlackApiError, match="missing_scope"):
        await names(web, types="public_channel,private_channel")
