"""The colours and signs of terrains, seats and pieces. Every terrain has a letter too, for those who see no colours."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from crownlands.rules.pieces import Terrain


def _paint(background: str, ink: str, bold: bool = False) -> Style:
    return Style(bgcolor=background, color=ink, bold=bold)


TERRAINS: dict[Terrain, Style] = {
    Terrain.WHEAT: _paint("#f3d169", "#3a2700"),
    Terrain.FOREST: _paint("#2c5a3d", "#f0f5ea"),
    Terrain.LAKE: _paint("#3f8fc2", "#04141f"),
    Terrain.GRASSLAND: _paint("#82a742", "#10200a"),
    Terrain.SWAMP: _paint("#7d6873", "#fff6fb"),
    Terrain.MINE: _paint("#383743", "#f5d98b"),
    Terrain.TOWN: _paint("#dcb399", "#3d1d0c"),
}
LETTERS: dict[Terrain, str] = {terrain: terrain.value[0] for terrain in Terrain}

SEATS: dict[str, Style] = {
    "pink": _paint("#e58fb0", "#3d0f22", bold=True),
    "yellow": _paint("#f2c744", "#3a2700", bold=True),
    "green": _paint("#3f8f55", "#06180b", bold=True),
    "blue": _paint("#2d62ad", "#f3f8ff", bold=True),
    "orange": _paint("#ea8a3a", "#361700", bold=True),
    "purple": _paint("#6d3f97", "#f9f1ff", bold=True),
    "white": _paint("#f4efe6", "#33293a", bold=True),
    "red": _paint("#b3312c", "#fff3f0", bold=True),
}

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
