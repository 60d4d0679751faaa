"""The one loop that plays a game."""

from __future__ import annotations

from collections.abc import Sequence

from crownlands.game import Game
from crownlands.players.outcome import outcome
from crownlands.players.protocol import Player
from crownlands.rules import CrownlandsError


def play(game: Game, players: Sequence[Player]) -> Game:
    """Plays this game to its end with a player for each seat; who made the players closes them."""
    seats = game.ruleset.seats
    if len(players) != seats:
        raise CrownlandsError(f"{game.ruleset} needs {seats} players, one for each seat, not {len(players)}")
    for seat, player in enumerate(players):
        player.begin(game.seen(), seat)
    while not game.over:
        game.push(players[game.state.acting].choose(game.seen()))
    result = outcome(game.match)
    for player in players:
        player.end(result)
    return game
