"""Whole turns of a king: read, done, counted, and foreseen to the end of the game where nothing is left to chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from crownlands import core
from crownlands.notation import parse_action, print_event
from crownlands.players.budget import Budget
from crownlands.players.levels import core_state, explain, turn_is_over
from crownlands.players.protocol import Estimate
from crownlands.rules import CHANCE, CrownlandsError, Match, State, legal_actions
from crownlands.rules.events import Action
from crownlands.study.likeness import likeness, likeness_of
from crownlands.study.review import Value

Turn = tuple[Action, ...]
"""All that a king still does before another one's turn."""

SOLVED = 10_000_000
"""Work with which every end is solved."""
ORACLE = "monarch"
"""Who solves ends, and compares turns where there is nothing to solve."""


class Unfinished(CrownlandsError):
    """The actions are not a whole turn."""


def after(match: Match, actions: Iterable[Action]) -> Match:
    """The match after these actions."""
    for action in actions:
        match = match.apply(action)
    return match


def turn_over(start: State, now: State) -> bool:
    """Whether the turn that was going on is over."""
    return now.over or now.step in CHANCE or now.turn != start.turn


def read_turn(match: Match, texts: Sequence[str]) -> Turn:
    """The turn that these texts say, with or without their seats; refuses what is not legal or not a whole turn."""
    start, actions = match.state, []
    for text in texts:
        if turn_over(start, match.state):
            raise Unfinished(f"the turn is over before {text!r}")
        action = parse_action(text, match.state.acting)
        match = match.apply(action)
        actions.append(action)
    if not turn_over(start, match.state):
        raise Unfinished(f"the turn is not over: {match.state.step.value} comes next")
    return tuple(actions)


def print_turn(actions: Iterable[Action]) -> tuple[str, ...]:
    """In the notation."""
    return tuple(print_event(action) for action in actions)


def are_alike(match: Match, one: Iterable[Action], other: Iterable[Action]) -> bool:
    """Whether two ways to finish the turn come to the same: the kingdom may be mirrored or turned."""
    realm = match.state.realm
    return likeness_of(after(match, one).state, realm) == likeness_of(after(match, other).state, realm)


def count_ways(match: Match) -> int:
    """How many ways there are to finish the turn; first actions that come to the same are one."""
    table = core_state(match)
    firsts = {likeness(match.state, action): print_event(action) for action in legal_actions(match.state)}
    return sum(_count(_then(table, table.action_number(text))) for text in firsts.values())


def _count(table: core.State) -> int:
    if turn_is_over(table):
        return 1
    return sum(_count(_then(table, number)) for number in table.legal())


def _then(table: core.State, number: int) -> core.State:
    child = table.copy()
    child.apply(number)
    return child


def turn_of(level: str, table: core.State, seed: int) -> Turn:
    """How a level finishes the turn."""
    return explain(level, table, seed)[0].actions


def is_exact(state: State) -> bool:
    """Whether everybody's best is known: nothing is hidden, and what others choose is against us or does not matter.

    Of two realms one's gain is the other's loss. Among more realms whoever still has to choose may like several
    dominoes alike, and which of them is taken would be a guess; so nobody else may be left to choose.
    """
    if state.ruleset.slots or state.ruleset.games > 1 or state.lines_drawn < state.ruleset.rounds or not state.round:
        return False
    others = any(state.ruleset.realm_of(_owner(claim.seat)) != state.realm for claim in state.line)
    return len(state.realms) == 2 or not (state.next_line and others)


def _owner(seat: int | None) -> int:
    assert seat is not None
    return seat


def ask_oracle(table: core.State, seed: int, work: int) -> list[Estimate]:
    """What the oracle thinks of the ways to finish the turn, best first."""
    return explain(ORACLE, table, seed, Budget(work=work))


def solve(match: Match) -> list[Estimate]:
    """The best ways to finish the turn where the end is solved, best first."""
    found = ask_oracle(core_state(match), 1, SOLVED)
    if any(estimate.samples != 1 for estimate in found):
        raise CrownlandsError("this end cannot be solved")
    return found


def foreseen(match: Match) -> Turn:
    """What happens to the end of the game if everybody does their best."""
    actions: list[Action] = []
    while not match.state.over:
        best = solve(match)[0].actions
        actions += best
        match = after(match, best)
    return tuple(actions)


@dataclass(frozen=True)
class Ends:
    """What each realm ends with, on average where that is not known."""

    win: tuple[float, ...]
    points: tuple[float, ...]

    def value(self, realm: int) -> Value:
        """Of one realm: its share of the win, its lead in points over the best of the others."""
        others = (points for other, points in enumerate(self.points) if other != realm)
        return Value(self.win[realm], self.points[realm] - max(others))


def exact_ends(match: Match) -> Ends:
    """If everybody does their best from here on."""
    end = after(match, foreseen(match))
    first = end.ranking().groups[0]
    win = tuple(1 / len(first) if realm in first else 0.0 for realm in range(len(end.state.realms)))
    return Ends(win, tuple(float(standing.points) for standing in end.totals()))
