"""Many games at once in the core: observations, masks and rewards are written into arrays that the caller owns.

>>> batch = Batch("kingdomino/2", 64, autoreset="same_step")
>>> observations, masks, seats = batch.reset(seeds=1)
>>> actions = batch.sample(seed=1)
>>> observations, masks, seats, rewards, ends = batch.step(actions)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from crownlands import core
from crownlands.envs.layout import Bytes, Layout, Mask, layout
from crownlands.rules.errors import CrownlandsError
from crownlands.rules.ruleset import Ruleset, as_ruleset

Reward = Literal["margin", "share", "points"]
Autoreset = Literal["none", "next_step", "same_step"]
Actions = NDArray[np.int32]
Reset = tuple[Bytes, Mask, NDArray[np.int8]]
Stepped = tuple[Bytes, Mask, NDArray[np.int8], NDArray[np.float32], Mask]


@dataclass(frozen=True)
class Arrays:
    """What a batch writes to, game by game: anything of these types that speaks DLPack (NumPy, torch)."""

    seats: NDArray[np.int8]
    """Who decides; −1 at the end."""
    rewards: NDArray[np.float32]
    """Of every seat in the last step."""
    ends: Mask
    """Whether the game ended in the last step."""
    scores: NDArray[np.int32]
    """Points of every realm in the last game that ended."""
    observations: Bytes
    """The view of the seat that decides; with no columns nothing is written."""
    masks: Mask
    """Which actions are legal, by number; likewise."""
    finals: Bytes | None = None
    """With autoreset in the same step: the last observation of the game that ended."""

    @classmethod
    def make(cls, ruleset: Ruleset | str, games: int, finals: bool = False) -> Arrays:
        """New NumPy arrays for so many games."""
        rules = as_ruleset(ruleset)
        bytes_, actions = layout(rules).size, layout(rules).action_count
        return cls(
            np.full(games, -1, np.int8),
            np.zeros((games, rules.seats), np.float32),
            np.zeros(games, np.bool_),
            np.zeros((games, len(rules.realms)), np.int32),
            np.zeros((games, bytes_), np.uint8),
            np.zeros((games, actions), np.bool_),
            np.zeros((games, bytes_), np.uint8) if finals else None,
        )


class Batch:
    """Games of one ruleset that go on together, each with a seed of its own; results do not depend on the threads."""

    def __init__(
        self,
        ruleset: Ruleset | str,
        games: int,
        *,
        reward: Reward = "margin",
        autoreset: Autoreset = "next_step",
        threads: int = 1,
        seat: int | None = None,
        rivals: str = "random",
        arrays: Arrays | None = None,
        isa: str | None = None,
    ) -> None:
        """With a seat only that one is asked, and the rivals (random, page or squire) decide for all others."""
        self.ruleset = as_ruleset(ruleset)
        self.layout: Layout = layout(self.ruleset)
        self._games = core.Games(
            self.ruleset.name,
            games,
            reward=reward,
            autoreset=autoreset,
            threads=threads,
            learner=seat,
            rivals=rivals,
            isa=isa,
        )
        self.arrays = arrays or Arrays.make(self.ruleset, games, finals=autoreset == "same_step")
        self._games.bind(
            observations=self.arrays.observations,
            masks=self.arrays.masks,
            seats=self.arrays.seats,
            rewards=self.arrays.rewards,
            ends=self.arrays.ends,
            scores=self.arrays.scores,
            finals=self.arrays.finals,
        )

    def __len__(self) -> int:
        return self._games.count

    @property
    def action_count(self) -> int:
        """Action numbers are below this (docs/core.md)."""
        return self.layout.action_count

    def reset(self, seeds: int | Sequence[int] | NDArray[np.uint64], which: Mask | None = None) -> Reset:
        """Begin all games, or those chosen: with a seed each, or with one that gives each game its own."""
        self._games.reset(self._seeds(seeds), which)
        return self.arrays.observations, self.arrays.masks, self.arrays.seats

    def step(self, actions: ArrayLike) -> Stepped:
        """One action for each game; −1 leaves a game alone. With an illegal one among them no game goes on."""
        self._games.step(np.ascontiguousarray(actions, np.int32))
        arrays = self.arrays
        return arrays.observations, arrays.masks, arrays.seats, arrays.rewards, arrays.ends

    def sample(self, seed: int, out: Actions | None = None) -> Actions:
        """Any legal action for each game, each equally likely; −1 where it is over."""
        out = np.empty(len(self), np.int32) if out is None else out
        self._games.sample(seed, out)
        return out

    def advise(self, level: str, seed: int, out: Actions | None = None) -> Actions:
        """What a level that judges without searching (page, squire) does in each game."""
        out = np.empty(len(self), np.int32) if out is None else out
        self._games.advise(level, seed, out)
        return out

    def state(self, game: int) -> core.State:
        """A copy of one game as a state of the core, which knows texts of positions and actions."""
        return self._games.state(game)

    def position(self, game: int) -> str:
        """One game as the text of a position."""
        return self.state(game).position()

    def put(self, game: int, position: str | core.State, seed: int) -> None:
        """Set one game from a position; what chance brings after it comes from the seed."""
        state = core.State.from_position(position) if isinstance(position, str) else position
        self._games.put(game, state, seed)

    def copy(self, source: Batch, sources: ArrayLike, targets: ArrayLike, seeds: Sequence[int]) -> None:
        """Copy games of another batch or of this one, for planners: copies draw from new seeds, not what will come."""
        pairs = np.ascontiguousarray(sources, np.int64), np.ascontiguousarray(targets, np.int64)
        self._games.copy(source._games, *pairs, np.array([seed & (2**64 - 1) for seed in seeds], np.uint64))

    def observe(self, game: int, seat: int) -> Bytes:
        """Any seat's view of one game."""
        out = np.empty(self.layout.size, np.uint8)
        self._games.observe(game, seat, out)
        return out

    def _seeds(self, seeds: int | Sequence[int] | NDArray[np.uint64]) -> NDArray[np.uint64]:
        if isinstance(seeds, int | np.integer):
            generator = np.random.Generator(np.random.PCG64(int(seeds) & (2**64 - 1)))
            return generator.integers(0, 2**64, len(self), np.uint64)
        if len(seeds) != len(self):
            raise CrownlandsError(f"seeds: one, or one for each of the {len(self)} games, not {len(seeds)}")
        return np.array([int(seed) & (2**64 - 1) for seed in seeds], np.uint64)
