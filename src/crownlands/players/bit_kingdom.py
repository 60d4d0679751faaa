"""A kingdom as bit masks: quick to extend and to judge, for players that try many placements."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from crownlands.rules.kingdom import Extent, Kingdom
from crownlands.rules.pieces import Cell, Domino, Terrain

# Rows are wider than any kingdom can reach (13 cells for a 7×7 frame), so a step aside never runs into another row.
_ROW = 16
_CENTRE = 8 * _ROW + 8


def bit(cell: Cell) -> int:
    """The mask of one cell."""
    return 1 << (_CENTRE + cell[1] * _ROW + cell[0])


CASTLE_BIT = bit((0, 0))


def cell_of(mask: int) -> Cell:
    """The cell of a mask with one bit."""
    y, x = divmod(mask.bit_length() - 1 - _CENTRE + 8, _ROW)
    return x - 8, y


def around(mask: int) -> int:
    """The cells beside these."""
    return mask << 1 | mask >> 1 | mask << _ROW | mask >> _ROW


@cache
def rectangle(left: int, right: int, top: int, bottom: int) -> int:
    """The cells from left to right and from top to bottom, these included."""
    row = sum(bit((x, 0)) for x in range(left, right + 1))
    return sum(row << y * _ROW if y >= 0 else row >> -y * _ROW for y in range(top, bottom + 1))


@lru_cache(maxsize=4096)
def reach(extent: Extent, frame: int) -> int:
    """The cells that some frame around this extent covers."""
    left, right, top, bottom = extent
    return rectangle(right - frame + 1, left + frame - 1, bottom - frame + 1, top + frame - 1)


@lru_cache(maxsize=4096)
def _widened(extent: Extent, mask: int) -> Extent:
    x, y = cell_of(mask)
    left, right, top, bottom = extent
    return Extent(min(left, x), max(right, x), min(top, y), max(bottom, y))


class Land(NamedTuple):
    """A territory: its terrain, its cells as a mask, its crowns."""

    terrain: Terrain
    mask: int
    crowns: int


class BitKingdom(NamedTuple):
    """A kingdom as lands; placing gives another one."""

    lands: tuple[Land, ...]
    covered: int
    """All squares and the castle."""
    extent: Extent
    frame: int

    @classmethod
    def of(cls, kingdom: Kingdom, frame: int, crowns: dict[Cell, int] | None = None) -> BitKingdom:
        """The same kingdom as masks; `crowns` are those of its buildings."""
        lands, covered = [], CASTLE_BIT
        for terrain, cells in kingdom.territories():
            mask = sum(map(bit, cells))
            total = sum(kingdom.squares[cell].crowns for cell in cells)
            if crowns:
                total += sum(crowns.get(cell, 0) for cell in cells)
            lands.append(Land(terrain, mask, total))
            covered |= mask
        return cls(tuple(lands), covered, kingdom.extent, frame)

    @property
    def free(self) -> int:
        """The empty cells that could still be covered."""
        return reach(self.extent, self.frame) & ~self.covered

    def placements(self, domino: Domino) -> Iterator[tuple[int, int]]:
        """Every legal placement as the masks of its left and its right half; a double's in both directions."""
        free = self.free
        left, right = self._anchors(domino.left.terrain, free), self._anchors(domino.right.terrain, free)
        seen = set()
        for anchors, turned in ((left, False), (right, True)):
            while anchors:
                here = anchors & -anchors
                anchors ^= here
                others = around(here) & free
                while others:
                    there = others & -others
                    others ^= there
                    pair = (there, here) if turned else (here, there)
                    if pair not in seen:
                        seen.add(pair)
                        if _widened(_widened(self.extent, here), there).fits(self.frame):
                            yield pair

    def _anchors(self, terrain: Terrain, free: int) -> int:
        mask = CASTLE_BIT
        for land in self.lands:
            if land.terrain is terrain:
                mask |= land.mask
        return around(mask) & free

    def place(self, domino: Domino, left: int, right: int) -> BitKingdom:
        """The kingdom after a legal placement."""
        lands = list(self.lands)
        for mask, (terrain, crowns, _) in ((left, domino.left), (right, domino.right)):
            beside, whole = around(mask), mask
            kept = []
            for land in lands:
                if land.terrain is terrain and land.mask & beside:
                    whole |= land.mask
                    crowns += land.crowns
                else:
                    kept.append(land)
            kept.append(Land(terrain, whole, crowns))
            lands = kept
        extent = _widened(_widened(self.extent, left), right)
        return BitKingdom(tuple(lands), self.covered | left | right, extent, self.frame)
