"""`flat`, a sparring partner of another kind: it compares the ways to finish its turn by greedy playouts alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, log2

from crownlands import core
from crownlands.game import Game
from crownlands.players.budget import Budget
from crownlands.players.levels import RESERVE, actions_of, core_state
from crownlands.players.protocol import Player
from crownlands.rules import State, apply
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Action

PLAYOUTS = "squire"
"""Who plays them."""
WORK = 400
"""Playouts for a turn when nobody says."""
KEPT = 4
"""Ways to begin the turn that are tried with every domino to choose."""
MARGIN = 100.0
"""Points ahead that are worth as much as winning."""


@dataclass
class _Plan:
    """A way to finish the turn, or its beginning, and what playouts said of it."""

    actions: list[int]
    state: core.State
    total: float = 0.0
    samples: int = 0

    @property
    def mean(self) -> float:
        return self.total / self.samples if self.samples else float("-inf")

    def after(self, action: int) -> _Plan:
        state = self.state.copy()
        state.apply(action)
        return _Plan([*self.actions, action], state)


class _Search:
    """Sequential halving over plans, on common random numbers."""

    def __init__(self, state: core.State, stream: Stream, spent: Callable[[int], float]) -> None:
        assert state.realm is not None
        self._start, self._realm = _Plan([], state), state.realm
        self._stream = stream
        self._spent = spent
        """The share of the budget that is used up after so many playouts."""
        self._playouts = 0

    def best(self) -> list[int]:
        """First how to begin, by half of the budget; then what to choose as well."""
        begun = [self._start.after(action) for action in self._start.state.legal()]
        few = self._halve(begun, KEPT, 0.0, 0.5)
        whole = [plan for beginning in few for plan in self._finished(beginning)]
        return self._halve(whole, 1, 0.5, 1.0)[0].actions

    def _finished(self, plan: _Plan) -> Iterator[_Plan]:
        """Taxes, buildings and the dragon as a squire has them, then every domino that can be chosen."""
        while plan.state.step in ("tax", "build", "bribe"):
            plan = plan.after(core.decide(plan.state, PLAYOUTS, self._stream.below(2**63)))
        if plan.state.step == "choose" and self._start.state.step != "choose":
            yield from (plan.after(action) for action in plan.state.legal())
        else:
            yield plan

    def _halve(self, plans: list[_Plan], keep: int, begin: float, end: float) -> list[_Plan]:
        """The best few; the worse half goes home each time another part of the budget is used up."""
        rounds = max(1, ceil(log2(len(plans) / keep)))
        for number in range(1, rounds + 1):
            self._sample(plans)
            while self._spent(self._playouts) < begin + (end - begin) * number / rounds:
                self._sample(plans)
            plans = sorted(plans, key=lambda plan: -plan.mean)[: max(keep, (len(plans) + 1) // 2)]
        return plans[:keep]

    def _sample(self, plans: list[_Plan]) -> None:
        """The same future for every plan; none any more when the budget is used up."""
        seed = self._stream.below(2**63)
        for plan in plans:
            if self._spent(self._playouts) >= 1.0:
                return
            (points,) = core.outcomes(plan.state, PLAYOUTS, [seed])
            own, others = points[self._realm], [point for realm, point in enumerate(points) if realm != self._realm]
            won = 1 / (1 + others.count(own)) if own >= max(others) else 0.0
            plan.total += won + (own - max(others)) / MARGIN
            plan.samples += 1
            self._playouts += 1


class FlatPlayer(Player):
    """Flat Monte Carlo: no tree, no evaluation. Its work is counted in playouts."""

    def __init__(self, seed: str, budget: Budget) -> None:
        self.budget = Budget(work=WORK) if budget.seconds is None and budget.work is None else budget
        self._stream = Stream("crownlands flat player", seed)
        self._plan: list[Action] = []
        self._expected: State | None = None

    def choose(self, game: Game) -> Action:
        start, legal = self.budget.now(), game.legal
        if not self._plan or game.state != self._expected:
            if len(legal) == 1:
                return legal[0]
            state = core_state(game.match)
            self._plan = actions_of(state, _Search(state, self._stream, self._spent(start)).best())
        action, *self._plan = self._plan
        self._expected = apply(game.state, action) if self._plan else None
        return action

    def _spent(self, start: float) -> Callable[[int], float]:
        if self.budget.work is not None:
            work = self.budget.work
            return lambda playouts: playouts / work
        assert self.budget.seconds is not None
        seconds = max(0.001, self.budget.seconds - RESERVE)
        return lambda _: (self.budget.now() - start) / seconds
