"""Write web/src/generated/pieces.ts: the printed numbers and set-ups that the client draws, from the rules' data."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from protocol import TYPES
from typescript import constant, declarations, name_of, write

from crownlands.notation.kingdoms import TERRAINS
from crownlands.rules.pieces import BOXES, BUILDINGS, COINS_PER_POINT, DOMINOES
from crownlands.rules.ruleset import FAMILIES, OPTIONS, Ruleset, make_ruleset, setups

HEAD = "// Made by web/scripts/pieces.py from src/crownlands/data: do not edit.\n"


class Building(Struct):
    """A building tile and all that it does."""

    knights: int
    towers: int
    tax: str
    crowns: int
    points: int
    per: str
    """What the points are for, if not for the tile itself."""
    copies: int


class Family(Struct):
    """A game and its set-ups."""

    boxes: list[str]
    """The first letters of its dominoes' names."""
    colours: list[str]
    purse: bool
    """There are coins and knights."""
    players: list[int]
    printed: list[int]
    """With how many of these a rulebook has it."""
    openings: dict[str, str]
    """How each number of players begins, if nothing else is agreed."""
    frames: dict[str, str]
    """A ruleset for each size of the grid."""


class Option(Struct):
    """Something that may be added to a ruleset's name."""

    name: str
    fits: dict[str, list[int]] | None
    home: list[str]
    opening: bool
    printed: bool | None
    """Whether a rulebook describes it; null if that is as it was without it."""


def family(name: str) -> Family:
    """Everything about a family that the client must know without asking."""
    plain = [make_ruleset(name, players) for setup, players in setups() if setup == name]
    one = plain[0]
    return Family(
        sorted(BOXES[box][0].name[0] for box in one.boxes),
        list(one.colours),
        one.purse,
        [rules.seats for rules in plain],
        [rules.seats for rules in plain if rules.printed],
        {str(rules.seats): rules.opening.value for rules in plain},
        frames(name, plain),
    )


def frames(name: str, plain: list[Ruleset]) -> dict[str, str]:
    """The printed ruleset of most players for each size, without an option if there is one."""
    varied = [
        make_ruleset(name, rules.seats, (option.name,))
        for rules in plain
        for option in OPTIONS.values()
        if name in option.home and not option.why_not(name, rules.seats)
    ]
    printed = [rules for rules in (*reversed(plain), *varied) if rules.printed]
    return {str(size): next(r.name for r in printed if r.frame == size) for size in sorted({r.frame for r in printed})}


def text() -> str:
    """The module's whole text."""
    halves = {name: [(half.terrain, half.crowns) for half in (it.left, it.right)] for name, it in DOMINOES.items()}
    tiles = {
        name: Building(tile.knights, tile.towers, tile.tax, tile.crowns, tile.points, str(tile.per), tile.copies)
        for name, tile in BUILDINGS.items()
    }
    options = [
        Option(
            option.name,
            {name: list(players) for name, players in option.fits} or None,
            list(option.home),
            option.is_opening,
            dict(option.sets).get("printed"),
        )
        for option in OPTIONS.values()
    ]
    _, known = msgspec.json.schema_components(TYPES)
    lines = [
        HEAD,
        "import type { Terrain } from './protocol';\n",
        *declarations((Building, Family, Option), {name_of(name) for name in known}),
        "export type Half = [Terrain, number];\n",
        constant("TERRAINS", "Terrain[]", list(TERRAINS.values())),
        "/** The letter of each terrain in the notation. */",
        constant("LETTERS", "Record<Terrain, string>", {terrain: letter for letter, terrain in TERRAINS.items()}),
        constant("DOMINOES", "Record<string, [Half, Half]>", halves),
        constant("BUILDINGS", "Record<string, Building>", msgspec.to_builtins(tiles)),
        constant("COINS_PER_POINT", "number", COINS_PER_POINT),
        constant("FAMILIES", "Record<string, Family>", {name: msgspec.to_builtins(family(name)) for name in FAMILIES}),
        constant("OPTIONS", "Option[]", msgspec.to_builtins(options)),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write("pieces.ts", text())
