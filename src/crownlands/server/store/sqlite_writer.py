"""SQLite's writer: a batch of appends is one visit to one thread, and one durable commit."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from crownlands.server.store.rows import Append, Unavailable

log = logging.getLogger(__name__)

T = TypeVar("T")
_PROBE = "INSERT OR REPLACE INTO presence (table_id, person, process, until) VALUES (0, 0, 'health', ?)"


@cache
def _append(count: int) -> str:
    rows = ", ".join(["(?, ?, ?, ?)"] * count)
    return f"INSERT INTO log (table_id, seq, at, body) VALUES {rows} ON CONFLICT DO NOTHING"


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
        self._file = 0
        """Which file is open: the one of this name may be another one by now."""
        self._problem = ""

    async def write(self, batch: Sequence[Append]) -> list[bool]:
        """Whether each won its place in the log; all that did are on the disk."""
        return await self._visit(self._write, batch)

    async def check(self) -> None:
        """Raises if nothing can be written now."""
        await self._visit(self._probe)

    async def _visit(self, work: Callable[..., T], *arguments: object) -> T:
        try:
            result = await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)
        except (sqlite3.Error, OSError) as error:
            if str(error) != self._problem:
                self._problem = str(error)
                log.error("cannot write to the database", extra={"reason": self._problem})
            raise Unavailable(str(error)) from error
        if self._problem:
            self._problem = ""
            log.warning("writing to the database again")
        return result

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _write(self, batch: Sequence[Append]) -> list[bool]:
        connection = self._open()
        try:
            all_won = self._add(connection, batch)
            won = [True] * len(batch) if all_won else [self._add(connection, [item]) for item in batch]
            self._check_file()  # what went into a file that is not there any more is lost
            return won
        except BaseException:
            self._close()  # which rolls back; the next batch opens the file anew
            raise

    def _probe(self) -> None:
        """Writes something, of no meaning, as durably as an entry."""
        connection = self._open()
        try:
            connection.execute(_PROBE, (time.time_ns() // 1_000_000,))
            self._check_file()
        except BaseException:
            self._close()
            raise

    def _check_file(self) -> None:
        if os.stat(self._path).st_ino != self._file:
            raise OSError("the file of the database was replaced")

    @staticmethod
    def _add(connection: sqlite3.Connection, batch: Sequence[Append]) -> bool:
        """All of these or none: two statements, because each may have to wait for the interpreter's lock."""
        connection.execute("BEGIN IMMEDIATE")
        rows = [value for item in batch for value in (item.table_id, item.seq, item.at, item.body.decode())]
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
            self._file = os.stat(self._path).st_ino  # a file that was deleted is not made anew
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
    return item.table_id, item.seq, head.status, head.due, head.summary.decode(), item.at
