"""Several processes on one PostgreSQL: any of them serves any table, and no client notices which."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import pytest

from crownlands.client import ApiError, TableClient, play_seat
from tests.patience import LONGEST
from tests.server.harness import Server
from tests.server.parties import party, refused
from tests.server.postgres import Postgres


def test_people_on_two_processes_play_one_game(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.create("two_processes")

    async def game(ruleset: str, servers: list[Server]) -> None:
        seats = int(ruleset.split("/")[1][0])
        wishes = [{"kind": "me"}, *({"kind": "open"} for _ in range(seats - 2)), {"kind": "bot", "level": "random"}]
        made = await servers[0].http.create(ruleset, "Host", wishes)
        clients = [TableClient(servers[0].url, made["code"], made["token"])]
        for index in range(1, seats - 1):
            there = servers[index % 2]
            guest = await there.http.join(made["code"], f"Guest {index}")
            clients.append(TableClient(there.url, made["code"], guest["token"]))
        for index, client in enumerate(clients):
            await client.connect()
            if index:
                await client.ask("sit", seat=index, name=f"Guest {index}")
        await clients[0].until(lambda view: sorted(view.online) == list(range(seats - 1)))
        await clients[0].ask("start")
        watcher = TableClient(servers[1].url, made["watch"])
        await watcher.connect()
        await asyncio.gather(*(play_seat(client) for client in clients))
        await watcher.until(lambda view: view.over)
        for client in clients:
            await client.until(lambda view: view.seq == watcher.view.seq)
            assert client.view.log == watcher.view.log
            await client.close()
        await watcher.close()

    with ExitStack() as stack:
        one = stack.enter_context(Server(tmp_path, database))
        two = stack.enter_context(Server(tmp_path, database))
        games = ["kingdomino/4", "queendomino/3"]

        async def run() -> None:
            await asyncio.gather(*(game(ruleset, [one, two]) for ruleset in games))

        asyncio.run(asyncio.wait_for(run(), LONGEST))
        assert one.errors() + two.errors() == []


def test_a_no_is_never_said_from_what_another_process_has_changed(postgres: Postgres, tmp_path: Path) -> None:
    async def run(one: Server, two: Server) -> None:
        for number in range(20):
            made = await one.http.create("kingdomino/2", "Host", [{"kind": "me"}])
            guest = await two.http.join(made["code"], "Guest")
            async with (
                TableClient(one.url, made["code"], made["token"]) as host,
                TableClient(two.url, made["code"], guest["token"]) as other,
            ):
                await other.ask("sit", seat=1, name=f"Guest {number}")
                await host.ask("start")  # at once: its process may not have heard of the guest
                third = await one.http.join(made["code"], "Third")
                async with TableClient(two.url, made["code"], third["token"]) as late:
                    await late.ask("say", text="hello")
                    await late.close()
                    late._url = host._url
                    await late.connect()  # at the other process, with an entry that it may not know
                    assert [entry["seq"] for entry in late.view.log] == list(range(1, late.view.seq + 1))

    database = postgres.create("early")
    with Server(tmp_path, database) as one, Server(tmp_path, database) as two:
        asyncio.run(asyncio.wait_for(run(one, two), LONGEST))
        assert one.errors() + two.errors() == []


def test_while_the_database_is_away_requests_are_refused_and_nobody_is_disconnected(
    postgres: Postgres, tmp_path: Path
) -> None:
    async def run(server: Server) -> None:
        async with party(server, "kingdomino/2", 2) as people:
            await people.act()
            postgres.crash()
            try:
                with pytest.raises(ApiError) as caught:
                    await server.http.call("GET", "/healthz")
                assert caught.value.status == 503
                async with refused("unavailable"):
                    await people.host.ask("say", text="anybody?")
                with pytest.raises(ApiError) as caught:
                    await server.http.create("kingdomino/2", "Ada")
                assert (caught.value.status, caught.value.code) == (503, "unavailable")
            finally:
                postgres.start()
            server.wait_until_ready()
            await people.settle()
            assert not any(client.closed for client in people.clients)
            await asyncio.gather(*(play_seat(client) for client in people.clients))
            assert people.host.view.over

    with Server(tmp_path, postgres.create("away")) as server:
        asyncio.run(asyncio.wait_for(run(server), LONGEST))
        assert server.errors() == []
