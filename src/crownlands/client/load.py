"""Load: many tables at once, a steady stream of actions, and how long each takes to be confirmed and to arrive."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from crownlands.client.connection import MAX_MESSAGE
from crownlands.client.http import Http


class _Play(Struct):
    seat: int | None
    legal: list[Raw]


class _Message(Struct):
    """What the load needs of any message; the rest is not even decoded."""

    type: str
    id: int | None = None
    seq: int = 0
    code: str = ""
    play: _Play | None = None


_decode = msgspec.json.Decoder(_Message).decode


@dataclass
class Flight:
    """An action under way."""

    sent: float
    seq: int | None = None
    arrived: list[float] = field(default_factory=list)


@dataclass
class LoadResult:
    """What was measured, times in milliseconds."""

    tables: int
    sockets: int
    seconds: float
    accepted: int
    refused: int
    acknowledged: list[float]
    delivered: list[float]
    finished: int
    """Tables whose games were over before the end: with all of them nothing is left to send."""

    def report(self) -> dict[str, Any]:
        return {
            "tables": self.tables,
            "sockets": self.sockets,
            "seconds": round(self.seconds, 1),
            "accepted": self.accepted,
            "refused": self.refused,
            "tables_finished": self.finished,
            "accepted_per_second": round(self.accepted / self.seconds, 1),
            "acknowledgement_ms": {"p50": percentile(self.acknowledged, 50), "p99": percentile(self.acknowledged, 99)},
            "delivery_ms": {"p50": percentile(self.delivered, 50), "p99": percentile(self.delivered, 99)},
        }


def percentile(values: list[float], share: float) -> float:
    """The value below which this share of all lies."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))], 1) if ordered else 0.0


class LoadTable:
    """One table with a socket for each seat."""

    def __init__(self, load: Load, sockets: list[ClientConnection]) -> None:
        self._load, self.sockets = load, sockets
        self.seq = 0
        self.play: _Play | None = None
        self.flight: Flight | None = None
        self.readers = [asyncio.create_task(self._read(index)) for index in range(len(sockets))]

    @property
    def ready(self) -> bool:
        return self.flight is None and self.play is not None and self.play.seat is not None

    async def send(self) -> None:
        """The acting seat takes a legal action."""
        assert self.play is not None
        assert self.play.seat is not None
        legal = self.play.legal
        action = bytes(legal[self.seq % len(legal)])
        text = b'{"type":"act","id":1,"seq":%d,"action":%b}' % (self.seq, action)
        self.flight = Flight(time.perf_counter())
        await self.sockets[self.play.seat].send(text.decode())

    async def _read(self, index: int) -> None:
        try:
            async for text in self.sockets[index]:
                self._hear(index, _decode(text))
        except ConnectionClosed:
            self._load.lost += 1

    def _hear(self, index: int, message: _Message) -> None:
        now = time.perf_counter()
        flight = self.flight
        if message.type == "update" and message.play is not None:
            if message.seq > self.seq:
                self.seq, self.play = message.seq, message.play
            if flight:
                flight.arrived.append(now)
        elif message.type == "ack" and flight:
            flight.seq = message.seq
            self._load.acknowledged.append((now - flight.sent) * 1000)
        elif message.type == "refused":
            self._load.refused += 1
            self._load.reasons[message.code] = self._load.reasons.get(message.code, 0) + 1
            self.flight = None
            self._load.rest(self)
        if flight and flight.seq is not None and len(flight.arrived) == len(self.sockets):
            # The actor's own copy is not a delivery to another seat: it comes with the acknowledgement.
            self._load.delivered += [(arrival - flight.sent) * 1000 for arrival in sorted(flight.arrived)[1:]]
            self._load.accepted += 1
            self.flight = None
            self._load.rest(self)


class Load:
    """Opens tables, keeps them busy at a rate, and measures."""

    def __init__(self, urls: list[str], ruleset: str = "kingdomino/4") -> None:
        self._urls, self._ruleset = urls, ruleset
        self.tables: list[LoadTable] = []
        self.acknowledged: list[float] = []
        self.delivered: list[float] = []
        self.accepted = self.refused = self.lost = 0
        self.reasons: dict[str, int] = {}
        self._ready: deque[LoadTable] = deque()

    def rest(self, table: LoadTable) -> None:
        """A table is ready for its next action."""
        if table.ready:
            self._ready.append(table)

    async def open(self, count: int, at_once: int = 8) -> None:
        """So many tables, everybody seated and connected, all started."""
        places = asyncio.Semaphore(at_once)

        async def one(number: int) -> None:
            async with places:
                self.tables.append(await self._open_one(number))

        await asyncio.gather(*(one(number) for number in range(count)))

    async def _open_one(self, number: int) -> LoadTable:
        seats = int(self._ruleset.split("/")[1].split("+")[0])
        url = self._urls[number % len(self._urls)]
        http = Http(url, timeout=60)
        wishes = [{"kind": "me"}, *({"kind": "open"} for _ in range(seats - 1))]
        made = await http.create(self._ruleset, "Load", wishes)
        tokens = [made["token"]] + [(await http.join(made["code"], f"p{i}"))["token"] for i in range(1, seats)]
        sockets = []
        for index, token in enumerate(tokens):
            there = self._urls[(number + index) % len(self._urls)].replace("http", "ws", 1)
            socket = await connect(
                f"{there}/ws", max_size=MAX_MESSAGE, compression=None, ping_interval=None, open_timeout=60
            )
            await socket.send(msgspec.json.encode({"type": "hello", "table": made["code"], "token": token}).decode())
            sockets.append(socket)
        table = LoadTable(self, sockets)
        for index, socket in enumerate(sockets[1:], 1):
            await socket.send(f'{{"type":"sit","seat":{index},"name":"p{index}"}}')
        while not table.play:
            await sockets[0].send('{"type":"start"}')
            await asyncio.sleep(0.1)
        return table

    async def run(self, rate: float, seconds: float) -> LoadResult:
        """A steady stream of actions for so long, then a moment for the last answers."""
        self.acknowledged, self.delivered = [], []
        self.accepted = self.refused = 0
        self._ready = deque(table for table in self.tables if table.ready)
        began = time.perf_counter()
        sent = 0
        while (now := time.perf_counter() - began) < seconds:
            while sent < now * rate and self._ready:
                table = self._ready.popleft()
                if table.ready:
                    await table.send()
                    sent += 1
            if not self._ready:
                sent = max(sent, int(now * rate))  # what could not be sent in time is not sent later in a burst
            await asyncio.sleep(0.002)
        elapsed = time.perf_counter() - began
        accepted = self.accepted
        await asyncio.sleep(2)
        sockets = sum(len(table.sockets) for table in self.tables)
        finished = sum(table.play is not None and table.play.seat is None for table in self.tables)
        times = list(self.acknowledged), list(self.delivered)
        return LoadResult(len(self.tables), sockets, elapsed, accepted, self.refused, *times, finished)

    async def close(self) -> None:
        for table in self.tables:
            for reader in table.readers:
                reader.cancel()
            for socket in table.sockets:
                socket.transport.abort()
