"""Hints: what a player thinks of a position, from its own explanation or from the rules' scoring."""

from __future__ import annotations

from crownlands.game import Game
from crownlands.notation import print_event
from crownlands.rules import CHANCE, Match, legal_actions
from crownlands.rules.events import Action
from crownlands.server.live.bots import LEAST_SECONDS, new_player
from crownlands.server.live.candidates import Candidate, find, rank, weigh
from crownlands.server.live.fair_pool import Priority
from crownlands.server.live.room import Room
from crownlands.server.live.rooms import Rooms
from crownlands.server.protocol import messages
from crownlands.server.protocol.event_messages import to_message
from crownlands.server.protocol.messages import Suggestion
from crownlands.server.protocol.refusals import Refused
from crownlands.server.settings import Fixed
from crownlands.server.table.play import read_action
from crownlands.server.table.table import Table

ADVISER = "monarch"
"""The strongest player that there is."""
SHOWN = 5
SECONDS = 1.0


async def hints(rooms: Rooms, room: Room, message: messages.Hint, address: str) -> messages.Hints:
    """The best actions in a position of this table, if the table allows hints now."""
    table = room.table
    if table.opened.hints == "off":
        raise Refused("hints-off")
    if table.opened.hints == "after" and table.status != "over":
        raise Refused("hints-later")
    if message.seq is None or message.seq >= table.seq:  # what has not happened yet must not be answered in advance
        match, seq = table.match, table.seq
    else:
        log = await rooms.store.log(room.table_id, 0, message.seq)
        if not log:
            raise Refused("nothing-to-decide")
        match, seq = (await rooms.read_for(address, lambda: Table.fold(log))).match, message.seq
    if match is None or match.state.over or match.state.step in CHANCE:
        raise Refused("nothing-to-decide")
    now, state = match, match.state
    held = read_action(message.action) if message.action is not None else None
    if held is not None and held not in legal_actions(state):
        raise Refused("not-now", event=print_event(held), step=state.step.value)
    pool, fixed = rooms.bots.pool, rooms.settings.fixed
    seconds = max(LEAST_SECONDS, SECONDS / max(1.0, pool.load))

    async def think() -> list[Candidate]:
        return await rooms.work_for(address, pool, Priority.HINT, lambda: _candidates(now, seconds, fixed))

    candidates = await rooms.advice.ask((room.table_id, seq), think)
    in_hand = find(state, candidates, held) if held is not None else None
    if held is not None and in_hand is None:
        other = held
        in_hand = await rooms.work_for(address, pool, Priority.HINT, lambda: weigh(state, candidates, other))
    shown = [_suggestion(candidate) for candidate in candidates[:SHOWN]]
    yours = None if in_hand is None else _suggestion(in_hand, held)
    return messages.Hints(message.id, seq, state.acting, ADVISER, shown, yours)


def _candidates(match: Match, seconds: float, fixed: Fixed | None) -> list[Candidate]:
    return rank(match.state, new_player(ADVISER, "hint", seconds, fixed).explain(Game.of(match)))


def _suggestion(candidate: Candidate, held: Action | None = None) -> Suggestion:
    action = held or candidate.action
    alike = [candidate.action, *candidate.equal]
    return Suggestion(
        to_message(action),
        print_event(action),
        [print_event(later) for later in candidate.actions[1:]],
        round(candidate.win, 3),
        round(candidate.error, 3),
        round(candidate.points, 1),
        [print_event(other) for other in alike if other != action],
    )
