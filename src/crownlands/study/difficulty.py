"""How difficult a puzzle seems before anybody has tried it: by which levels find it, among how many ways."""

from __future__ import annotations

from math import log2

from crownlands.players.levels import core_state
from crownlands.rules import Match
from crownlands.study.turns import Turn, are_alike, turn_of

TRIES = {"page": 4, "squire": 2, "knight": 4, "scholar": 1, "baron": 4}
"""How often each level tries it, with another seed each time."""
EASIEST, HARDEST = 600, 2400
FOUND_BY_ALL = 900
"""The rating of a puzzle with eight ways that every level finds."""
MISSED = 200
"""For each level that never finds it."""
DOUBLED = 50
"""For twice as many ways to finish the turn."""


def missed(match: Match, answer: Turn) -> float:
    """How many of the levels do not find it; one that finds it now and then counts in part."""
    table, sum_ = core_state(match), 0.0
    for level, tries in TRIES.items():
        found = sum(are_alike(match, answer, turn_of(level, table, seed)) for seed in range(1, tries + 1))
        sum_ += 1 - found / tries
    return sum_


def rating(levels_missed: float, choices: int) -> int:
    """A Glicko rating to start with."""
    raw = FOUND_BY_ALL + MISSED * levels_missed + DOUBLED * log2(choices / 8)
    return max(EASIEST, min(HARDEST, round(raw / 10) * 10))
