"""What realms may expect in a position: one fixed estimator for everything that a review compares.

Everybody plays on by routine: by a fixed evaluation, at once and without a search, in futures that positions have in
common. Where the end can be solved there is nothing to play: everybody does their best. A Dynasty goes on with its
later games.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from time import perf_counter

from crownlands import core
from crownlands.rules.dealer import Stream

LEVEL = "baron"
"""Whose evaluation plays on: the one behind the searching levels."""
SOLVER_WORK = 20_000
"""Scored kingdoms after which an end counts as not solved: some milliseconds."""
SLICE = 0.04
"""Seconds that one step of the work is meant to take."""
GAMES_APART = 2**48
"""Between the seeds of one game of a match and of the next."""

Positions = Sequence[core.State]
"""One position, or as many as there are futures: what a draw could have brought."""

Difference = tuple[float, float, float, float]
"""Of a realm: share of the win and points, and their standard errors."""


class Futures:
    """Measures positions of one ruleset in small steps; how small has no influence on what comes of it."""

    def __init__(self, ruleset: str, threads: int = 1) -> None:
        self._start = core.State(ruleset)
        self._threads = threads
        self._portion = 64

    def measure(self, compared: Sequence[Positions], seeds: range) -> Generator[None, None, list[core.Trials]]:
        """What becomes of each, all measured in the same way and in the same futures."""
        game = compared[0][0].game
        found = []
        for positions in compared:
            solved = yield from self._solve(positions)
            if solved is None:
                break
            found.append(solved)
        else:
            if game == self._start.games:
                return found
        if len(found) < len(compared):
            found = []
            for positions in compared:
                found.append((yield from self._play(positions, seeds)))
        for later in range(game + 1, self._start.games + 1):
            apart = (later - game) * GAMES_APART
            rest = yield from self._play([self._start], range(seeds.start + apart, seeds.stop + apart))
            found = [trials.plus(rest) for trials in found]
        return found

    def _solve(self, positions: Positions) -> Generator[None, None, core.Trials | None]:
        parts = []
        for first in range(0, len(positions), self._portion):
            part = core.solve_trials(positions[first : first + self._portion], LEVEL, SOLVER_WORK)
            if part is None:
                return None
            parts.append(part)
            yield
        return core.Trials.join(parts)

    def _play(self, positions: Positions, seeds: range) -> Generator[None, None, core.Trials]:
        parts, first = [], 0
        while first < len(seeds):
            last = min(first + self._portion, len(seeds))
            begun = perf_counter()
            some = positions if len(positions) == 1 else positions[first:last]
            parts.append(core.play_trials(some, LEVEL, seeds[first:last], self._threads, SOLVER_WORK))
            self._pace((perf_counter() - begun) / (last - first))
            first = last
            yield
        return core.Trials.join(parts)

    def _pace(self, seconds: float) -> None:
        """Goes towards portions that take a slice when one playout takes so long."""
        self._portion = max(16, min(4096, 2 * self._portion, int(SLICE / max(seconds, 1e-9))))


def seeds_for(purpose: str, number: int, count: int) -> range:
    """Seeds of futures that know nothing of the deal; each purpose and number has its own."""
    first = Stream("crownlands review", purpose, str(number)).below(GAMES_APART // 2)
    return range(first, first + count)


def review_seeds(work: int) -> range:
    """The futures in which a review measures all that it tells: the same from the first draw to the last turn."""
    return seeds_for("review", 0, work)
