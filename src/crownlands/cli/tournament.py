"""One whole match between players, from a seed: what `simulate` repeats."""

from __future__ import annotations

from dataclasses import dataclass

from crownlands.game import Game
from crownlands.players import make_player, play
from crownlands.rules import CrownlandsError, Ruleset, Step, legal_actions
from crownlands.rules.events import Place


@dataclass(frozen=True)
class Pairing:
    """A ruleset, who plays, and a seed: all that a match depends on."""

    rules: Ruleset
    bots: tuple[str, ...]
    seed: str


@dataclass(frozen=True)
class Played:
    """A finished game between these players."""

    pairing: Pairing
    game: Game

    @property
    def record(self) -> str:
        return self.game.record(seats=", ".join(self.pairing.bots))

    @property
    def placements(self) -> list[int]:
        """How many placements there were to choose from in each turn."""
        states = (match.state for match in self.game.matches)
        legal = (legal_actions(state) for state in states if state.step is Step.PLACE)
        return [sum(isinstance(action, Place) for action in actions) for actions in legal]


def fill(bots: tuple[str, ...], rules: Ruleset) -> tuple[str, ...]:
    """One name for every seat: a shorter list is repeated, a longer one refused."""
    if len(bots) > rules.seats:
        raise CrownlandsError(f"{rules} has {rules.seats} seats, not {len(bots)}")
    return tuple(bots[seat % len(bots)] for seat in range(rules.seats))


def bot_seed(seed: str, seat: int) -> str:
    """What a bot at this seat draws its own choices from."""
    return f"{seed} seat {seat}"


def play_out(pairing: Pairing) -> Played:
    """The whole match."""
    players = [make_player(name, bot_seed(pairing.seed, seat)) for seat, name in enumerate(pairing.bots)]
    try:
        return Played(pairing, play(Game(pairing.rules, seed=pairing.seed), players))
    finally:
        for player in players:
            player.close()
