"""Deals that several tables have in common: daily deals and duplicate tables.

What came of them is read from their tables; only what reference players made of a deal is kept here besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Column, ColumnElement, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from crownlands.server.store.rows import NewTable, TableRow
from crownlands.server.store.schema import deals, dealt, field, kept, tables

if TYPE_CHECKING:
    from crownlands.server.store.store import Store

COUNTED = 0
"""The number of the table at which somebody plays a daily deal for the first time."""


class _Taken(Exception):
    """Somebody has played this, or is playing it."""


@dataclass(frozen=True)
class NewDeal:
    code: str
    host: str | None
    day: str | None
    ruleset: str
    seed: str
    name: str
    created: int


@dataclass(frozen=True)
class DealRow(NewDeal):
    id: int
    closed: int | None


class DealtRow(NamedTuple):
    """A table of a deal."""

    table: TableRow
    deal: int
    owner: int
    number: int
    key: str | None
    """Of the owner at the table, if they keep it."""


class FieldRow(NamedTuple):
    """What a reference player made of a deal."""

    player: str
    points: int


class Deals:
    """The part of a store that is about them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Daily deals

    async def settle(self, new: Sequence[NewDeal]) -> list[DealRow]:
        """These deals, as whoever asked for them first has written them down."""
        codes = [deal.code for deal in new]
        found = await self._by_codes(codes)
        if len(found) < len(new):
            missing = [asdict(deal) for deal in new if deal.code not in found]
            async with self._store.writing() as connection:
                await connection.execute(insert_or_not(deals).values(missing).on_conflict_do_nothing())
            found = await self._by_codes(codes)
        return [found[code] for code in codes]

    async def _by_codes(self, codes: Sequence[str]) -> dict[str, DealRow]:
        async with self._store.reading() as connection:
            rows = await connection.execute(select(deals).where(deals.c.code.in_(codes)))
            return {row.code: DealRow(**row._mapping) for row in rows}

    async def between(self, first: str, last: str) -> dict[str, DealRow]:
        """The daily deals of these days that anybody has asked for, by their codes."""
        async with self._store.reading() as connection:
            rows = await connection.execute(select(deals).where(deals.c.day.between(first, last)))
            return {row.code: DealRow(**row._mapping) for row in rows}

    async def play(self, deal: int, owner: int, number: int, table: NewTable, key: str) -> int | None:
        """A table for this person, kept for them; none if it is there already. All of it, or nothing."""
        try:
            async with self._store.writing() as connection:
                table_id = await self._store.insert(connection, table)
                row = {"table_id": table_id, "deal": deal, "owner": owner, "number": number}
                once = insert_or_not(dealt).values(row).on_conflict_do_nothing().returning(dealt.c.table_id)
                if (await connection.execute(once)).scalar_one_or_none() is None:
                    raise _Taken
                await connection.execute(insert(kept).values(owner=owner, table_id=table_id, person=0, key=key))
        except _Taken:
            return None
        return table_id

    async def of_owner(self, owner: int, deal_ids: Sequence[int]) -> list[DealtRow]:
        """This person's tables of these deals, the one that counts first."""
        return await self._dealt(dealt.c.owner == owner, dealt.c.deal.in_(deal_ids))

    async def days_of(self, owner: int) -> list[tuple[str, TableRow]]:
        """The days whose deals this person has played to the end, each with the table that counts."""
        query = (
            select(deals.c.day, *self._columns())
            .join(dealt, dealt.c.deal == deals.c.id)
            .join(tables, tables.c.id == dealt.c.table_id)
            .where(
                dealt.c.owner == owner, dealt.c.number == COUNTED, tables.c.status == "over", deals.c.day.is_not(None)
            )
        )
        async with self._store.reading() as connection:
            return [(row.day, self._store.table_row(row)) for row in await connection.execute(query)]

    async def finished(self, deal: int, limit: int) -> list[DealtRow]:
        """The tables that count and are over, the first to end first."""
        return (await self._dealt(dealt.c.deal == deal, dealt.c.number == COUNTED, tables.c.status == "over"))[:limit]

    async def played(self, deal_ids: Sequence[int]) -> dict[int, int]:
        """How many people have played each to the end."""
        query = (
            select(dealt.c.deal, func.count())
            .join(tables, tables.c.id == dealt.c.table_id)
            .where(dealt.c.deal.in_(deal_ids), dealt.c.number == COUNTED, tables.c.status == "over")
            .group_by(dealt.c.deal)
        )
        async with self._store.reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(query)}

    # Duplicate tables

    async def open(self, deal: NewDeal, new: Sequence[NewTable]) -> list[int]:
        """A deal with all its tables, or nothing; returns their numbers."""
        async with self._store.writing() as connection:
            made = (await connection.execute(insert(deals).values(asdict(deal)).returning(deals.c.id))).scalar_one()
            table_ids = [await self._store.insert(connection, table) for table in new]
            rows = [
                {"table_id": table_id, "deal": made, "owner": 0, "number": number}
                for number, table_id in enumerate(table_ids, 1)
            ]
            await connection.execute(insert(dealt).values(rows))
        return table_ids

    async def find(self, code: str) -> DealRow | None:
        """The deal of a page, the host's or everybody's."""
        query = select(deals).where((deals.c.code == code) | (deals.c.host == code), deals.c.day.is_(None))
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else DealRow(**row._mapping)

    async def tables(self, deal: int) -> list[DealtRow]:
        return await self._dealt(dealt.c.deal == deal)

    async def close(self, deal: int, now: int) -> None:
        """The seed may be told, though not all tables are over."""
        async with self._store.writing() as connection:
            await connection.execute(
                update(deals).where(deals.c.id == deal, deals.c.closed.is_(None)).values(closed=now)
            )

    # Any table of any deal

    async def of_table(self, table_id: int) -> DealRow | None:
        query = select(deals).join(dealt, dealt.c.deal == deals.c.id).where(dealt.c.table_id == table_id)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else DealRow(**row._mapping)

    async def running(self, deal: int) -> int:
        """How many tables of the deal are not over."""
        query = (
            select(func.count())
            .select_from(dealt)
            .join(tables, tables.c.id == dealt.c.table_id)
            .where(dealt.c.deal == deal, tables.c.status != "over")
        )
        async with self._store.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def forget(self, before: int) -> None:
        """Duplicate deals of which no table is left."""
        used = select(dealt.c.deal).where(dealt.c.deal == deals.c.id).exists()
        async with self._store.writing() as connection:
            await connection.execute(delete(deals).where(deals.c.day.is_(None), deals.c.created < before, ~used))

    # Reference players

    async def field(self, deal: int) -> list[FieldRow]:
        query = select(field.c.player, field.c.points).where(field.c.deal == deal).order_by(field.c.player)
        async with self._store.reading() as connection:
            return [FieldRow(*row) for row in await connection.execute(query)]

    async def reference_record(self, deal: int, player: str) -> str | None:
        query = select(field.c.record).where(field.c.deal == deal, field.c.player == player)
        async with self._store.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def add_reference(self, deal: int, player: str, points: int, record: str) -> None:
        """Once: another process may have been faster, with the same."""
        row = {"deal": deal, "player": player, "points": points, "record": record}
        async with self._store.writing() as connection:
            await connection.execute(insert_or_not(field).values(row).on_conflict_do_nothing())

    def _columns(self) -> list[Column[Any]]:
        return [tables.c[name] for name in self._store.columns]

    async def _dealt(self, *where: ColumnElement[bool]) -> list[DealtRow]:
        query = (
            select(*self._columns(), dealt.c.deal, dealt.c.owner, dealt.c.number, kept.c.key)
            .join(dealt, dealt.c.table_id == tables.c.id)
            .join(kept, (kept.c.table_id == dealt.c.table_id) & (kept.c.owner == dealt.c.owner), isouter=True)
            .where(*where)
            .order_by(dealt.c.deal, dealt.c.number, tables.c.id)
        )
        async with self._store.reading() as connection:
            return [self._dealt_row(row) for row in await connection.execute(query)]

    def _dealt_row(self, row: Any) -> DealtRow:
        return DealtRow(self._store.table_row(row), row.deal, row.owner, row.number, row.key)
