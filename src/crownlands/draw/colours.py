"""The colours and signs of terrains, seats and pieces. Every terrain has a letter too, for those who see no colours."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from crownlands.draw.palette import GROUNDS, LIVERIES
from crownlands.rules.pieces import Terrain


def _paint(background: str, ink: str, bold: bool = False) -> Style:
    return Style(bgcolor=background, color=ink, bold=bold)


_INKS: dict[Terrain, str] = {
    Terrain.WHEAT: "#3a2700",
    Terrain.FOREST: "#f0f5ea",
    Terrain.LAKE: "#04141f",
    Terrain.GRASSLAND: "#10200a",
    Terrain.SWAMP: "#fff6fb",
    Terrain.MINE: "#f5d98b",
    Terrain.TOWN: "#3d1d0c",
}
TERRAINS: dict[Terrain, Style] = {terrain: _paint(ground, _INKS[terrain]) for terrain, ground in GROUNDS.items()}
LETTERS: dict[Terrain, str] = {terrain: terrain.value[0] for terrain in Terrain}

SEATS: dict[str, Style] = {colour: _paint(livery.base, livery.ink, bold=True) for colour, livery in LIVERIES.items()}

LEGAL = _paint("#4a3a18", "#ffe27a", bold=True)
"""A spot that can be chosen: dark, so that it is told apart from wheat."""
EMPTY = Style(dim=True)
HEADING = Style(bold=True)
SOFT = Style(dim=True)
GOLD = Style(color="#e0b04a", bold=True)


class Signs(NamedTuple):
    """The signs of the pieces."""

    crown: str
    knight: str
    tower: str
    king: str
    castles: dict[int, tuple[str, ...]]
    """The castle by the width of a cell, row by row."""
    queen: str
    dot: str
    arrow: str
    dash: str


_CASTLES = {5: ("▗▖▄▗▖", "▐█▀█▌"), 4: ("▟▄▄▙",), 3: ("▟█▙",)}
_PLAIN_CASTLES = {5: ("|^^^|", "|_H_|"), 4: ("[##]",), 3: ("[#]",)}
UNICODE = Signs("♛", "♞", "♜", "♚", _CASTLES, "♕", "·", "▸", "–")
ASCII = Signs("*", "N", "T", "K", _PLAIN_CASTLES, "Q", ".", ">", "-")


def signs_for(encoding: str) -> Signs:
    """The signs that this encoding can print."""
    try:
        (UNICODE.crown + UNICODE.king + UNICODE.castles[5][0]).encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return ASCII
    return UNICODE
