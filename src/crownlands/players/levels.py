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
from crownlands.rules import CrownlandsError, Match, State, Step, apply, legal_actions
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

    def budget(self, given: Budget | None) -> Budget:
        """What a turn may cost: what was given, or its own default."""
        given = given or FREE
        if given.seconds is None and given.work is None:
            return Budget(self.default.seconds, self.default.work, given.threads, given.clock)
        return given


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
        self.budget = self.level.budget(budget)
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
        thought = think(self.name, table, self._seed(), self.budget, self.budget.now() - start)
        return self._follow(state, actions_of(table, thought.plans[0].actions))

    def explain(self, game: Game) -> list[Estimate]:
        """The ways to finish the turn that were compared, best first; the greedy levels show only their choice."""
        return explain(self.name, core_state(game.match), self._seed(), self.budget)

    def _follow(self, state: State, plan: list[Action]) -> Action:
        action, *self._plan = plan
        self._expected = apply(state, action) if self._plan else None
        return action

    def _seed(self) -> int:
        return self._stream.below(2**63)


def explain(name: str, table: core.State, seed: int, budget: Budget | None = None) -> list[Estimate]:
    """What a level thinks of the ways to finish the turn, best first; a greedy level shows only its choice.

    Levels, hints, reviews and puzzles all ask here.
    """
    level = LEVELS[name]
    if not level.searches:
        return [Estimate(tuple(actions_of(table, _greedy_turn(name, table, seed))), 0.0, 0.0, 0.0, 0, 0.0)]
    return [
        Estimate(tuple(actions_of(table, plan.actions)), plan.win, plan.points, plan.spread, plan.samples, plan.value)
        for plan in think(name, table, seed, level.budget(budget)).plans
    ]


def think(name: str, table: core.State, seed: int, budget: Budget, spent: float = 0.0) -> core.Thought:
    """The same in numbers of the core, by a level that searches; so many seconds of the turn are gone already."""
    level = LEVELS[name]
    seconds, work, most = 0.0, budget.work or 0, level.most_work
    if budget.seconds is not None:
        seconds = max(0.001, budget.seconds - spent - RESERVE)
    if most:
        work = min(work, most) if work else most
    return core.think(
        table,
        name,
        seed,
        seconds=seconds,
        work=work,
        threads=budget.threads,
        evaluation=learned_evaluation() if level.learned else None,
        clock=budget.clock,
    )


def _greedy_turn(name: str, table: core.State, seed: int) -> list[int]:
    """Step by step, each with a seed of its own."""
    table = table.copy()
    numbers: list[int] = []
    while not numbers or not turn_is_over(table):
        numbers.append(core.decide(table, name, seed + len(numbers)))
        table.apply(numbers[-1])
    return numbers


def turn_is_over(table: core.State) -> bool:
    """Whether a turn that has begun is over: chance, the end or another king comes next.

    In the opening a turn is one choice, and the next king may be known already (there and back).
    """
    return table.over or table.chance or table.step == Step.PLACE or not table.round


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
