"""Puzzles: a list, a position to solve, and what became of an attempt. Answers are told to who has tried."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from crownlands.rules import CrownlandsError, IllegalEvent
from crownlands.server.http.endpoints import ApiRequest, Endpoint, packed
from crownlands.server.http.request_limits import RequestLimits
from crownlands.server.live.rooms import Rooms
from crownlands.server.protocol.bodies.puzzles import (
    JudgedAttempt,
    PuzzleAttempt,
    PuzzleInfo,
    PuzzleList,
    PuzzleTask,
)
from crownlands.server.protocol.refusals import Refused, readable
from crownlands.study.judge import judge
from crownlands.study.puzzles import Puzzle
from crownlands.study.shipped import puzzle, puzzles
from crownlands.study.turns import Unfinished

Word = Annotated[str, Meta(max_length=32)]


class PuzzleQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which ones; without a word all of them."""

    family: Word | None = None
    kind: Word | None = None
    theme: Word | None = None


class PuzzleApi:
    """The operations; judging takes a while, so it is done on a thread and charged."""

    def __init__(self, rooms: Rooms, limits: RequestLimits) -> None:
        self._rooms, self._limits = rooms, limits

    async def listed(self, request: ApiRequest) -> Response:
        self._limits.count(request)
        query: PuzzleQuery = request.query
        with readable():
            found = puzzles(query.family, query.kind, query.theme)
        all_ = PuzzleList([_info(each) for each in found])
        return await self._rooms.read_for(request.address, lambda: packed(request.http, msgspec.json.encode(all_)))

    async def task(self, request: ApiRequest) -> PuzzleTask:
        self._limits.count(request)
        found = _find(request)
        return PuzzleTask(_info(found), found.position)

    async def attempt(self, request: ApiRequest) -> JudgedAttempt:
        self._limits.count(request)
        found, attempt = _find(request), request.body
        try:
            judgement = await self._rooms.read_for(request.address, lambda: judge(found, attempt.actions))
        except IllegalEvent as error:
            raise Refused.of(error.reason) from None
        except Unfinished:
            raise Refused("unfinished-turn") from None
        except CrownlandsError as error:
            raise Refused("unreadable", problem=str(error)[:500]) from None
        return JudgedAttempt(_info(found), judgement, [*found.tempting])

    def endpoints(self) -> list[Endpoint]:
        one = "/api/puzzles/{puzzle}"
        return [
            Endpoint(
                "GET",
                "/api/puzzles",
                "Puzzles of a family, kind or theme, easiest first",
                self.listed,
                PuzzleList,
                query=PuzzleQuery,
            ),
            Endpoint("GET", one, "A puzzle to be solved", self.task, PuzzleTask, refusals=(404,)),
            Endpoint(
                "POST",
                f"{one}/attempts",
                "Whether a turn solves it, why, and the answer",
                self.attempt,
                JudgedAttempt,
                body=PuzzleAttempt,
                refusals=(404,),
            ),
        ]


def _find(request: ApiRequest) -> Puzzle:
    try:
        return puzzle(request.path["puzzle"])
    except CrownlandsError:
        raise Refused("no-puzzle") from None


def _info(found: Puzzle) -> PuzzleInfo:
    return PuzzleInfo(found.name, found.ruleset, found.kind, [*found.themes], found.rating, found.choices)
