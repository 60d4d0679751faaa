"""Leaving, resigning and coming back in the middle of a game."""

from __future__ import annotations

import asyncio
from typing import Any

from crownlands.client import TableClient, play_seat
from tests.server.harness import Server
from tests.server.parties import party, refused


def table(client: TableClient) -> dict[str, Any]:
    assert client.view.table is not None
    return client.view.table


def test_who_leaves_can_let_a_bot_play_and_takes_the_seat_back(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2) as people:
            host, guest = people.clients
            async with refused("no-such-level"):
                await guest.ask("leave", level="wizard")
            await guest.ask("leave", level="random")
            await people.settle()
            seat = table(host)["seats"][1]
            assert (seat["kind"], seat["level"], seat["owner"]) == ("bot", "random", 1)
            # Connecting again only looks: who left says when to go on.
            await guest.close()
            await guest.connect()
            assert guest.view.seats == []
            await guest.ask("come-back")
            assert guest.view.seats == [1]
            assert table(guest)["seats"][1]["name"] == "Guest 1"
            await guest.ask("leave", level="random")
            people.clients.remove(guest)
            await play_seat(host)
            bots = [e["entry"] for e in host.view.log if e["entry"]["type"] == "act" and e["entry"]["by"] == "bot"]
            assert {entry["seat"] for entry in bots} == {1}
            await guest.close()

    asyncio.run(run())


def test_the_host_leaves_on_their_turn_and_the_game_goes_on(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2) as people:
            host, guest = people.clients
            while host.view.play is None or host.view.play["seat"] != 0:
                await people.act()
            await host.ask("leave", level="random")
            await people.settle()
            assert table(guest)["host"] == 1
            people.clients.remove(host)
            await play_seat(guest)
            assert guest.view.over
            await host.close()

    asyncio.run(run())


def test_whoever_resigns_is_followed_by_a_bot_for_good(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/3", 3) as people:
            host, guest, other = people.clients
            stranger = await people.guest("Stranger")
            async with refused("not-seated"):
                await stranger.ask("resign", level="random")
            await guest.ask("resign", level="random")
            await people.settle()
            seat = table(host)["seats"][1]
            assert (seat["kind"], seat["owner"], seat["resigned"]) == ("bot", None, "Guest 1")
            async with refused("not-left"):
                await guest.ask("come-back")
            await asyncio.gather(play_seat(host), play_seat(other))
            ranking = (host.view.play or {})["state"]["ranking"]
            assert sorted(realm for group in ranking for realm in group) == [0, 1, 2]
            async with refused("game-over"):
                await host.ask("resign", level="random")

    asyncio.run(run())


def test_whoever_resigns_gives_up_no_seat_that_is_somebody_elses(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2, grace=0, resigning="out") as people:
            host, owner = people.clients
            stand_in = await people.guest("Stand-in")
            await owner.close()
            await host.until(lambda view: 1 not in view.online)
            await host.ask("free", seat=1)
            await stand_in.ask("sit", seat=1, name="Stand-in")
            await stand_in.ask("resign", level="random")
            await host.until(lambda _: table(host)["seats"][1]["kind"] == "bot")
            assert (table(host)["seats"][1]["owner"], table(host)["seats"][1]["resigned"]) == (1, "")
            await owner.connect()
            assert owner.view.seats == [1]

    asyncio.run(run())


def test_where_the_table_chose_so_who_resigns_is_out_of_the_running(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/3", 3, start=False) as people, refused("not-started"):
            await people.host.ask("resign", level="random")
        async with party(server, "kingdomino/3", 2, bots="greedy", resigning="out") as people:
            host, guest = people.clients
            await guest.ask("leave", level="random")
            await guest.ask("resign", level="random")  # while a bot plays for them
            await play_seat(host)
            play = host.view.play
            assert play is not None
            assert play["state"]["ranking"][-1] == [1]
            assert play["decided"][-1] == "resigned"
            assert table(host)["result"]["ranking"] == play["state"]["ranking"]

    asyncio.run(run())


def test_half_a_team_can_resign_and_its_realm_stays_in_the_running(server: Server) -> None:
    async def run() -> None:
        async with party(server, "royal-wedding/6+teams", 2, resigning="out") as people:
            host, guest = people.clients
            await guest.ask("resign", level="random")
            await people.settle()
            assert "resigned" not in (host.view.play or {})["decided"]
            assert table(host)["seats"][1]["resigned"] == "Guest 1"

    asyncio.run(run())
