"""The websocket side: one connection that keeps its view of a table and comes back by itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

MAX_MESSAGE = 4 * 1024 * 1024
PATIENCE = 60.0
"""Seconds for which a server is waited for, lost or slow."""


class Refused(Exception):
    """The server said no, with its code and a sentence."""

    def __init__(self, message: dict[str, Any]) -> None:
        super().__init__(f"{message['code']}: {message['text']}")
        self.code, self.message = str(message["code"]), message


class Gone(Exception):
    """The connection was lost before the answer: whether it happened shows in the log."""


@dataclass
class View:
    """What this client knows of the table."""

    seq: int = 0
    log: list[dict[str, Any]] = field(default_factory=list)
    table: dict[str, Any] | None = None
    play: dict[str, Any] | None = None
    online: list[int] = field(default_factory=list)
    away: dict[int, int] = field(default_factory=dict)
    """Who is away, and when their grace is over, by the server's time."""
    you: int | None = None
    preview: dict[str, Any] | None = None
    """Of the last position in which this client decided, if it asked for previews."""

    def take(self, update: dict[str, Any]) -> None:
        """Follows an update; entries come once each and without gaps."""
        for entry in update["entries"]:
            if self.log and entry["seq"] != self.log[-1]["seq"] + 1:
                raise AssertionError(f"entry {entry['seq']} after {self.log[-1]['seq']}")
            self.log.append(entry)
        self.seq = update["seq"]
        self.table = update["table"] or self.table
        self.play = update["play"] or self.play

    @property
    def over(self) -> bool:
        return self.table is not None and self.table["status"] == "over"

    @property
    def seats(self) -> list[int]:
        """Own seats."""
        seats = self.table["seats"] if self.table else []
        return [index for index, seat in enumerate(seats) if self.you is not None and seat["person"] == self.you]

    @property
    def my_turn(self) -> bool:
        return self.play is not None and not self.over and self.play["seat"] in self.seats


class TableClient:
    """A connection to one table: ``async with TableClient(url, code, token) as table: await table.act(action)``."""

    def __init__(
        self, base: str, code: str, token: str | None = None, whole: bool = True, preview: bool = False
    ) -> None:
        self._url = base.replace("http", "ws", 1) + "/ws"
        self._code, self._token = code, token
        self.view = View()
        self._whole, self._preview = whole, preview
        self.heard: Callable[[dict[str, Any]], None] = lambda _: None
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._ids = 0
        self.changed = asyncio.Condition()
        self.closed = True

    async def __aenter__(self) -> TableClient:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def connect(self, patience: float = 0.0) -> None:
        """Connects, or connects again, and hears everything that was missed; tries for so many seconds."""
        await self.close()
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        while True:
            try:
                await self._connect()
                return
            except (OSError, InvalidHandshake, ConnectionClosed, Gone, TimeoutError):
                if loop.time() >= until:
                    raise
                await asyncio.sleep(0.1)
            except Refused as refused:
                if refused.code not in ("unavailable", "too-fast") or loop.time() >= until:
                    raise
                await asyncio.sleep(0.1)

    async def _connect(self) -> None:
        socket = await connect(self._url, max_size=MAX_MESSAGE, compression=None, ping_interval=None)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._greet(socket)
        except ConnectionClosed as error:
            raise Gone(str(error)) from None
        except BaseException:
            socket.transport.abort()
            raise
        self._socket, self.closed = socket, False
        self._reader = asyncio.create_task(self._read(socket))

    async def _greet(self, socket: ClientConnection) -> None:
        """Says hello and hears what was missed."""
        seen = self.view.seq if self._whole or self.view.seq else None
        hello = {"type": "hello", "table": self._code, "token": self._token, "seq": seen, "preview": self._preview}
        await socket.send(json.dumps(hello))
        welcome = json.loads(await socket.recv())
        if welcome["type"] == "refused":
            raise Refused(welcome)
        if welcome["type"] == "bye":  # it stopped before the hello had arrived
            raise Gone(welcome["text"])
        self.view.you = welcome["you"]
        self._attend(welcome)
        self._take(json.loads(await socket.recv()))

    async def close(self) -> None:
        if self._reader:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket:
            await self._socket.close()
        self._socket = self._reader = None
        self.closed = True

    def cut(self) -> None:
        """Drops the connection as a dead network does: without a word."""
        if self._socket:
            self._socket.transport.abort()

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "update":
            self.view.take(message)
        elif kind == "preview":
            self.view.preview = message
        elif kind == "presence":
            self._attend(message)
        self.heard(message)

    def _attend(self, message: dict[str, Any]) -> None:
        self.view.online = message["online"]
        self.view.away = {away["person"]: away["until"] for away in message["away"]}

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                message = json.loads(text)
                self._take(message)
                self._answer(message)
                async with self.changed:
                    self.changed.notify_all()
        except ConnectionClosed:
            pass
        finally:
            self.closed = True
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(Gone("the connection was lost"))
            self._waiting.clear()
            async with self.changed:
                self.changed.notify_all()

    def _answer(self, message: dict[str, Any]) -> None:
        """Tells whoever asked. A refusal without an id is of something unreadable: any question that waits."""
        ident: Any = message.get("id")
        unknown = message["type"] == "refused" and ident is None
        for asked in list(self._waiting) if unknown else [ident]:
            waiting = self._waiting.pop(asked, None)
            if waiting and not waiting.done():
                waiting.set_result(message)

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Sends a message and returns its answer; a refusal raises."""
        if self._socket is None or self.closed:
            raise Gone("not connected")
        self._ids += 1
        ident = self._ids
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[ident] = future
        try:
            await self._socket.send(json.dumps({"type": kind, "id": ident, **fields}))
        except ConnectionClosed:
            self._waiting.pop(ident, None)
            if future.done():
                future.exception()  # it has been told already
            raise Gone("the connection was lost") from None
        answer = await future
        if answer["type"] == "refused":
            raise Refused(answer)
        return answer

    async def act(self, action: dict[str, Any], seq: int | None = None) -> dict[str, Any]:
        """One action, seen from where this client is."""
        return await self.ask("act", seq=self.view.seq if seq is None else seq, action=action)

    async def until(self, condition: Callable[[View], bool], seconds: float = PATIENCE) -> None:
        """Waits until the view is so; raises `Gone` if the connection is lost meanwhile."""
        async with asyncio.timeout(seconds), self.changed:
            while not condition(self.view):
                if self.closed:
                    raise Gone("the connection was lost")
                await self.changed.wait()
