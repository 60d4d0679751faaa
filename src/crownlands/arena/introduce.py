"""Everybody is met before the first game: who cannot play is refused, and programs say their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crownlands.arena.plan import Entrant, told_apart
from crownlands.game import Game
from crownlands.players.external import ExternalPlayer
from crownlands.players.registry import make_player
from crownlands.rules import CrownlandsError, Ruleset

LONGEST_NAME = 40


def introduced(rules: Ruleset, entrants: Sequence[Entrant]) -> list[Entrant]:
    """The same players; a program without an alias has the name by which it calls itself."""
    return told_apart([_met(rules, entrant) for entrant in entrants])


def _met(rules: Ruleset, entrant: Entrant) -> Entrant:
    player = make_player(entrant.name, "", entrant.budget)
    try:
        player.begin(Game(rules).seen(), 0)
    except CrownlandsError as error:
        raise CrownlandsError(f"{entrant.label} cannot play: {error}") from None
    finally:
        player.close()
    if not isinstance(player, ExternalPlayer) or not entrant.label.startswith(entrant.name):
        return entrant
    name = "".join(letter for letter in player.name if letter.isprintable() and letter != ",")[:LONGEST_NAME].strip()
    # What follows the command is a budget of its own.
    return replace(entrant, label=(name or entrant.name) + entrant.label.removeprefix(entrant.name))
