"""What a position is worth: routine decisions change it by nothing on average."""

from __future__ import annotations

from statistics import fmean, stdev

import pytest

from crownlands import core
from crownlands.study.futures import LEVEL, Futures
from tests.study.games import steps_to

TIMES, FUTURES = 100, 100


def in_the_middle(name: str) -> core.State:
    """Where somebody decides once two rounds are over."""
    state = core.State(name)
    while state.round < 3 or state.chance:
        state.sample_chance(5) if state.chance else state.apply(core.decide(state, LEVEL, 5))
    return state


@pytest.mark.parametrize("name", ["kingdomino/2", "kingdomino/4", "queendomino/2"])
def test_routine_decisions_change_nothing_on_average(name: str) -> None:
    """So what a turn changes is what its decisions were better or worse than routine."""
    before = in_the_middle(name)
    after = []
    for seed in range(TIMES):
        state = before.copy()
        state.apply(core.decide(state, LEVEL, seed))
        after.append([state])
    here, *there = steps_to(Futures(name).measure([[before], *after], range(FUTURES)))
    for realm in range(2):
        changes = [one.against(here)[realm] for one in there]
        for value in range(2):
            found = [change[value] for change in changes]
            noise = (stdev(found) ** 2 / TIMES + changes[0][value + 2] ** 2) ** 0.5
            assert abs(fmean(found)) <= 2.5 * noise
