"""The HTTP API: what is not play itself. Tables are made, joined and looked at; their play is the websocket's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from crownlands import __version__
from crownlands.notation import parse_kingdom
from crownlands.players import PLAYERS
from crownlands.server.guard.credentials import Signer, new_key
from crownlands.server.guard.limits import Buckets, network_of
from crownlands.server.http.catalogue import pieces, setups
from crownlands.server.http.endpoints import ApiRequest, Endpoint, packed
from crownlands.server.http.request_limits import RequestLimits
from crownlands.server.live.room import Room
from crownlands.server.live.rooms import Rooms
from crownlands.server.ops.clock import milliseconds
from crownlands.server.ops.metrics import METRICS
from crownlands.server.protocol import entries
from crownlands.server.protocol.bodies.catalogue import BotInfo, Bots, Pieces, Rulesets
from crownlands.server.protocol.bodies.positions import ScoreAnswer, ScoreRequest
from crownlands.server.protocol.bodies.status import Health
from crownlands.server.protocol.bodies.tables import (
    Admission,
    JoinRequest,
    ListedSeat,
    ListedTable,
    LogPage,
    PairRequest,
    PositionInfo,
    SeatRequest,
    TableInfo,
    TableList,
    TableRequest,
)
from crownlands.server.protocol.refusals import Refused, readable
from crownlands.server.protocol.views import RulesetInfo
from crownlands.server.store import TableRow, Unavailable
from crownlands.server.table import creation, seating
from crownlands.server.table.fair_deal import fixed_seed, new_seed
from crownlands.server.table.levels import DEFAULT_LEVEL, STAND_IN
from crownlands.server.table.projection import Projector, ruleset_info, score_answer, table_view
from crownlands.server.table.records import file_name, record_text
from crownlands.server.table.table import Decision, Table
from crownlands.server.table.texts import clean_name

LOG_PAGE = 1000
PAIRING = 1
"""The number of the lock under which people are brought together."""
PAIR_CLOCK = 120
"""Seconds for a turn among people who do not know each other."""
PAIR_FRESH_MS = 15_000
"""Whoever has just opened a table is on the way to it."""
PAIR_LOOKS = 8


class LogQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[int, Meta(ge=0, le=2**53)] = 0


class SeqQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: Annotated[int, Meta(ge=1, le=2**53)]


class NameQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=120)]


class Api:
    """The operations, over the rooms of one process."""

    def __init__(self, rooms: Rooms, signer: Signer, request_limits: RequestLimits) -> None:
        self._rooms, self._signer, self._count = rooms, signer, request_limits.count
        limits = rooms.settings.limits
        self._joiners: Buckets[tuple[int, str]] = Buckets(limits.joins_per_table / 3600, limits.joins_per_table)

    def new_seed(self, host: str) -> str:
        fixed = self._rooms.settings.fixed
        return fixed_seed(fixed.seed, host) if fixed else new_seed()

    def _admit(self, row: TableRow, person: int, key: str) -> Admission:
        return Admission(row.code, row.watch, person, self._signer.token(row.code, person, key))

    async def _find(self, request: ApiRequest) -> tuple[TableRow, Room, bool]:
        """The table of the path, and whether the spectators' link was used."""
        self._count(request)
        code = request.path["code"]
        row, room = await self._rooms.current(code)
        return row, room, code != row.code

    async def create(self, request: ApiRequest) -> Admission:
        self._count(request, makes=True)
        seed = self.new_seed(request.body.name)
        opened = creation.new_table(request.body, seed)
        return self._admit(await self._rooms.open_table(opened, seed), 0, opened.keys[0])

    async def join(self, request: ApiRequest) -> Admission:
        row, room, watching = await self._find(request)
        if watching:
            raise Refused("spectator")
        if not self._may_join(row, request.address):
            raise Refused("too-fast")
        admission = await self._join(row, room, name := clean_name(request.body.name), new_key())
        if request.body.sit:
            with suppress(Refused):  # no seat is open any more: standing at the table is something too
                await room.change(partial(_first_open_seat, person=admission.person, name=name))
        return admission

    def _may_join(self, row: TableRow, address: str) -> bool:
        """By whichever way: nobody is everybody at a table."""
        return self._joiners.of((row.id, network_of(address))).take()

    async def _join(self, row: TableRow, room: Room, name: str, key: str) -> Admission:
        limit = self._rooms.settings.limits.persons_per_table
        person = -1

        def joined(table: Table) -> Decision:
            nonlocal person
            if key in table.keys:
                person = table.keys.index(key)
                raise _Known
            person = len(table.persons)
            if person >= limit:
                raise Refused("table-full")
            return Decision(entries.Joined(person, name, key))

        with suppress(_Known):
            await room.change(joined)
        return self._admit(row, person, key)

    def _person(self, request: ApiRequest, row: TableRow, room: Room) -> int:
        person = self._signer.person(request.token or "", row.code, room.table.keys)
        if person is None:
            raise Refused("bad-token")
        return person

    async def rematch(self, request: ApiRequest) -> Admission:
        row, room, watching = await self._find(request)
        if watching:
            raise Refused("spectator")
        person = self._person(request, row, room)
        if room.table.status != "over":
            raise Refused("not-over")
        following = row.rematch
        if following is None:
            self._count(request, makes=True)
            following = await self._new_rematch(row, room, person)
        next_row = await self._rooms.store.by_id(following)
        if next_row is None:
            raise Refused("no-table")
        return await self._readmit(next_row, room.table, person)

    async def _readmit(self, row: TableRow, before: Table, person: int) -> Admission:
        """The same person at the table that follows: found by their key, for numbers are counted anew at each table."""
        room = await self._rooms.room(row)
        await room.catch_up()
        # Who came to the first table after the second one was made is new there.
        return await self._join(row, room, before.persons[person].name, creation.key_of(before, person))

    async def _new_rematch(self, row: TableRow, room: Room, person: int) -> int:
        seed = self.new_seed(room.table.persons[room.table.host].name)
        made = await self._rooms.open_table(creation.rematch(room.table, seed, person), seed)
        linked = await self._rooms.store.set_rematch(row.id, made.id)
        if linked != made.id:
            await self._rooms.store.purge([made.id])  # somebody else was faster
        else:
            await room.change(lambda _: Decision(entries.Rematch(person)))
        return linked

    async def tables(self, request: ApiRequest) -> TableList:
        self._count(request)
        rows = await self._rooms.store.listed()
        present = await self._rooms.presence.numbers([row.id for row in rows])
        return TableList([_listed(row, present.get(row.id, 0)) for row in rows])

    async def pair(self, request: ApiRequest) -> Admission:
        """A table of this game where somebody waits, or a new one."""
        self._count(request)
        name, rules = clean_name(request.body.name), creation.read_ruleset(request.body.ruleset)
        async with self._rooms.store.alone(PAIRING):
            if (admission := await self.sit_at_one(await self._waiting(rules.name), request.address, name)) is not None:
                return admission
            self._count(request, makes=True)
            seed = self.new_seed(name)
            seats = [SeatRequest(kind="me")]
            wish = TableRequest(ruleset=rules.name, name=name, seats=seats, listed=True, clock=PAIR_CLOCK)
            opened = creation.new_table(msgspec.structs.replace(wish, fill_after=request.body.fill_after), seed)
            return self._admit(await self._rooms.open_table(opened, seed), 0, opened.keys[0])

    async def sit_at_one(self, rows: Sequence[TableRow], address: str, name: str) -> Admission | None:
        """A seat at the first of these tables that has one."""
        for row in rows:
            if not self._may_join(row, address):
                continue
            room = await self._rooms.room(row)
            admission = await self._join(row, room, name, new_key())
            with suppress(Refused):  # the last seat was just taken: the next table
                await room.change(partial(_first_open_seat, person=admission.person, name=name))
                return admission
        return None

    async def _waiting(self, ruleset: str) -> list[TableRow]:
        """Listed tables of this game with an open seat and somebody there, or about to be."""
        rows = [row for row in await self._rooms.store.listed() if row.ruleset == ruleset]
        present = await self._rooms.presence.numbers([row.id for row in rows])
        fresh = milliseconds() - PAIR_FRESH_MS
        open_ = [row for row in rows if any(seat.kind == "open" for seat in _listed(row, 0).seats)]
        return [row for row in open_ if present.get(row.id) or row.created > fresh][:PAIR_LOOKS]

    async def table(self, request: ApiRequest) -> TableInfo:
        row, room, watching = await self._find(request)
        following = await self._rooms.store.by_id(row.rematch) if row.rematch else None
        link = None if following is None else following.watch if watching else following.code
        return TableInfo(room.table.seq, watching, link, table_view(room.table), row.updated)

    async def log(self, request: ApiRequest) -> Response:
        row, room, _ = await self._find(request)
        query: LogQuery = request.query
        seq = room.table.seq
        rows = await self._rooms.store.log(row.id, query.after, min(seq, query.after + LOG_PAGE))

        def work() -> bytes:
            logged = [{"seq": row.seq, "at": row.at, "entry": msgspec.Raw(row.body.encode())} for row in rows]
            return msgspec.json.encode({"seq": seq, "entries": logged})

        return await self._packed(request, work)

    async def position(self, request: ApiRequest) -> Response:
        _, room, _ = await self._find(request)
        query: SeqQuery = request.query
        seq = min(query.seq, room.table.seq)
        log = await self._rooms.store.log(room.table_id, 0, seq)
        if not log:
            raise Refused("no-table")  # purged a moment ago

        def work() -> bytes:
            return msgspec.json.encode(PositionInfo(seq, Projector().play(Table.fold(log))))

        return await self._packed(request, work)

    async def _packed(self, request: ApiRequest, work: Callable[[], bytes]) -> Response:
        """JSON that takes a while to make, and to compress."""
        return await self._rooms.read_for(request.address, lambda: packed(request.http, work()))

    async def record(self, request: ApiRequest) -> Response:
        row, room, _ = await self._find(request)
        name = file_name(room.table, row.created)
        return Response(
            record_text(room.table, row.created),
            media_type="text/plain; charset=utf-8",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    async def score(self, request: ApiRequest) -> ScoreAnswer:
        self._count(request)
        text = request.body.kingdom
        with readable():
            return await self._rooms.read_for(request.address, lambda: score_answer(parse_kingdom(text)))

    async def rulesets(self, request: ApiRequest) -> Rulesets:
        self._count(request)
        return setups()

    async def ruleset(self, request: ApiRequest) -> RulesetInfo:
        self._count(request)
        return ruleset_info(creation.read_ruleset(request.query.name))

    async def pieces(self, request: ApiRequest) -> Pieces:
        self._count(request)
        return pieces()

    async def bots(self, request: ApiRequest) -> Bots:
        self._count(request)
        known = [BotInfo(level, str(described[1])) for level, described in PLAYERS.items()]
        return Bots(known, DEFAULT_LEVEL, STAND_IN)

    async def health(self, _: ApiRequest) -> Response:
        try:
            await asyncio.wait_for(self._rooms.store.ready(), 3)
            health, status = Health("ok", __version__), 200
        except (Unavailable, TimeoutError):
            health, status = Health("unavailable", __version__), 503
        return Response(msgspec.json.encode(health), status, media_type="application/json")

    async def metrics(self, _: ApiRequest) -> Response:
        return Response(METRICS.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    def endpoints(self) -> list[Endpoint]:
        return _endpoints(self)


def _listed(row: TableRow, present: int) -> ListedTable:
    summary = msgspec.json.decode(row.summary)
    seats = msgspec.convert(summary["seats"], list[ListedSeat])
    return ListedTable(row.code, row.ruleset, summary["host"], seats, summary["clock"], present, row.updated)


def _first_open_seat(table: Table, person: int, name: str) -> Decision:
    return Decision(seating.first_open_seat(table, person, name))


class _Known(Exception):
    """Who comes is at the table already."""


def _endpoints(api: Api) -> list[Endpoint]:
    table = "/api/tables/{code}"
    return [
        Endpoint("GET", "/api/rulesets", "Every set-up with the options that fit", api.rulesets, Rulesets),
        Endpoint("GET", "/api/ruleset", "One ruleset by its name", api.ruleset, RulesetInfo, query=NameQuery),
        Endpoint("GET", "/api/pieces", "Dominoes and buildings", api.pieces, Pieces),
        Endpoint("GET", "/api/bots", "The bots that can sit at a table", api.bots, Bots),
        Endpoint(
            "POST",
            "/api/tables",
            "Make a table",
            api.create,
            Admission,
            body=TableRequest,
            status=201,
            refusals=(503,),
        ),
        Endpoint(
            "POST",
            "/api/pair",
            "Play with people: a seat at a listed table of this game where somebody waits, or at a new one",
            api.pair,
            Admission,
            body=PairRequest,
            status=201,
            refusals=(409, 503),
        ),
        Endpoint("GET", "/api/tables", "Listed tables that wait for players", api.tables, TableList),
        Endpoint("GET", table, "A table, by either of its links", api.table, TableInfo, refusals=(404,)),
        Endpoint(
            "POST",
            f"{table}/join",
            "Come to a table by its link; take a seat over the websocket",
            api.join,
            Admission,
            body=JoinRequest,
            status=201,
            refusals=(401, 404, 409),
        ),
        Endpoint(
            "POST",
            f"{table}/rematch",
            "Meet again: makes the next table, or finds the one already made",
            api.rematch,
            Admission,
            refusals=(401, 404, 409),
            token=True,
        ),
        Endpoint(
            "GET",
            f"{table}/log",
            "The log after an entry",
            api.log,
            LogPage,
            query=LogQuery,
            refusals=(404,),
        ),
        Endpoint(
            "GET",
            f"{table}/position",
            "The game as it was after an entry",
            api.position,
            PositionInfo,
            query=SeqQuery,
            refusals=(404,),
        ),
        Endpoint("GET", f"{table}/record", "The game as a record", api.record, str, refusals=(404,)),
        Endpoint(
            "POST",
            "/api/score",
            "The score of a kingdom typed by hand",
            api.score,
            ScoreAnswer,
            body=ScoreRequest,
            large=True,
        ),
        Endpoint(
            "GET",
            "/healthz",
            "Whether the server and its database work",
            api.health,
            Health,
            refusals=(503,),
        ),
        Endpoint("GET", "/metrics", "Counters and timings of this process for Prometheus", api.metrics, str),
    ]
