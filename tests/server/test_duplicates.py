"""Duplicate tables: one deal at several tables, fair until all are over, then compared."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from crownlands.client import ApiError, TableClient, play_seat
from crownlands.notation import parse_record
from crownlands.server.table.fair_deal import fixed_seed, verify
from crownlands.study.matchpoints import duplicate
from tests.patience import comes_true
from tests.server.daily import by_ply
from tests.server.harness import FIXED, Server
from tests.server.parties import refused
from tests.server.reach import everything

SEED = fixed_seed(FIXED.seed, "Host duplicate")
SEATS = [{"kind": "open"}, {"kind": "bot", "level": "squire"}, {"kind": "bot", "level": "knight"}]


async def opened(server: Server, tables: int, ruleset: str = "kingdomino/3", **wish: Any) -> Any:
    body = {"ruleset": ruleset, "name": "Host", "tables": tables, "seats": SEATS, **wish}
    return await server.http.call("POST", "/api/duplicates", body)


async def shown(server: Server, code: str) -> Any:
    return await server.http.call("GET", f"/api/duplicates/{code}")


async def join(server: Server, code: str, name: str) -> Any:
    return await server.http.call("POST", f"/api/duplicates/{code}/join", {"name": name})


def happened(client: TableClient) -> list[Any]:
    """The events of the game."""
    return [logged["entry"]["events"] for logged in client.view.log if "events" in logged["entry"]]


async def no(code: str, awaited: Any) -> None:
    with pytest.raises(ApiError) as caught:
        await awaited
    assert caught.value.code == code


def test_one_deal_at_two_tables_is_secret_until_both_are_over_and_then_compared(either: Server) -> None:
    server = either

    async def run() -> None:
        made = await opened(server, 2)
        host, everybody = made["host"], made["code"]
        ada, bob = await join(server, everybody, "Ada"), await join(server, everybody, "Bob")
        assert {ada["code"], bob["code"]} == {table["code"] for table in made["tables"]}
        await no("deal-full", join(server, everybody, "Cleo"))
        async with TableClient(server.url, ada["code"], ada["token"]) as first:
            await first.until(lambda view: view.my_turn)  # it begins by itself
            async with (
                TableClient(server.url, ada["code"], made["tables"][0]["token"]) as its_host,
                refused("same-terms"),
            ):
                await its_host.ask("bot", seat=1, level="page")
            await play_seat(first, by_ply)
            calm = happened(first)
        now = await shown(server, everybody)
        assert [table["status"] for table in now["tables"]] == ["over", "gathering"]
        assert {(table["code"], table["watch"]) for table in now["tables"]} == {(None, None)}
        assert (now["seed"], now["results"], now["is_host"]) == (None, [], False)
        its_page = await shown(server, host)
        assert [table["code"] for table in its_page["tables"]] == [table["code"] for table in made["tables"]]
        async with TableClient(server.url, bob["code"], bob["token"]) as second:
            await second.until(lambda view: view.my_turn)
            running = await everything(server, made["tables"], deal=everybody)
            assert SEED not in running
            assert now["commitment"] in running
            assert host not in running
            await play_seat(second, by_ply)
            assert happened(second) == calm
            await second.until(lambda view: view.table is not None and view.table["seed"] == SEED)
        over = await shown(server, everybody)
        assert (over["seed"], len(over["results"])) == (SEED, 6)
        assert {result["share"] for result in over["results"]} == {0.5}, "they played the same"
        assert sorted(result["names"][0] for result in over["results"] if result["realm"] == 0) == ["Ada", "Bob"]
        for table in over["tables"]:
            record = parse_record(await server.http.record(table["watch"]))
            assert dict(record.tags)["seed"] == SEED
            assert len(list(verify(record))) == 2

    asyncio.run(run())


def test_the_host_may_close_the_deal_and_what_is_not_over_does_not_count(server: Server) -> None:
    async def run() -> None:
        made = await opened(server, 3, "kingdomino/2", seats=SEATS[:2])
        for number in (0, 1):
            player = await join(server, made["code"], f"Guest {number}")
            async with TableClient(server.url, player["code"], player["token"]) as client:
                await play_seat(client, by_ply if number else lambda view: view.play["legal"][0])  # type: ignore[index]
        await no("not-host", server.http.call("POST", f"/api/duplicates/{made['code']}/close"))
        closed = await server.http.call("POST", f"/api/duplicates/{made['host']}/close")
        assert closed["closed"]
        assert closed["seed"] == SEED
        late = await join(server, made["code"], "Late")
        async with TableClient(server.url, late["code"], late["token"]) as client:
            await play_seat(client, by_ply)
        found = await shown(server, made["code"])
        assert {result["table"] for result in found["results"]} == {1, 2}
        points: dict[int, dict[int, int]] = {1: {}, 2: {}}
        for result in found["results"]:
            points[result["table"]][result["realm"]] = result["points"]
        shares = duplicate([[points[table][realm] for realm in (0, 1)] for table in (1, 2)])
        for result in found["results"]:
            assert result["share"] == shares[result["table"] - 1][result["realm"]]
        await comes_true(lambda: reviewed(server, made["code"]), "the results without luck")

    asyncio.run(run())


async def reviewed(server: Server, code: str) -> bool:
    found = await shown(server, code)
    return bool(found["reviewed"] == 2 and all(result["adjusted"] is not None for result in found["results"]))


def test_what_cannot_be_opened_is_refused(server: Server) -> None:
    async def run() -> None:
        await no("malformed", opened(server, 1))
        await no("malformed", opened(server, 17))
        await no("nobody-plays", opened(server, 2, seats=[{"kind": "bot", "level": "page"}] * 3))
        await no("no-such-level", opened(server, 2, seats=[{"kind": "open"}, {"kind": "bot", "level": "pope"}]))
        await no("no-such-seat", opened(server, 2, seats=SEATS * 2))
        await no("unreadable", opened(server, 2, "kingdomono/4"))
        await no("name-empty", opened(server, 2, name=" "))
        await no("no-deal", shown(server, "nothing"))
        await no("no-deal", join(server, "nothing", "Ada"))

    asyncio.run(run())
