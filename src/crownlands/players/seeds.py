"""Where a player's own random numbers come from."""

from __future__ import annotations

from hashlib import sha256

PREFIX = "cmd:"
"""What the name of an external bot begins with."""


def player_seed(name: str, deal: str, game: int, seat: int) -> str:
    """The seed of this player in this game of an arena.

    A program outside must not learn from it what will be drawn: its seed is made of the number of the game and the seat
    alone, and is the same whatever the deal.
    """
    if name.startswith(PREFIX):
        return sha256(f"crownlands bot seed\n{game}\n{seat}".encode()).hexdigest()[:32]
    return f"{deal} game {game} seat {seat}"
