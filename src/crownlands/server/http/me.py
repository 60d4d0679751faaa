"""A person's own link: it carries "me" with all my tables to another device. No account, one secret."""

from __future__ import annotations

import secrets
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec
from starlette.responses import Response

from crownlands.server.guard.credentials import Signer, may_be_code
from crownlands.server.http.endpoints import ApiRequest, Endpoint, packed
from crownlands.server.http.request_limits import RequestLimits
from crownlands.server.live.rooms import Rooms
from crownlands.server.ops.clock import milliseconds
from crownlands.server.protocol.bodies.me import KeepRequest, LetGoRequest, Me, MySecret, MyTable, NewMe
from crownlands.server.protocol.entries import SeatState
from crownlands.server.protocol.refusals import Refused
from crownlands.server.protocol.views import Result
from crownlands.server.store.people import Keep, KeptRow, People, PersonRow
from crownlands.server.table.texts import clean_name

SHOWN = 2000
"""Tables of one person that are told at once."""


def digest(secret: str) -> str:
    """What the database knows of a secret."""
    return sha256(f"crownlands me 1\n{secret}".encode()).hexdigest()


async def find_me(rooms: Rooms, request: ApiRequest) -> PersonRow | None:
    """Who asks, by their secret; nobody, if none came with the request."""
    if request.token is None:
        return None
    me = await rooms.store.people.find(digest(request.token))
    if me is None:
        raise Refused("bad-token")
    return me


class MeApi:
    """The operations, for whoever has the secret."""

    def __init__(self, rooms: Rooms, signer: Signer, request_limits: RequestLimits) -> None:
        self._rooms, self._signer, self._count = rooms, signer, request_limits.count

    @property
    def _people(self) -> People:
        return self._rooms.store.people

    async def create(self, request: ApiRequest) -> MySecret:
        self._count(request, makes=True)
        secret = secrets.token_urlsafe(24)
        await self._people.add(digest(secret), _name(request.body.name), milliseconds())
        return MySecret(secret)

    async def _me(self, request: ApiRequest) -> PersonRow:
        self._count(request)
        me = await find_me(self._rooms, request)
        if me is None:
            raise Refused("bad-token")
        return me

    async def show(self, request: ApiRequest) -> Response:
        return await self._shown(request, await self._me(request))

    async def _shown(self, request: ApiRequest, me: PersonRow) -> Response:
        """Signed and written on a thread, and charged: it may be long."""
        found = await self._people.tables(me.id, SHOWN)

        def work() -> Response:
            mine = Me(me.name, [self._table(table) for table in found])
            return packed(request.http, msgspec.json.encode(mine))

        return await self._rooms.read_for(request.address, work)

    def _table(self, kept: KeptRow) -> MyTable:
        row = kept.table
        summary: dict[str, Any] = msgspec.json.decode(row.summary)
        return MyTable(
            code=row.code,
            watch=row.watch,
            person=kept.person,
            token=self._signer.token(row.code, kept.person, kept.key),
            ruleset=row.ruleset,
            status=row.status,  # type: ignore[arg-type]
            seats=msgspec.convert(summary["seats"], list[SeatState]),
            result=msgspec.convert(summary.get("result"), Result | None),
            created=row.created,
            updated=row.updated,
        )

    async def keep(self, request: ApiRequest) -> Response:
        """Each table that the token is right for; others are passed over: they may have been cleared away."""
        me = await self._me(request)
        games = []
        for seat in request.body.tables:
            with suppress(Refused):
                row, room = await self._rooms.current(seat.code)
                keys = room.table.keys
                person = self._signer.person(seat.token, row.code, keys)
                if person is not None:
                    games.append(Keep(row.id, person, keys[person]))
        await self._people.keep(me.id, games)
        name = _name(request.body.name) or me.name
        await self._people.rename(me.id, name, milliseconds())
        return await self._shown(request, PersonRow(me.id, name))

    async def let_go(self, request: ApiRequest) -> Response:
        me = await self._me(request)
        await self._people.let_go(me.id, [code for code in request.body.codes if may_be_code(code)])
        return await self._shown(request, me)

    async def forget(self, request: ApiRequest) -> Me:
        me = await self._me(request)
        await self._people.forget(me.id)
        return Me("", [])

    def endpoints(self) -> list[Endpoint]:
        me, no = "/api/me", (401,)
        return [
            Endpoint(
                "POST",
                me,
                "A secret that carries me to other devices",
                self.create,
                MySecret,
                body=NewMe,
                status=201,
            ),
            Endpoint("GET", me, "All my tables, with my tokens", self.show, Me, refusals=no, token=True),
            Endpoint(
                "POST",
                f"{me}/tables",
                "Keep tables of mine",
                self.keep,
                Me,
                body=KeepRequest,
                refusals=no,
                token=True,
            ),
            Endpoint(
                "POST",
                f"{me}/let-go",
                "Keep these tables no longer",
                self.let_go,
                Me,
                body=LetGoRequest,
                refusals=no,
                token=True,
            ),
            Endpoint("DELETE", me, "Forget me here; the secret is void", self.forget, Me, refusals=no, token=True),
        ]


def _name(text: str) -> str:
    return clean_name(text) if text.strip() else ""
