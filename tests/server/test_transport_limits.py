"""Connections that ask for nothing, say half of it or do not read: none may hold memory or a place for long."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import struct
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from crownlands.client import TableClient
from crownlands.server.guard.send_buffer import SendBuffer, SendBuffers
from tests.patience import PATIENCE, comes_true, eventually
from tests.server.harness import GENEROUS, Server

ELSEWHERE = "127.0.0.2"
"""Another address of this machine: what comes from 127.0.0.1 is taken for a proxy's."""
HALF = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def attacker(server: Server, first: bytes = b"", unread: int = 0) -> socket.socket:
    opened = socket.socket()
    if unread:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, unread)
    opened.bind((ELSEWHERE, 0))
    opened.settimeout(PATIENCE)
    opened.connect(("127.0.0.1", server.settings.port))
    opened.sendall(first)
    return opened


def ended(opened: socket.socket) -> bool:
    """Whether the server has let go of it."""
    opened.setblocking(False)
    try:
        return opened.recv(65536) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def metric(server: Server, name: str) -> float:
    text = asyncio.run(server.http.call("GET", "/metrics"))
    return float(re.findall(rf"^crownlands_{name} (\S+)$", text, re.MULTILINE)[0])


def memory(server: Server) -> int:
    """Bytes that the server holds for itself."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.findall(r"RssAnon:\s+(\d+) kB", status)[0]) * 1024


def test_half_requests_make_room_and_end(tmp_path: Path) -> None:
    limits = replace(GENEROUS, waiting_per_address=10, request_seconds=2.0)
    with Server(tmp_path, limits=limits) as server:
        halves = [attacker(server, first) for first in [b"", b"GET / HT", HALF, HALF + b"\r\n{"] * 10]
        eventually(lambda: metric(server, "turned_away_total") >= 30)
        asyncio.run(server.http.call("GET", "/healthz"))  # nobody else is kept out
        for half in halves:
            eventually(lambda half=half: ended(half), "the end of a half request")  # type: ignore[misc]
            half.close()
        assert "turned away" in server.log.read_text()
        asyncio.run(server.http.create("kingdomino/2", "Ada"))


def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    with Server(tmp_path, limits=replace(GENEROUS, connections_per_address=5)) as server:
        opened = [attacker(server, UPGRADE) for _ in range(5)]
        for one in opened:
            assert one.recv(1000).startswith(b"HTTP/1.1 101")
        sixth = attacker(server)
        eventually(lambda: ended(sixth), "no sixth connection")
        asyncio.run(server.http.call("GET", "/healthz"))
        for one in opened:
            one.close()
        again = attacker(server, UPGRADE)
        with suppress(OSError):
            while not again.recv(1000).startswith(b"HTTP/1.1 101"):  # the server has to hear of those that ended
                again = attacker(server, UPGRADE)
        again.close()


def test_pings_of_who_does_not_read_hold_no_memory_and_end(server: Server) -> None:
    ping = b"\x89\xfd" + b"\0\0\0\0" + b"x" * 125
    opened = attacker(server, UPGRADE, unread=4096)
    assert opened.recv(129).startswith(b"HTTP/1.1 101")
    before = memory(server)
    with suppress(OSError):  # without a hello
        for _ in range(64):
            opened.sendall(ping * 8000)  # a megabyte
    assert memory(server) - before < 8 * 1024 * 1024
    eventually(lambda: ended(opened), "the end of the connection")


def test_who_does_not_read_is_let_go_at_once_and_can_come_back(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        made = await server.http.create("queendomino/2", "Ada", [{"kind": "me"}, {"kind": "me"}])
        async with TableClient(server.url, made["code"], made["token"]) as host:
            await host.ask("start")
            while (host.view.play or {})["step"] != "place":  # which can be taken back
                await host.act((host.view.play or {})["legal"][0])
            slow = attacker(server, unread=4096)
            hello = json.dumps({"type": "hello", "table": made["watch"], "seq": 0})
            silent = await connect(server.url.replace("http", "ws") + "/ws", sock=slow, max_queue=1, compression=None)
            await silent.send(hello)
            for _ in range(2):  # the welcome and what was missed
                await silent.recv()
            silent.transport.pause_reading()

            async def dropped() -> bool:
                for _ in range(20):
                    await host.act((host.view.play or {})["legal"][0])
                    await host.ask("take-back", seq=host.view.seq)
                return "crownlands_dropped_total 1" in await server.http.call("GET", "/metrics")

            await comes_true(dropped)

            async def gone() -> bool:
                return "crownlands_sockets 1\n" in await server.http.call("GET", "/metrics")

            await comes_true(gone, "the end of the connection")
            silent.transport.resume_reading()
            async with asyncio.timeout(PATIENCE):
                with suppress(ConnectionClosed):
                    while True:  # what had reached its own machine
                        await silent.recv()
            async with TableClient(server.url, made["watch"]) as again:
                assert again.view.log == host.view.log

    with Server(tmp_path, limits=replace(GENEROUS, queue=16, takes_back=10**6)) as server:
        asyncio.run(run(server))
        assert server.errors() == []


def test_a_message_in_endless_parts_ends_the_connection(server: Server) -> None:
    opened = attacker(server, UPGRADE)
    assert opened.recv(1000).startswith(b"HTTP/1.1 101")
    with suppress(OSError):
        opened.sendall(b"\x01\x80\0\0\0\0")
        for _ in range(1000):
            opened.sendall(b"\x00\x80" + struct.pack("!I", 0))
    eventually(lambda: ended(opened), "the end of the connection")


def test_all_connections_together_hold_only_so_much() -> None:
    dropped: list[str] = []
    together = SendBuffers(100)

    def holder(name: str) -> SendBuffer:
        def drop() -> None:
            dropped.append(name)
            held.clear()

        held = SendBuffer(together, 60, drop)
        return held

    small, large, other = holder("small"), holder("large"), holder("other")
    assert small.add(20)
    assert large.add(500) is True  # alone, a message may be as long as it is: but all together are bounded
    assert dropped == ["large"]
    assert large.add(50)
    assert not large.add(20)
    assert other.add(40)
    assert dropped == ["large", "large"]
    assert together.held == 60
    small.remove(20)
    other.clear()
    assert together.held == 0
