"""The core and `rules` agree after every event: actions, position, scores with their terms, ranking."""

from __future__ import annotations

import os

import pytest

from tests.core.lockstep import RULESETS, play

GAMES = int(os.environ.get("LOCKSTEP_GAMES", "50"))
PORTION = 10
WELL_TRIED = """
royal-wedding/3
royal-wedding/4
royal-wedding/5
royal-wedding/6
royal-wedding/8
royal-wedding/6+teams
royal-wedding/8+teams
"""


@pytest.mark.parametrize("first", range(0, GAMES, PORTION))
@pytest.mark.parametrize("name", WELL_TRIED.split())
def test_random_games_agree_event_by_event(name: str, first: int) -> None:
    for seed in range(first, min(first + PORTION, GAMES)):
        assert play(name, seed) > 0


@pytest.mark.parametrize("name", [name for name in RULESETS if name.startswith("royal-wedding")][::12])
def test_combinations_of_options_agree_in_one_game(name: str) -> None:
    assert play(name, 0) > 0
