"""A kingdom as a grid of coloured cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.text import Text

from crownlands.draw.colours import EMPTY, LEGAL, LETTERS, SEATS, SOFT, TERRAINS, UNICODE, Signs
from crownlands.draw.frame import window
from crownlands.rules import Ruleset
from crownlands.rules.kingdom import Extent
from crownlands.rules.pieces import BUILDINGS, CASTLE, Cell
from crownlands.rules.state import Realm


@dataclass(frozen=True)
class Size:
    """Columns and rows of one cell."""

    width: int
    height: int


LARGE, SMALL, TINY = Size(5, 2), Size(4, 1), Size(3, 1)
SIZES = (LARGE, SMALL, TINY)


@dataclass(frozen=True)
class KingdomDrawing:
    """One kingdom with everything that its picture needs."""

    rules: Ruleset
    index: int
    realm: Realm
    labels: Mapping[Cell, str] = field(default_factory=dict)
    """Cells that can be chosen now, with what to type for them."""
    signs: Signs = UNICODE

    @property
    def window(self) -> Extent:
        """The cells to draw: a whole frame, and all labels."""
        left, right, top, bottom = window(self.rules, self.realm)
        xs, ys = [x for x, _ in self.labels], [y for _, y in self.labels]
        return Extent(min(left, *xs, left), max(right, *xs, right), min(top, *ys, top), max(bottom, *ys, bottom))

    def columns(self, size: Size, ruler: bool = False) -> int:
        left, right, _, _ = self.window
        return (right - left + 1) * size.width + (3 if ruler else 0)

    def rows(self, size: Size, ruler: bool = False) -> int:
        _, _, top, bottom = self.window
        return (bottom - top + 1) * size.height + (1 if ruler else 0)

    def draw(self, size: Size, ruler: bool = False) -> Text:
        """The grid; with a ruler, x above and y to the left, as in the notation."""
        left, right, top, bottom = self.window
        text = Text(no_wrap=True)
        if ruler:
            text.append("   " + "".join(f"{x:^{size.width}}" for x in range(left, right + 1)) + "\n", SOFT)
        for y in range(top, bottom + 1):
            for row in range(size.height):
                if ruler:
                    text.append(f"{y:>2} " if row == 0 else "   ", SOFT)
                for x in range(left, right + 1):
                    self._cell(text, (x, y), size, row)
                text.append("\n")
        text.right_crop(1)
        return text

    def _cell(self, text: Text, cell: Cell, size: Size, row: int) -> None:
        if cell == CASTLE:
            self._castle(text, size, row)
        elif cell in self.labels:
            text.append(self.labels[cell].center(size.width) if row == 0 else " " * size.width, LEGAL)
        elif cell in self.realm.kingdom.squares:
            content = self._large(cell)[row] if size.height == 2 else self._short(cell, size.width)
            text.append(content.ljust(size.width), TERRAINS[self.realm.kingdom.squares[cell].terrain])
        else:
            text.append((self.signs.dot if row == 0 else "").center(size.width), EMPTY)

    def _castle(self, text: Text, size: Size, row: int) -> None:
        """In the seat's colour; in teams half in each partner's."""
        content = self.signs.castles[size.width][row]
        seats = self.rules.realms[self.index]
        half = -(-size.width // len(seats))
        for number, seat in enumerate(seats):
            style = SEATS[self.rules.colours[seat]]
            text.append(content[number * half : (number + 1) * half], style)

    def _crowns(self, cell: Cell) -> int:
        building = self.realm.buildings.get(cell)
        return self.realm.kingdom.squares[cell].crowns + (BUILDINGS[building].crowns if building else 0)

    def _large(self, cell: Cell) -> tuple[str, str]:
        knight = self.signs.knight if cell in self.realm.taxed else " "
        letter = LETTERS[self.realm.kingdom.squares[cell].terrain]
        crowns = self.signs.crown * self._crowns(cell)
        if building := self.realm.buildings.get(cell):
            return f" {letter}{crowns:<2}{knight}", f" {BUILDINGS[building].title[:4]}"
        return f" {letter} {knight} ", f" {crowns}"

    def _short(self, cell: Cell, width: int) -> str:
        knight = self.signs.knight if cell in self.realm.taxed else ""
        letter = LETTERS[self.realm.kingdom.squares[cell].terrain]
        if building := self.realm.buildings.get(cell):
            return letter + BUILDINGS[building].title[: width - 1 - len(knight)] + knight
        count = self._crowns(cell)
        crowns = self.signs.crown * count
        if len(crowns) + len(knight) > width - 1:
            # No room for each crown and the knight: the crowns as a number.
            crowns = str(count)
        return letter + crowns + knight
