"""What the learned evaluation expects of every realm: no search, at once, from any position."""

from __future__ import annotations

from dataclasses import dataclass

from crownlands import core
from crownlands.game import Game
from crownlands.players.evaluation import learned_evaluation
from crownlands.players.levels import core_state


@dataclass(frozen=True)
class Forecast:
    """What a realm may expect at the end, if everybody plays on as scholars do."""

    points: float
    """Those of earlier games of a Dynasty included."""
    spread: float
    """How far off that usually is: a standard deviation; 0 where nothing is open any more."""
    win: float
    """The chance to win by points; those of all realms together are 1."""
    parts: dict[str, float]
    """What the points of this game come from: each terrain, the bonuses in play (`middle-kingdom`, `harmony`) and, with
    a builders' board, its `estate`: coins, buildings and the queen."""


def forecast(game: Game) -> tuple[Forecast, ...]:
    """What every realm may expect, the dominoes under its kings in their best places."""
    return forecast_of(core_state(game.match))


def forecast_of(table: core.State) -> tuple[Forecast, ...]:
    """The same of a position of the core."""
    return tuple(
        Forecast(realm.points, realm.spread, realm.win, dict(realm.parts))
        for realm in core.forecast(table, learned_evaluation())
    )
