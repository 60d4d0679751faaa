"""The lines of a king's turn: all its steps together, where they lead, and how many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from crownlands import core
from crownlands.notation import parse_event, print_event
from crownlands.players.levels import core_state
from crownlands.rules import CHANCE, Match, State, apply, legal_actions
from crownlands.rules.events import Action, Event
from crownlands.study.likeness import is_symmetric, likeness, likeness_of


@dataclass(frozen=True)
class TurnLine:
    """A way to play a turn, and the position after it."""

    actions: tuple[str, ...]
    match: Match
    table: core.State

    def is_like(self, other: TurnLine, realm: int) -> bool:
        """Whether both come to the same: the kingdom of the acting king may be mirrored or turned."""
        return likeness_of(self.match.state, realm) == likeness_of(other.match.state, realm)


def line_of(match: Match, events: Iterable[Event]) -> TurnLine:
    """The line of these actions."""
    actions = []
    for event in events:
        actions.append(print_event(event))
        match = match.apply(event)
    return TurnLine(tuple(actions), match, core_state(match))


def at_once(match: Match, decide: Callable[[core.State], int]) -> TurnLine:
    """The line of somebody who decides step by step."""
    turn, table, events = match.state.turn, core_state(match), []
    state = match.state
    while not state.over and state.step not in CHANCE and state.turn == turn:
        number = decide(table)
        events.append(parse_event(table.action_text(number)))
        table.apply(number)
        state = apply(state, events[-1])
    return line_of(match, events)


def count_choices(match: Match, events: Iterable[Event]) -> int:
    """How many ways there were at each of these steps, multiplied; what comes to the same is one."""
    state, choices = match.state, 1
    for event in events:
        choices *= _count(state, legal_actions(state))
        state = apply(state, event)
    return choices


def _count(state: State, legal: list[Action]) -> int:
    if len(legal) < 2 or not is_symmetric(state.realms[state.realm]):
        return len(legal)
    seen: list[object] = []
    for action in legal:
        alike = likeness(state, action)
        if alike not in seen:
            seen.append(alike)
    return len(seen)
