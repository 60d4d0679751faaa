"""Single games that deal their own chance and let named players decide: what Gymnasium's and PettingZoo's share."""

from __future__ import annotations

from typing import Literal

import numpy as np

from crownlands import core
from crownlands.envs.table import Table
from crownlands.game import Game
from crownlands.notation import print_event
from crownlands.players import Player, player
from crownlands.players.levels import LEVELS

Reward = Literal["margin", "share", "points"]
NATIVE = {name for name, level in LEVELS.items() if not level.searches}
"""Levels that the core asks without a detour."""


def number(random: np.random.Generator) -> int:
    """A seed."""
    return int(random.integers(2**63))


def deal(table: Table, random: np.random.Generator) -> None:
    """Everything that chance brings before the next decision."""
    while table.chance:
        table.deal(number(random))


def rewards(table: Table, kind: Reward, told: list[int]) -> list[float]:
    """What each seat gets for the last step; `told` remembers points that were given before."""
    if kind == "points":
        now = table.points()
        won = [float(now[realm] - told[realm]) for realm in map(table.ruleset.realm_of, range(table.ruleset.seats))]
        told[:] = now
        return won
    if not table.over:
        return [0.0] * table.ruleset.seats
    return list(table.margins() if kind == "margin" else table.shares())


class Rival:
    """A player by name at the table of an environment."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self._random = name, np.random.default_rng(seed)
        self._player: Player | None = None if name in NATIVE else player(name, seed=seed)

    def act(self, table: Table) -> None:
        """Decide for the seat whose turn it is."""
        if self._player is None:
            table.apply(core.decide(table.state, self.name, number(self._random)))
        else:
            action = self._player.choose(Game.of(table.match()))
            table.push(print_event(action))

    def close(self) -> None:
        if self._player is not None:
            self._player.close()
