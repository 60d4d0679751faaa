"""Hints: what a player thinks of a position, from its own explanation or from the rules' scoring."""

from __future__ import annotations

import asyncio
from typing import Any

from crownlands.notation import print_event
from crownlands.players import PLAYERS
from crownlands.rules import CHANCE, State, apply, legal_actions, scores
from crownlands.rules.events import Action
from crownlands.server import messages
from crownlands.server.bots import new_player
from crownlands.server.entries import decode_entry
from crownlands.server.hall import Hall
from crownlands.server.happenings import to_message
from crownlands.server.messages import Suggestion
from crownlands.server.refusals import Refused
from crownlands.server.room import Room
from crownlands.server.table import Table

ADVISERS = ("monarch", "baron", "knight", "greedy")
SHOWN = 5
SECONDS = 2.0


def adviser() -> str:
    """The strongest player that there is."""
    return next(name for name in ADVISERS if name in PLAYERS)


async def hints(hall: Hall, room: Room, message: messages.Hint) -> messages.Hints:
    """The best actions in a position of this table, if the table allows hints now."""
    table = room.table
    if table.opened.hints == "off":
        raise Refused("hints-off")
    if table.opened.hints == "after" and table.status != "over":
        raise Refused("hints-later")
    if message.seq is None or message.seq == table.seq:
        match, seq = table.match, table.seq
    else:
        match, seq = (await table_at(hall, room, message.seq)).match, message.seq
    if match is None or match.state.over or match.state.step in CHANCE:
        raise Refused("nothing-to-decide")
    state = match.state
    level = adviser()
    suggestions, outlook = await asyncio.get_running_loop().run_in_executor(None, _advice, level, state)
    return messages.Hints(message.id, seq, state.acting, level, suggestions, outlook)


async def table_at(hall: Hall, room: Room, seq: int) -> Table:
    """The table as it was after this entry."""
    rows = await hall.store.log(room.game, 0, min(seq, room.table.seq))
    table = Table.open(room.table.opened)
    for row in rows[1:]:
        table.follow(row.seq, row.at, decode_entry(row.body))
    return table


def _advice(level: str, state: State) -> tuple[list[Suggestion], list[float] | None]:
    player: Any = new_player(level, "hint", SECONDS)
    explain = getattr(player, "explain", None)
    if explain is not None:
        found = _from_explanation(explain(state))
        if found is not None:
            return found
    return _by_scoring(player, state), None


def _from_explanation(explanation: Any) -> tuple[list[Suggestion], list[float] | None] | None:
    """A player's explanation: candidates with a value each, and perhaps an outlook."""
    candidates = getattr(explanation, "candidates", None)
    if not candidates:
        return None
    ranked = sorted(candidates, key=lambda candidate: -float(candidate.value))[:SHOWN]
    best = float(ranked[0].value)
    suggestions = [
        _suggestion(candidate.action, float(candidate.value) - best, list(map(str, getattr(candidate, "why", ()))))
        for candidate in ranked
    ]
    outlook = getattr(explanation, "outlook", None)
    return suggestions, None if outlook is None else [float(share) for share in outlook]


def _by_scoring(player: Any, state: State) -> list[Suggestion]:
    """The player's choice first, then what scores most at once."""
    realm = state.realm
    before = scores(state)[realm].points
    gains = {action: scores(apply(state, action))[realm].points - before for action in legal_actions(state)}
    chosen: Action = player.choose(state)
    ranked = sorted(gains, key=lambda action: (action != chosen, -gains[action]))[:SHOWN]
    return [
        _suggestion(action, float(gains[action] - gains[chosen]), [f"{gains[action]:+d} points at once"])
        for action in ranked
    ]


def _suggestion(action: Action, value: float, why: list[str]) -> Suggestion:
    return Suggestion(to_message(action), round(value, 3), print_event(action), why)  # type: ignore[arg-type]
