"""The database of an older version: brought up to date with all that it held, or left as it was."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from crownlands.server.live.room import folded
from crownlands.server.store import Append, Head, Store
from crownlands.server.store.engine import migrate
from crownlands.server.store.schema import metadata
from tests.server.postgres import Postgres

OLD = (Path(__file__).parent / "version_0002.sql").read_text().splitlines()
"""What a server wrote that called its log `events` and tables `game`: a game to its end, and one that goes on."""


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "sqlite":
        return Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    postgres: Postgres = request.getfixturevalue("postgres")
    return Store(postgres.create(tmp_path.name))


async def fill(engine: AsyncEngine) -> None:
    await migrate(engine, "0002")
    async with engine.begin() as connection:
        for row in OLD:
            await connection.exec_driver_sql(row)


async def count(engine: AsyncEngine, table: str) -> int:
    async with engine.connect() as connection:
        return int((await connection.exec_driver_sql(f"SELECT count(*) FROM {table}")).scalar_one())


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def test_tables_of_an_older_version_are_kept_and_played_on(store: Store) -> None:
    async def run() -> None:
        await fill(store.engine)
        await store.open()
        over, going_on = [await folded(store, number) for number in (1, 2)]
        assert (over.status, over.game_seq, len(await store.log(1))) == ("over", 51, 51)
        assert (going_on.status, going_on.game_seq) == ("playing", 10)
        assert await store.append(Append(2, 11, 0, b'{"type":"said"}', Head("playing", None, b"{}")))
        assert not await store.append(Append(2, 11, 0, b"{}", Head("playing", None, b"{}")))
        assert [row.seq for row in await store.news(2, 9)] == [10, 11]
        assert [kept.table.id for kept in await store.people.tables(1, 10)] == [1]
        assert await store.idle_since(2**62) == [2], "who keeps a finished game keeps it"
        assert await store.purge([1, 2]) == 2
        await store.close()

    asyncio.run(run())


def test_the_steps_lead_to_the_schema_and_once_is_enough(store: Store) -> None:
    async def run() -> None:
        await store.open()
        await store.open()
        async with store.engine.connect() as connection:
            assert await connection.run_sync(differences) == []
        await store.close()

    asyncio.run(run())


def test_a_step_that_fails_changes_nothing(store: Store) -> None:
    async def run() -> None:
        await fill(store.engine)
        in_the_way = "INDEX kept_table_id"
        async with store.engine.begin() as connection:
            await connection.exec_driver_sql(f"CREATE {in_the_way} ON people (name)")
        with pytest.raises(DBAPIError, match="kept_table_id"):
            await store.open()
        assert await count(store.engine, "events") == 61
        async with store.engine.begin() as connection:
            await connection.exec_driver_sql(f"DROP {in_the_way}")
        await store.open()
        assert await count(store.engine, "log") == 61
        await store.close()

    asyncio.run(run())


def test_people_who_were_forgotten_by_an_older_version_leave_their_numbers_to_nobody(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
        await fill(store.engine)
        await migrate(store.engine, "0005")
        async with store.engine.begin() as connection:
            for row in (
                "INSERT INTO deals (id, code, ruleset, seed, name, created) VALUES (1, 'd', 'kingdomino/4', '', '', 0)",
                "INSERT INTO dealt (table_id, deal, owner, number) VALUES (1, 1, 7, 0)",
                "UPDATE tables SET rematch = 9 WHERE id = 1",
            ):
                await connection.exec_driver_sql(row)
        await store.open()
        await store.people.add("new", "", 0)
        new, over = await store.people.find("new"), await store.by_id(1)
        assert new is not None
        assert over is not None
        assert (new.id, over.rematch) == (8, None)
        async with store.engine.connect() as connection:
            assert (await connection.exec_driver_sql("PRAGMA foreign_keys")).scalar_one() == 1
            assert (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all() == []
        await store.close()

    asyncio.run(run())
