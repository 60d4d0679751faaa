"""Tables: seats, colours and names, hosts, leaving and coming back, teams, one device, spectators, rematch."""

from __future__ import annotations

import asyncio

import pytest

from crownlands.client import ApiError, TableClient, play_seat
from tests.server.harness import Server
from tests.server.parties import party, refused


def test_a_ruleset_is_named_or_given_by_its_parts(server: Server) -> None:
    async def run() -> None:
        parts = {"family": "kingdomino", "players": 2, "options": ["harmony", "mighty-duel"]}
        for asked in ("kingdomino/2+harmony+mighty-duel", parts):
            made = await server.http.call("POST", "/api/tables", {"ruleset": asked, "name": "Ada"})
            info = await server.http.call("GET", f"/api/tables/{made['code']}")
            assert info["table"]["ruleset"] == "kingdomino/2+mighty-duel+harmony"
        for wrong in ("chess/2", "kingdomino/9", "queendomino/3+teams", {"family": "kingdomino", "players": 7}):
            with pytest.raises(ApiError) as caught:
                await server.http.call("POST", "/api/tables", {"ruleset": wrong, "name": "Ada"})
            assert caught.value.status == 422

    asyncio.run(run())


def test_only_listed_tables_that_wait_are_listed(server: Server) -> None:
    async def run() -> None:
        hidden = await server.http.create("kingdomino/2", "Ada")
        shown = await server.http.create("kingdomino/2", "Bob", listed=True, clock=60)
        listed = {table["code"]: table for table in (await server.http.call("GET", "/api/tables"))["tables"]}
        assert hidden["code"] not in listed
        assert listed[shown["code"]]["host"] == "Bob"
        assert listed[shown["code"]]["clock"] == 60
        assert "watch" not in listed[shown["code"]]

    asyncio.run(run())


def test_people_choose_seat_colour_and_name(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/4", 1, start=False) as people:
            await people.host.ask("free", seat=1)
            guest = await people.guest("  Zoë\u202e \n Ünal ")
            async with refused("seat-taken"):
                await guest.ask("sit", seat=0, name="Zoë")
            async with refused("colour-taken"):
                await guest.ask("sit", seat=1, name="Zoë", colour="pink")
            async with refused("no-such-colour"):
                await guest.ask("sit", seat=1, name="Zoë", colour="red")
            async with refused("name-too-long"):
                await guest.ask("sit", seat=1, name="x" * 25)
            async with refused("name-has-markup"):
                await guest.ask("sit", seat=1, name="<b>Zoë</b>")
            async with refused("name-empty"):
                await guest.ask("sit", seat=1, name=" \u200b ")
            async with refused("no-such-seat"):
                await guest.ask("sit", seat=7, name="Zoë")
            await people.host.ask("free", seat=3)
            await guest.ask("sit", seat=1, name="Zoë\u0007 Ünal", colour="yellow")
            await people.settle()
            table = people.host.view.table
            assert table is not None
            assert table["persons"][1]["name"] == "Zoë Ünal"
            assert table["seats"][1]["name"] == "Zoë Ünal"
            await guest.ask("stand", seat=1)
            async with refused("not-your-seat"):
                await guest.ask("stand", seat=0)
            async with refused("not-host"):
                await guest.ask("start")
            async with refused("seats-open"):
                await people.host.ask("start")

    asyncio.run(run())


def test_two_people_at_one_device_hold_two_seats(server: Server) -> None:
    async def run() -> None:
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}]
        made = await server.http.create("kingdomino/2", "Ada", seats)
        async with TableClient(server.url, made["code"], made["token"]) as table:
            await table.ask("start")
            assert table.view.seats == [0, 1]
            assert [seat["name"] for seat in (table.view.table or {})["seats"]] == ["Ada", "Bob"]
            await play_seat(table)
            acted = {entry["entry"]["seat"] for entry in table.view.log if entry["entry"]["type"] == "act"}
            assert acted == {0, 1}

    asyncio.run(run())


def test_teams_choose_sides_by_their_seats(server: Server) -> None:
    async def run() -> None:
        async with party(server, "royal-wedding/6+teams", 2, start=False) as people:
            table = people.host.view.table
            assert table is not None
            assert table["realms"] == [[0, 1], [2, 3], [4, 5]]
            guest = people.clients[1]
            await people.host.ask("free", seat=4)
            await guest.ask("stand", seat=1)
            await guest.ask("sit", seat=4, name="Other side")
            assert guest.view.seats == [4]

    asyncio.run(run())


def test_an_absent_player_is_replaced_by_a_bot_or_somebody_else_and_comes_back(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/3", 3, grace=0) as people:
            host, leaver, other = people.clients
            async with refused("seat-present"):
                await host.ask("bot", seat=1, level="greedy")
            async with refused("not-host"):
                await other.ask("free", seat=1)
            await leaver.ask("leave")
            await host.ask("bot", seat=1, level="greedy")
            await people.settle()
            assert leaver.view.seats == []
            async with refused("not-your-seat"):
                await leaver.act({"type": "choose", "seat": 1, "domino": "K1"})
            await host.ask("free", seat=1)
            await leaver.ask("come-back")
            assert leaver.view.seats == [1]
            async with refused("not-left"):
                await leaver.ask("come-back")
            await leaver.close()
            await host.until(lambda view: 1 not in view.online)
            await host.ask("free", seat=1)
            late = await people.guest("Late")
            await late.ask("sit", seat=1, name="Late")
            people.clients.remove(leaver)
            await asyncio.gather(*(play_seat(client) for client in people.clients))
            assert host.view.over

    asyncio.run(run())


def test_another_person_becomes_host_when_the_host_is_away(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2, grace=0) as people:
            host, guest = people.clients
            async with refused("host-present"):
                await guest.ask("take-host")
            await host.close()
            await guest.until(lambda view: 0 not in view.online)
            await guest.ask("take-host")
            assert (guest.view.table or {})["host"] == 1
            await guest.ask("bot", seat=0, level="random")
            await play_seat(guest)
            people.clients.remove(host)
        async with party(server, "kingdomino/2", 2, start=False) as people:
            await people.host.ask("leave")
            await people.settle()
            table = people.clients[1].view.table
            assert table is not None
            assert table["host"] == 1
            assert table["seats"][0]["kind"] == "open"

    asyncio.run(run())


def test_spectators_have_a_link_of_their_own_and_no_power(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 1) as people:
            watchers = [TableClient(server.url, people.made["watch"]) for _ in range(5)]
            for watcher in watchers:
                await watcher.connect()
                assert watcher.view.you is None
            for message in (
                {"kind": "start"},
                {"kind": "say", "text": "hello"},
                {"kind": "sit", "seat": 0, "name": "x"},
            ):
                async with refused("spectator"):
                    await watchers[0].ask(**message)
            info = await server.http.call("GET", f"/api/tables/{people.made['watch']}")
            assert info["watching"] is True
            assert people.code not in str(info)
            assert all(people.code not in str(watcher.view.log) for watcher in watchers)
            with pytest.raises(ApiError) as caught:
                await server.http.join(people.made["watch"], "Intruder")
            assert caught.value.status == 401
            await play_seat(people.host)
            for watcher in watchers:
                await watcher.until(lambda view: view.over)
                assert watcher.view.log == people.host.view.log
                await watcher.close()

    asyncio.run(run())


def test_a_rematch_brings_the_same_people_to_one_new_table(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2, hints="after") as people:
            tokens = [client._token for client in people.clients]
            with pytest.raises(ApiError) as caught:
                await server.http.rematch(people.code, tokens[0] or "")
            assert caught.value.code == "not-over"
            await asyncio.gather(*(play_seat(client) for client in people.clients))
            with pytest.raises(ApiError) as caught:
                await server.http.rematch(people.code, "forged.0.xyz")
            assert caught.value.status == 401
            first = await server.http.rematch(people.code, tokens[0] or "")
            await people.clients[1].until(lambda view: (view.table or {})["rematch"] == 0)
            second = await server.http.rematch(people.code, tokens[1] or "")
            assert first["code"] == second["code"] != people.code
            assert [first["person"], second["person"]] == [0, 1]
            info = await server.http.call("GET", f"/api/tables/{people.made['watch']}")
            assert info["rematch"] == first["watch"]
            async with (
                TableClient(server.url, first["code"], first["token"]) as host,
                TableClient(server.url, second["code"], second["token"]) as guest,
            ):
                table = host.view.table
                assert table is not None
                assert table["hints"] == "after"
                assert [seat["person"] for seat in table["seats"]] == [0, 1]
                await host.ask("start")
                await asyncio.gather(play_seat(host), play_seat(guest))

    asyncio.run(run())


def test_a_dynasty_is_three_games_with_a_running_total(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2+dynasty", 1) as people:
            await play_seat(people.host)
            play = people.host.view.play
            assert play is not None
            assert play["game"] == play["games"] == 3
            assert len(play["results"]) == 3
            totals = [sum(points) for points in zip(*play["results"], strict=True)]
            assert play["state"]["match"] == totals

    asyncio.run(run())
