"""Duplicate tables: several tables with the same deal, opened by one host and compared when all are over."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from starlette.responses import Response

from crownlands.rules import ruleset
from crownlands.server.guard.credentials import Signer, may_be_code, new_code
from crownlands.server.http.api import Api
from crownlands.server.http.endpoints import ApiRequest, Endpoint, packed
from crownlands.server.http.request_limits import RequestLimits
from crownlands.server.live.room import deal_over
from crownlands.server.live.rooms import Rooms
from crownlands.server.ops.clock import milliseconds
from crownlands.server.protocol.bodies.duplicates import (
    Duplicate,
    DuplicateMade,
    DuplicateRequest,
    DuplicateResult,
    DuplicateTable,
)
from crownlands.server.protocol.bodies.tables import Admission, JoinRequest, ListedSeat, SeatRequest, TableRequest
from crownlands.server.protocol.entries import SharedDeal
from crownlands.server.protocol.refusals import Refused
from crownlands.server.store.deals import DealRow, DealtRow, NewDeal
from crownlands.server.table import creation
from crownlands.server.table.fair_deal import commitment
from crownlands.server.table.records import record_of
from crownlands.server.table.table import Ending, ending
from crownlands.server.table.texts import clean_name
from crownlands.study.matchpoints import duplicate
from crownlands.study.review import Value


class _Realm(msgspec.Struct):
    adjusted: Value


class _Adjusted(msgspec.Struct):
    """The part of a review that is compared."""

    realms: list[_Realm]


class DuplicatesApi:
    """The operations. The host's page has a code of its own, which leads to the players' links."""

    def __init__(self, rooms: Rooms, signer: Signer, request_limits: RequestLimits, api: Api) -> None:
        self._rooms, self._signer, self._count, self._api = rooms, signer, request_limits.count, api
        self._deals = rooms.store.deals

    async def create(self, request: ApiRequest) -> DuplicateMade:
        asked: DuplicateRequest = request.body
        name = clean_name(asked.name)
        for _ in range(asked.tables):
            self._count(request, makes=True)
        host, code, seed = new_code(), new_code(), self._api.new_seed(f"{name} duplicate")
        wish = TableRequest(
            ruleset=asked.ruleset,
            name=name,
            seats=[SeatRequest(kind=seat.kind, level=seat.level) for seat in asked.seats],
            clock=asked.clock,
            hints=asked.hints,
            pace=asked.pace,
        )
        opened = [
            creation.new_table(wish, seed, SharedDeal("duplicate", code=code, number=number))
            for number in range(1, asked.tables + 1)
        ]
        if all(seat.kind != "open" for seat in opened[0].seats):
            raise Refused("nobody-plays")
        tables = [self._rooms.new_table(entry, seed) for entry in opened]
        await self._deals.open(NewDeal(code, host, None, opened[0].ruleset, seed, name, milliseconds()), tables)
        return DuplicateMade(
            host,
            code,
            [
                Admission(table.code, table.watch, 0, self._signer.token(table.code, 0, entry.keys[0]))
                for table, entry in zip(tables, opened, strict=True)
            ],
        )

    async def _find(self, request: ApiRequest) -> tuple[DealRow, bool]:
        """The deal of the path, and whether the host's code was used."""
        self._count(request)
        code = request.path["code"]
        deal = await self._deals.find(code) if may_be_code(code) else None
        if deal is None:
            raise Refused("no-deal")
        return deal, code == deal.host

    async def join(self, request: ApiRequest) -> Admission:
        """A seat at the table that waits for fewest."""
        deal, _ = await self._find(request)
        name = clean_name(request.body.name)
        waiting = [row for row in await self._deals.tables(deal.id) if row.table.status == "gathering"]
        rows = sorted(waiting, key=lambda row: (_open_seats(row), row.number))
        admission = await self._api.sit_at_one([row.table for row in rows if _open_seats(row)], request.address, name)
        if admission is None:
            raise Refused("deal-full")
        return admission

    async def close(self, request: ApiRequest) -> Response:
        deal, is_host = await self._find(request)
        if not is_host:
            raise Refused("not-host")
        await self._deals.close(deal.id, milliseconds())
        return await self.show(request)

    async def show(self, request: ApiRequest) -> Response:
        deal, is_host = await self._find(request)
        tables = await self._deals.tables(deal.id)
        over = await deal_over(self._rooms.store, deal)
        endings = {row.number: end for row in tables if over and (end := _counted(deal, row)) is not None}
        adjusted = await self._adjusted(request, [row for row in tables if row.number in endings])

        def work() -> bytes:
            rules = ruleset(deal.ruleset)
            return msgspec.json.encode(
                Duplicate(
                    code=deal.code,
                    is_host=is_host,
                    name=deal.name,
                    ruleset=rules.name,
                    rounds=rules.rounds * rules.games,
                    commitment=commitment(rules, deal.seed),
                    seed=deal.seed if over else None,
                    closed=deal.closed is not None,
                    tables=[_table(row, is_host, over) for row in tables],
                    results=_results(rules.realms, endings, adjusted),
                    reviewed=len(adjusted),
                )
            )

        return await self._rooms.read_for(request.address, lambda: packed(request.http, work()))

    async def _adjusted(self, request: ApiRequest, tables: list[DealtRow]) -> dict[int, list[float]]:
        """What each realm has without its luck, by the number of the table; reviews that are missing are begun."""
        found = {}
        for row in tables:
            room = await self._rooms.room(row.table)
            await room.catch_up()
            record = record_of(room.table, row.table.created)
            key = await self._rooms.read_for(request.address, partial(self._rooms.reviews.key, record))
            with suppress(Refused):  # enough is being worked on; whoever asks again begins the next
                answer = await self._rooms.reviews.ask(key, record, row.table.id, request.address)
                if answer.body is not None:
                    review = msgspec.json.decode(answer.body, type=_Adjusted)
                    found[row.number] = [realm.adjusted.points for realm in review.realms]
        return found

    def endpoints(self) -> list[Endpoint]:
        base, one = "/api/duplicates", "/api/duplicates/{code}"
        return [
            Endpoint(
                "POST",
                base,
                "Open several tables with the same deal",
                self.create,
                DuplicateMade,
                body=DuplicateRequest,
                status=201,
            ),
            Endpoint(
                "GET",
                one,
                "Duplicate tables: how far they are, and the comparison when all are over",
                self.show,
                Duplicate,
                refusals=(404,),
            ),
            Endpoint(
                "POST",
                f"{one}/join",
                "A seat at one of the tables",
                self.join,
                Admission,
                body=JoinRequest,
                status=201,
                refusals=(404, 409),
            ),
            Endpoint(
                "POST",
                f"{one}/close",
                "The host ends the deal: tables that are not over do not count, and the seed is told",
                self.close,
                Duplicate,
                refusals=(404,),
            ),
        ]


def _open_seats(row: DealtRow) -> int:
    return sum(seat["kind"] == "open" for seat in msgspec.json.decode(row.table.summary)["seats"])


def _counted(deal: DealRow, row: DealtRow) -> Ending | None:
    """How it ended, if that was before the deal was closed."""
    end = ending(row.table.summary)
    return None if end is None or (deal.closed is not None and end.at > deal.closed) else end


def _table(row: DealtRow, is_host: bool, over: bool) -> DuplicateTable:
    told: dict[str, Any] = msgspec.json.decode(row.table.summary)
    return DuplicateTable(
        number=row.number,
        status=row.table.status,  # type: ignore[arg-type]
        seats=msgspec.convert(told["seats"], list[ListedSeat]),
        round=told.get("round"),
        code=row.table.code if is_host else None,
        watch=row.table.watch if is_host or over else None,
    )


def _results(
    realms: tuple[tuple[int, ...], ...], endings: dict[int, Ending], adjusted: dict[int, list[float]]
) -> list[DuplicateResult]:
    """Every realm of every table, best first: by matchpoints, then by points."""
    shares = duplicate([end.points for end in endings.values()])
    results = [
        DuplicateResult(
            table=number,
            realm=realm,
            seats=list(realms[realm]),
            names=[end.names[seat] for seat in realms[realm]],
            points=points,
            share=share,
            adjusted=adjusted[number][realm] if number in adjusted else None,
        )
        for (number, end), row in zip(endings.items(), shares, strict=True)
        for realm, (points, share) in enumerate(zip(end.points, row, strict=True))
    ]
    return sorted(results, key=lambda result: (-(result.share or 0), -result.points, result.table, result.realm))
