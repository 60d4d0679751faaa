"""What a player thinks of the actions that it could take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from crownlands.rules import State
from crownlands.rules.events import Action


@dataclass(frozen=True)
class Estimate:
    """A candidate and what is expected of it, for the realm that decides."""

    action: Action
    win: float
    """The chance to win, from 0 to 1; a shared win counts for its share."""
    score: float
    """The expected final score."""
    spread: float
    """The standard deviation of the final score."""
    samples: int
    """How many continuations were looked at."""


@runtime_checkable
class Explainer(Protocol):
    """A player that can say why."""

    def explain(self, state: State) -> list[Estimate]:
        """Its candidates, the best first."""
        ...
