"""The colours of terrains and seats, for whatever draws them; the drawings and the page have the same."""

from __future__ import annotations

from typing import NamedTuple

from crownlands.rules.pieces import Terrain

GROUNDS: dict[Terrain, str] = {
    Terrain.WHEAT: "#f3d169",
    Terrain.FOREST: "#2c5a3d",
    Terrain.LAKE: "#3f8fc2",
    Terrain.GRASSLAND: "#82a742",
    Terrain.SWAMP: "#7d6873",
    Terrain.MINE: "#383743",
    Terrain.TOWN: "#dcb399",
}
"""The ground of each terrain."""


class Livery(NamedTuple):
    """The colours of a seat."""

    base: str
    deep: str
    glow: str
    ink: str
    """Readable on the base."""


LIVERIES: dict[str, Livery] = {
    "pink": Livery("#e58fb0", "#b4567d", "#f3b3cb", "#3d0f22"),
    "yellow": Livery("#f2c744", "#bd8d14", "#fbe07f", "#3a2700"),
    "green": Livery("#3f8f55", "#27623a", "#6db57c", "#06180b"),
    "blue": Livery("#2d62ad", "#1b3f78", "#5f91d6", "#f3f8ff"),
    "orange": Livery("#ea8a3a", "#b15a12", "#f8b070", "#361700"),
    "purple": Livery("#6d3f97", "#48256a", "#9a6dc4", "#f9f1ff"),
    "white": Livery("#f4efe6", "#b9afa2", "#ffffff", "#33293a"),
    "red": Livery("#b3312c", "#7b1a1a", "#dd625a", "#fff3f0"),
}
"""The livery of each seat's colour."""
