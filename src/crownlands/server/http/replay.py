"""A game step by step, of a table or of a record from elsewhere: what is new of each position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Annotated

import msgspec
from msgspec import Meta, structs
from starlette.responses import Response

from crownlands.notation import Record, parse_record, print_position, replay
from crownlands.server.http.endpoints import ApiRequest, Endpoint, packed
from crownlands.server.http.request_limits import RequestLimits
from crownlands.server.live.rooms import Rooms
from crownlands.server.protocol.bodies.replays import RecordRequest, Replay, ReplayStep
from crownlands.server.protocol.event_messages import to_message
from crownlands.server.protocol.refusals import readable
from crownlands.server.protocol.views import RealmView
from crownlands.server.table.projection import Projector, ruleset_info
from crownlands.server.table.records import record_of


class ReplayQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    start: Annotated[int, Meta(ge=0, le=100_000)] = 0
    count: Annotated[int, Meta(ge=1, le=64)] = 32


def replay_part(record: Record, start: int, count: int, seqs: Sequence[int] = ()) -> Replay:
    """These steps of a game; the first one has every realm. An illegal event raises with its place."""
    projector = Projector()
    steps: list[ReplayStep] = []
    known: list[RealmView] = []
    position = ""
    for ply, match in islice(enumerate(replay(record)), start, start + count):
        position = position or print_position(match)
        play = projector.position(match, past=True)
        realms = play.state.realms
        changed = {
            str(index): realm for index, realm in enumerate(realms) if index >= len(known) or known[index] is not realm
        }
        known = realms
        bare = structs.replace(play, state=structs.replace(play.state, realms=[]))
        event = to_message(record.events[ply - 1]) if ply else None
        steps.append(ReplayStep(ply, seqs[ply - 1] if ply and seqs else None, event, bare, changed))
    rules = record.ruleset
    return Replay(rules.name, ruleset_info(rules), dict(record.tags), len(record.events), position, steps)


class ReplayApi:
    """The operations; they take a while, so they are done on a thread and charged."""

    def __init__(self, rooms: Rooms, limits: RequestLimits) -> None:
        self._rooms, self._limits = rooms, limits

    async def of_table(self, request: ApiRequest) -> Response:
        self._limits.count(request)
        row, room = await self._rooms.current(request.path["code"])
        query: ReplayQuery = request.query
        table = room.table
        record, seqs = record_of(table, row.created), tuple(table.seqs)
        return await self._packed(request, lambda: replay_part(record, query.start, query.count, seqs))

    async def of_record(self, request: ApiRequest) -> Response:
        self._limits.count(request)
        body: RecordRequest = request.body
        with readable():
            return await self._packed(request, lambda: replay_part(parse_record(body.record), body.start, body.count))

    async def _packed(self, request: ApiRequest, work: Callable[[], Replay]) -> Response:
        return await self._rooms.read_for(request.address, lambda: packed(request.http, msgspec.json.encode(work())))

    def endpoints(self) -> list[Endpoint]:
        kind = Replay
        return [
            Endpoint(
                "GET",
                "/api/tables/{code}/replay",
                "The game step by step",
                self.of_table,
                kind,
                query=ReplayQuery,
                refusals=(404,),
            ),
            Endpoint(
                "POST",
                "/api/replay",
                "A record step by step",
                self.of_record,
                kind,
                body=RecordRequest,
                large=True,
            ),
        ]
