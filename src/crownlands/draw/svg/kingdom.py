"""A kingdom, its squares, castle and buildings; a square is 100 wide, and the castle's corner is the origin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from crownlands.draw.frame import window
from crownlands.draw.palette import GROUNDS, LIVERIES
from crownlands.draw.svg.art import Art, shape
from crownlands.rules import Ruleset
from crownlands.rules.pieces import BUILDINGS, CASTLE, DOMINOES, Cell, Square
from crownlands.rules.state import Realm

EDGE = "#21161c"
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
PATTERNS = 3
"""How many drawings each terrain has."""


def square(art: Art, half: Square, pattern: int, x: int, y: int) -> Iterator[str]:
    """Half a domino; its number says which of the drawings."""
    yield shape("rect", x=x, y=y, width=100.5, height=100.5, fill=GROUNDS[half.terrain])
    yield art.use(f"t-{half.terrain}-{pattern % PATTERNS}", x, y, 100, 100)
    if half.crowns:
        yield art.use(f"crowns-{half.crowns}", x, y, 100, 100)


def castle(art: Art, colours: tuple[str, ...]) -> Iterator[str]:
    """In the seat's colour; in teams the partner's shield beside it."""
    lord, *partners = colours
    yield art.use(f"field-{lord}", 0, 0, 100, 100, lord)
    yield art.use("castle", 0, 0, 100, 100, lord)
    if not partners:
        yield art.use(f"emblem-{lord}", 38.5, 55, 23, 23, lord)
    for partner in partners:
        yield shape("path", d="M50 51.2H63.8V68C63.8 78 56 84 50 86.6Z", fill=LIVERIES[partner].base)
        yield art.use(f"emblem-{lord}", 36, 58, 13, 13, lord) + art.use(f"emblem-{partner}", 51, 58, 13, 13, partner)


def building(art: Art, name: str, x: int, y: int) -> Iterator[str]:
    """The picture, then what it gives as badges: left what comes at once, right what it scores."""
    tile = BUILDINGS[name]
    yield art.use(f"b-{name}", x, y, 100, 100)
    if tile.crowns:
        yield art.use(f"crowns-{tile.crowns}", x, y, 100, 100)
    for index, piece in enumerate(["knight"] * tile.knights + ["tower"] * tile.towers):
        yield art.use(piece, x + 9 + 14.5 * index, y + 71, 18, 24)
    if tile.tax:
        yield shape("rect", x=x + 27, y=y + 73, width=40, height=21, rx=6, fill="#6b4700")
        yield _badge("+", x + 33, y)
        yield art.use("coin", x + 38, y + 76, 15, 15)
        yield art.use(tile.tax.removesuffix("s"), x + 53, y + 74.5, 13.5, 18)
    if tile.points:
        width = 47 if tile.per else 23
        yield shape("rect", x=x + 92 - width, y=y + 73, width=width, height=21, rx=6, fill="#43264f")
        yield _badge(f"{tile.points}×", x + 59, y) if tile.per else _badge(str(tile.points), x + 80.5, y)
    if tile.per in ("knights", "towers"):
        yield art.use(tile.per.removesuffix("s"), x + 72, y + 72.5, 16.5, 22)
    elif tile.per:
        yield art.use(f"t-{tile.per}-mini", x + 71.5, y + 75, 17, 17)


def _badge(text: str, x: float, y: int) -> str:
    return shape(
        "text", text, x=x, y=y + 89.5, font_size=16, font_weight=700, text_anchor="middle", style="fill:#fff8e6"
    )


def kingdom(art: Art, rules: Ruleset, index: int, realm: Realm, queen: bool) -> Iterator[str]:
    """A whole frame of cells, and what lies there."""
    squares = realm.kingdom.squares
    left, right, top, bottom = window(rules, realm)
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            if (x, y) not in squares and (x, y) != CASTLE:
                yield shape("rect", class_="cell", x=100 * x + 3, y=100 * y + 3, width=94, height=94, rx=9)
    for name, cells in realm.kingdom.dominoes().items():
        for pattern, (x, y) in enumerate(cells, DOMINOES[name].number):
            yield from square(art, squares[x, y], pattern, 100 * x, 100 * y)
    for (x, y), name in realm.buildings.items():
        yield from building(art, name, 100 * x, 100 * y)
    yield from castle(art, tuple(rules.colours[seat] for seat in rules.realms[index]))
    yield from _borders(squares)
    for x, y in sorted(realm.taxed):
        yield art.use("knight", 100 * x + 60, 100 * y + 46, 38, 52)
    if queen:
        yield art.use("queen", 64, 34, 46, 62)


def _borders(squares: Mapping[Cell, Square]) -> Iterator[str]:
    """Territories apart by a strong line, the squares of one by a faint one."""
    faint, strong = list[str](), list[str]()
    for x, y in (*squares, CASTLE):
        for dx, dy in STEPS:
            here, beside = squares.get((x, y)), squares.get((x + dx, y + dy))
            line = f"M{100 * (x + (dx > 0))} {100 * (y + (dy > 0))}{'v' if dx else 'h'}100"
            (faint if here and beside and here.terrain is beside.terrain else strong).append(line)
    for path, width, opacity in ((faint, 1, 0.25), (strong, 3, 0.62)):
        d = "".join(dict.fromkeys(path))
        yield shape("path", d=d, stroke=EDGE, stroke_width=width, stroke_opacity=opacity, stroke_linecap="square")
