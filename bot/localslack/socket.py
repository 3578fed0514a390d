"""Socket Mode: single-use tickets, several connections, each envelope to exactly one of them."""

import asyncio
import json
import secrets
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from bot.localslack.changes import Changes
from bot.localslack.clock import Clock
from bot.localslack.config import Config
from bot.localslack.faults import Faults
from bot.localslack.wire import Json

Ack = Json


@dataclass(slots=True)
class Sockets:
    """The open connections of the app."""

    config: Config
    clock: Clock
    faults: Faults
    changes: Changes
    tickets: dict[str, float] = field(default_factory=dict)
    open: list[web.WebSocketResponse] = field(default_factory=list)
    refused: int = 0
    _pending: dict[str, asyncio.Future[Ack]] = field(default_factory=dict)
    _turn: int = 0
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)

    def ticket(self) -> str:
        """A fresh key for one handshake."""
        key = secrets.token_hex(16)
        self.tickets[key] = self.clock.now() + self.config.limits.ticket_life_s
        return key

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One connection from handshake to end. A ticket opens once, even where the handshake then fails."""
        ends_at = self.tickets.pop(request.query.get("ticket", ""), 0.0)
        if ends_at < self.clock.now() or self.faults.burns_ticket():
            self.refused += 1
            return web.Response(status=403, text="ticket is used, unknown or too old")
        socket = web.WebSocketResponse(timeout=0.5)
        await socket.prepare(request)
        self.open.append(socket)
        await socket.send_json(self._hello())
        if len(self.open) > self.config.limits.connections:
            await self.disconnect(socket, "too_many_websockets")
        self._arrived.set()
        self.changes.tell()
        try:
            await self._read(socket)
        finally:
            self._forget(socket)
        return socket

    async def _read(self, socket: web.WebSocketResponse) -> None:
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            try:
                frame = json.loads(message.data)
            except ValueError:
                continue
            waiting = self._pending.pop(frame.get("envelope_id", ""), None) if isinstance(frame, dict) else None
            if waiting is not None and not waiting.done():
                waiting.set_result(frame.get("payload") or {})

    def _forget(self, socket: web.WebSocketResponse) -> None:
        if socket in self.open:
            self.open.remove(socket)
        if not self.open:
            self._arrived.clear()
        self.changes.tell()

    async def deliver(self, envelope: Json) -> Ack:
        """Sends to the connection whose turn it is, waiting for one if there is none, and waits for the ack's payload.

        There is no time limit here: the caller cancels.
        """
        await self._arrived.wait()
        self._turn += 1
        socket = self.open[self._turn % len(self.open)]
        waiting: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._pending[envelope["envelope_id"]] = waiting
        try:
            await socket.send_json(envelope)
            return await waiting
        finally:
            self._pending.pop(envelope["envelope_id"], None)

    async def disconnect(self, socket: web.WebSocketResponse, reason: str) -> None:
        """Says goodbye for a reason. Nothing new goes over this connection; its acks are still read."""
        self._forget(socket)
        await socket.send_json({"type": "disconnect", "reason": reason, "debug_info": {"host": "local"}})

    async def disconnect_all(self, reason: str) -> int:
        """Says goodbye on every connection; how many there were."""
        leaving = list(self.open)
        for socket in leaving:
            await self.disconnect(socket, reason)
        return len(leaving)

    async def close(self) -> None:
        """Cuts every connection."""
        for socket in list(self.open):
            await socket.close()

    def _hello(self) -> Json:
        debug = {"host": "local", "build_number": 1, "approximate_connection_time": 18060}
        return {
            "type": "hello",
            "num_connections": len(self.open),
            "debug_info": debug,
            "connection_info": {"app_id": self.config.app_id},
        }
