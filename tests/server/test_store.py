"""The store by itself: places in a log, won or lost in batches."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from crownlands.server.live.room import Room
from crownlands.server.protocol.refusals import Refused
from crownlands.server.settings import Limits
from crownlands.server.store import Append, Head, NewTable, Store
from crownlands.server.store.store import LogRow
from tests.server.postgres import Postgres


def entry(game: int, seq: int, body: str = "{}") -> Append:
    return Append(game, seq, 1000 + seq, body.encode(), Head("playing", None, b"{}"))


async def new_table(store: Store, number: int) -> int:
    head = Head("playing", None, b"{}")
    return await store.create(
        NewTable(f"code{number}", f"watch{number}", "seed", "kingdomino/2", False, 1001, b"{}", head)
    )


def test_in_a_batch_each_wins_or_loses_its_own_place(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
        await store.open()
        first, second, third = [await new_table(store, number) for number in range(3)]
        assert await store.append(entry(second, 2, '"early"'))
        await store.purge([third])
        batch = [entry(first, 2), entry(second, 2, '"late"'), entry(third, 2), entry(first, 3)]
        assert await asyncio.gather(*map(store.append, batch)) == [True, False, False, True]
        await store.close()

        again = Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
        await again.open()
        assert await again.log(first, 1) == [LogRow(2, 1002, "{}"), LogRow(3, 1003, "{}")]
        assert await again.log(second, 1) == [LogRow(2, 1002, '"early"')]
        row = await again.by_id(first)
        assert row is not None
        assert (row.seq, row.status, row.updated) == (3, "playing", 1003)
        assert await again.log(third) == []
        await again.close()

    asyncio.run(run())


def test_appends_and_new_tables_at_the_same_moment_are_all_stored(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
        await store.open()
        games = [await new_table(store, number) for number in range(8)]

        async def append_all(game: int) -> None:
            for seq in range(2, 22):
                assert await store.append(entry(game, seq))

        more = [new_table(store, number) for number in range(8, 48)]
        await asyncio.gather(*map(append_all, games), *more)
        assert await store.seqs(games) == dict.fromkeys(games, 21)
        assert len(await store.all()) == 48
        await store.close()

    asyncio.run(run())


def test_a_table_purged_while_it_is_looked_for_is_not_there(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
        await store.open()
        row = await store.by_id(await new_table(store, 1))
        assert row is not None
        await store.purge([row.id])
        with pytest.raises(Refused) as caught:
            await Room.load(store, row, 0, Limits())
        assert caught.value.code == "no-table"
        await store.close()

    asyncio.run(run())


def test_any_number_of_tables_is_purged(postgres: Postgres, tmp_path: Path) -> None:
    async def run() -> None:
        for database in (f"sqlite:///{tmp_path / 'tables.sqlite3'}", postgres.create("purged")):
            store = Store(database)
            await store.open()
            first, last = [await new_table(store, number) for number in range(2)]
            assert await store.purge([first, *range(last + 1, 40_000), last]) == 2
            assert await store.all() == []
            await store.close()

    asyncio.run(run())


def test_a_game_whose_clock_still_runs_is_not_idle(tmp_path: Path) -> None:
    """A turn may take longer than tables are kept that nobody touches."""

    async def run() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
        await store.open()
        idle, running, stuck = [await new_table(store, number) for number in range(3)]
        for table_id, due in ((running, 5000), (stuck, 1500)):
            assert await store.append(Append(table_id, 2, 1002, b"{}", Head("playing", due, b"{}")))
        assert await store.idle_since(4000) == [idle, stuck]
        assert await store.idle_since(6000) == [idle, running, stuck]
        await store.close()

    asyncio.run(run())


def test_the_number_of_what_is_gone_is_never_given_again(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
        await store.open()
        first, second = [await new_table(store, number) for number in range(2)]
        assert await store.set_rematch(first, second) == second
        await store.purge([second])
        row = await store.by_id(first)
        assert row is not None
        assert row.rematch is None, "whoever wants to meet again opens a new one"
        assert await new_table(store, 2) > second
        numbers = []
        for secret in ("one", "two"):
            await store.people.add(secret, "", 0)
            person = await store.people.find(secret)
            assert person is not None
            numbers.append(person.id)
            await store.people.forget(person.id)
        assert numbers == sorted(set(numbers))
        await store.close()

    asyncio.run(run())
