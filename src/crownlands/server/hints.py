"""Hints: what a player thinks of a position, from its own explanation or from the rules' scoring."""

from __future__ import annotations

from typing import Any

from crownlands.notation import print_event
from crownlands.players import PLAYERS
from crownlands.rules import CHANCE, State, apply, legal_actions, scores
from crownlands.rules.events import Action
from crownlands.server import messages
from crownlands.server.bots import LEAST_SECONDS, new_player
from crownlands.server.hall import Hall
from crownlands.server.happenings import to_message
from crownlands.server.messages import Suggestion
from crownlands.server.refusals import Refused
from crownlands.server.room import Room
from crownlands.server.settings import Fixed
from crownlands.server.table import Table
from crownlands.server.workshop import Rank

ADVISERS = ("monarch", "baron", "knight", "greedy")
SHOWN = 5
SECONDS = 1.0


def adviser() -> str:
    """The strongest player that there is."""
    return next(name for name in ADVISERS if name in PLAYERS)


async def hints(hall: Hall, room: Room, message: messages.Hint, address: str) -> messages.Hints:
    """The best actions in a position of this table, if the table allows hints now."""
    table = room.table
    if table.opened.hints == "off":
        raise Refused("hints-off")
    if table.opened.hints == "after" and table.status != "over":
        raise Refused("hints-later")
    if message.seq is None or message.seq == table.seq:
        match, seq = table.match, table.seq
    else:
        log = await hall.store.log(room.game, 0, message.seq)
        if not log:
            raise Refused("nothing-to-decide")
        match, seq = (await hall.read_for(address, lambda: Table.fold(log))).match, message.seq
    if match is None or match.state.over or match.state.step in CHANCE:
        raise Refused("nothing-to-decide")
    state = match.state
    level = adviser()
    shop, fixed = hall.bots.workshop, hall.settings.fixed
    seconds = max(LEAST_SECONDS, SECONDS / max(1.0, shop.load))
    suggestions = await hall.work_for(address, shop, Rank.HINT, lambda: _advice(level, state, seconds, fixed))
    return messages.Hints(message.id, seq, state.acting, level, suggestions)


def _advice(level: str, state: State, seconds: float, fixed: Fixed | None) -> list[Suggestion]:
    player: Any = new_player(level, "hint", seconds, fixed)
    explain = getattr(player, "explain", None)
    found = _from_estimates(explain(state)) if explain is not None else []
    return found or _by_scoring(player, state)


def _from_estimates(estimates: list[Any]) -> list[Suggestion]:
    """The plans that a player compared, best first: each first action once, with what its best plan should bring."""
    best: dict[Action, Any] = {}
    for estimate in estimates:
        if estimate.samples and estimate.actions:
            best.setdefault(estimate.actions[0], estimate)
    shown = list(best.values())[:SHOWN]
    return [
        Suggestion(
            to_message(estimate.actions[0]),  # type: ignore[arg-type]
            print_event(estimate.actions[0]),
            [print_event(action) for action in estimate.actions[1:]],
            round(estimate.points - shown[0].points, 2),
            round(estimate.points, 1),
            round(estimate.win, 3),
        )
        for estimate in shown
    ]


def _by_scoring(player: Any, state: State) -> list[Suggestion]:
    """The player's choice first, then what scores most at once."""
    realm = state.realm
    after = {action: scores(apply(state, action))[realm].points for action in legal_actions(state)}
    chosen: Action = player.choose(state)
    ranked = sorted(after, key=lambda action: (action != chosen, -after[action]))[:SHOWN]
    return [
        Suggestion(to_message(action), print_event(action), [], after[action] - after[chosen], after[action], None)  # type: ignore[arg-type]
        for action in ranked
    ]
