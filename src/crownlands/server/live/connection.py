"""The websocket: one connection, its messages in, its messages out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from crownlands import __version__
from crownlands.server.guard.credentials import Signer
from crownlands.server.guard.limits import Bucket
from crownlands.server.guard.send_buffer import SendBuffer
from crownlands.server.guard.transport_limits import CLOSING_SECONDS
from crownlands.server.live.hints import hints
from crownlands.server.live.previews import Previewer
from crownlands.server.live.room import Room
from crownlands.server.live.rooms import Rooms
from crownlands.server.ops.clock import milliseconds
from crownlands.server.ops.metrics import METRICS
from crownlands.server.protocol import entries, messages
from crownlands.server.protocol.messages import (
    PROTOCOL,
    UNREADABLE,
    Ack,
    Bye,
    Hello,
    Pong,
    ReasonMessage,
    Refusal,
    Welcome,
    client_decoder,
    encoder,
    id_of,
)
from crownlands.server.protocol.refusals import TEXTS, Refused
from crownlands.server.store import Unavailable
from crownlands.server.table import play
from crownlands.server.table.levels import LEVELS
from crownlands.server.table.seating import POWERS, Caller, request, returned
from crownlands.server.table.table import Decision, Table

log = logging.getLogger(__name__)

HELLO_SECONDS = 15.0
_CLOSE = {
    "too-fast": 1008,
    "restart": 1012,
    "no-table": 1000,
    "too-large": 1009,
    "hello-first": 1008,
}
_BYES = {
    "restart": "the server restarts; come back in a moment",
}


class Connection:
    """Somebody looking at a table, and perhaps playing at it."""

    def __init__(self, socket: WebSocket, address: str, rooms: Rooms, signer: Signer) -> None:
        self.person: int | None = None
        self.address = address
        self.room: Room | None = None
        self._socket, self._rooms, self._signer = socket, rooms, signer
        limits = rooms.settings.limits
        self._bucket = Bucket(limits.messages_per_second, limits.message_burst)
        self._strikes = limits.strikes
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(limits.queue)
        self._buffer = SendBuffer(rooms.send_buffers, limits.unread_bytes, self._drop)
        self._farewell: str | None = None
        self._token: str | None = None
        self._watching = False
        self.parted = asyncio.Event()
        """Set when everything that it was to hear is sent."""
        self._busy = False
        """Whether a message of it is being worked on."""
        self._parting = False
        self._wondering: tuple[int | None, asyncio.Task[None]] | None = None
        """The question of it that is being thought about, with its id."""
        self._previewer: Previewer | None = None

    # Out

    def deliver(self, data: bytes) -> None:
        if self._farewell is None:
            if self._out.full() or not self._buffer.add(len(data)):
                self._drop()
            else:
                self._out.put_nowait(data)

    def follow(self, room: Room) -> None:
        if self._previewer is not None:
            self._previewer.follow(room)

    def _drop(self) -> None:
        """Who does not read gets no goodbye, which would only lie there too."""
        if self._farewell is None:
            METRICS.dropped.add()
            self._farewell = "slow-reader"
            while not self._out.empty():
                self._out.get_nowait()
            self._buffer.clear()
            self._abort()

    def _abort(self) -> None:
        extension = self._socket.scope.get("extensions", {}).get("crownlands")
        if extension is not None:
            extension["abort"]()

    def dismiss(self, code: str) -> None:
        """Says goodbye after what is already on its way; it has to be read in time."""
        if self._farewell is None:
            self._farewell = code
            if self._out.full():
                self._out.get_nowait()
            self._out.put_nowait(None)
            asyncio.get_running_loop().call_later(CLOSING_SECONDS, self._end)

    def _end(self) -> None:
        if not self.parted.is_set():
            self._abort()

    def part(self) -> None:
        """Says goodbye when the message that is being worked on is answered; no other one is read."""
        self._parting = True
        if not self._busy:
            self.dismiss("restart")

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while (data := await self._out.get()) is not None:
                await self._socket.send({"type": "websocket.send", "text": data.decode()})
                self._buffer.remove(len(data))
            code = self._farewell or "restart"
            text = _BYES.get(code) or TEXTS.get(code, code)
            await self._socket.send({"type": "websocket.send", "text": encoder.encode(Bye(code, text)).decode()})
            await self._socket.close(_CLOSE.get(code, 1000))
        self.parted.set()

    # In

    async def serve(self) -> None:
        """Until one of the two has gone."""
        sender = asyncio.create_task(self._send_all())
        try:
            if await self._greet():
                async for text in self._messages():
                    self._busy = True
                    await self._answer(text)
                    self._busy = False
                    if self._parting:
                        self.dismiss("restart")
                    if self._farewell:
                        break
        except WebSocketDisconnect:
            pass
        finally:
            self._buffer.clear()
            self._stop_wondering()
            if self._previewer is not None:
                self._previewer.stop()
            if self.room is not None:
                self.room.leave(self)
            if self._farewell:
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(asyncio.shield(sender), 5)
            sender.cancel()

    async def _receive(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
        text: str | bytes | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def _messages(self) -> Any:
        while True:
            yield await self._receive()

    async def _greet(self) -> bool:
        """Waits for hello; other messages are answered with what is expected."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                while self.room is None and not self._farewell:
                    await self._answer(await self._receive())
        except TimeoutError:
            self.dismiss("hello-first")
        return self._farewell is None

    async def _answer(self, text: str | bytes) -> None:
        """One message in, one answer out."""
        METRICS.messages.add()
        ident: int | None = None
        try:
            allowed = self._rooms.talkers.take(self.address) and self._bucket.take()
            try:
                message = client_decoder.decode(text)
            except UNREADABLE as error:
                ident = id_of(text)
                raise Refused("malformed", problem=str(error)[:200]) from None
            ident = message.id
            if not allowed:
                raise Refused("too-fast")
            await self._handle(message)
        except Refused as refused:
            self._refuse(ident, refused)
            if refused.code in ("malformed", "too-fast", "bad-token", "no-table", "hello-first", "version"):
                self._strikes -= 1
                if self._strikes <= 0:
                    self.dismiss("too-fast")
        except (WebSocketDisconnect, asyncio.CancelledError):
            raise
        except Exception:
            self._fail(ident)

    def _refuse(self, ident: int | None, refused: Refused) -> None:
        METRICS.refused.add()
        seq = self.room.table.seq if self.room else 0
        self.deliver(encoder.encode(Refusal(ident, refused.code, refused.details, str(refused), seq)))

    def _fail(self, ident: int | None) -> None:
        METRICS.errors.add()
        log.exception("message failed", extra={"table": self.room.table_id if self.room else None})
        self.deliver(encoder.encode(Refusal(ident, "internal", {}, "the server made a mistake", 0)))

    # Questions take a while: meanwhile other messages are answered.

    def _wonder(self, room: Room, message: messages.Hint) -> None:
        self._stop_wondering()
        self._wondering = message.id, asyncio.create_task(self._hints(room, message))

    def _stop_wondering(self) -> None:
        if self._wondering is not None:
            ident, task = self._wondering
            if task.cancel():
                self._refuse(ident, Refused("superseded"))
            self._wondering = None

    async def _hints(self, room: Room, message: messages.Hint) -> None:
        try:
            self.deliver(encoder.encode(await hints(self._rooms, room, message, self.address)))
        except Refused as refused:
            self._refuse(message.id, refused)
        except Unavailable:  # an earlier position is read from the log
            self._refuse(message.id, Refused("unavailable"))
        except Exception:
            self._fail(message.id)

    async def _handle(self, message: messages.ClientMessage) -> None:
        if isinstance(message, Hello):
            await self._hello(message)
            return
        if self.room is None:
            raise Refused("hello-first")
        room = self.room
        match message:
            case messages.Ping():
                self.deliver(encoder.encode(Pong(message.id, milliseconds())))
            case messages.WhyNot():
                reason = play.why(room.table, message)
                details = dict(reason.details) if reason else {}
                code, text = (reason.code.value, str(reason)) if reason else (None, None)
                self.deliver(encoder.encode(ReasonMessage(message.id, code, details, text)))
            case messages.Hint():
                self._wonder(room, message)
            case messages.NoHint():
                self._stop_wondering()
            case _:
                began = time.monotonic()
                seq = await room.change(await self._decision(room, message))
                METRICS.accepted.add()
                METRICS.accept_seconds.observe(time.monotonic() - began)
                self.deliver(encoder.encode(Ack(message.id, seq)))

    async def _decision(self, room: Room, message: messages.ClientMessage) -> Callable[[Table], Decision]:
        """What makes an entry of this message; for powers over absent people, who is away is looked up first."""
        away, now = {}, milliseconds()
        if isinstance(message, POWERS):
            try:
                away = await self._rooms.presence.away(room)
            except Unavailable:
                raise Refused("unavailable") from None
        return lambda table: self._decide(table, Caller(self._who(room), away, now), message)

    def _decide(self, table: Table, caller: Caller, message: messages.ClientMessage) -> Decision:
        """What this message adds to the log, as the table is now."""
        assert self.room is not None
        deal = self.room.deal
        match message:
            case messages.ActMessage():
                return play.act(table, caller, message.seq, play.read_action(message.action), deal)
            case messages.Type():
                return play.act(table, caller, message.seq, play.read_typed(message), deal)
            case messages.TakeBack():
                return Decision(play.take_back(table, caller, message))
            case messages.Start():
                return play.start(table, caller, deal)
            case _:
                return Decision(request(table, caller, message, LEVELS))

    def _who(self, room: Room) -> int | None:
        """The person whose token came with hello: checked again for every message."""
        if self._token is None:
            return None
        person = self._signer.person(self._token, room.code, room.table.keys)
        if person is None:
            raise Refused("bad-token")
        return person

    async def _hello(self, message: Hello) -> None:
        if self.room is not None:
            raise Refused("malformed", problem="hello was said already")
        if message.version != PROTOCOL:
            raise Refused("version", version=PROTOCOL)
        row, room = await self._rooms.find(message.table)
        self._watching = message.table != row.code
        if message.token is not None:
            if self._watching:
                raise Refused("bad-token")
            self._token = message.token
            await room.catch_up()  # the person may have joined at another process a moment ago
            try:
                self.person = self._who(room)
            except Refused:
                self._token = None
                raise
        if message.preview and self.person is not None:
            self._previewer = Previewer(self._rooms, self.person, self.address, self.deliver)
        await self._enter(room, message.seq)
        self._rooms.bots.attend(room)  # bots alone wait until somebody watches
        self.room = room
        if self.person is not None:  # whoever comes again goes on where they were
            self._bucket = self._rooms.speakers.of((room.table_id, self.person))

    async def _enter(self, room: Room, seen: int | None) -> None:
        """Everybody knows of who comes before the welcome, and who was away gets back what was taken over."""
        if (person := self.person) is None:
            await room.enter(self, seen, self._welcome)
            return
        room.coming[person] += 1
        try:
            await self._rooms.presence.come(room, person)
            if room.table.returns(person) and not room.table.persons[person].left:
                with suppress(Refused):  # somebody else's message, or this person's other page, was faster
                    await room.change(lambda table: Decision(returned(table, person)))
            await room.enter(self, seen, self._welcome)
        except Unavailable:
            raise Refused("unavailable") from None
        finally:
            room.coming -= Counter([person])
            if self not in room.onlookers:
                room.leave(self)

    def _welcome(self, room: Room) -> Welcome:
        return Welcome(
            version=PROTOCOL,
            server=__version__,
            you=self.person,
            seq=room.table.seq,
            now=milliseconds(),
            phrases=list(entries.PHRASES),
            online=sorted(room.online),
            watching=self._watching,
            away=room.away(room),
        )
