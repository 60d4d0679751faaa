"""The store: create tables, append to their logs, read them back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, bindparam, delete, func, insert, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from crownlands.server.ops.metrics import METRICS
from crownlands.server.store.deals import Deals
from crownlands.server.store.engine import make_durable, migrate, open_engine, sqlite_path
from crownlands.server.store.people import People
from crownlands.server.store.reviews import ReviewCache
from crownlands.server.store.rows import Append, NewTable, Seen, TableRow, Unavailable
from crownlands.server.store.schema import dealt, kept, log, presence, reviews, tables
from crownlands.server.store.sqlite_writer import SqliteWriter
from crownlands.server.store.writer import Batcher

CHANNEL = "crownlands"
"""What PostgreSQL's NOTIFY carries on it: "table seq", or "table at-process" when somebody came or went there."""
PRESENCE = "at-"
TIMEOUT_SECONDS = 8.0
"""For one question to PostgreSQL, with all its waits; a disk of one's own may be slow and is not gone."""
SLOW_DISK_SECONDS = 30.0
PURGED_AT_ONCE = 500
"""Tables; a question to a database can name 32,766 at most, and has to be answered in time."""

_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', note) FROM unnest(CAST(:notes AS text[])) AS note")
_NEWS = text(
    "SELECT DISTINCT e.table_id, e.seq, e.at, e.body "
    "FROM unnest(CAST(:table_ids AS integer[]), CAST(:seqs AS bigint[])) AS asked(table_id, seq) "
    "JOIN log e ON e.table_id = asked.table_id AND e.seq > asked.seq ORDER BY e.table_id, e.seq"
)


_SEEN = text(
    "INSERT INTO presence (table_id, person, process, until) "
    "SELECT table_id, person, :process, until FROM unnest("
    "CAST(:table_ids AS integer[]), CAST(:persons AS integer[]), CAST(:untils AS bigint[])"
    ") AS seen(table_id, person, until) "
    "ON CONFLICT (table_id, person, process) DO UPDATE SET until = excluded.until"
)


_LOCKS = 7_240
"""Tells our locks from other programs' in the same database."""


class LogRow(NamedTuple):
    seq: int
    at: int
    body: str


class Store:
    """One database. Everything in it can be read by any process at any time."""

    def __init__(self, database: str) -> None:
        self.engine = open_engine(database)
        self.shared = self.engine.dialect.name == "postgresql"
        """Whether several processes can serve the same tables."""
        self._timeout = TIMEOUT_SECONDS if self.shared else SLOW_DISK_SECONDS
        self._append = insert_or_not(log).on_conflict_do_nothing().returning(log.c.table_id)
        self._follow = (
            update(tables)
            .where(tables.c.id == bindparam("table_id"))
            .values(
                seq=bindparam("new_seq"),
                status=bindparam("new_status"),
                due=bindparam("new_due"),
                summary=bindparam("new_summary"),
                updated=bindparam("new_updated"),
            )
        )
        self._sqlite = None if self.shared else SqliteWriter(sqlite_path(self.engine), make_durable)
        # SQLite has one writer at a time. A second one would look again and again, at most every tenth of a second.
        self._turn: AbstractAsyncContextManager[None] = nullcontext() if self.shared else asyncio.Lock()
        self._alone = asyncio.Lock()
        self.people = People(self)
        self.deals = Deals(self)
        self.reviews = ReviewCache(self)
        self._writer: Batcher[Append, bool] = Batcher(self._write)
        self._news: Batcher[tuple[int, int], list[LogRow]] = Batcher(self._read_news)
        # Reading needs no transaction around it.
        self._reader = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.shared else self.engine

    columns = TableRow._fields

    @staticmethod
    def table_row(row: Any) -> TableRow:
        return TableRow(**{name: getattr(row, name) for name in TableRow._fields})

    async def open(self) -> None:
        await migrate(self.engine)

    async def close(self) -> None:
        await self._writer.drain()
        if self._sqlite:
            await self._sqlite.close()
        await self.engine.dispose()

    async def drain(self) -> None:
        await self._writer.drain()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with asyncio.timeout(self._timeout), self._reader.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            raise Unavailable(str(error) or "no answer") from error

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with asyncio.timeout(self._timeout), self._turn, self.engine.begin() as connection:
                yield connection
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            raise Unavailable(str(error) or "no answer") from error

    @asynccontextmanager
    async def alone(self, what: int) -> AsyncIterator[None]:
        """Nobody else does this meanwhile, in whichever process."""
        async with self._alone:
            if not self.shared:
                yield
                return
            async with self.writing() as connection:
                await connection.execute(select(func.pg_advisory_xact_lock(_LOCKS, what)))
                yield

    # Writing

    async def create(self, table: NewTable) -> int:
        """A new table with the first entry of its log; returns its number."""
        async with self.writing() as connection:
            return await self.insert(connection, table)

    @staticmethod
    async def insert(connection: AsyncConnection, table: NewTable) -> int:
        """The same, as a part of what is written together."""
        values = {
            "code": table.code,
            "watch": table.watch,
            "seed": table.seed,
            "ruleset": table.ruleset,
            "seq": 1,
            "status": table.head.status,
            "listed": table.listed,
            "summary": table.head.summary.decode(),
            "due": table.head.due,
            "created": table.at,
            "updated": table.at,
        }
        table_id = (await connection.execute(insert(tables).values(values).returning(tables.c.id))).scalar_one()
        row = {"table_id": table_id, "seq": 1, "at": table.at, "body": table.first.decode()}
        await connection.execute(insert(log).values(row))
        return int(table_id)

    async def append(self, item: Append) -> bool:
        """True: durably stored. False: this place in the log is taken; catch up and look again."""
        return await self._writer.submit(item)

    async def _write(self, batch: Sequence[Append]) -> list[bool]:
        if self._sqlite:
            async with self._turn:
                won = await self._sqlite.write(batch)
        else:
            won = await self._write_shared(batch)
        METRICS.commits.add()
        return won

    async def _write_shared(self, batch: Sequence[Append]) -> list[bool]:
        """PostgreSQL's way: three statements for the whole batch."""
        ordered = sorted(batch, key=lambda item: item.table_id)  # the same order everywhere: no deadlock
        rows = [{"table_id": a.table_id, "seq": a.seq, "at": a.at, "body": a.body.decode()} for a in ordered]
        async with self.writing() as connection:
            won = set((await connection.execute(self._append, rows)).scalars())
            heads = [
                {
                    "table_id": item.table_id,
                    "new_seq": item.seq,
                    "new_status": item.head.status,
                    "new_due": item.head.due,
                    "new_summary": item.head.summary.decode(),
                    "new_updated": item.at,
                }
                for item in ordered
                if item.table_id in won
            ]
            if heads:
                await connection.execute(self._follow, heads)
                notes = [f"{head['table_id']} {head['new_seq']}" for head in heads]
                await connection.execute(_NOTIFY, {"notes": notes})
        return [item.table_id in won for item in batch]

    async def claim(self, table_id: int, due: int, until: int | None) -> bool:
        """Moves on when something is due at a table, if nobody else has: so one process takes it over."""
        async with self.writing() as connection:
            done = await connection.execute(
                update(tables).where(tables.c.id == table_id, tables.c.due == due).values(due=until)
            )
        return done.rowcount == 1

    async def wake_all(self) -> None:
        """Everything that bots or clocks wait for is due now: for a single process that starts."""
        async with self.writing() as connection:
            await connection.execute(update(tables).where(tables.c.due.is_not(None)).values(due=0))

    async def set_rematch(self, table_id: int, following: int) -> int:
        """Links the table of a rematch, once; returns the one that is linked."""
        async with self.writing() as connection:
            await connection.execute(
                update(tables).where(tables.c.id == table_id, tables.c.rematch.is_(None)).values(rematch=following)
            )
            return int((await connection.execute(select(tables.c.rematch).where(tables.c.id == table_id))).scalar_one())

    async def purge(self, table_ids: Sequence[int]) -> int:
        """Forgets these tables, chat and all."""
        starts = range(0, len(table_ids), PURGED_AT_ONCE)
        return sum([await self._purge(table_ids[start : start + PURGED_AT_ONCE]) for start in starts])

    async def _purge(self, table_ids: Sequence[int]) -> int:
        async with self.writing() as connection:
            await connection.execute(delete(presence).where(presence.c.table_id.in_(table_ids)))
            await connection.execute(delete(kept).where(kept.c.table_id.in_(table_ids)))
            await connection.execute(delete(dealt).where(dealt.c.table_id.in_(table_ids)))
            await connection.execute(delete(reviews).where(reviews.c.table_id.in_(table_ids)))
            await connection.execute(delete(log).where(log.c.table_id.in_(table_ids)))
            # Who met again at one of them can meet again anew.
            await connection.execute(update(tables).where(tables.c.rematch.in_(table_ids)).values(rematch=None))
            return (await connection.execute(delete(tables).where(tables.c.id.in_(table_ids)))).rowcount

    # Reading

    async def _row(self, where: ColumnElement[bool]) -> TableRow | None:
        async with self.reading() as connection:
            row = (await connection.execute(select(tables).where(where))).one_or_none()
        return None if row is None else self.table_row(row)

    async def by_code(self, code: str) -> TableRow | None:
        return await self._row((tables.c.code == code) | (tables.c.watch == code))

    async def by_id(self, table_id: int) -> TableRow | None:
        return await self._row(tables.c.id == table_id)

    async def log(self, table_id: int, after: int = 0, up_to: int | None = None) -> list[LogRow]:
        """The entries after this one, in order."""
        query = select(log.c.seq, log.c.at, log.c.body).where(log.c.table_id == table_id, log.c.seq > after)
        if up_to is not None:
            query = query.where(log.c.seq <= up_to)
        async with self.reading() as connection:
            return [LogRow(*row) for row in await connection.execute(query.order_by(log.c.seq))]

    async def news(self, table_id: int, after: int) -> list[LogRow]:
        """The entries after this one; what many rooms ask at once is one question to PostgreSQL."""
        return await (self._news.submit((table_id, after)) if self.shared else self.log(table_id, after))

    async def _read_news(self, asked: Sequence[tuple[int, int]]) -> list[list[LogRow]]:
        found: dict[int, list[LogRow]] = {}
        async with self.reading() as connection:
            table_ids, seqs = [table_id for table_id, _ in asked], [after for _, after in asked]
            for table_id, *row in await connection.execute(_NEWS, {"table_ids": table_ids, "seqs": seqs}):
                found.setdefault(table_id, []).append(LogRow(*row))
        return [[row for row in found.get(table_id, []) if row.seq > after] for table_id, after in asked]

    async def listed(self, limit: int = 100) -> list[TableRow]:
        return await self._select(
            select(tables)
            .where(tables.c.listed, tables.c.status == "gathering")
            .order_by(tables.c.updated.desc())
            .limit(limit)
        )

    async def all(self, status: str | None = None, limit: int = 1000) -> list[TableRow]:
        query = select(tables).order_by(tables.c.id.desc()).limit(limit)
        return await self._select(query if status is None else query.where(tables.c.status == status))

    async def idle_since(self, moment: int, limit: int = 500) -> list[int]:
        """Tables without anything new; never a finished game that somebody keeps, or one whose clock still runs."""
        keeps = select(kept.c.table_id).where(kept.c.table_id == tables.c.id).exists()
        query = (
            select(tables.c.id)
            .where(tables.c.updated < moment, ~((tables.c.status == "over") & keeps))
            .where(or_(tables.c.due.is_(None), tables.c.due < moment))
            .limit(limit)
        )
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def due(self, now: int, limit: int = 64) -> list[tuple[int, int]]:
        """Tables where the server has something to do, each with when."""
        query = select(tables.c.id, tables.c.due).where(tables.c.due <= now).order_by(tables.c.due).limit(limit)
        async with self.reading() as connection:
            return [(row[0], row[1]) for row in await connection.execute(query)]

    async def seqs(self, table_ids: Iterable[int]) -> dict[int, int]:
        """Where the logs of these tables are."""
        query = select(tables.c.id, tables.c.seq).where(tables.c.id.in_(list(table_ids)))
        async with self.reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(query)}

    async def counts(self) -> dict[str, int]:
        query = select(tables.c.status, func.count()).group_by(tables.c.status)
        async with self.reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(query)}

    async def ready(self) -> None:
        """Raises if the database does not answer, or could not be written to."""
        if self._sqlite:
            async with self._turn:
                await self._sqlite.check()
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))

    async def _select(self, query: Any) -> list[TableRow]:
        async with self.reading() as connection:
            return [self.table_row(row) for row in await connection.execute(query)]

    # Who is connected where, for several processes

    async def set_seen(self, process: str, seen: Sequence[Seen], told: bool = False) -> None:
        """Until when these people are known to be connected to this process; `told` lets other processes know."""
        if not seen:
            return
        async with self.writing() as connection:
            await connection.execute(
                _SEEN,
                {
                    "process": process,
                    "table_ids": [item.table_id for item in seen],
                    "persons": [item.person for item in seen],
                    "untils": [item.until for item in seen],
                },
            )
            if told:
                notes = [f"{table_id} {PRESENCE}{process}" for table_id in sorted({item.table_id for item in seen})]
                await connection.execute(_NOTIFY, {"notes": notes})

    async def forget_seen(self, before: int) -> None:
        async with self.writing() as connection:
            await connection.execute(delete(presence).where(presence.c.until < before))

    async def seen(self, table_ids: Sequence[int], without: str) -> dict[int, dict[int, int]]:
        """By table: until when each person was last known to be connected to another process than this one."""
        if not table_ids:
            return {}
        last = func.max(presence.c.until)
        query = (
            select(presence.c.table_id, presence.c.person, last)
            .where(presence.c.table_id.in_(table_ids), presence.c.process != without)
            .group_by(presence.c.table_id, presence.c.person)
        )
        found: dict[int, dict[int, int]] = {}
        async with self.reading() as connection:
            for table_id, person, until in await connection.execute(query):
                found.setdefault(table_id, {})[person] = until
        return found
