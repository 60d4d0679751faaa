"""What a kingdom is worth to the greedy player: its points now, and what it may still become."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from crownlands.players.bit_kingdom import CASTLE_BIT, BitKingdom, around, rectangle
from crownlands.rules import Ruleset
from crownlands.rules.pieces import BUILDINGS, DOMINOES, Building, Terrain


@dataclass(frozen=True)
class Weights:
    """How much the future counts, in points. Found by self-play; the scale of a point is fixed."""

    growth: float = 0.25
    """For a crown, per square that its territory may still gain."""
    crowning: float = 1.2
    """For a square, per crown that its territory may still gain."""
    stuck: float = 4.0
    """Against each turn left, times the chance that a domino to come would fit nowhere."""
    hole: float = 2.5
    """Against an empty cell that no domino can cover any more."""
    order: float = 1.0
    """Against each step down the line: lower dominoes act earlier."""
    discard: float = 4.0
    """Against a domino that fits nowhere."""
    coin: float = 0.33
    """For a coin: at the end three make a point."""
    knight: float = 6.0
    """The coins that a knight earns later, given time."""
    town: float = 0.7
    """For a town square without a building, per column of the frame: more tiles and coins fall to large kingdoms."""
    largest: float = 0.1
    """For a square of the largest territory while the queen is elsewhere."""
    queen: float = 0.9
    """For a square of the largest territory when the queen is won now: she may leave again."""
    tower: float = 1.0
    """For a tower more when she is there."""
    counts: float = 0.05
    """For a building that counts something, per turn left in which there may be more of it."""
    building: float = 0.3
    """What the best building must add to be worth a town square."""
    bribe: float = 8.0
    """What the best building of a rival must add to be worth a coin."""


WEIGHTS = Weights()


KIND: dict[Terrain, int] = {terrain: 1 << index for index, terrain in enumerate(Terrain)}
"""Each terrain as a bit, so that a set of terrains is a number."""
EVERY = (1 << len(Terrain)) - 1


class UndrawnStats(NamedTuple):
    """What the dominoes to come are like."""

    share: dict[Terrain, float]
    """How common each terrain is among their squares."""
    crowns: dict[Terrain, float]
    """How many crowns a square of each terrain carries."""
    stuck: list[float]
    """By the set of terrains that can be continued: how many of the dominoes have neither half among them."""


@lru_cache(maxsize=64)
def undrawn_stats(coming: frozenset[str]) -> UndrawnStats:
    """What the dominoes are like that may still come."""
    squares = dict.fromkeys(Terrain, 0)
    crowns = dict.fromkeys(Terrain, 0)
    for name in coming:
        domino = DOMINOES[name]
        for half in (domino.left, domino.right):
            squares[half.terrain] += 1
            crowns[half.terrain] += half.crowns
    kinds = Counter(KIND[DOMINOES[name].left.terrain] | KIND[DOMINOES[name].right.terrain] for name in coming)
    total = max(1, len(coming))
    return UndrawnStats(
        {terrain: count / total / 2 for terrain, count in squares.items()},
        {terrain: crowns[terrain] / count if count else 0.0 for terrain, count in squares.items()},
        [sum(n for kind, n in kinds.items() if not kind & ways) / total for ways in range(1 << len(Terrain))],
    )


def land_worth(
    rules: Ruleset, kingdom: BitKingdom, undrawn: UndrawnStats, turns: int, complete: bool, weights: Weights
) -> float:
    """Territories, their future, and the bonuses, with this many dominoes still to place."""
    free, total = kingdom.free, 0.0
    reach = rules.frame // 2
    left, right, top, bottom = kingdom.extent
    if rules.middle_kingdom and max(-left, right, -top, bottom) <= reach:
        total += rules.middle_kingdom
        free &= rectangle(-reach, reach, -reach, reach)
    beside = around(free)
    live = free & beside
    continued = EVERY if around(CASTLE_BIT) & live else 0
    for terrain, mask, crowns in kingdom.lands:
        squares = mask.bit_count()
        total += squares * crowns
        ways = around(mask) & live
        if ways and turns:
            continued |= KIND[terrain]
            gain = min(ways.bit_count(), 2.0 * turns * undrawn.share[terrain])
            total += gain * (weights.growth * crowns + weights.crowning * squares * undrawn.crowns[terrain])
    total -= weights.stuck * turns * undrawn.stuck[continued]
    holes = (free & ~beside).bit_count()
    total -= weights.hole * holes
    if complete and rules.harmony:
        total += rules.harmony if 2 * turns <= free.bit_count() - holes else 0
    return total


def count(tile: Building, kingdom: BitKingdom, knights: int, towers: int) -> int:
    """How many of what a building scores for."""
    if tile.per == "knights":
        return knights
    if tile.per == "towers":
        return towers
    return sum(land.terrain == tile.per for land in kingdom.lands) if tile.per else 1


def building_points(names: list[str], kingdom: BitKingdom, knights: int, towers: int) -> int:
    """The points of these buildings in this kingdom."""
    return sum(BUILDINGS[name].points * count(BUILDINGS[name], kingdom, knights, towers) for name in names)
