"""A game that is going on: chance from a seed, also where the game began elsewhere."""

from crownlands.game.deal import Deal

__all__ = ["Deal"]
