"""The rules a second time, slowly and from plain values: nothing of the kingdom, the scoring or the phases is imported.

A `Ledger` keeps the books of a game from its events alone; `placements`, `open_phases` and `score` answer from squares
and numbers what the rules answer from states.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import crownlands
from crownlands.rules.events import Bribe, Build, Buildings, Choose, Discard, Event, Kings, Pass, Place, Reveal, Tax
from crownlands.rules.ruleset import Ruleset

Cell = tuple[int, int]
DATA = Path(crownlands.__file__).parent / "data"


def toml(name: str) -> dict[str, object]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Tile:
    copies: int
    knights: int
    towers: int
    tax: str
    crowns: int
    points: int
    per: str


def read_tiles() -> dict[str, Tile]:
    tiles = {}
    buildings = toml("buildings")["building"]
    assert isinstance(buildings, list)
    for data in buildings:
        points = data.get("points", 0)
        tiles[data["id"]] = Tile(
            copies=data["copies"],
            knights=data.get("knights", 0),
            towers=data.get("towers", 0),
            tax=data.get("tax", ""),
            crowns=data.get("crowns", 0),
            points=points["each"] if isinstance(points, dict) else points,
            per=points["per"] if isinstance(points, dict) else "",
        )
    return tiles


def read_dominoes() -> dict[str, tuple[tuple[str, int], tuple[str, int]]]:
    dominoes = {}
    for box in ("kingdomino", "queendomino"):
        rows = toml(box)["dominoes"]
        assert isinstance(rows, list)
        for number, left, left_crowns, right, right_crowns in rows:
            dominoes[f"{box[0].upper()}{number}"] = ((left, left_crowns), (right, right_crowns))
    return dominoes


TILES = read_tiles()
HALVES = read_dominoes()


def neighbours(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]


def group(terrains: Mapping[Cell, str], start: Cell) -> frozenset[Cell]:
    """The connected squares of one terrain around this one."""
    found = {start}
    while True:
        more = {
            beside
            for cell in found
            for beside in neighbours(cell)
            if beside not in found and terrains.get(beside) == terrains[start]
        }
        if not more:
            return frozenset(found)
        found |= more


def groups(terrains: Mapping[Cell, str]) -> set[frozenset[Cell]]:
    """Every territory."""
    found: set[frozenset[Cell]] = set()
    left = set(terrains)
    while left:
        territory = group(terrains, next(iter(left)))
        found.add(territory)
        left -= territory
    return found


def fits(cells: Iterable[Cell], frame: int) -> bool:
    """Whether these squares and the castle fit in the frame (K7)."""
    squares = [(0, 0), *cells]
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    return max(xs) - min(xs) + 1 <= frame and max(ys) - min(ys) + 1 <= frame


def placements(terrains: Mapping[Cell, str], domino: str, frame: int) -> set[tuple[Cell, Cell]]:
    """Every placement of a domino, by trying all of them (K6, K7); of a double each once, smaller square first."""
    (left, left_crowns), (right, right_crowns) = HALVES[domino]
    double = (left, left_crowns) == (right, right_crowns)
    reach = range(-frame, frame + 1)
    found = set()
    for one in ((x, y) for x in reach for y in reach):
        for two in neighbours(one):
            if {one, two} & {(0, 0), *terrains} or not fits([*terrains, one, two], frame):
                continue
            touched = [(left, terrains.get(cell), cell) for cell in neighbours(one)]
            touched += [(right, terrains.get(cell), cell) for cell in neighbours(two)]
            if any(own == other or cell == (0, 0) for own, other, cell in touched) and not (double and one > two):
                found.add((one, two))
    return found


@dataclass
class Book:
    """What a realm owns."""

    coins: int
    knights: int
    squares: dict[Cell, tuple[str, int, str]] = field(default_factory=dict)
    """Terrain, crowns, domino."""
    taxed: set[Cell] = field(default_factory=set)
    buildings: dict[Cell, str] = field(default_factory=dict)
    discarded: list[str] = field(default_factory=list)

    @property
    def terrains(self) -> dict[Cell, str]:
        return {cell: terrain for cell, (terrain, _, _) in self.squares.items()}

    @property
    def towers(self) -> int:
        return sum(TILES[name].towers for name in self.buildings.values())

    @property
    def all_knights(self) -> int:
        return self.knights + len(self.taxed)

    @property
    def free_towns(self) -> list[Cell]:
        return sorted(
            cell for cell, terrain in self.terrains.items() if terrain == "town" and cell not in self.buildings
        )


class Ledger:
    """The books of a game, kept from its events alone."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.books = [Book(rules.coins, rules.knights) for _ in range(rules.seats // rules.team)]
        self.queen: int | None = None
        self.slots: list[str | None] = [None] * (6 if "build" in rules.phases else 0)
        self.dragon: int | None = None
        self.stack = Counter({name: tile.copies for name, tile in TILES.items()} if self.slots else {})
        self.undrawn = {name for name in HALVES if any(box[0].upper() == name[0] for box in rules.boxes)}
        self.kings: list[tuple[int, int]] = []
        self.line: dict[str, int] = {}
        self.next: dict[str, int | None] = {}
        self.removed: list[str] = []
        self.round = 0
        self.placed: tuple[Cell, ...] = ()
        self.done: set[tuple[int, str]] = set()

    @property
    def count_of_kings(self) -> int:
        return self.rules.seats * self.rules.kings

    def book(self, seat: int) -> Book:
        return self.books[seat // self.rules.team]

    def price(self, seat: int, slot: int) -> int:
        return max(slot - 1, 0) if self.queen == seat // self.rules.team else slot

    def record(self, event: Event) -> None:
        match event:
            case Kings(order):
                self._draw(list(order))
            case Reveal(dominoes):
                self.undrawn -= set(dominoes)
                self.next = dict.fromkeys(dominoes)
                if self.line:
                    self.round += 1
            case Buildings(tiles):
                self.stack.subtract(tiles)
                for tile in tiles:
                    self.slots[self.slots.index(None)] = tile
                if self.round == self.rules.rounds - 1:
                    self.round += 1
            case Choose(seat, domino):
                self._choose(seat, domino)
            case Place(seat, domino, squares):
                for cell, (terrain, crowns) in zip(squares, HALVES[domino], strict=True):
                    assert cell not in self.book(seat).squares, "no square is covered twice"
                    self.book(seat).squares[cell] = (terrain, crowns, domino)
                self.placed = squares
            case Discard(seat, domino):
                self.book(seat).discarded.append(domino)
                self.placed = ()
            case Tax(seat, squares):
                self.done.add((seat, "tax"))
                self._tax(self.book(seat), squares)
            case Build(seat, slot, building, square):
                self.done.add((seat, "build"))
                self._build(seat, slot, building, square)
            case Bribe(seat, slot, building):
                assert self.slots[slot] == building
                self.slots[slot] = None
                self.dragon = slot
                self.book(seat).coins -= 1
            case Pass():
                pass

    def _choose(self, seat: int, domino: str) -> None:
        if self.kings:
            chooser, owner = self.kings.pop(0)
            assert chooser == seat
        else:
            first = next(iter(self.line))
            owner = self.line.pop(first)
            assert owner == seat
        self.next[domino] = owner
        if sum(claim is not None for claim in self.next.values()) == self.count_of_kings:
            self._line_is_full()

    def _draw(self, order: list[tuple[int, int]]) -> None:
        """One king goes before the next is drawn; two openings draw all at once, and top down they stand at once."""
        assert not self.kings
        at_once = self.rules.opening in ("top-down", "there-and-back")
        assert len(order) == (self.count_of_kings if at_once else 1)
        self.kings = order
        if self.rules.opening == "top-down":
            for domino, (_, owner) in zip(sorted(self.next, key=lambda name: int(name[1:])), order, strict=False):
                self.next[domino] = owner
            self.kings = []
            self._line_is_full()

    def _line_is_full(self) -> None:
        self.line = {domino: owner for domino, owner in self.next.items() if owner is not None}
        self.removed += [domino for domino, owner in self.next.items() if owner is None]
        self.next = {}
        self.done = set()
        if self.round:
            tiles = [tile for tile in self.slots if tile]
            self.slots = [*tiles, *[None] * (len(self.slots) - len(tiles))]
            self.dragon = None
        if self.round == self.rules.rounds - 1 and not (None in self.slots and +self.stack):
            self.round += 1

    def _tax(self, book: Book, squares: tuple[Cell, ...]) -> None:
        total = book.all_knights
        for square in squares:
            assert square in self.placed
            book.coins += len(group(book.terrains, square))
            for name in book.buildings.values():
                book.coins += {"": 0, "knights": total, "towers": book.towers}[TILES[name].tax]
        book.knights -= len(squares)
        book.taxed |= set(squares)

    def _build(self, seat: int, slot: int, building: str, square: Cell) -> None:
        book, tile = self.book(seat), TILES[building]
        assert self.slots[slot] == building
        assert square in book.free_towns
        self.slots[slot] = None
        book.coins -= self.price(seat, slot)
        book.knights += tile.knights
        book.buildings[square] = building
        if tile.towers and book.towers == max(other.towers for other in self.books):
            self.queen = seat // self.rules.team

    def _had(self, seat: int, phase: str) -> bool:
        """One court: a seat taxes and builds once a round."""
        return "one-court" in self.rules.options and (seat, phase) in self.done

    def open_phases(self, seat: int) -> dict[str, bool]:
        """Which phases the acting seat could use now, were they its next."""
        book, tiles = self.book(seat), [slot for slot, tile in enumerate(self.slots) if tile]
        affordable = any(self.price(seat, slot) <= book.coins for slot in tiles)
        host = self.queen == seat // self.rules.team
        return {
            "tax": bool(self.placed) and book.knights > 0 and not self._had(seat, "tax"),
            "build": affordable and bool(book.free_towns) and not self._had(seat, "build"),
            "bribe": bool(tiles) and self.dragon is None and not host and book.coins >= 1,
            "choose": bool(self.next),
        }


def score(rules: Ruleset, book: Book, hosts_queen: bool) -> tuple[int, int, int]:
    """Points, largest territory and crowns of a realm, written from the rules (K10, KV2, KV3, Q13)."""
    points = crowns = largest = 0
    territories = groups(book.terrains)
    for territory in territories:
        own = sum(book.squares[cell][1] for cell in territory)
        own += sum(TILES[book.buildings[cell]].crowns for cell in territory if cell in book.buildings)
        points += own * len(territory)
        crowns += own
        largest = max(largest, len(territory))
    for name in book.buildings.values():
        tile = TILES[name]
        count = {"": 1, "towers": book.towers, "knights": book.all_knights}.get(tile.per)
        if count is None:
            count = sum(book.squares[min(territory)][0] == tile.per for territory in territories)
        points += tile.points * count
    if "tax" in rules.phases:
        points += book.coins // 3
    if hosts_queen:
        points += largest
    if "middle-kingdom" in rules.options and all(max(abs(x), abs(y)) <= rules.frame // 2 for x, y in book.squares):
        points += 10
    if "harmony" in rules.options and not book.discarded:
        points += 5
    return points, largest, crowns
