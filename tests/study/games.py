"""Games to review, played by quick players from fixed seeds."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from typing import TypeVar, cast

from crownlands.game import Game
from crownlands.notation import Record, parse_record
from crownlands.players import make_player, play
from crownlands.rules import ruleset

T = TypeVar("T")
LITTLE = 128
"""The least work that a review may be of."""


@cache
def record_of(name: str, seed: str = "1", players: tuple[str, ...] = ("squire", "page")) -> Record:
    """A game between these players, who sit in turn."""
    seats = [make_player(players[seat % len(players)], f"{seed} {seat}") for seat in range(ruleset(name).seats)]
    return parse_record(play(Game(name, seed=seed), seats).record())


def steps_to(steps: Generator[None, None, T]) -> T:
    """What is found when all steps are done."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(T, end.value)
