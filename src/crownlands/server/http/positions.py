"""A position to be played by hand without a table: what actions make of it. Nothing is kept."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import structs
from starlette.responses import Response

from crownlands.notation import parse_action, parse_position
from crownlands.rules import IllegalEvent, Match
from crownlands.rules.events import Action
from crownlands.rules.state import State
from crownlands.server.http.endpoints import ApiRequest, Endpoint, packed
from crownlands.server.http.request_limits import RequestLimits
from crownlands.server.live.rooms import Rooms
from crownlands.server.protocol.bodies.positions import PositionRequest, TriedPosition
from crownlands.server.protocol.event_messages import to_message
from crownlands.server.protocol.refusals import Refused, readable
from crownlands.server.table.preview import preview
from crownlands.server.table.projection import Projector, ruleset_info


def try_actions(match: Match, texts: Iterable[str]) -> tuple[Match, list[Action]]:
    """The match after these actions, and what they are; the first that cannot be read or done is refused."""
    actions: list[Action] = []
    for text in texts:
        seat = match.state.seat
        if seat is None:
            raise Refused("nothing-to-decide")
        action = parse_action(text, seat)
        try:
            match = match.apply(action)
        except IllegalEvent as error:
            raise Refused.of(error.reason) from None
        actions.append(action)
    return match, actions


def tried_position(match: Match, texts: Iterable[str]) -> TriedPosition:
    """The position after these actions, for a page."""
    after, actions = try_actions(match, texts)
    game_seq = len(actions)
    play = structs.replace(
        Projector().position(after),
        game_seq=game_seq,
        ply=game_seq,
        undoable=actions[-1].seat if actions else None,
    )
    return TriedPosition(
        ruleset_info(match.ruleset),
        play,
        preview(after.state, game_seq),
        [to_message(action) for action in actions],
        _turn(match.state) != _turn(after.state),
    )


def _turn(state: State) -> object:
    """Tells a turn from others; nobody has one before chance and at the end."""
    return None if state.seat is None else state.turn


class PositionApi:
    """The operation; it takes a while, so it is done on a thread and charged."""

    def __init__(self, rooms: Rooms, limits: RequestLimits) -> None:
        self._rooms, self._limits = rooms, limits

    async def position(self, request: ApiRequest) -> Response:
        self._limits.count(request)
        body: PositionRequest = request.body

        def work() -> Response:
            tried = tried_position(parse_position(body.position), body.actions)
            return packed(request.http, msgspec.json.encode(tried))

        with readable():
            return await self._rooms.read_for(request.address, work)

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint(
                "POST",
                "/api/position",
                "A position after actions, to go on from by hand",
                self.position,
                TriedPosition,
                body=PositionRequest,
            )
        ]
