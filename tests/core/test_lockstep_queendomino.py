"""The core and `rules` agree after every event: actions, position, scores with their terms, ranking."""

from __future__ import annotations

import os

import pytest

from tests.core.lockstep import RULESETS, play

GAMES = int(os.environ.get("LOCKSTEP_GAMES", "50"))
PORTION = 10
WELL_TRIED = """
queendomino/2
queendomino/3
queendomino/4
queendomino/2+drawn
queendomino/3+top-down
queendomino/4+middle-kingdom+harmony+any-king
"""


@pytest.mark.parametrize("first", range(0, GAMES, PORTION))
@pytest.mark.parametrize("name", WELL_TRIED.split())
def test_random_games_agree_event_by_event(name: str, first: int) -> None:
    for seed in range(first, min(first + PORTION, GAMES)):
        assert play(name, seed) > 0


@pytest.mark.parametrize("name", [name for name in RULESETS if name.startswith("queendomino")][::4])
def test_combinations_of_options_agree_in_one_game(name: str) -> None:
    assert play(name, 0) > 0
