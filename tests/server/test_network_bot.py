"""Bots of this package join a table over the network like people."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.asyncio.server import ServerConnection, serve

from crownlands.client import Gone, NetworkBot, TableClient, match_of, play_seat
from crownlands.notation import state_json
from crownlands.players import make_player
from tests.server.harness import Server
from tests.server.parties import party


def test_players_play_a_whole_game_over_the_network(server: Server) -> None:
    async def run() -> None:
        async with party(server, "queendomino/2", 2) as people:
            await people.act()
            await people.host.ask("say", text="oops")
            first = next(
                client for client in people.clients if client.view.seats == [(people.host.view.play or {})["undoable"]]
            )
            await first.ask("take-back", seq=first.view.seq)
            await people.settle()
            bots = [NetworkBot(make_player(name, "1")) for name in ("greedy", "random")]
            await asyncio.gather(*map(play_seat, people.clients, bots))
            assert state_json(match_of(people.host.view.log)) == (people.host.view.play or {})["state"]

    asyncio.run(run())


def test_a_goodbye_instead_of_a_welcome_is_a_lost_connection() -> None:
    async def stopping(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(json.dumps({"type": "bye", "code": "restart", "text": "the server restarts"}))

    async def run() -> None:
        async with serve(stopping, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            with pytest.raises(Gone, match="the server restarts"):
                await TableClient(f"http://127.0.0.1:{port}", "code").connect()

    asyncio.run(run())
