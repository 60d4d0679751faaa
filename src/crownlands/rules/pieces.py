"""What is in the boxes: terrains, dominoes and buildings (K1, Q1), read from `data/`."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from crownlands.data import load

Cell = tuple[int, int]
"""A place in a kingdom: the castle is (0, 0), x grows to the right, y downwards."""

CASTLE: Cell = (0, 0)


class Terrain(StrEnum):
    WHEAT = "wheat"
    FOREST = "forest"
    LAKE = "lake"
    GRASSLAND = "grassland"
    SWAMP = "swamp"
    MINE = "mine"
    TOWN = "town"


class Square(NamedTuple):
    """Half a domino: its terrain, its printed crowns, and the domino that it belongs to."""

    terrain: Terrain
    crowns: int
    domino: str


class Domino(NamedTuple):
    """A domino by its name, for example ``DOMINOES["K48"].right.crowns == 3``."""

    name: str
    box: str
    number: int
    left: Square
    right: Square
    double: bool
    """Both halves equal: turning it round changes nothing."""


class Building(NamedTuple):
    """A building tile and all that it does."""

    name: str
    title: str
    copies: int
    knights: int
    towers: int
    tax: str
    """What each knight placed later earns coins for: "knights", "towers" or nothing."""
    crowns: int
    points: int
    """Flat, or for each `per`."""
    per: str
    """A terrain (its separate territories), "knights", "towers", or nothing."""
    inferred: tuple[str, ...]
    """Fields that no source shows."""


def _box(name: str) -> tuple[Domino, ...]:
    data = load(name)
    dominoes = []
    for number, left, left_crowns, right, right_crowns in data["dominoes"]:
        domino = f"{data['letter']}{number}"
        halves = (Square(Terrain(left), left_crowns, domino), Square(Terrain(right), right_crowns, domino))
        dominoes.append(Domino(domino, name, number, *halves, halves[0] == halves[1]))
    return tuple(dominoes)


def _buildings() -> dict[str, Building]:
    buildings = {}
    for tile in load("buildings")["building"]:
        points = tile.get("points", 0)
        each, per = (points["each"], points["per"]) if isinstance(points, dict) else (points, "")
        buildings[tile["id"]] = Building(
            tile["id"],
            tile["name"],
            tile["copies"],
            tile.get("knights", 0),
            tile.get("towers", 0),
            tile.get("tax", ""),
            tile.get("crowns", 0),
            each,
            per,
            tuple(tile.get("inferred", ())),
        )
    return buildings


BOXES: dict[str, tuple[Domino, ...]] = {name: _box(name) for name in ("kingdomino", "queendomino")}
DOMINOES: dict[str, Domino] = {domino.name: domino for box in BOXES.values() for domino in box}
BUILDINGS: dict[str, Building] = _buildings()
SLOTS: tuple[int, ...] = tuple(sorted(load("buildings")["slots"]))
"""The costs of the builders' board, cheapest first."""
STACK: tuple[str, ...] = tuple(name for name, tile in BUILDINGS.items() for _ in range(tile.copies))
"""All 32 tiles by name, copies together."""
QUEEN_DISCOUNT: int = load("buildings")["queen_discount"]
BRIBE: int = load("buildings")["bribe"]
COINS_PER_POINT: int = load("buildings")["coins_per_point"]


def domino_order(name: str) -> tuple[str, int]:
    """Sort key: by box, then by number."""
    domino = DOMINOES[name]
    return domino.box, domino.number


def price_for(slot: int, *, queen: bool) -> int:
    """What a tile on this slot costs a realm, with or without the queen."""
    return max(0, slot - QUEEN_DISCOUNT) if queen else slot
