"""The bots that can sit at a table, by the names of their levels."""

from __future__ import annotations

from crownlands.players import PLAYERS

STAND_INS = ("page", "greedy", "random")
"""Who decides when a clock has run out: the first of these that there is."""


def levels() -> list[str]:
    """The names of all bots."""
    return list(PLAYERS)


def default_level() -> str:
    """The bot that a beginner meets."""
    return next(name for name in ("squire", "greedy") if name in PLAYERS)


def stand_in() -> str:
    """The bot that finishes a turn whose clock has run out."""
    return next(name for name in STAND_INS if name in PLAYERS)
