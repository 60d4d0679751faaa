"""People at a table: opens one, seats everybody, and gives their connections back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from crownlands.client import Refused, TableClient
from crownlands.client.connection import View
from tests.server.harness import Server


def previewed(view: View) -> bool:
    """Whether the position that is seen has been previewed."""
    return view.preview is not None and view.play is not None and view.preview["game_seq"] == view.play["game_seq"]


@dataclass
class Party:
    server: Server
    made: dict[str, Any]
    clients: list[TableClient]

    @property
    def code(self) -> str:
        return str(self.made["code"])

    @property
    def host(self) -> TableClient:
        return self.clients[0]

    async def guest(self, name: str) -> TableClient:
        """Somebody more, standing."""
        admitted = await self.server.http.join(self.code, name)
        client = TableClient(self.server.url, self.code, admitted["token"])
        await client.connect()
        self.clients.append(client)
        return client

    def acting(self) -> TableClient:
        """Whose turn it is, as the host sees it."""
        play = self.host.view.play
        assert play is not None
        return next(client for client in self.clients if play["seat"] in client.view.seats)

    async def settle(self) -> None:
        """Waits until everybody has seen everything."""
        seq = max(client.view.seq for client in self.clients)
        for client in self.clients:
            await client.until(lambda view: view.seq >= seq)

    async def act(self, index: int = 0) -> tuple[TableClient, dict[str, Any]]:
        """The seat whose turn it is takes a legal action; everybody sees it."""
        client = self.acting()
        assert client.view.play is not None
        action = client.view.play["legal"][index]
        seq = (await client.act(action))["seq"]
        for other in self.clients:
            await other.until(lambda view: view.seq >= seq)
        return client, action


@asynccontextmanager
async def party(
    server: Server, ruleset: str, people: int, start: bool = True, bots: str = "random", **options: Any
) -> AsyncIterator[Party]:
    """As many people as asked for, bots on the other seats."""
    seats = int(ruleset.split("/")[1].split("+")[0])
    wishes: list[dict[str, Any]] = [{"kind": "me"}, *({"kind": "open"} for _ in range(people - 1))]
    wishes += [{"kind": "bot", "level": bots} for _ in range(seats - people)]
    made = await server.http.create(ruleset, "Host", wishes, **options)
    host = TableClient(server.url, made["code"], made["token"])
    await host.connect()
    everybody = Party(server, made, [host])
    try:
        for index in range(1, people):
            guest = await everybody.guest(f"Guest {index}")
            await guest.ask("sit", seat=index, name=f"Guest {index}")
        if start:
            await host.ask("start")
            await everybody.settle()
        yield everybody
    finally:
        for client in everybody.clients:
            await client.close()


@asynccontextmanager
async def refused(code: str) -> AsyncIterator[None]:
    """Expects the server to say no, with this code."""
    with pytest.raises(Refused) as caught:
        yield
    assert caught.value.code == code
