"""The examples: a policy is a player by name and a bot."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

import crownlands as cl
from crownlands.players import PLAYERS, Player, play

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("ruleset", ["kingdomino/2", "queendomino/3"])
def test_a_policy_plays_by_name_and_as_a_bot(ruleset: str) -> None:
    before = dict(PLAYERS)
    runpy.run_path(str(EXAMPLES / "policy.py"), run_name="example")
    try:
        records = []
        for name in ("policy", f"cmd:{sys.executable} {EXAMPLES / 'policy.py'}"):
            players: list[Player] = [cl.player(name, seed=seat) for seat in range(int(ruleset[-1]))]
            game = cl.Game(ruleset, seed=4)
            play(game, players)
            for player in players:
                player.close()
            assert game.over
            records.append(game.record())
        assert records[0] == records[1]
    finally:
        PLAYERS.clear()
        PLAYERS.update(before)
