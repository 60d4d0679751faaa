"""SQLite's writer: a batch of appends is one visit to one thread, and one durable commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from crownlands.server.store.rows import Append, Unavailable


@cache
def _append(count: int) -> str:
    rows = ", ".join(["(?, ?, ?, ?)"] * count)
    return f"INSERT INTO events (game, seq, at, body) VALUES {rows} ON CONFLICT DO NOTHING"


@cache
def _follow(count: int) -> str:
    rows = ", ".join(["(?, ?, ?, ?, ?, ?)"] * count)
    values = "seq = column2, status = column3, due = column4, summary = column5, updated = column6"
    return f"UPDATE tables SET {values} FROM (VALUES {rows}) WHERE id = column1"


class SqliteWriter:
    """The connection that appends.

    Through SQLAlchemy every statement goes to a thread and back, and each way back waits for its turn in a busy event
    loop: eight of them took three times as long as the disk. Here there is one.
    """

    def __init__(self, path: str, prepare: Callable[[sqlite3.Connection], None]) -> None:
        self._path, self._prepare = path, prepare
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="append")
        self._connection: sqlite3.Connection | None = None

    async def write(self, batch: Sequence[Append]) -> list[bool]:
        """Whether each won its place in the log; all that did are on the disk."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)
        except sqlite3.Error as error:
            raise Unavailable(str(error)) from error

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _write(self, batch: Sequence[Append]) -> list[bool]:
        connection = self._open()
        try:
            if self._add(connection, batch):
                return [True] * len(batch)
            return [self._add(connection, [item]) for item in batch]
        except BaseException:
            self._close()  # which rolls back; the next batch opens the file anew
            raise

    @staticmethod
    def _add(connection: sqlite3.Connection, batch: Sequence[Append]) -> bool:
        """All of these or none: two statements, because each may have to wait for the interpreter's lock."""
        connection.execute("BEGIN IMMEDIATE")
        rows = [value for item in batch for value in (item.game, item.seq, item.at, item.body.decode())]
        try:
            added = connection.execute(_append(len(batch)), rows).rowcount
        except sqlite3.IntegrityError:
            added = 0  # a table was purged
        if added < len(batch):
            connection.execute("ROLLBACK")
            return False
        connection.execute(_follow(len(batch)), [value for item in batch for value in _head(item)])
        connection.execute("COMMIT")
        return True

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, isolation_level=None, cached_statements=600)
            self._prepare(self._connection)
            self._connection.execute("PRAGMA cache_size=-32000")  # KiB: what is appended to need not be read again
        return self._connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _head(item: Append) -> tuple[object, ...]:
    head = item.head
    return item.game, item.seq, head.status, head.due, head.summary.decode(), item.at
