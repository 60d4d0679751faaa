"""A player who takes any legal action, each equally likely."""

from __future__ import annotations

from crownlands.game import Game
from crownlands.players.protocol import Player
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Action


class RandomPlayer(Player):
    """Uniform over the legal actions; its numbers come from the dealer's stream, so they are the same everywhere."""

    def __init__(self, seed: str) -> None:
        self._stream = Stream("crownlands random player", seed)

    def choose(self, game: Game) -> Action:
        actions = game.legal
        return actions[self._stream.below(len(actions))]
