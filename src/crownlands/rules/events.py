"""What happens in a game: chance with its outcome, and actions by a seat."""

from __future__ import annotations

from dataclasses import dataclass

from crownlands.rules.pieces import Cell


@dataclass(frozen=True, slots=True)
class Kings:
    """Chance: the kings that are drawn now in the opening, each as (who chooses, whose king it is)."""

    order: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Chance: a new line, ascending."""

    dominoes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Buildings:
    """Chance: tiles revealed onto the builders' board, cheapest empty slot first."""

    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """The king goes to this domino of the next line."""

    seat: int
    domino: str


@dataclass(frozen=True, slots=True)
class Place:
    """The domino under the acting king covers these squares, left half first."""

    seat: int
    domino: str
    squares: tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Discard:
    """The domino under the acting king fits nowhere."""

    seat: int
    domino: str


@dataclass(frozen=True, slots=True)
class Tax:
    """One knight, or two, on the squares of the domino placed in this turn."""

    seat: int
    squares: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Build:
    """The tile on this slot goes onto an own town square."""

    seat: int
    slot: int
    building: str
    square: Cell


@dataclass(frozen=True, slots=True)
class Bribe:
    """The dragon burns the tile on this slot."""

    seat: int
    slot: int
    building: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Declines the optional phase that is open."""

    seat: int


Chance = Kings | Reveal | Buildings
Action = Choose | Place | Discard | Tax | Build | Bribe | Pass
Event = Chance | Action
