"""Positions from text: what each line says, then whether a game can have such a position."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import NoReturn

from crownlands.notation.names import (
    LETTERS,
    MOST,
    read_building,
    read_domino,
    read_king,
    read_number,
    read_ruleset,
    read_square,
)
from crownlands.notation.positions import HEADER, done_order
from crownlands.notation.scanner import Line, Token
from crownlands.notation.sections import Sections, take_number
from crownlands.notation.validity import Problem, first_problem
from crownlands.rules.kingdom import Kingdom
from crownlands.rules.match import Match
from crownlands.rules.pieces import BOXES, CASTLE, DOMINOES, Cell, Square, domino_order
from crownlands.rules.ruleset import Opening, Ruleset
from crownlands.rules.scoring import Standing
from crownlands.rules.state import BuildersBoard, Claim, King, Realm, State
from crownlands.rules.steps import Step


def parse_position(text: str) -> Match:
    """The position that this text says; refuses what no game can have."""
    sections = Sections(text)
    sections.need(HEADER).end()
    line = sections.need("ruleset")
    rules = read_ruleset(line.take("the name of a ruleset"))
    line.end()
    match = _Reader(sections, rules).match()
    sections.end()
    if problem := first_problem(match):
        _blame(sections.taken, problem)
    return match


class _Reader:
    """Reads what follows the ruleset, and by the ruleset."""

    def __init__(self, sections: Sections, rules: Ruleset) -> None:
        self._sections = sections
        self._rules = rules

    def match(self) -> Match:
        realms = len(self._rules.realms)
        if self._rules.games == 1:
            return Match(self._state(), 1, (Standing(),) * realms)
        line = self._sections.need("match")
        game = take_number(line, 1, self._rules.games)
        earlier = tuple(_standing(line.take(_STANDING)) for _ in range(realms))
        line.end()
        return Match(self._state(), game, earlier)

    def _state(self) -> State:
        sections, rules = self._sections, self._rules
        return State(
            ruleset=rules,
            round=sections.number("round", 0, rules.rounds),
            step=self._step(),
            kings=self._kings(),
            choosers=self._choosers(),
            line=sections.items("line", self._king_on_domino, _claim_order),
            next_line=sections.items("next", self._claim, _claim_order),
            undrawn=frozenset(self._undrawn()),
            board=self._board() if rules.slots else BuildersBoard(),
            queen=self._queen() if rules.slots else None,
            done=frozenset(sections.items("done", self._done, done_order) if rules.once else ()),
            realms=tuple(self._realm(index) for index in range(len(rules.realms))),
        )

    def _step(self) -> Step:
        line = self._sections.need("step")
        expected = f"one of {', '.join(Step)}"
        token = line.take(expected)
        if token.text not in list(Step):
            token.fail(expected)
        line.end()
        return Step(token.text)

    def _kings(self) -> tuple[King, ...]:
        line = self._sections.option("kings")
        return tuple(King(*read_king(token)) for token in line.rest("a king like 2 or 0>1")) if line else ()

    def _choosers(self) -> tuple[int, ...]:
        line = self._sections.option("choosers") if self._rules.opening is Opening.ANY_KING else None
        return tuple(self._seat(token) for token in line.rest("seats")) if line else ()

    def _seat(self, token: Token) -> int:
        last = self._rules.seats - 1
        return read_number(token, f"a seat from 0 to {last}", last)

    def _done(self, token: Token) -> tuple[int, Step]:
        seat, _, step = token.text.partition("=")
        if step not in self._rules.once:
            token.fail(f"a seat with what it has done, like 0={self._rules.once[0]}")
        return self._seat(token._replace(text=seat)), Step(step)

    def _domino(self, token: Token) -> str:
        domino = read_domino(token)
        if DOMINOES[domino].box not in self._rules.boxes:
            token.fail(f"a domino of {self._rules}")
        return domino

    def _claim(self, token: Token) -> Claim:
        name, equals, seat = token.text.partition("=")
        domino = self._domino(token._replace(text=name))
        owner = token._replace(text=seat, column=token.column + len(name) + 1)
        return Claim(domino, self._seat(owner) if equals else None)

    def _king_on_domino(self, token: Token) -> Claim:
        claim = self._claim(token)
        if claim.seat is None:
            token.fail("a domino with the seat of its king, like K17=0")
        return claim

    def _undrawn(self) -> Iterator[str]:
        boxes = {BOXES[box][0].name[0]: len(BOXES[box]) for box in self._rules.boxes}
        for letter in LETTERS:
            line = self._sections.option(f"undrawn {letter}") if letter in boxes else None
            before = 0
            for token in line.rest("numbers of dominoes") if line else ():
                first, last = _run(token, boxes[letter])
                if first <= before:
                    token.fail("each number once, ascending")
                before = last
                yield from (f"{letter}{number}" for number in range(first, last + 1))

    def _board(self) -> BuildersBoard:
        line = self._sections.need("board")
        slots = tuple(_slot(line.take(f"slot {slot}"), slot) for slot in self._rules.slots)
        line.end()
        line = self._sections.need("dragon")
        expected = "`cave` or a slot by its cost"
        token = line.take(expected)
        dragon = None if token.text == "cave" else read_number(token, expected, max(self._rules.slots))
        line.end()
        stack = self._sections.items("stack", _tiles, lambda tiles: tiles[0])
        return BuildersBoard(slots, dragon, tuple(tile for tiles in stack for tile in tiles))

    def _queen(self) -> int | None:
        line = self._sections.option("queen")
        if line is None:
            return None
        queen = take_number(line, 0, len(self._rules.realms) - 1)
        line.end()
        return queen

    def _realm(self, index: int) -> Realm:
        sections = self._sections
        sections.need(f"realm {index}").end()
        if not self._rules.purse:
            return Realm(kingdom=self._kingdom(), discarded=self._discarded())
        return Realm(
            coins=sections.number("coins", 0, MOST),
            knights_in_reserve=sections.number("knights", 0, MOST),
            taxed=frozenset(sections.items("taxed", read_square, lambda cell: cell)),
            kingdom=self._kingdom(),
            buildings=self._buildings(),
            discarded=self._discarded(),
        )

    def _discarded(self) -> tuple[str, ...]:
        return self._sections.items("discarded", self._domino, domino_order)

    def _kingdom(self) -> Kingdom:
        squares: dict[Cell, Square] = {}
        last = ""
        while line := self._sections.option("domino"):
            token = line.take("a domino")
            name = self._domino(token)
            if last and domino_order(name) <= domino_order(last):
                token.fail("each domino once, ascending")
            last = name
            domino = DOMINOES[name]
            cells = _placement(line, squares, domino.double)
            squares[cells[0]], squares[cells[1]] = domino.left, domino.right
        return Kingdom.of(squares)

    def _buildings(self) -> MappingProxyType[Cell, str]:
        buildings: dict[Cell, str] = {}
        last: Cell | None = None
        while line := self._sections.option("building"):
            building = read_building(line.take("the id of a building"))
            token = line.take("a square")
            cell = read_square(token)
            if last is not None and cell <= last:
                token.fail("each square once, ascending")
            line.end()
            buildings[cell], last = building, cell
        return MappingProxyType(buildings)


_STANDING = "points/largest/crowns of a realm"


def _standing(token: Token) -> Standing:
    parts = token.text.split("/")
    if len(parts) != len(Standing()):
        token.fail(_STANDING)
    return Standing(*(read_number(token._replace(text=part), _STANDING) for part in parts))


def _claim_order(claim: Claim) -> tuple[str, int]:
    return domino_order(claim.domino)


def _run(token: Token, most: int) -> tuple[int, int]:
    """The number of a domino, or a run as `a-b`."""
    a, dash, b = token.text.partition("-")
    expected = f"a number from 1 to {most}, or a run like 3-7"
    first = read_number(token._replace(text=a), expected, most)
    last = read_number(token._replace(text=b), expected, most) if dash else first
    if not 0 < first <= last or (dash and first == last):
        token.fail(expected)
    return first, last


def _slot(token: Token, slot: int) -> str | None:
    cost, _, tile = token.text.partition("=")
    if cost != f"{slot}" or not tile:
        token.fail(f"{slot}=BUILDING or {slot}=-")
    return None if tile == "-" else read_building(token._replace(text=tile, column=token.column + len(cost) + 1))


def _tiles(token: Token) -> tuple[str, ...]:
    """Tiles of one kind, like `church` or `bakery*2`."""
    name, star, count = token.text.partition("*")
    tile = read_building(token._replace(text=name))
    number = token._replace(text=count, column=token.column + len(name) + 1)
    copies = read_number(number, "a number from 1 to 99", 99) if star else 1
    if not copies:
        number.fail("a number from 1 to 99")
    return (tile,) * copies


def _placement(line: Line, squares: dict[Cell, Square], double: bool) -> tuple[Cell, Cell]:
    """The two squares at the end of a `domino` line."""
    tokens = line.take("a square"), line.take("a square")
    line.end()
    cells = read_square(tokens[0]), read_square(tokens[1])
    for token, cell in zip(tokens, cells, strict=True):
        if cell in squares or cell == CASTLE:
            token.fail("a square that nothing covers")
    (x1, y1), (x2, y2) = cells
    if abs(x1 - x2) + abs(y1 - y2) != 1:
        tokens[1].fail("a square beside the other half")
    if double and cells[0] > cells[1]:
        tokens[0].fail("the smaller square first, as both halves are equal")
    return cells


def _blame(lines: list[Line], problem: Problem) -> NoReturn:
    """Fails at the token that the problem is about, at its line, or at the step if there is no such line."""
    realms = [i for i, line in enumerate(lines) if line.first.text == "realm"] + [len(lines)]
    start, end = (0, realms[0]) if problem.realm is None else (realms[problem.realm], realms[problem.realm + 1])
    found = [line for line in lines[start:end] if line.first.text == problem.keyword]
    words = [token for line in found for token in line.tokens[1:] if problem.word and problem.word in _names(token)]
    steps = [line.first for line in lines if line.first.text == "step"]
    token = (words or [line.first for line in found] or steps)[0]
    token.fail(problem.expected, problem.found)


def _names(token: Token) -> list[str]:
    """What a token names: `K17=0` is about `K17`, `0=statue` about `statue`."""
    return [token.text, *token.text.replace("*", "=").split("=")]
