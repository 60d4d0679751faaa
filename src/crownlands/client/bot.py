"""A player of this package at a table on the network: it rebuilds the game from the table's log and decides."""

from __future__ import annotations

from typing import Any

from crownlands.client.connection import View
from crownlands.game import Game
from crownlands.notation import event_from_json, event_json
from crownlands.players import Player
from crownlands.rules import Match, new_match, ruleset


def match_of(log: list[dict[str, Any]]) -> Match:
    """The match that a table's whole log tells; what was taken back does not count."""
    match = new_match(ruleset(log[0]["entry"]["ruleset"]))
    undone = {entry["entry"]["undone"] for entry in log if entry["entry"]["type"] == "took-back"}
    for entry in log:
        if entry["seq"] not in undone:
            for event in entry["entry"].get("events", ()):
                match = match.apply(event_from_json(event))
    return match


class NetworkBot:
    """Decides with a player: ``await play_seat(table, NetworkBot(make_player("greedy", "1")))``."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def __call__(self, view: View) -> dict[str, Any]:
        return event_json(self._player.choose(Game.of(match_of(view.log))))
