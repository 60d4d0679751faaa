"""Players by the names that people type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from crownlands.game import Game
from crownlands.players.budget import Budget
from crownlands.players.external import ExternalPlayer
from crownlands.players.flat import FlatPlayer
from crownlands.players.glance import GlancePlayer
from crownlands.players.levels import LevelPlayer, makers
from crownlands.players.protocol import Estimate, Player
from crownlands.players.seeds import PREFIX
from crownlands.players.uniform import RandomPlayer
from crownlands.rules import CrownlandsError

PLAYERS: dict[str, tuple[Callable[[str, Budget], Player], str]] = {
    "greedy": (lambda seed, budget: LevelPlayer("squire", seed, budget), "the squire by a name that says how it plays"),
    "random": (lambda seed, _: RandomPlayer(seed), "any legal action, each equally likely"),
    **makers(),
    "glance": (lambda seed, _: GlancePlayer(seed), "a sparring partner: monarch-1's evaluation at one ply, no search"),
    "flat": (FlatPlayer, "a sparring partner: flat Monte Carlo, greedy playouts and nothing else"),
}
"""How to make each player from a seed and what a turn may cost, and one line about it."""


def make_player(name: str, seed: str, budget: Budget | None = None, log: Path | None = None) -> Player:
    """The player of this name, for example ``make_player("greedy", "42")``; ``cmd:PROGRAM ARGS`` is an external bot.

    What an external bot writes to standard error is kept in the log.
    """
    if name.startswith(PREFIX):
        return ExternalPlayer(name.removeprefix(PREFIX), seed, budget or Budget(), log)
    if name not in PLAYERS:
        raise CrownlandsError(f"no player {name!r}; there are {', '.join(PLAYERS)}")
    return PLAYERS[name][0](seed, budget or Budget())


def player(
    name: str = "monarch",
    *,
    seconds: float | None = None,
    work: int | None = None,
    threads: int = 1,
    seed: str | int = "1",
) -> Player:
    """The player of this name, and what a king's whole turn may cost: seconds, or work that is the same everywhere."""
    if not isinstance(name, str):
        raise CrownlandsError(f"a player is a name, one of {', '.join(PLAYERS)}, or {PREFIX}PROGRAM, not {name!r}")
    return make_player(name, str(seed), Budget(seconds, work, threads))


def explain(
    game: Game,
    name: str = "monarch",
    *,
    seconds: float | None = None,
    work: int | None = None,
    threads: int = 1,
    seed: str | int = "1",
) -> list[Estimate]:
    """What a player thinks of the decision before the game: the ways to finish the turn, best first."""
    if game.over:
        raise CrownlandsError("the game is over: there is nothing to decide; undo() takes an action back")
    asked = player(name, seconds=seconds, work=work, threads=threads, seed=seed)
    try:
        return asked.explain(game)
    finally:
        asked.close()
