"""A player who takes any legal action, each equally likely."""

from __future__ import annotations

from crownlands.rules import State, legal_actions
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Action


class RandomPlayer:
    """Uniform over the legal actions; its numbers come from the dealer's stream, so they are the same everywhere."""

    def __init__(self, seed: str) -> None:
        self._stream = Stream("crownlands random player", seed)

    def choose(self, state: State) -> Action:
        actions = legal_actions(state)
        return actions[self._stream.below(len(actions))]
