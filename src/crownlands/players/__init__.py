"""Who decides: one small protocol, and simple players for every ruleset."""

from crownlands.players.budget import Budget
from crownlands.players.forecast import Forecast, forecast
from crownlands.players.loop import play
from crownlands.players.outcome import Outcome
from crownlands.players.protocol import Estimate, Player
from crownlands.players.registry import PLAYERS, explain, make_player, player
from crownlands.players.uniform import RandomPlayer

__all__ = [
    "PLAYERS",
    "Budget",
    "Estimate",
    "Forecast",
    "Outcome",
    "Player",
    "RandomPlayer",
    "explain",
    "forecast",
    "make_player",
    "play",
    "player",
]
