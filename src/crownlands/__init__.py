"""Crownlands: Kingdomino, Queendomino and the Royal Wedding, exactly."""

__version__ = "0.1.0"
