"""What rule tests of several files share: short names of terrains, and a turn of Queendomino."""

from __future__ import annotations

from crownlands.rules import State, Step, apply
from crownlands.rules.events import Place
from crownlands.rules.pieces import Terrain
from crownlands.rules.state import BuildersBoard, Realm
from tests.helpers import at, board, realm

W, F, L = Terrain.WHEAT, Terrain.FOREST, Terrain.LAKE

LINE = "Q1=0 Q20=1 Q21=2 Q22=3"
NEXT = "Q30 Q31 Q32 Q33"
TOWN = realm("Q46 1,0 2,0")
TILES = board("statue", "guardtower", "church", "small_tavern", "fortified_castle", "safe_towers")
TILES_BY_SLOT = [(slot, tile) for slot, tile in enumerate(TILES.slots) if tile]
LONG = realm("Q2 -1,0 -2,0", "Q46 1,0 2,0", knights=2)


def turn(
    step: Step = Step.PLACE,
    owner: Realm = TOWN,
    others: dict[int, Realm] | None = None,
    tiles: BuildersBoard = TILES,
    queen: int | None = None,
    round: int = 1,
) -> State:
    """The turn of seat 0 with four players."""
    next_line = NEXT if round < 12 else ""
    realms = {0: owner, **(others or {})}
    return at(
        "queendomino/4", step, line=LINE, next_line=next_line, realms=realms, board=tiles, queen=queen, round=round
    )


def taxing(owner: Realm = LONG, cells: tuple[tuple[int, int], tuple[int, int]] = ((-2, 1), (-1, 1))) -> State:
    """The same turn with Q1 placed here: time for the tax."""
    return apply(turn(owner=owner), Place(0, "Q1", cells))
