"""Ratings from comparisons: the model of Bradley and Terry, fitted by the library choix."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import TYPE_CHECKING

from crownlands.arena.intervals import CONFIDENCE, Interval
from crownlands.rules import CrownlandsError

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

ELO = 400 / log(10)
"""Points of Elo's scale: ten times the odds are 400 points."""
REPLICATES = 400
METHOD = (
    "Bradley–Terry on Elo's scale, the average at 0, fitted by choix with half a win added to each side of every pair; "
    "95 % intervals: bootstrap over deals."
)

Results = dict[tuple[int, int], list[float]]
"""For each pair of players, what the first won of each game of a deal, from 0 to 1."""


def rate(players: int, deals: Sequence[Results]) -> list[Interval]:
    """The rating of each player; an interval needs two deals."""
    try:
        import numpy
        from choix import ilsr_pairwise_dense
    except ImportError:
        raise CrownlandsError("ratings need the extra: pip install 'crownlands[ladder]'") from None

    wins = numpy.zeros((len(deals), players, players))
    for deal, results in enumerate(deals):
        for (i, j), shares in results.items():
            wins[deal, i, j] = sum(shares)
            wins[deal, j, i] = len(shares) - sum(shares)
    half = 0.5 * (1 - numpy.eye(players))

    def fit(won: NDArray[float64]) -> NDArray[float64]:
        ratings: NDArray[float64] = ELO * ilsr_pairwise_dense(won + half, max_iter=1000)
        ratings -= ratings.mean()
        return ratings

    best = fit(wins.sum(axis=0))
    if len(deals) < 2:
        return [Interval(float(rating), None, None) for rating in best]
    random = numpy.random.default_rng(1)
    counts = random.multinomial(len(deals), [1 / len(deals)] * len(deals), size=REPLICATES)
    replicates = numpy.array([fit(numpy.tensordot(count, wins, axes=1)) for count in counts])
    tails = [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]
    low, high = numpy.quantile(replicates, tails, axis=0)
    return [Interval(float(a), float(b), float(c)) for a, b, c in zip(best, low, high, strict=True)]
