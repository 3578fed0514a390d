"""Slack's side: are the tokens of the right kind, what may they do, and where is the bot?"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from bot.config import Settings
from bot.doctor.finding import Finding, fine, wrong
from bot.doctor.manifest import OPTIONAL_SCOPES, SCOPES
from bot.slack.over_http import PATH
from core.domain import Document

Json = dict[str, Any]

_BOT, _WAY_IN, _AUTH, _SCOPES = "bot token", "way in", "sign-in", "scopes"
_SOCKET, _CHANNELS, _SHARED = "Socket Mode", "channels", "shared channels"

_ADVICE: Final = {
    "account_inactive": "the app was removed or its bot deactivated: install it again and copy the new token",
    "invalid_auth": "copy the token again: Bot User OAuth Token, at api.slack.com/apps under OAuth & Permissions",
    "missing_scope": "give the token the scope that is missing and install the app again",
    "not_allowed_token_type": "this is a token of another kind: bot token xoxb-…, app-level token xapp-…",
    "token_expired": "turn token rotation off in the manifest and install the app again",
    "token_revoked": "install the app again and copy the new token",
}
_LISTED: Final = 5
"""How many channels are named in a line."""


@dataclass(frozen=True, slots=True)
class Needs:
    """Scopes without which the bot does not work, and those without which it works less well."""

    scopes: frozenset[str] = frozenset(SCOPES)
    optional: frozenset[str] = frozenset(OPTIONAL_SCOPES)


async def check_slack(
    settings: Settings, needs: Needs, documents: tuple[Document, ...] | None
) -> AsyncGenerator[Finding, None]:
    """Every finding about Slack. ``documents`` None: the store could not be read."""
    bot_token, app_token = _text(settings.slack_bot_token), _text(settings.slack_app_token)
    client = AsyncWebClient(
        token=bot_token,
        base_url=settings.slack_api_url,
        timeout=10,
        retry_handlers=[AsyncRateLimitErrorRetryHandler(max_retry_count=2)],
    )
    kind = _bot_token_kind(bot_token, app_token)
    yield kind
    way_in = _way_in(settings)
    yield way_in
    if not kind.problem:
        async for finding in _as_bot(client, needs, documents):
            yield finding
    if app_token and not way_in.problem:
        yield await _socket_mode(client, app_token)


def is_socket_mode(settings: Settings) -> bool:
    """Whether `exhibit serve` would connect by Socket Mode; it does so when both ways are set."""
    return settings.slack_app_token is not None or settings.slack_signing_secret is None


def _text(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""


def _bot_token_kind(bot_token: str, app_token: str) -> Finding:
    if bot_token.startswith("xoxb-"):
        return fine(_BOT, "xoxb-…")
    if not bot_token:
        return wrong(_BOT, "SLACK_BOT_TOKEN is not set", "copy the Bot User OAuth Token (xoxb-…) into .env")
    if bot_token.startswith("xapp-"):
        swapped = app_token.startswith("xoxb-")
        advice = "exchange the two" if swapped else "put the Bot User OAuth Token (xoxb-…) there"
        return wrong(_BOT, "SLACK_BOT_TOKEN holds an app-level token (xapp-…)", advice)
    if bot_token.startswith("xoxe"):
        return wrong(_BOT, "SLACK_BOT_TOKEN is one that rotates (xoxe…)", "turn token rotation off and install again")
    kind = "a user token (xoxp-…)" if bot_token.startswith("xoxp-") else "no token of Slack's"
    return wrong(_BOT, f"SLACK_BOT_TOKEN holds {kind}", "put the Bot User OAuth Token (xoxb-…) there")


def _way_in(settings: Settings) -> Finding:
    app_token = _text(settings.slack_app_token)
    if app_token.startswith("xapp-"):
        return fine(_WAY_IN, "Socket Mode (SLACK_APP_TOKEN)")
    if app_token:
        kind = "a bot token (xoxb-…)" if app_token.startswith("xoxb-") else "no app-level token"
        advice = "put an app-level token (xapp-…, Basic Information → App-Level Tokens) there"
        return wrong(_WAY_IN, f"SLACK_APP_TOKEN holds {kind}", advice)
    if settings.slack_signing_secret is not None:
        return fine(_WAY_IN, f"HTTP events on {PATH} (SLACK_SIGNING_SECRET, and no SLACK_APP_TOKEN)")
    return wrong(
        _WAY_IN,
        "neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set",
        "for Socket Mode put an app-level token (xapp-…) with connections:write into .env",
    )


async def _as_bot(
    client: AsyncWebClient, needs: Needs, documents: tuple[Document, ...] | None
) -> AsyncGenerator[Finding, None]:
    """What the bot token opens; nothing after a sign-in that failed."""
    try:
        signed_in = await client.auth_test()
    except (SlackClientError, aiohttp.ClientError, TimeoutError) as error:
        yield _failed(_AUTH, error, client.base_url)
        return
    yield fine(_AUTH, f"@{signed_in.get('user')} in {signed_in.get('team')}")
    granted = _granted(signed_in.headers)
    yield _check_scopes(granted, needs)
    try:
        channels = await _channels(client, granted)
    except (SlackClientError, aiohttp.ClientError, TimeoutError) as error:
        yield _failed(_CHANNELS, error, client.base_url)
        return
    yield _check_channels(channels)
    yield _check_shared([channel for channel in channels if _is_shared(channel)], documents)


def _granted(headers: Any) -> frozenset[str]:
    """The scopes of a token, as Slack writes them beside every answer."""
    values = [str(value) for name, value in headers.items() if name.lower() == "x-oauth-scopes"]
    return frozenset(scope.strip() for value in values for scope in value.split(",") if scope.strip())


def _check_scopes(granted: frozenset[str], needs: Needs) -> Finding:
    missing = sorted(needs.scopes - granted)
    if missing:
        reasons = ", ".join(f"{scope} ({SCOPES[scope]})" if scope in SCOPES else scope for scope in missing)
        advice = "add them at api.slack.com/apps under OAuth & Permissions, or paste manifest.yml anew; then reinstall"
        return wrong(_SCOPES, f"missing {reasons}", advice)
    without = sorted(needs.optional - granted)
    lacking = "; without " + ", ".join(f"{scope} ({OPTIONAL_SCOPES.get(scope, 'optional')})" for scope in without)
    return fine(_SCOPES, f"all {len(needs.scopes)} that are needed{lacking if without else ''}")


async def _channels(client: AsyncWebClient, granted: frozenset[str]) -> list[Json]:
    """The channels that the bot is in, as far as its scopes let it see them."""
    kinds = {"channels:read": "public_channel", "groups:read": "private_channel"}
    types = [kind for scope, kind in kinds.items() if scope in granted]
    if not types:
        return []
    found: list[Json] = []
    async for page in await client.users_conversations(types=types, exclude_archived=True, limit=200):
        found += page["channels"]
    return found


def _check_channels(channels: list[Json]) -> Finding:
    if not channels:
        return wrong(
            _CHANNELS, "the bot is in none", "write /invite @Exhibit in a channel (direct messages work already)"
        )
    private = sum(bool(channel.get("is_private")) for channel in channels)
    return fine(_CHANNELS, f"{_names(channels)}; {private} private")


def _is_shared(channel: Json) -> bool:
    return bool(channel.get("is_ext_shared") or channel.get("is_pending_ext_shared"))


def _check_shared(shared: list[Json], documents: tuple[Document, ...] | None) -> Finding:
    """In a channel of two companies only documents for everyone are used; without one every question is refused."""
    if not shared:
        return fine(_SHARED, "none with another company")
    meaning = f"{_names(shared)}: people of another company read there, so only documents for everyone are used"
    if documents is None:
        return fine(_SHARED, meaning)
    usable = sum("everyone" in document.audience for document in documents)
    if not usable:
        advice = "put `audience: [everyone]` into the documents meant for outside, or remove the bot from the channel"
        return wrong(_SHARED, f"{meaning}, and there is none: every question is refused", advice)
    return fine(_SHARED, f"{meaning}: {usable} of {len(documents)}")


def _names(channels: list[Json]) -> str:
    names = [f"#{channel.get('name', channel['id'])}" for channel in channels]
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more


async def _socket_mode(client: AsyncWebClient, app_token: str) -> Finding:
    try:
        await client.apps_connections_open(app_token=app_token)
    except SlackApiError as error:
        code = str(error.response.get("error"))
        if code == "missing_scope":
            advice = "make an app-level token with connections:write (Basic Information → App-Level Tokens)"
            return wrong(_SOCKET, "SLACK_APP_TOKEN lacks the scope connections:write", advice)
        if code in ("invalid_auth", "not_authed", "token_revoked"):
            advice = "copy the app-level token again (Basic Information → App-Level Tokens)"
            return wrong(_SOCKET, f"Slack refuses SLACK_APP_TOKEN ({code})", advice)
        return _failed(_SOCKET, error, client.base_url)
    except (SlackClientError, aiohttp.ClientError, TimeoutError) as error:
        return _failed(_SOCKET, error, client.base_url)
    return fine(_SOCKET, "Slack gives an address to connect to")


def _failed(name: str, error: Exception, base_url: str) -> Finding:
    if isinstance(error, SlackApiError):
        code = str(error.response.get("error") or "no JSON")
        needed = error.response.get("needed")
        advice = _ADVICE.get(code, "see docs.slack.dev for this error, or try again later")
        return wrong(name, f"Slack answers {code}{f' ({needed})' if needed else ''}", advice)
    kind = "no answer in time" if isinstance(error, TimeoutError) else type(error).__name__
    return wrong(name, f"{base_url} can't be reached ({kind})", "check the network, HTTPS_PROXY and SLACK_API_URL")
