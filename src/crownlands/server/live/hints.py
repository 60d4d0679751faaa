"""Hints: what a player thinks of a position, from its own explanation or from the rules' scoring."""

from __future__ import annotations

from crownlands.game import Game
from crownlands.notation import print_event
from crownlands.players import PLAYERS
from crownlands.rules import CHANCE, Match, State, apply, legal_actions, scores
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

ADVISERS = ("monarch", "baron", "knight", "greedy")
SHOWN = 5
SECONDS = 1.0


def adviser() -> str:
    """The strongest player that there is."""
    return next(name for name in ADVISERS if name in PLAYERS)


async def hints(rooms: Rooms, room: Room, message: messages.Hint, address: str) -> messages.Hints:
    """The best actions in a position of this table, if the table allows hints now."""
    table = room.table
    if table.opened.hints == "off":
        raise Refused("hints-off")
    if table.opened.hints == "after" and table.status != "over":
        raise Refused("hints-later")
    if message.seq is None or message.seq == table.seq:
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
    level = adviser()
    pool, fixed = rooms.bots.pool, rooms.settings.fixed
    seconds = max(LEAST_SECONDS, SECONDS / max(1.0, pool.load))

    async def think() -> list[Candidate]:
        return await rooms.work_for(address, pool, Priority.HINT, lambda: _candidates(level, now, seconds, fixed))

    candidates = await rooms.advice.ask((room.table_id, seq), think)
    if not candidates:
        return _by_scoring(message.id, seq, level, state, held)
    in_hand = find(state, candidates, held) if held is not None else None
    if held is not None and in_hand is None:
        other = held
        in_hand = await rooms.work_for(address, pool, Priority.HINT, lambda: weigh(state, candidates, other))
    shown = [_suggestion(candidate) for candidate in candidates[:SHOWN]]
    yours = None if in_hand is None else _suggestion(in_hand, held)
    return messages.Hints(message.id, seq, state.acting, level, "win", shown, yours)


def _candidates(level: str, match: Match, seconds: float, fixed: Fixed | None) -> list[Candidate]:
    return rank(match.state, new_player(level, "hint", seconds, fixed).explain(Game.of(match)))


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


def _by_scoring(ident: int | None, seq: int, level: str, state: State, held: Action | None) -> messages.Hints:
    """Of a player that does not look ahead: what scores most at once."""
    realm = state.realm
    after = {action: scores(apply(state, action))[realm].points for action in legal_actions(state)}
    shown = sorted(after, key=lambda action: -after[action])[:SHOWN]

    def suggestion(action: Action) -> Suggestion:
        points = after[action]
        return Suggestion(to_message(action), print_event(action), [], points, 0.0, points, [])

    yours = None if held is None else suggestion(held)
    return messages.Hints(ident, seq, state.acting, level, "points", [suggestion(a) for a in shown], yours)
