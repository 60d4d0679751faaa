"""Attackers, each as a client of its own would do it, from one address of this machine; all end by themselves."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ADDRESS = "127.0.0.2"
"""Another address of this machine than that of everybody else."""
PING = b"\x89\xfd\0\0\0\0" + b"x" * 125
HALF = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"
TROUBLE = (OSError, WebSocketException, asyncio.IncompleteReadError, TimeoutError, ValueError)


class Attack:
    """What one attacker does until its time is over, and what came of it."""

    def __init__(self, port: int, seconds: float, record: str) -> None:
        self.port, self.record = port, record
        self.until = asyncio.get_running_loop().time() + seconds
        self.counts: Counter[str] = Counter()

    @property
    def going(self) -> bool:
        return asyncio.get_running_loop().time() < self.until

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """One request on a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(ADDRESS, 0))
        try:
            data = b"" if body is None else json.dumps(body).encode()
            head = f"{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: {len(data)}\r\n"
            writer.write(f"{head}content-type: application/json\r\n\r\n".encode() + data)
            async with asyncio.timeout(30):
                answer = await reader.read()
        finally:
            writer.close()
        head_text, _, rest = answer.partition(b"\r\n\r\n")
        status = int(head_text.split(b" ", 2)[1]) if head_text else 0
        with suppress(ValueError):
            return status, json.loads(rest)
        return status, None

    async def post(self, name: str, path: str, body: Any) -> Any:
        status, answer = await self.request("POST", path, body)
        self.counts[f"{name}: {status or 'ended'}"] += 1
        return answer if 200 <= status < 300 else None

    def socket(self) -> Any:
        url = f"ws://127.0.0.1:{self.port}/ws"
        return connect(url, local_addr=(ADDRESS, 0), max_queue=None, max_size=None, ping_interval=None)

    async def enter(self, socket: ClientConnection, made: dict[str, Any]) -> None:
        await socket.send(json.dumps({"type": "hello", "table": made["code"], "token": made["token"]}))
        await socket.recv()

    async def replays(self) -> None:
        await self.post("replays", "/api/replay", {"record": self.record, "count": 64})
        await asyncio.sleep(0.05)

    async def spaces(self) -> None:
        text = f"crownlands game 1\nruleset: kingdomino/2\na:{' ' * 199_000}x\n"
        await self.post("spaces in a tag", "/api/replay", {"record": text})
        await asyncio.sleep(0.2)

    async def halves(self) -> None:
        opened = []
        for _ in range(400):
            with suppress(*TROUBLE):
                pair = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(ADDRESS, 0))
                pair[1].write(HALF)
                opened.append(pair)
        await asyncio.sleep(3)
        for reader, writer in opened:
            ended = True
            with suppress(OSError):
                try:
                    async with asyncio.timeout(0.001):
                        await reader.read()
                except TimeoutError:
                    ended = False
            self.counts[f"half requests: {'ended' if ended else 'open'}"] += 1
            writer.close()

    async def pings(self) -> None:
        async with self.socket() as socket:
            socket.transport.pause_reading()
            sent = 0
            while self.going and not socket.transport.is_closing() and sent < 2000:
                socket.transport.write(PING * 200)
                sent += 1
                await asyncio.sleep(0.01)
            self.counts["floods of pings"] += 1
            socket.transport.abort()

    async def chat(self) -> None:
        made = await self.post("tables for chat", "/api/tables", {"ruleset": "kingdomino/2", "name": "Loud"})
        while made and self.going:
            async with self.socket() as socket:
                await self.enter(socket, made)
                for _ in range(50):
                    await socket.send('{"type": "say", "text": "x", "id": 1}')
                for _ in range(50):
                    while (answer := json.loads(await socket.recv())).get("id") != 1:
                        pass
                    self.counts[f"chat: {answer.get('code', 'said')}"] += 1
        await asyncio.sleep(0.5)

    async def monarchs(self) -> None:
        seats = [{"kind": "bot", "level": "monarch"}] * 4
        body = {"ruleset": "kingdomino/4", "name": "Many", "seats": seats}
        made = await self.post("tables of monarchs", "/api/tables", body)
        if made is None:
            await asyncio.sleep(1)
            return
        async with self.socket() as socket:
            await self.enter(socket, made)
            await socket.send('{"type": "start", "id": 1}')
            if self.counts["tables of monarchs: 201"] % 2:  # half of them are watched
                while self.going:
                    await asyncio.wait_for(socket.recv(), 60)
                    self.counts["entries of watched monarchs"] += 1

    async def hints(self) -> None:
        seats = [{"kind": "me"}, {"kind": "me"}]
        body = {"ruleset": "kingdomino/2", "name": "Curious", "seats": seats, "hints": "always"}
        made = await self.post("tables for hints", "/api/tables", body)
        while made and self.going:
            async with self.socket() as socket:
                await self.enter(socket, made)
                await socket.send('{"type": "start", "id": 2}')
                for _ in range(20):
                    await socket.send('{"type": "hint", "id": 1}')
                    while (answer := json.loads(await socket.recv())).get("id") != 1:
                        pass
                    self.counts[f"hints: {answer.get('code', 'given')}"] += 1
        await asyncio.sleep(0.5)

    async def run(self) -> Counter[str]:
        """All of them at once, with several of those that have to wait."""
        parts = [self.replays] * 4 + [self.spaces, self.halves, self.pings, self.pings, self.chat, self.chat]
        parts += [self.monarchs] * 40 + [self.hints] * 4
        await asyncio.gather(*map(self._again, parts))
        return self.counts

    async def _again(self, part: Callable[[], Awaitable[None]]) -> None:
        while self.going:
            try:
                await part()
            except TROUBLE as error:
                self.counts[f"{part.__name__}: {type(error).__name__}"] += 1
                await asyncio.sleep(0.05)


async def main() -> None:
    port, seconds, path = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
    with open(path, encoding="utf-8") as file:
        record = file.read()
    print(json.dumps(await Attack(port, seconds, record).run()))


if __name__ == "__main__":
    asyncio.run(main())
