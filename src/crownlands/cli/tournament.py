"""One whole match between players, from a seed: what `simulate` repeats."""

from __future__ import annotations

from dataclasses import dataclass

from crownlands.game import Game
from crownlands.players import Budget, make_player, play
from crownlands.players.seeds import player_seed
from crownlands.rules import Ruleset, Step, legal_actions
from crownlands.rules.events import Place


@dataclass(frozen=True)
class Pairing:
    """A ruleset, who plays each seat, a seed and the number of the game: all that a match depends on."""

    rules: Ruleset
    bots: tuple[str, ...]
    seed: str
    number: int = 1
    budgets: tuple[Budget, ...] = ()
    """Of each seat; without any, everybody's own."""
    labels: tuple[str, ...] = ()
    """What each seat is called; without any, by the names of the players."""


@dataclass(frozen=True)
class Played:
    """A finished game between these players."""

    pairing: Pairing
    game: Game

    @property
    def record(self) -> str:
        return self.game.record(seats=", ".join(self.pairing.labels or self.pairing.bots))

    @property
    def placements(self) -> list[int]:
        """How many placements there were to choose from in each turn."""
        states = (match.state for match in self.game.matches)
        legal = (legal_actions(state) for state in states if state.step is Step.PLACE)
        return [sum(isinstance(action, Place) for action in actions) for actions in legal]


def play_out(pairing: Pairing) -> Played:
    """The whole match."""
    budgets = pairing.budgets or (Budget(),) * len(pairing.bots)
    players = [
        make_player(name, player_seed(name, pairing.seed, pairing.number, seat), budget)
        for seat, (name, budget) in enumerate(zip(pairing.bots, budgets, strict=True))
    ]
    try:
        return Played(pairing, play(Game(pairing.rules, seed=pairing.seed), players))
    finally:
        for player in players:
            player.close()
