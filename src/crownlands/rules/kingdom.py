"""A kingdom: the squares around a castle, where a domino may go, and its territories (K6, K7, K10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from crownlands.rules.pieces import CASTLE, DOMINOES, Cell, Domino, Square, Terrain
from crownlands.rules.reasons import Code, Reason

STEPS: tuple[Cell, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Extent(NamedTuple):
    """The smallest and largest coordinates of a kingdom, castle included."""

    left: int = 0
    right: int = 0
    top: int = 0
    bottom: int = 0

    def fits(self, frame: int) -> bool:
        return self.right - self.left < frame and self.bottom - self.top < frame


class Territory(NamedTuple):
    """A maximal group of connected squares of one terrain."""

    terrain: Terrain
    cells: tuple[Cell, ...]
    """Ascending."""


@dataclass(frozen=True, slots=True)
class Kingdom:
    """The squares of a kingdom; the castle is not among them."""

    squares: Mapping[Cell, Square] = field(default_factory=lambda: MappingProxyType({}))
    extent: Extent = field(default=Extent(), compare=False)

    @classmethod
    def of(cls, squares: Mapping[Cell, Square]) -> Kingdom:
        """A kingdom of these squares, whatever their order."""
        xs, ys = [0, *(x for x, _ in squares)], [0, *(y for _, y in squares)]
        return cls(MappingProxyType(dict(squares)), Extent(min(xs), max(xs), min(ys), max(ys)))

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and deep copies, which know no read-only mappings."""
        return Kingdom.of, (dict(self.squares),)

    def with_domino(self, domino: Domino, cells: tuple[Cell, Cell]) -> Kingdom:
        """The kingdom after this placement, which must be legal."""
        (x1, y1), (x2, y2) = cells
        left, right, top, bottom = self.extent
        extent = Extent(min(left, x1, x2), max(right, x1, x2), min(top, y1, y2), max(bottom, y1, y2))
        return Kingdom(MappingProxyType({**self.squares, cells[0]: domino.left, cells[1]: domino.right}), extent)

    def why_not(self, domino: Domino, cells: tuple[Cell, Cell], frame: int) -> Reason | None:
        """Why this placement is illegal, or nothing if it is legal."""
        (x1, y1), (x2, y2) = cells
        if abs(x1 - x2) + abs(y1 - y2) != 1:
            return Reason.of(Code.NOT_ADJACENT)
        squares = self.squares
        if cells[0] in squares or cells[1] in squares or CASTLE in cells:
            taken = next(cell for cell in cells if cell in squares or cell == CASTLE)
            return Reason.of(Code.OCCUPIED, square=f"{taken[0]},{taken[1]}")
        left, right, top, bottom = self.extent
        if not (
            right - frame < x1 < left + frame > x2 > right - frame
            and bottom - frame < y1 < top + frame > y2 > bottom - frame
        ):
            return Reason.of(Code.OUT_OF_FRAME, frame=frame)
        if not (self._matches(x1, y1, domino.left.terrain) or self._matches(x2, y2, domino.right.terrain)):
            return Reason.of(Code.NO_MATCH)
        if domino.double and cells[0] > cells[1]:
            return Reason.of(Code.DOUBLE_ORDER, domino=domino.name)
        return None

    def _matches(self, x: int, y: int, terrain: Terrain) -> bool:
        """Whether a half here would touch the castle or its own terrain."""
        squares = self.squares
        for dx, dy in STEPS:
            cell = (x + dx, y + dy)
            square = squares.get(cell)
            if square is None:
                if cell == CASTLE:
                    return True
            elif square.terrain is terrain:
                return True
        return False

    def placements(self, domino: Domino, frame: int) -> list[tuple[Cell, Cell]]:
        """Every legal placement once, ascending."""
        candidates = sorted(set(self._candidates(domino, frame)))
        return [cells for cells in candidates if self.why_not(domino, cells, frame) is None]

    def can_place(self, domino: Domino, frame: int) -> bool:
        """Whether there is any legal placement."""
        return any(self.why_not(domino, cells, frame) is None for cells in self._candidates(domino, frame))

    def reach(self, frame: int) -> tuple[range, range]:
        """The columns and rows that the frame still allows."""
        left, right, top, bottom = self.extent
        return range(right - frame + 1, left + frame), range(bottom - frame + 1, top + frame)

    def _candidates(self, domino: Domino, frame: int) -> Iterator[tuple[Cell, Cell]]:
        """Every placement within the frame that has a half beside the castle or its own terrain; some twice."""
        squares = self.squares
        xs, ys = self.reach(frame)
        for half in (domino.left,) if domino.double else (domino.left, domino.right):
            for here in self._beside(half.terrain):
                x, y = here
                if x not in xs or y not in ys:
                    continue
                for dx, dy in STEPS:
                    there = (x + dx, y + dy)
                    if there in squares or there[0] not in xs or there[1] not in ys:
                        continue
                    if here < there if domino.double else half is domino.left:
                        yield here, there
                    else:
                        yield there, here

    def _beside(self, terrain: Terrain) -> set[Cell]:
        """The empty cells beside the castle or beside a square of this terrain."""
        sources = [CASTLE, *(cell for cell, square in self.squares.items() if square.terrain is terrain)]
        beside = {(x + dx, y + dy) for x, y in sources for dx, dy in STEPS}
        return beside.difference(self.squares, sources)

    def placed(self, domino: str) -> tuple[Cell, ...]:
        """The squares that this domino covers, ascending; none if it is not here."""
        return tuple(sorted(cell for cell, square in self.squares.items() if square.domino == domino))

    def dominoes(self) -> dict[str, tuple[Cell, Cell]]:
        """Where each domino lies, left half first; halves that are equal lie ascending."""
        cells: dict[str, list[Cell]] = {}
        for cell, square in sorted(self.squares.items()):
            cells.setdefault(square.domino, []).append(cell)
        return {name: (a, b) if self.squares[a] == DOMINOES[name].left else (b, a) for name, (a, b) in cells.items()}

    def territory_at(self, cell: Cell) -> tuple[Cell, ...]:
        """The territory that this square belongs to, ascending."""
        squares = self.squares
        terrain = squares[cell].terrain
        found, frontier = {cell}, [cell]
        while frontier:
            x, y = frontier.pop()
            for dx, dy in STEPS:
                beside = (x + dx, y + dy)
                if beside not in found and beside in squares and squares[beside].terrain is terrain:
                    found.add(beside)
                    frontier.append(beside)
        return tuple(sorted(found))

    def territories(self) -> Iterator[Territory]:
        """Every territory, in the order of their smallest squares."""
        seen: set[Cell] = set()
        for cell in sorted(self.squares):
            if cell not in seen:
                cells = self.territory_at(cell)
                seen.update(cells)
                yield Territory(self.squares[cell].terrain, cells)
