"""From the plans that a player compared to a list that people can read: one order, one aim, equals together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import sqrt

from crownlands.core import Trials, play_trials
from crownlands.game import Game
from crownlands.notation import print_event
from crownlands.players import Estimate
from crownlands.players.levels import core_state
from crownlands.rules import State
from crownlands.rules.events import Action
from crownlands.study.likeness import likeness

TRIALS = 200
"""Quick games from either action when one that was not compared is to be placed in the order."""


@dataclass(frozen=True)
class Candidate:
    """A first action with its best plan, and how often it should win."""

    actions: tuple[Action, ...]
    equal: tuple[Action, ...]
    """Other first actions that come to the same: mirror images, and the same turned."""
    win: float
    error: float
    """Standard error of `win`; 0 where the end was solved."""
    points: float
    samples: int

    @property
    def action(self) -> Action:
        return self.actions[0]


def rank(state: State, estimates: Iterable[Estimate]) -> list[Candidate]:
    """Every first action once, in the player's order, with chances that fit this order.

    The player compares plans on the same futures, and the worse half goes home early: its own average is of few futures
    and may lie above the average of the best. Averages that contradict the order are therefore taken together.
    """
    tried = [estimate for estimate in estimates if estimate.samples and estimate.actions]
    solved = all(estimate.samples == 1 for estimate in tried)
    firsts: dict[object, Candidate] = {}
    for estimate in tried:
        action = estimate.actions[0]
        alike = likeness(state, action)
        known = firsts.get(alike)
        if known is None:
            firsts[alike] = Candidate(
                estimate.actions, (), estimate.win, 0.0, estimate.points, 0 if solved else estimate.samples
            )
        elif action != known.action and action not in known.equal:
            firsts[alike] = replace(known, equal=(*known.equal, action))
    return _in_order(list(firsts.values()))


def _in_order(candidates: list[Candidate]) -> list[Candidate]:
    """Chances that never rise down the list: neighbours that would are given their common average."""
    groups: list[list[Candidate]] = []
    for candidate in candidates:
        groups.append([candidate])
        while len(groups) > 1 and _average(groups[-2]) < _average(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    return [
        replace(candidate, win=_average(group), error=_error(_average(group), candidate.samples))
        for group in groups
        for candidate in group
    ]


def _average(group: list[Candidate]) -> float:
    weights = [candidate.samples or 1 for candidate in group]
    return sum(candidate.win * weight for candidate, weight in zip(group, weights, strict=True)) / sum(weights)


def _error(win: float, samples: int) -> float:
    """The standard error of a share, never 0 for few samples that happen to agree; no samples: it is exact."""
    if not samples:
        return 0.0
    share = (win * samples + 2) / (samples + 4)
    return sqrt(share * (1 - share) / (samples + 4))


def find(state: State, candidates: list[Candidate], action: Action) -> Candidate | None:
    """The candidate that this action is, or comes to."""
    alike = likeness(state, action)
    return next((candidate for candidate in candidates if likeness(state, candidate.action) == alike), None)


def weigh(state: State, candidates: list[Candidate], action: Action, seed: int = 1) -> Candidate:
    """An action that the player did not compare: the same quick games after it and after the best say how far apart
    they are."""
    best = candidates[0]
    after = _trials(state, action, seed).against(_trials(state, best.action, seed))
    win, points, error, _ = after[state.realm]
    # What was left out by the player's judgement is not ranked above what it compared.
    win = min(max(best.win + win, 0.0), candidates[-1].win)
    return Candidate((action,), (), win, sqrt(error**2 + best.error**2), best.points + points, TRIALS)


def _trials(state: State, action: Action, seed: int) -> Trials:
    """What comes of quick games after an action, the same futures each time."""
    table = core_state(Game.of(state).match)
    table.apply(table.action_number(print_event(action)))
    return play_trials([table], "squire", range(seed, seed + TRIALS))
