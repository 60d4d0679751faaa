"""The levels, from a child's opponent to a champion's: page, squire, knight, baron, monarch.

>>> player = LevelPlayer("knight", seed="42")
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from crownlands import core
from crownlands.game import Game
from crownlands.notation import parse_event, print_position
from crownlands.players.budget import Budget
from crownlands.players.evaluation import learned_evaluation
from crownlands.players.protocol import Estimate, Player
from crownlands.rules import CrownlandsError, Match, State, apply, legal_actions
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Action

FREE = Budget()


@dataclass(frozen=True)
class Level:
    """What a level does, and what it may spend on a turn when nobody says."""

    text: str
    searches: bool
    default: Budget = FREE
    most_work: int | None = None
    """Playouts that it never goes beyond, however much time it is given."""
    learned: bool = False
    """It evaluates kingdoms by learned weights."""


LEVELS: dict[str, Level] = {
    "page": Level("learns the game: takes what looks good and often misjudges it", False),
    "squire": Level("takes what gives most now", False),
    "knight": Level("tries a few plans and plays each on to the end now and then", True, Budget(work=16), 16),
    "scholar": Level("has learned what kingdoms become; decides at once", True, Budget(work=1), 1, learned=True),
    "baron": Level("compares plans for a moment", True, Budget(work=100), 100),
    "chancellor": Level("a scholar that plays its plans on a little", True, Budget(seconds=1.0), learned=True),
    "monarch": Level("the strongest; thinks as long as it may", True, Budget(seconds=1.0), learned=True),
    "monarch-1": Level("a monarch that never changes, to measure others by", True, Budget(seconds=1.0)),
}
"""The levels by name, weakest first."""

RESERVE = 0.0015
"""Seconds of a turn kept for everything but the search."""


class LevelPlayer(Player):
    """A player of the core. It plans a king's whole turn at its first step and keeps to the plan."""

    def __init__(self, name: str, seed: str, budget: Budget | None = None) -> None:
        if name not in LEVELS:
            raise CrownlandsError(f"no level {name!r}; there are {', '.join(LEVELS)}")
        self.name = name
        self.level = LEVELS[name]
        budget = budget or Budget()
        if budget.seconds is None and budget.work is None:
            budget = Budget(self.level.default.seconds, self.level.default.work, budget.threads, budget.clock)
        self.budget = budget
        self._stream = Stream("crownlands level player", seed)
        self._plan: list[Action] = []
        self._expected: State | None = None

    def choose(self, game: Game) -> Action:
        start, state = self.budget.now(), game.state
        if self._plan and state == self._expected:
            return self._follow(state, self._plan)
        self._plan = []
        legal = legal_actions(state)
        if len(legal) == 1:
            return legal[0]
        table = core_state(game.match)
        if not self.level.searches:
            return _event(table.action_text(core.decide(table, self.name, self._seed())))
        thought = self._think(table, start)
        return self._follow(state, actions_of(table, thought.plans[0].actions))

    def explain(self, game: Game) -> list[Estimate]:
        """The ways to finish the turn that were compared, best first; the greedy levels show only their choice."""
        table = core_state(game.match)
        if not self.level.searches:
            action = _event(table.action_text(core.decide(table, self.name, self._seed())))
            return [Estimate((action,), 0.0, 0.0, 0.0, 0)]
        thought = self._think(table, self.budget.now())
        return [
            Estimate(tuple(actions_of(table, plan.actions)), plan.win, plan.points, plan.spread, plan.samples)
            for plan in thought.plans
        ]

    def _think(self, table: core.State, start: float) -> core.Thought:
        budget, most = self.budget, self.level.most_work
        seconds, work = 0.0, budget.work or 0
        if budget.seconds is not None:
            seconds = max(0.001, budget.seconds - (budget.now() - start) - RESERVE)
        if most:
            work = min(work, most) if work else most
        evaluation = learned_evaluation() if self.level.learned else None
        return core.think(
            table,
            self.name,
            self._seed(),
            seconds=seconds,
            work=work,
            threads=budget.threads,
            evaluation=evaluation,
            clock=budget.clock,
        )

    def _follow(self, state: State, plan: list[Action]) -> Action:
        action, *self._plan = plan
        self._expected = apply(state, action) if self._plan else None
        return action

    def _seed(self) -> int:
        return self._stream.below(2**63)


def core_state(match: Match) -> core.State:
    """The same position in the core."""
    return core.State.from_position(print_position(match))


def _event(text: str) -> Action:
    event = parse_event(text)
    assert isinstance(event, Action)
    return event


def actions_of(table: core.State, numbers: list[int]) -> list[Action]:
    """These actions of the core, one after the other, as values of the rules."""
    table, actions = table.copy(), []
    for number in numbers:
        actions.append(_event(table.action_text(number)))
        table.apply(number)
    return actions


def makers() -> dict[str, tuple[Callable[[str, Budget], LevelPlayer], str]]:
    """For the registry: how to make each level from a seed and a budget, and one line about it."""
    return {name: (partial(LevelPlayer, name), level.text) for name, level in LEVELS.items()}
