"""`glance`, a sparring partner of another kind: an evaluation that never changes, at one ply, and no search at all."""

from __future__ import annotations

from crownlands import core
from crownlands.game import Game
from crownlands.players.levels import actions_of, core_state
from crownlands.players.protocol import Player
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Action

EVALUATION = "monarch-1"
"""Whose evaluation it is."""


class GlancePlayer(Player):
    """Does at every step what the evaluation likes best."""

    def __init__(self, seed: str) -> None:
        self._stream = Stream("crownlands glance player", seed)

    def choose(self, game: Game) -> Action:
        legal = game.legal
        if len(legal) == 1:
            return legal[0]
        state = core_state(game.match)
        return actions_of(state, [core.decide(state, EVALUATION, self._stream.below(2**63))])[0]
