"""Who is away keeps seat and part for the table's grace, loses them to nobody who does not sit, and gets them back."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import pytest

from crownlands.client import Refused, TableClient
from tests.patience import LONGEST, comes_true
from tests.server.harness import Server
from tests.server.parties import party, refused
from tests.server.postgres import Postgres


def test_a_lost_connection_costs_neither_seat_nor_the_hosts_part(either: Server) -> None:
    async def run() -> None:
        async with party(either, "kingdomino/3", 2, bots="random", grace=600) as people:
            host, guest = people.clients
            stranger = await people.guest("Stranger")
            assert (guest.view.table or {})["grace"] == 600
            host.cut()
            await guest.until(lambda view: 0 not in view.online)
            assert 0 in guest.view.away
            for client, code in ((stranger, "not-seated"), (guest, "grace")):
                async with refused(code):
                    await client.ask("take-host")
            people.clients.remove(host)

    asyncio.run(run())


def test_the_grace_is_counted_from_when_somebody_went(either: Server) -> None:
    async def run() -> None:
        async with party(either, "kingdomino/2", 2, grace=1) as people:
            host, guest = people.clients
            before = (await guest.ask("ping"))["now"]
            host.cut()
            await guest.until(lambda view: 0 not in view.online)
            after = (await guest.ask("ping"))["now"]
            assert before + 1000 <= guest.view.away[0] <= after + 1000
            people.clients.remove(host)

            async def over() -> bool:
                return bool((await guest.ask("ping"))["now"] >= guest.view.away[0])

            await comes_true(over, "the end of the grace")
            await guest.ask("take-host")
            await guest.ask("bot", seat=0, level="random")

    asyncio.run(run())


def test_who_returns_gets_everything_back(either: Server) -> None:
    async def run() -> None:
        async with party(either, "kingdomino/4", 3, grace=0) as people:
            host, heir, third = people.clients
            stranger = await people.guest("Stranger")
            host.cut()
            third.cut()
            await heir.until(lambda view: not {0, 2} & set(view.online))
            async with refused("not-seated"):
                await stranger.ask("take-host")
            await heir.ask("take-host")
            await heir.ask("bot", seat=0, level="random")
            await heir.ask("free", seat=2)
            await stranger.ask("sit", seat=2, name="Thief")
            seats = (heir.view.table or {})["seats"]
            assert [seat["owner"] for seat in seats] == [0, None, 2, None]
            assert stranger.view.seats == [2]

            await third.connect()
            assert third.view.seats == [2]
            assert (third.view.table or {})["seats"][2] == {**seats[1], "colour": seats[2]["colour"]} | {
                "name": "Guest 2",
                "person": 2,
            }
            await stranger.until(lambda view: view.seats == [])
            await host.connect()
            assert host.view.seats == [0]
            assert (host.view.table or {})["host"] == 0
            await people.settle()
            async with refused("not-host"):
                await heir.ask("bot", seat=0, level="random")

    asyncio.run(run())


def test_who_gave_a_seat_up_does_not_get_it_back(either: Server) -> None:
    async def run() -> None:
        async with party(either, "kingdomino/3", 3, grace=0) as people:
            host, guest, other = people.clients
            await guest.ask("stand", seat=1)
            await host.ask("bot", seat=1, level="random")
            await host.ask("bot", seat=0, level="random")  # the host's own
            for client in (host, guest):
                await client.connect()
                assert client.view.seats == []
            assert [seat["owner"] for seat in (other.view.table or {})["seats"]] == [None, None, None]

    asyncio.run(run())


def test_a_host_who_leaves_is_followed_by_somebody_who_sits_or_by_nobody(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 1) as people:
            stranger = await people.guest("Stranger")
            await people.host.ask("leave")
            await people.settle()
            assert (stranger.view.table or {})["host"] == 0
            async with refused("not-seated"):
                await stranger.ask("take-host")

    asyncio.run(run())


def test_connected_people_are_present_for_every_process_at_once(postgres: Postgres, tmp_path: Path) -> None:
    async def table(one: Server, two: Server) -> None:
        made = await one.http.create("kingdomino/3", "Host", [{"kind": "me"}, {"kind": "open"}], grace=0)
        guest = await two.http.join(made["code"], "Guest")
        async with (
            TableClient(two.url, made["code"], guest["token"]) as other,
            TableClient(one.url, made["code"], made["token"]) as host,
        ):
            await other.ask("sit", seat=1, name="Guest")
            await host.ask("bot", seat=2, level="random")
            async with refused("host-present"):  # at once, and at the other process
                await other.ask("take-host")
            await host.ask("start")
            await other.close()
            await other.connect()
            async with refused("seat-present"):
                await host.ask("bot", seat=1, level="random")
            host.cut()
            await other.until(lambda view: 0 not in view.online)
            await other.ask("take-host")

    with ExitStack() as stack:
        database = postgres.create("present")
        one, two = (stack.enter_context(Server(tmp_path, database)) for _ in range(2))

        async def run() -> None:
            await asyncio.gather(*(table(one, two) for _ in range(8)))

        asyncio.run(asyncio.wait_for(run(), LONGEST))
        assert one.errors() + two.errors() == []


def test_after_a_restart_nobody_has_been_away_for_longer_than_since_then(postgres: Postgres, tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        async with party(server, "kingdomino/2", 2, grace=600) as people:
            host, guest = people.clients
            server.restart()
            before = server.started
            await guest.connect(patience=20)
            with pytest.raises(Refused) as caught:
                await guest.ask("take-host")
            # On PostgreSQL the connections of a process that died count for a while.
            assert caught.value.code in ("grace", "host-present")
            await guest.until(lambda view: 0 in view.away)
            assert guest.view.away[0] >= before + 600_000
            people.clients.remove(host)

    for database in (None, postgres.create("restarted")):
        with Server(tmp_path, database) as server:
            asyncio.run(run(server))
