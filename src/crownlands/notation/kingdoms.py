"""Kingdoms typed by hand: what lies on a real table, to be scored."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from types import MappingProxyType

from crownlands.notation.names import MOST, read_building, read_ruleset
from crownlands.notation.scanner import Line, Token, end_of, scan
from crownlands.notation.sections import take_number
from crownlands.rules.kingdom import Kingdom
from crownlands.rules.pieces import BUILDINGS, CASTLE, STACK, Cell, Square, Terrain
from crownlands.rules.ruleset import Ruleset, ruleset
from crownlands.rules.state import Realm

HEADER = "crownlands kingdom 1"
UNKNOWN = "?"
"""Stands for a discarded domino whose name nobody wrote down."""

TERRAINS = {terrain.value[0]: terrain for terrain in Terrain}
"""By their letters."""
_CASTLE, _NOTHING = "C", "."
_CELL = re.compile(rf"([{''.join(TERRAINS)}])([0-3]?)(?:(=)(.*))?", re.IGNORECASE | re.ASCII)

_PURSE = frozenset({"coins", "knights", "queen"})
_FACTS = frozenset({"ruleset", "discarded", "grid"}) | _PURSE
_DEFAULT = ruleset("kingdomino/4")


@dataclass(frozen=True)
class HandKingdom:
    """A kingdom without the history of its dominoes: their names are empty, discarded ones are "?"."""

    ruleset: Ruleset
    realm: Realm
    hosts_queen: bool


def print_kingdom(hand: HandKingdom) -> str:
    """The kingdom as canonical text, the columns of its grid aligned."""
    rules, realm = hand.ruleset, hand.realm
    lines = [HEADER, f"ruleset {rules}"]
    if rules.purse:
        lines += [f"coins {realm.coins}", f"knights {realm.all_knights}"]
    if hand.hosts_queen:
        lines.append("queen")
    lines += [f"discarded {len(realm.discarded)}", "grid", *_print_grid(realm)]
    return "".join(f"{line}\n" for line in lines)


def _print_grid(realm: Realm) -> list[str]:
    left, right, top, bottom = realm.kingdom.extent
    rows = [[_print_cell(realm, (x, y)) for x in range(left, right + 1)] for y in range(top, bottom + 1)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [" ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _print_cell(realm: Realm, cell: Cell) -> str:
    square = realm.kingdom.squares.get(cell)
    if square is None:
        return _CASTLE if cell == CASTLE else _NOTHING
    building = f"={realm.buildings[cell]}" if cell in realm.buildings else ""
    return f"{square.terrain[0]}{square.crowns or ''}{building}"


def parse_kingdom(text: str) -> HandKingdom:
    """The kingdom that this text says."""
    lines = scan(text)
    if lines and lines[0].first.text == "crownlands":
        header = lines.pop(0)
        header.words(HEADER)
        header.end()
    facts = _take_facts(lines)
    if not lines:
        end_of(text).fail("the rows of the grid", "the end of the text")
    rules = read_ruleset(facts["ruleset"].take("the name of a ruleset")) if "ruleset" in facts else _DEFAULT
    if not rules.purse:
        for keyword in _PURSE.intersection(facts):
            facts[keyword].first.fail(f"no `{keyword}` in {rules}")
    realm = _read_grid(rules, lines)
    missing = (rules.frame**2 - 1 - len(realm.kingdom.squares)) // 2
    knights = rules.knights + sum(BUILDINGS[name].knights for name in realm.buildings.values())
    realm = replace(
        realm,
        coins=_number(facts, "coins", 0, MOST),
        knights_in_reserve=_number(facts, "knights", knights, MOST),
        discarded=(UNKNOWN,) * _number(facts, "discarded", missing, missing),
    )
    for line in facts.values():
        line.end()
    return HandKingdom(rules, realm, "queen" in facts)


def _take_facts(lines: list[Line]) -> dict[str, Line]:
    """The lines before the rows, by their keywords, in any order; `grid` is the last if it is there."""
    facts: dict[str, Line] = {}
    while lines and lines[0].first.text in _FACTS and "grid" not in facts:
        line = lines.pop(0)
        keyword = line.take("a keyword")
        if keyword.text in facts:
            keyword.fail(f"`{keyword.text}` only once")
        facts[keyword.text] = line
    return facts


def _number(facts: dict[str, Line], keyword: str, default: int, most: int) -> int:
    return take_number(facts[keyword], 0, most) if keyword in facts else default


def _read_grid(rules: Ruleset, rows: list[Line]) -> Realm:
    """The squares and buildings around the castle, counted from it."""
    tokens = {(x, y): token for y, row in enumerate(rows) for x, token in enumerate(row.tokens)}
    castles = [cell for cell, token in tokens.items() if token.text.upper() == _CASTLE]
    if not castles:
        rows[0].first.fail("a grid with a castle C", "none")
    if len(castles) > 1:
        tokens[castles[1]].fail("one castle only")
    x0, y0 = castles[0]
    squares: dict[Cell, Square] = {}
    buildings: dict[Cell, str] = {}
    left = Counter(STACK)
    for (x, y), token in tokens.items():
        cell = (x - x0, y - y0)
        if token.text == _NOTHING or cell == CASTLE:
            continue
        squares[cell], building = _read_square(rules, token)
        if not Kingdom.of(squares).extent.fits(rules.frame):
            token.fail(f"a kingdom that fits in {rules.frame}×{rules.frame}")
        if building:
            buildings[cell] = building
            left[building] -= 1
            if left[building] < 0:
                token.fail(f"no more copies of {building} than the box has")
    return Realm(kingdom=Kingdom.of(squares), buildings=MappingProxyType(buildings))


def _read_square(rules: Ruleset, token: Token) -> tuple[Square, str]:
    found = _CELL.fullmatch(token.text)
    if not found:
        token.fail("a square like w, f1, t=statue, C or .")
    letter, crowns, equals, name = found.groups(default="")
    terrain = TERRAINS[letter.lower()]
    if terrain not in {half.terrain for domino in rules.pool for half in (domino.left, domino.right)}:
        token.fail(f"a terrain of {rules}")
    if terrain is Terrain.TOWN and int(crowns or 0):
        token.fail("a town without printed crowns; those of buildings are counted")
    if not equals:
        return Square(terrain, int(crowns or 0), ""), ""
    if terrain is not Terrain.TOWN:
        token.fail("a building on a town only")
    building = token._replace(text=name.lower(), column=token.column + found.start(4))
    return Square(terrain, 0, ""), read_building(building)
