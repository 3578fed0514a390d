"""Brings events and interactions to the app: through a socket or as signed HTTP, again where nobody answered."""

import asyncio
import hashlib
import hmac
import json
import uuid
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlencode

import aiohttp

from bot.localslack.changes import Changes
from bot.localslack.clock import Clock
from bot.localslack.config import Config
from bot.localslack.faults import Faults
from bot.localslack.socket import Ack, Sockets
from bot.localslack.wire import Json

EnvelopeType = Literal["events_api", "interactive", "slash_commands"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try: what was sent, what came back. `failed` is Slack's word for why not, None where it was acknowledged."""

    type: EnvelopeType
    payload: Json
    number: int
    failed: str | None
    answer: Ack


@dataclass(slots=True)
class Delivery:
    """The way from Slack to the app. `log` keeps every attempt, oldest first."""

    config: Config
    clock: Clock
    faults: Faults
    sockets: Sockets
    changes: Changes
    request_url: str | None = None
    log: list[Attempt] = field(default_factory=list)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _client: aiohttp.ClientSession | None = None

    @property
    def busy(self) -> bool:
        """Is an event still on its way or waiting for its next attempt?"""
        return bool(self._tasks)

    def event(self, payload: Json) -> None:
        """Sends an event in the background, up to four times."""
        if self.faults.drops_delivery():
            return
        self._spawn(self._with_retries(payload))
        if self.faults.duplicates_delivery():
            self._spawn(self._with_retries(payload))

    async def interaction(self, kind: EnvelopeType, payload: Json) -> Attempt:
        """Sends an interaction or a command once, as Slack does, and returns what came of it."""
        return await self._attempt(kind, payload, number=0, reason=None)

    async def _with_retries(self, payload: Json) -> None:
        attempt = await self._attempt("events_api", payload, number=0, reason=None)
        for number, delay in enumerate(self.config.limits.retry_after_s, start=1):
            if attempt.failed is None or attempt.answer.get("no_retry"):
                return
            await self.clock.sleep(delay)
            attempt = await self._attempt("events_api", payload, number=number, reason=attempt.failed)

    async def _attempt(self, kind: EnvelopeType, payload: Json, *, number: int, reason: str | None) -> Attempt:
        send = self._over_http if self.request_url else self._over_socket
        trying = asyncio.ensure_future(send(kind, payload, number, reason))
        patience = asyncio.ensure_future(self.clock.sleep(self.config.limits.ack_within_s))
        try:
            await asyncio.wait({trying, patience}, return_when=asyncio.FIRST_COMPLETED)
            failed, answer = trying.result() if trying.done() else (self._late(), {})
        finally:
            trying.cancel()
            patience.cancel()
        attempt = Attempt(kind, payload, number, failed, answer)
        self.log.append(attempt)
        self.changes.tell()
        return attempt

    def _late(self) -> str:
        return "http_timeout" if self.request_url else "timeout"

    async def _over_socket(
        self, kind: EnvelopeType, payload: Json, number: int, reason: str | None
    ) -> tuple[str | None, Ack]:
        envelope = {
            "envelope_id": str(uuid.uuid4()),
            "type": kind,
            "payload": payload,
            "accepts_response_payload": kind != "events_api",
        }
        if kind == "events_api":
            envelope |= {"retry_attempt": number, "retry_reason": reason or ""}
        try:
            return None, await self.sockets.deliver(envelope)
        except (ConnectionError, RuntimeError):
            return "connection_failed", {}

    async def _over_http(
        self, kind: EnvelopeType, payload: Json, number: int, reason: str | None
    ) -> tuple[str | None, Ack]:
        body, content_type = _encoded(kind, payload)
        headers = {"Content-Type": content_type, **self.signature(body)}
        if number:
            headers |= {"X-Slack-Retry-Num": str(number), "X-Slack-Retry-Reason": reason or ""}
        self._client = self._client or aiohttp.ClientSession()
        try:
            async with self._client.post(str(self.request_url), data=body, headers=headers) as response:
                text = await response.text()
                if 200 <= response.status < 300:
                    return None, _answer(text)
                return "http_error", {"no_retry": response.headers.get("X-Slack-No-Retry") == "1"}
        except aiohttp.TooManyRedirects:
            return "too_many_redirects", {}
        except aiohttp.ClientError:
            return "connection_failed", {}

    async def verify_url(self) -> bool:
        """Asks the request url, as Slack does when it is entered, to repeat a challenge; whether it did."""
        challenge = uuid.uuid4().hex
        payload = {"token": "local-verification", "type": "url_verification", "challenge": challenge}
        failed, answer = await self._over_http("events_api", payload, 0, None)
        return failed is None and challenge in (answer.get("challenge"), answer.get("text"))

    def signature(self, body: bytes) -> dict[str, str]:
        """The two headers that prove who sent this body now."""
        stamp = str(int(self.clock.now()))
        base = b"v0:" + stamp.encode() + b":" + body
        digest = hmac.new(self.config.signing_secret.encode(), base, hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": f"v0={digest}"}

    async def close(self) -> None:
        """Gives up what is still on its way."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._client:
            await self._client.close()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.changes.tell()


def _encoded(kind: EnvelopeType, payload: Json) -> tuple[bytes, str]:
    form = "application/x-www-form-urlencoded"
    if kind == "events_api":
        return json.dumps(payload).encode(), "application/json"
    if kind == "interactive":
        return urlencode({"payload": json.dumps(payload)}).encode(), form
    return urlencode(payload).encode(), form


def _answer(text: str) -> Ack:
    try:
        found = json.loads(text)
    except ValueError:
        return {"text": text} if text else {}
    return found if isinstance(found, dict) else {}
