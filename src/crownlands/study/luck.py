"""The luck of a draw: what it brought to each realm against the mean of what could have been drawn.

Each future brings another draw, the one that it would bring to a position before it, and plays it on; what was drawn
is played on in all of them. It is not among the others, but it had its part in what could be expected: so its distance
from the others counts by the probability that it would not be drawn. This is its value minus the mean of all draws, and
0 on average.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from crownlands import core
from crownlands.notation import print_event
from crownlands.players.levels import core_state
from crownlands.rules import Match
from crownlands.rules.events import Chance
from crownlands.study.draws import probability
from crownlands.study.futures import Difference, Futures

AGAIN = 2**52
"""Between the seed of a draw and of the next attempt, where the same was drawn again."""


@dataclass(frozen=True)
class Drawn:
    """What a draw brought to each realm, and what became of the position after it."""

    apart: tuple[Difference, ...]
    after: core.Trials | None
    """Nothing where nothing else could have been drawn."""


def luck_of(futures: Futures, before: Match, event: Chance, seeds: range) -> Generator[None, None, Drawn]:
    """The luck of this draw, in these futures; none if it was the only one possible."""
    weight = float(1 - probability(before.state, event))
    if weight == 0:
        return Drawn(((0.0, 0.0, 0.0, 0.0),) * len(before.ruleset.realms), None)
    table, drawn = core_state(before), print_event(event)
    after = table.copy()
    after.apply_text(drawn)
    mine, others = yield from futures.measure([[after], _other_draws(table, drawn, seeds)], seeds)
    apart = mine.against(others)
    return Drawn(tuple((weight * a, weight * b, weight * c, weight * d) for a, b, c, d in apart), mine)


def _other_draws(before: core.State, drawn: str, seeds: range) -> list[core.State]:
    """The positions after other draws than this one, one for each future."""
    others = []
    for seed in seeds:
        state = before.copy()
        while state.sample_chance(core.chance_seed(before, seed)) == drawn:
            state, seed = before.copy(), seed + AGAIN
        others.append(state)
    return others
