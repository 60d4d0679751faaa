"""A person's own link: carries all tables to another device, keeps finished games, and is a secret."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from crownlands.client import ApiError, TableClient, play_seat
from tests.patience import comes_true
from tests.server.harness import Server
from tests.server.parties import party


async def keep(server: Server, secret: str, *made: dict[str, Any]) -> Any:
    tables = [{"code": one["code"], "token": one["token"]} for one in made]
    return await server.http.call("POST", "/api/me/tables", {"name": "Ada", "tables": tables}, secret)


def test_another_device_has_all_my_tables_and_is_me_there(server: Server) -> None:
    async def run() -> None:
        secret = (await server.http.call("POST", "/api/me", {"name": "Ada"}))["secret"]
        async with party(server, "kingdomino/2", 1) as people:
            await keep(server, secret, people.made)
            await play_seat(people.host)
        waiting = await server.http.create("queendomino/3", "Ada")
        await keep(server, secret, waiting, waiting)
        me = await server.http.call("GET", "/api/me", token=secret)
        assert me["name"] == "Ada"
        newest, oldest = me["tables"]
        assert (newest["code"], newest["status"], newest["result"]) == (waiting["code"], "gathering", None)
        assert (oldest["status"], len(oldest["result"]["points"])) == ("over", 2)
        assert oldest["seats"][0]["person"] == oldest["person"] == 0
        async with TableClient(server.url, newest["code"], newest["token"]) as elsewhere:
            assert elsewhere.view.you == 0
            await elsewhere.ask("sit", seat=1, name="Ada")

    asyncio.run(run())


def test_nobody_keeps_what_is_not_theirs_or_is_somebody_without_the_secret(server: Server) -> None:
    async def run() -> None:
        secret = (await server.http.call("POST", "/api/me", {}))["secret"]
        made = await server.http.create("kingdomino/2", "Ada")
        forged = {"code": made["code"], "token": made["token"][:-3] + "abc"}
        gone = {"code": "nosuchtable22", "token": made["token"]}
        assert (await keep(server, secret, forged, gone))["tables"] == []
        for wrong in (None, "", secret[:-1], made["token"]):
            with pytest.raises(ApiError) as caught:
                await server.http.call("GET", "/api/me", token=wrong)
            assert caught.value.status == 401

    asyncio.run(run())


def test_a_table_can_be_let_go_and_a_person_forgotten(server: Server) -> None:
    async def run() -> None:
        secret = (await server.http.call("POST", "/api/me", {"name": "Ada"}))["secret"]
        made = [await server.http.create("kingdomino/2", "Ada") for _ in range(2)]
        await keep(server, secret, *made)
        left = await server.http.call("POST", "/api/me/let-go", {"codes": [made[0]["code"]]}, secret)
        assert [table["code"] for table in left["tables"]] == [made[1]["code"]]
        await server.http.call("DELETE", "/api/me", token=secret)
        with pytest.raises(ApiError):
            await server.http.call("GET", "/api/me", token=secret)

    asyncio.run(run())


def test_retention_never_takes_a_finished_game_from_who_keeps_it(tmp_path: Path) -> None:
    async def prepare(server: Server) -> tuple[str, list[str]]:
        secret = (await server.http.call("POST", "/api/me", {"name": "Ada"}))["secret"]
        codes = []
        for kept in (True, False):
            async with party(server, "kingdomino/2", 1) as people:
                await play_seat(people.host)
                codes.append(people.code)
                if kept:
                    await keep(server, secret, people.made)
        running = await server.http.create("kingdomino/2", "Ada")
        await keep(server, secret, running)
        return secret, [*codes, running["code"]]

    with Server(tmp_path) as server:
        secret, (kept, unkept, running) = asyncio.run(prepare(server))
        assert server.stop() == 0
        with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
            database.execute("UPDATE tables SET updated = 1")
            assert secret not in str(database.execute("SELECT * FROM people").fetchall())
        server.start()

        async def check() -> None:
            async def cleared() -> bool:
                me = await server.http.call("GET", "/api/me", token=secret)
                return [table["code"] for table in me["tables"]] == [kept]

            await comes_true(cleared, "the first clearing, soon after the start, which leaves what is kept")
            assert "result" in await server.http.record(kept)
            for code in (unkept, running):
                with pytest.raises(ApiError) as caught:
                    await server.http.record(code)
                assert caught.value.code == "no-table"

        asyncio.run(check())
