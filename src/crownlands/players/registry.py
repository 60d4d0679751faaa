"""Players by the names that people type."""

from __future__ import annotations

from collections.abc import Callable

from crownlands.players.greedy import GreedyPlayer
from crownlands.players.protocol import Player
from crownlands.players.uniform import RandomPlayer
from crownlands.rules import CrownlandsError

PLAYERS: dict[str, tuple[Callable[[str], Player], str]] = {
    "greedy": (GreedyPlayer, "takes what gives most now and keeps the kingdom open"),
    "random": (RandomPlayer, "any legal action, each equally likely"),
}
"""How to make each player from a seed, and one line about it."""


def make_player(name: str, seed: str) -> Player:
    """The player of this name, for example ``make_player("greedy", "42")``."""
    if name not in PLAYERS:
        raise CrownlandsError(f"no player {name!r}; there are {', '.join(PLAYERS)}")
    return PLAYERS[name][0](seed)
