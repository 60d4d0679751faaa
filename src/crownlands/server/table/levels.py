"""The bots that can sit at a table, by the names of their levels."""

from __future__ import annotations

from crownlands.players import PLAYERS

LEVELS = frozenset(PLAYERS)
"""All of them."""
DEFAULT_LEVEL = "squire"
"""The bot that a beginner meets."""
STAND_IN = "page"
"""The bot that finishes a turn whose clock has run out."""
