"""What every player can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from crownlands.game import Game
from crownlands.players.outcome import Outcome
from crownlands.rules.events import Action


@dataclass(frozen=True)
class Estimate:
    """What playouts say about one way to finish the turn; one sample without a spread where the end was solved."""

    actions: tuple[Action, ...]
    win: float
    """The share of playouts won."""
    points: float
    """Mean final score."""
    spread: float
    """Standard deviation of the final score."""
    samples: int
    value: float
    """What ways are compared by: winning, and how safely; the same for ways that are alike to their end."""


class Player(ABC):
    """Decides for a seat; only `choose` is needed. It is asked with the game as everybody sees it."""

    def begin(self, game: Game, seat: int) -> None:
        """A game begins, and this is the player's seat; not every game is announced."""
        return

    @abstractmethod
    def choose(self, game: Game) -> Action:
        """A legal action for the seat that decides; the same again for the same seed and the same games before."""

    def explain(self, game: Game) -> list[Estimate]:
        """The ways to finish the turn that it compared, best first; nothing if it does not compare."""
        return []

    def end(self, outcome: Outcome) -> None:
        """The game is over, and this is what came of it."""
        return

    def close(self, complaint: str = "") -> None:
        """No more will be asked; the complaint says why its game was lost at once, if it was."""
        return
