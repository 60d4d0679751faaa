"""Bots of this package join a table over the network like people."""

from __future__ import annotations

import asyncio

from crownlands.client import NetworkBot, match_of, play_seat
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
