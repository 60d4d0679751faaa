"""Reviews: which process works on one, how far it is, and what it said."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from crownlands.server.store.schema import reviews

if TYPE_CHECKING:
    from crownlands.server.store.store import Store


class ReviewRow(NamedTuple):
    done: int
    steps: int
    until: int
    """The process that works on it has to say until then that it still does."""
    asked: int
    """When somebody last wanted to know."""
    body: str | None
    """What it says, as JSON, once it is finished."""


_ROW = [reviews.c[name] for name in ReviewRow._fields]


class ReviewCache:
    """The part of a store that is about reviews."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, key: str) -> ReviewRow | None:
        async with self._store.reading() as connection:
            row = (await connection.execute(select(*_ROW).where(reviews.c.key == key))).one_or_none()
        return None if row is None else ReviewRow(*row)

    async def claim(self, key: str, table_id: int | None, process: str, now: int, until: int) -> bool:
        """Takes the work over, unless it is done or another process is at it."""
        mine = {"process": process, "until": until, "done": 0, "steps": 0, "asked": now}
        query = insert_or_not(reviews).values(key=key, table_id=table_id, body=None, **mine)
        free = reviews.c.body.is_(None) & (reviews.c.until < now)
        query = query.on_conflict_do_update(index_elements=["key"], set_=mine, where=free)
        async with self._store.writing() as connection:
            return (await connection.execute(query.returning(reviews.c.key))).one_or_none() is not None

    async def renew(self, key: str, process: str, until: int, done: int, steps: int) -> int | None:
        """Says how far it is; returns when it was last asked for anywhere, or nothing if it was taken over."""
        query = (
            update(reviews)
            .where(reviews.c.key == key, reviews.c.process == process)
            .values(until=until, done=done, steps=steps)
            .returning(reviews.c.asked)
        )
        async with self._store.writing() as connection:
            asked: int | None = (await connection.execute(query)).scalar_one_or_none()
        return asked

    async def finish(self, key: str, table_id: int | None, process: str, body: str) -> bool:
        """Keeps it, unless it was taken over; what an older version said of the same table goes."""
        mine = (reviews.c.key == key) & (reviews.c.process == process)
        async with self._store.writing() as connection:
            if table_id is not None:
                await connection.execute(delete(reviews).where(reviews.c.table_id == table_id, reviews.c.key != key))
            return (await connection.execute(update(reviews).where(mine).values(until=0, body=body))).rowcount == 1

    async def release(self, key: str, process: str) -> None:
        """Nobody wants it any more."""
        mine = (reviews.c.key == key) & (reviews.c.process == process) & reviews.c.body.is_(None)
        async with self._store.writing() as connection:
            await connection.execute(delete(reviews).where(mine))

    async def ask(self, key: str, now: int) -> None:
        """Somebody wants to know."""
        async with self._store.writing() as connection:
            await connection.execute(update(reviews).where(reviews.c.key == key).values(asked=now))

    async def forget(self, before: int) -> None:
        """What nobody asked for since then and no table keeps."""
        async with self._store.writing() as connection:
            await connection.execute(delete(reviews).where(reviews.c.table_id.is_(None), reviews.c.asked < before))
