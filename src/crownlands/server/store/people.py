"""People who carry their tables along: who they are, and which tables they keep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from crownlands.server.store.rows import TableRow
from crownlands.server.store.schema import kept, people, tables

if TYPE_CHECKING:
    from crownlands.server.store.store import Store


class PersonRow(NamedTuple):
    id: int
    name: str


class Keep(NamedTuple):
    """A table, and who its keeper is there: number and key."""

    table_id: int
    person: int
    key: str


class KeptRow(NamedTuple):
    table: TableRow
    person: int
    key: str


class People:
    """The part of a store that is about people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, secret: str, name: str, now: int) -> None:
        async with self._store.writing() as connection:
            await connection.execute(insert(people).values(secret=secret, name=name, seen=now))

    async def find(self, secret: str) -> PersonRow | None:
        async with self._store.reading() as connection:
            query = select(people.c.id, people.c.name).where(people.c.secret == secret)
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else PersonRow(*row)

    async def rename(self, owner: int, name: str, now: int) -> None:
        async with self._store.writing() as connection:
            await connection.execute(update(people).where(people.c.id == owner).values(name=name, seen=now))

    async def keep(self, owner: int, keeps: Sequence[Keep]) -> None:
        """These tables are kept for this person from now on."""
        if not keeps:
            return
        rows = [
            {"owner": owner, "table_id": keep.table_id, "person": keep.person, "key": keep.key}
            for keep in {keep.table_id: keep for keep in keeps}.values()
        ]
        async with self._store.writing() as connection:
            await connection.execute(insert_or_not(kept).values(rows).on_conflict_do_nothing())

    async def let_go(self, owner: int, codes: Sequence[str]) -> None:
        named = select(tables.c.id).where(tables.c.code.in_(codes))
        async with self._store.writing() as connection:
            await connection.execute(delete(kept).where(kept.c.owner == owner, kept.c.table_id.in_(named)))

    async def forget(self, owner: int) -> None:
        async with self._store.writing() as connection:
            await connection.execute(delete(kept).where(kept.c.owner == owner))
            await connection.execute(delete(people).where(people.c.id == owner))

    async def tables(self, owner: int, limit: int) -> list[KeptRow]:
        """What this person keeps, newest first."""
        columns = [tables.c[name] for name in self._store.columns]
        query = (
            select(*columns, kept.c.person, kept.c.key)
            .join(kept, kept.c.table_id == tables.c.id)
            .where(kept.c.owner == owner)
            .order_by(tables.c.updated.desc())
            .limit(limit)
        )
        async with self._store.reading() as connection:
            return [KeptRow(self._store.table_row(row), row.person, row.key) for row in await connection.execute(query)]
