"""What every player can do."""

from __future__ import annotations

from typing import Protocol

from crownlands.rules import State
from crownlands.rules.events import Action


class Player(Protocol):
    """Decides for a seat. It sees the state only, so nothing of what is still to be drawn."""

    def choose(self, state: State) -> Action:
        """A legal action for the seat that decides; the same again for the same seed and the same games before."""
        ...
