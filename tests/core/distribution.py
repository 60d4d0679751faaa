"""Uniform random play of `rules` and of the core, side by side: mean score and placements a turn.

`python -m tests.core.distribution kingdomino/4 --games 20000`
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from array import array
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from rich.progress import track

from crownlands.core import State, batch_random
from crownlands.rules import legal_actions, ruleset
from crownlands.rules.events import Place
from crownlands.rules.scoring import scores
from crownlands.rules.steps import Step
from tests.helpers import walk

PORTION = 50


class Sums(NamedTuple):
    """Over games: how many, of the mean score of a game's realms, its square, turns and placements."""

    games: float = 0
    points: float = 0
    squares: float = 0
    turns: float = 0
    placements: float = 0

    def plus(self, other: Sums) -> Sums:
        return Sums(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def mean(self) -> float:
        return self.points / self.games

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt((self.squares / self.games - self.mean**2) / self.games)

    def __str__(self) -> str:
        return (
            f"{self.games:>9.0f} games  score {self.mean:7.3f} ± {self.error:.3f}  "
            f"placements a turn {self.placements / self.turns:6.3f}"
        )


def by_rules(name: str, first: int) -> Sums:
    """A portion of games played with `rules`."""
    rules, sums = ruleset(name), Sums()
    for seed in range(first, first + PORTION):
        game = [(match.state, after.state) for match, _, after in walk(rules, f"{seed}") if match.game == 1]
        turns = [state for state, _ in game if state.step is Step.PLACE]
        placements = sum(isinstance(action, Place) for state in turns for action in legal_actions(state))
        points = [score.points for score in scores(game[-1][1])]
        mean = sum(points) / len(points)
        sums = sums.plus(Sums(1, mean, mean**2, len(turns), placements))
    return sums


def by_core(name: str, games: int) -> Sums:
    batch = batch_random(name, games, seed=1, keep=True)
    points, realms = array("h", batch.points), State(name).realms
    means = [sum(points[i : i + realms]) / realms for i in range(0, len(points), realms)]
    return Sums(batch.games, sum(means), sum(mean**2 for mean in means), batch.turns, batch.placements)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    name, starts = options.ruleset, range(0, options.games, PORTION)
    with ProcessPoolExecutor(options.processes) as pool:
        slow = Sums()
        portions = pool.map(by_rules, [name] * len(starts), starts)
        for portion in track(portions, description=name, total=len(starts)):
            slow = slow.plus(portion)
    fast = by_core(
        name, max(1_000_000, options.games) if name.startswith("kingdomino") else max(200_000, options.games)
    )
    apart = abs(slow.mean - fast.mean) / math.hypot(slow.error, fast.error)
    print(f"{name}\n  rules {slow}\n  core  {fast}\n  {apart:.1f} standard errors apart")
    return 0 if apart < 4 else 1


if __name__ == "__main__":
    sys.exit(main())
