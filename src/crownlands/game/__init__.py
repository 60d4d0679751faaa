"""A game that is going on: one object over the pure functions, which deals its chance from a seed."""

from crownlands.game.deal import Deal
from crownlands.game.game import Game

__all__ = ["Deal", "Game"]
