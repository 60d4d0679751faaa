"""Single games that deal their own chance and let named players decide: what Gymnasium's and PettingZoo's share."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np

from crownlands import core
from crownlands.envs.episode import Episode
from crownlands.game import Game
from crownlands.notation import print_event
from crownlands.players import Player, player
from crownlands.players.levels import LEVELS
from crownlands.rules import CrownlandsError

Reward = Literal["margin", "share", "points"]
NATIVE = {name for name, level in LEVELS.items() if not level.searches}
"""Levels that the core asks without a detour."""


def one_of(what: str, value: object, choices: Any) -> None:
    """Refuses a value that is none of the choices of this literal type, which would be taken for one of them."""
    if value not in get_args(choices):
        raise CrownlandsError(f"{what}: one of {', '.join(get_args(choices))} expected, not {value!r}")


def number(random: np.random.Generator) -> int:
    """A seed."""
    return int(random.integers(2**63))


def deal(episode: Episode, random: np.random.Generator) -> None:
    """Everything that chance brings before the next decision."""
    while episode.chance:
        episode.deal(number(random))


def rewards(episode: Episode, kind: Reward, told: list[int]) -> list[float]:
    """What each seat gets for the last step; `told` remembers points that were given before."""
    if kind == "points":
        now = episode.points()
        won = [float(now[realm] - told[realm]) for realm in map(episode.ruleset.realm_of, range(episode.ruleset.seats))]
        told[:] = now
        return won
    if not episode.over:
        return [0.0] * episode.ruleset.seats
    return list(episode.margins() if kind == "margin" else episode.shares())


class Rival:
    """A player by name at the table of an environment."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self._random = name, np.random.default_rng(seed)
        self._player: Player | None = None if name in NATIVE else player(name, seed=seed)

    def act(self, episode: Episode) -> None:
        """Decide for the seat whose turn it is."""
        if self._player is None:
            episode.apply(core.decide(episode.state, self.name, number(self._random)))
        else:
            action = self._player.choose(Game.of(episode.match()))
            episode.push(print_event(action))

    def close(self) -> None:
        if self._player is not None:
            self._player.close()
