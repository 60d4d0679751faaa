"""What a client must know about the games: pieces, set-ups and options."""

from __future__ import annotations

from functools import cache

from crownlands.rules import Ruleset
from crownlands.rules.pieces import BUILDINGS, DOMINOES, SLOTS
from crownlands.rules.pieces import Square as Half
from crownlands.rules.ruleset import FAMILIES, OPTIONS, Option, make_ruleset
from crownlands.rules.ruleset import setups as all_setups
from crownlands.server.protocol.bodies.catalogue import (
    BuildingInfo,
    DominoInfo,
    HalfInfo,
    OptionInfo,
    Pieces,
    Rulesets,
    SetupInfo,
)


@cache
def pieces() -> Pieces:
    dominoes = [
        DominoInfo(domino.name, domino.box, domino.number, _half(domino.left), _half(domino.right))
        for domino in DOMINOES.values()
    ]
    buildings = [
        BuildingInfo(
            tile.name,
            tile.title,
            tile.copies,
            tile.knights,
            tile.towers,
            tile.tax,
            tile.crowns,
            tile.points,
            str(tile.per),
        )
        for tile in BUILDINGS.values()
    ]
    return Pieces(dominoes, buildings, list(SLOTS))


def _half(square: Half) -> HalfInfo:
    return HalfInfo(square.terrain.value, square.crowns)


@cache
def setups() -> Rulesets:
    return Rulesets([_setup(make_ruleset(family, players)) for family, players in all_setups()])


def _setup(rules: Ruleset) -> SetupInfo:
    fitting = [option for option in OPTIONS.values() if not option.why_not(rules.family, rules.seats)]
    return SetupInfo(
        family=rules.family,
        title=FAMILIES[rules.family],
        players=rules.seats,
        kings=rules.kings,
        frame=rules.frame,
        line=rules.line,
        rounds=rules.rounds,
        colours=list(rules.colours),
        printed=rules.printed,
        options=[_option(option, rules) for option in fitting],
    )


def _option(option: Option, rules: Ruleset) -> OptionInfo:
    default = all(getattr(rules, field) == value for field, value in option.sets)
    house = rules.family not in option.home
    return OptionInfo(option.name, option.title, option.text, option.is_opening, house, default)
