"""Reviews of finished games: of a table, or of a record from elsewhere."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from crownlands.notation import Record, parse_position, parse_record, replay
from crownlands.server.http.endpoints import ApiRequest, Endpoint, packed
from crownlands.server.http.positions import try_actions
from crownlands.server.http.request_limits import RequestLimits
from crownlands.server.live.fair_pool import Priority
from crownlands.server.live.reviews import Answer
from crownlands.server.live.rooms import Rooms
from crownlands.server.protocol.bodies.reviews import ReviewAnswer, ReviewRequest, TryRequest
from crownlands.server.protocol.refusals import Refused, readable
from crownlands.server.table.records import record_of
from crownlands.study.tries import Verdict, compare


class ReviewApi:
    """The operations. Whoever has begun one asks again by its key, which costs nothing."""

    def __init__(self, rooms: Rooms, limits: RequestLimits) -> None:
        self._rooms, self._limits = rooms, limits

    async def of_table(self, request: ApiRequest) -> Response:
        self._limits.count(request)
        row, room = await self._rooms.current(request.path["code"])
        if room.table.opened.hints == "off":
            raise Refused("hints-off")
        if room.table.status != "over":
            raise Refused("not-over")
        record = record_of(room.table, row.created)
        key = await self._rooms.read_for(request.address, lambda: self._rooms.reviews.key(record))
        return await self._told(request, await self._rooms.reviews.ask(key, record, row.id, request.address))

    async def of_record(self, request: ApiRequest) -> Response:
        self._limits.count(request)
        body: ReviewRequest = request.body
        with readable():
            record, key = await self._rooms.read_for(request.address, lambda: self._read(body.record))
        return await self._told(request, await self._rooms.reviews.ask(key, record, None, request.address))

    def _read(self, text: str) -> tuple[Record, str]:
        record = parse_record(text)
        *_, match = replay(record)
        if not match.over:
            raise Refused("not-over")
        return record, self._rooms.reviews.key(record)

    async def by_key(self, request: ApiRequest) -> Response:
        self._limits.count(request)
        answer = await self._rooms.reviews.look(request.path["key"])
        if answer is None:
            raise Refused("no-review")
        return await self._told(request, answer)

    async def tried(self, request: ApiRequest) -> Verdict:
        self._limits.count(request)
        body: TryRequest = request.body
        rooms = self._rooms

        def work() -> Verdict:
            match = parse_position(body.position)
            best, tried = (try_actions(match, texts)[1] for texts in (body.best, body.tried))
            return compare(match, body.ply, best, tried, rooms.reviews.work)

        with readable():
            return await rooms.work_for(request.address, rooms.bots.pool, Priority.HINT, work)

    async def _told(self, request: ApiRequest, answer: Answer) -> Response:
        """Written on a thread: a finished review is long."""
        key, done, of, ahead, review = answer
        said = {"key": key, "done": done, "of": of, "ahead": ahead, "review": None}
        if review is None:
            return packed(request.http, msgspec.json.encode(said))

        def work() -> Response:
            return packed(request.http, msgspec.json.encode({**said, "review": msgspec.Raw(review.encode())}))

        return await self._rooms.read_for(request.address, work)

    def endpoints(self) -> list[Endpoint]:
        kind = ReviewAnswer
        return [
            Endpoint(
                "GET",
                "/api/tables/{code}/review",
                "The review of a finished game, or how far it is",
                self.of_table,
                kind,
                refusals=(404, 409),
            ),
            Endpoint(
                "POST",
                "/api/review",
                "The same of a record",
                self.of_record,
                kind,
                body=ReviewRequest,
                large=True,
                refusals=(409,),
            ),
            Endpoint(
                "POST",
                "/api/review/try",
                "Whether a turn that was played once more is as good as the best",
                self.tried,
                Verdict,
                body=TryRequest,
            ),
            Endpoint(
                "GET",
                "/api/reviews/{key}",
                "The same of a review that somebody has asked for",
                self.by_key,
                kind,
                refusals=(404,),
            ),
        ]
