"""Whole turns of a king: read, done, counted, and foreseen to the end of the game where nothing is left to chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crownlands import core
from crownlands.notation import parse_action, print_event
from crownlands.players.evaluation import learned_evaluation
from crownlands.players.levels import LEVELS, actions_of, core_state
from crownlands.rules import CHANCE, CrownlandsError, Match, State, Step, legal_actions
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
    if is_over(table):
        return 1
    return sum(_count(_then(table, number)) for number in table.legal())


def _then(table: core.State, number: int) -> core.State:
    child = table.copy()
    child.apply(number)
    return child


def is_over(table: core.State) -> bool:
    """Whether a turn that has begun is over: chance, the end or another king's domino comes next."""
    return table.over or table.chance or table.step == Step.PLACE


def turn_of(level: str, table: core.State, seed: int, work: int = 0) -> list[int]:
    """How a level finishes the turn, in numbers of the core; one that searches does this much work."""
    if work:
        evaluation = learned_evaluation() if LEVELS[level].learned else None
        return core.think(table, level, seed, work=work, evaluation=evaluation).plans[0].actions
    table = table.copy()
    numbers: list[int] = []
    while not numbers or not is_over(table):
        numbers.append(core.decide(table, level, seed + len(numbers)))
        table.apply(numbers[-1])
    return numbers


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


def think(table: core.State, seed: int, work: int) -> list[core.Plan]:
    """What the oracle thinks of the ways to finish the turn, best first."""
    return core.think(table, ORACLE, seed, work=work, evaluation=learned_evaluation()).plans


def _solved(table: core.State) -> list[core.Plan]:
    plans = think(table, 1, SOLVED)
    if any(plan.samples != 1 for plan in plans):
        raise CrownlandsError("this end cannot be solved")
    return plans


def solve(match: Match) -> list[tuple[Turn, float]]:
    """The best ways to finish the turn where the end is solved, best first, each with what it is compared by."""
    table = core_state(match)
    return [(tuple(actions_of(table, plan.actions)), plan.value) for plan in _solved(table)]


def final_value(match: Match, realm: int) -> Value:
    """What a realm ends with if everybody does their best from here on: its share of the win, its lead in points."""
    table = core_state(match)
    while not table.over:
        for number in _solved(table)[0].actions:
            table.apply(number)
    first, points = table.ranking()[0], table.points()
    lead = points[realm] - max(those for other, those in enumerate(points) if other != realm)
    return Value(1 / len(first) if realm in first else 0.0, lead)


def foreseen(match: Match) -> Turn:
    """What happens to the end of the game if everybody does their best."""
    table, actions = core_state(match), []
    while not table.over:
        best = _solved(table)[0].actions
        actions += actions_of(table, best)
        for number in best:
            table.apply(number)
    return tuple(actions)
