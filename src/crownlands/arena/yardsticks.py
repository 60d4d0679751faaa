"""By what a draw is weighed: what each realm may expect after it, against what it could expect before.

Any fixed evaluation is honest here: what it thinks of the lines that could have come is on average what it thinks of
the line that comes. How much of the luck it sees depends on how well it knows those who play.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from crownlands import core
from crownlands.players.budget import Budget
from crownlands.players.forecast import forecast_of
from crownlands.players.levels import think
from crownlands.rules.dealer import Stream

_SEEDS = 2**63


@dataclass(frozen=True)
class Luck:
    """What chance brought to a realm."""

    wins: float
    points: float

    def plus(self, other: Luck) -> Luck:
        return Luck(self.wins + other.wins, self.points + other.points)

    def minus(self, other: Luck) -> Luck:
        return Luck(self.wins - other.wins, self.points - other.points)


Lucks = tuple[Luck, ...]
"""By realm; also what each may expect: its share of wins, and its points."""


class Yardstick(ABC):
    """A fixed way to say what a draw brought to each realm."""

    name: str

    def __init__(self, futures: int) -> None:
        self.futures = futures
        """That are looked at for each draw."""

    @property
    def label(self) -> str:
        """What a record says of it: luck that was measured otherwise has another label."""
        return f"{self.name} {self.futures}"

    @abstractmethod
    def luck(self, before: core.State, after: core.State, stream: Stream) -> Lucks:
        """Of the draws between these moments; the stream knows nothing of what is dealt."""


class SquirePlayouts(Yardstick):
    """Playouts to the end by the squire's evaluation, with the same numbers before and after."""

    name = "squire"

    def luck(self, before: core.State, after: core.State, stream: Stream) -> Lucks:
        seeds = [stream.below(_SEEDS) for _ in range(self.futures)]
        could, can = _playouts(before, seeds), _playouts(after, seeds)
        return tuple(b.minus(a) for a, b in zip(could, can, strict=True))


class ScholarForecasts(Yardstick):
    """Scholars play on to the next draw, then their forecast counts: the draw that came against others."""

    name = "scholar"

    def luck(self, before: core.State, after: core.State, stream: Stream) -> Lucks:
        others = [_forecast(_drawn(before, stream)) for _ in range(self.futures)]
        return tuple(
            Luck(came.wins - fmean(other.wins for other in could), came.points - fmean(other.points for other in could))
            for came, *could in zip(_forecast(after), *others, strict=True)
        )


YARDSTICKS: tuple[Yardstick, ...] = (SquirePlayouts(100), ScholarForecasts(40))
"""Playouts know best what players of the moment make of a draw, forecasts what those make of it who look ahead."""


def _playouts(state: core.State, seeds: Sequence[int]) -> Lucks:
    trials = core.play_trials([state], SquirePlayouts.name, seeds)
    return tuple(Luck(wins, points) for wins, points in zip(trials.win, trials.points, strict=True))


def _drawn(state: core.State, stream: Stream) -> core.State:
    table = state.copy()
    while table.chance:
        table.sample_chance(stream.below(_SEEDS))
    return table


def _forecast(state: core.State) -> Lucks:
    table = state.copy()
    while not (table.chance or table.over):
        thought = think(ScholarForecasts.name, table, 0, Budget(work=1))
        for action in thought.plans[0].actions:
            table.apply(action)
    if table.over:
        return _playouts(table, [0])  # nothing is left to play: the result, with what breaks ties
    return tuple(Luck(realm.win, realm.points) for realm in forecast_of(table))
