"""Small builders that keep the tests readable: kingdoms from text, realms, states at any step, random games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

import pytest

from crownlands.game import Game
from crownlands.players import Player, play
from crownlands.rules import IllegalEvent, Match, State, Step, apply, new_match, ruleset
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Action, Event
from crownlands.rules.game import why_not
from crownlands.rules.kingdom import Kingdom
from crownlands.rules.pieces import BOXES, DOMINOES, STACK, Cell, Square, Terrain
from crownlands.rules.reasons import Code
from crownlands.rules.ruleset import Ruleset
from crownlands.rules.state import BuildersBoard, Claim, King, Realm

LETTERS = {
    "w": Terrain.WHEAT,
    "f": Terrain.FOREST,
    "l": Terrain.LAKE,
    "g": Terrain.GRASSLAND,
    "s": Terrain.SWAMP,
    "m": Terrain.MINE,
    "t": Terrain.TOWN,
}


def cell(text: str) -> Cell:
    """``cell("1,-2") == (1, -2)``."""
    x, y = text.split(",")
    return int(x), int(y)


def grid(text: str) -> tuple[dict[Cell, Square], dict[Cell, str], set[Cell]]:
    """Squares, buildings and knights of a drawing: `w2` has two crowns, `t=church` a building, `f!` a knight."""
    rows = [line.split() for line in text.strip().splitlines()]
    [(cx, cy)] = [(x, y) for y, row in enumerate(rows) for x, token in enumerate(row) if token == "C"]
    squares: dict[Cell, Square] = {}
    buildings: dict[Cell, str] = {}
    knights: set[Cell] = set()
    for y, row in enumerate(rows):
        for x, token in enumerate(row):
            if token in {".", "C"}:
                continue
            at = (x - cx, y - cy)
            if token.endswith("!"):
                knights.add(at)
                token = token[:-1]
            token, _, building = token.partition("=")
            if building:
                buildings[at] = building
            squares[at] = Square(LETTERS[token[0]], int(token[1:] or 0), "-")
    return squares, buildings, knights


def kingdom(text: str) -> Kingdom:
    """The kingdom of a drawing."""
    return Kingdom.of(grid(text)[0])


def drawn_realm(text: str, *, coins: int = 0, knights: int = 0, discarded: Iterable[str] = ()) -> Realm:
    """A realm of a drawing; its squares belong to no domino in particular."""
    squares, buildings, taxed = grid(text)
    return Realm(
        kingdom=Kingdom.of(squares),
        discarded=tuple(discarded),
        coins=coins,
        knights_in_reserve=knights,
        taxed=frozenset(taxed),
        buildings=MappingProxyType(buildings),
    )


def realm(
    *placed: str,
    coins: int = 7,
    knights: int = 1,
    taxed: Iterable[str] = (),
    buildings: Mapping[str, str] | None = None,
    discarded: Iterable[str] = (),
) -> Realm:
    """A realm of placed dominoes: ``realm("Q46 1,0 2,0", buildings={"1,0": "church"})``."""
    squares: dict[Cell, Square] = {}
    for text in placed:
        name, left, right = text.split()
        squares[cell(left)] = DOMINOES[name].left
        squares[cell(right)] = DOMINOES[name].right
    return Realm(
        kingdom=Kingdom.of(squares),
        discarded=tuple(discarded),
        coins=coins,
        knights_in_reserve=knights,
        taxed=frozenset(cell(text) for text in taxed),
        buildings=MappingProxyType({cell(at): name for at, name in (buildings or {}).items()}),
    )


def claims(text: str) -> tuple[Claim, ...]:
    """``claims("K1=0 K2")``: a king of seat 0 stands on K1, nobody on K2."""
    parts = (token.partition("=") for token in text.split())
    return tuple(Claim(domino, int(seat) if seat else None) for domino, _, seat in parts)


def board(*tiles: str, dragon: int | None = None, stack: Iterable[str] | None = None) -> BuildersBoard:
    """A builders' board, cheapest slot first, `-` for empty; the stack holds all other tiles unless told."""
    rest = list(STACK)
    for tile in tiles:
        if tile != "-":
            rest.remove(tile)
    slots = [None if tile == "-" else tile for tile in tiles]
    return BuildersBoard(
        tuple(slots + [None] * (6 - len(slots))), dragon, tuple(sorted(rest) if stack is None else sorted(stack))
    )


def at(
    name: str,
    step: Step = Step.PLACE,
    *,
    line: str = "",
    next_line: str = "",
    round: int = 1,
    kings: Iterable[tuple[int, int]] = (),
    realms: Mapping[int, Realm] | None = None,
    board: BuildersBoard | None = None,
    queen: int | None = None,
) -> State:
    """A state at this step; realms that are not given are new, and as many dominoes are drawn as the round says."""
    rules = ruleset(name)
    new = new_match(rules).state
    realms = realms or {}
    state = State(
        ruleset=rules,
        step=step,
        round=round,
        kings=tuple(King(*king) for king in kings),
        line=claims(line),
        next_line=claims(next_line),
        undrawn=frozenset(),
        board=new.board if board is None else board,
        queen=queen,
        realms=tuple(realms.get(index, old) for index, old in enumerate(new.realms)),
    )
    used = {claim.domino for claim in (*state.line, *state.next_line)}
    for owner in state.realms:
        used.update(owner.discarded, (square.domino for square in owner.kingdom.squares.values()))
    before_first_line = round == 0 and step is Step.REVEAL and not state.line
    lines = 0 if before_first_line else min(rules.rounds, round + 1)
    undrawn: set[str] = set()
    for index, box in enumerate(rules.boxes):
        drawn = (lines + len(rules.boxes) - 1 - index) // len(rules.boxes) * rules.line
        names = [domino.name for domino in BOXES[box]]
        undrawn.update(sorted(names, key=lambda name: name not in used)[drawn:])
    return replace(state, undrawn=frozenset(undrawn))


def refused(state: State, event: Event) -> Code:
    """Why this event is refused; asking and applying agree, and applying changes nothing."""
    before = repr(state)
    reason = why_not(state, event)
    assert reason is not None, f"{event} is allowed"
    with pytest.raises(IllegalEvent) as error:
        apply(state, event)
    assert error.value.reason == reason
    assert str(error.value) == str(reason)
    assert repr(state) == before
    return reason.code


def after(state: State, *events: Event) -> State:
    """The state after these events."""
    for event in events:
        state = apply(state, event)
    return state


class Uniform(Player):
    """Any legal action, from a stream of its own."""

    def __init__(self, *purpose: str) -> None:
        self._stream = Stream(*purpose)

    def choose(self, game: Game) -> Action:
        legal = game.legal
        return legal[self._stream.below(len(legal))]


class Nth(Player):
    """Always the action at this place among the legal ones: the first at 0, the last at -1."""

    def __init__(self, place: int) -> None:
        self._place = place

    def choose(self, game: Game) -> Action:
        return game.legal[self._place]


def played(game: Game, player: Player) -> Game:
    """This game at its end, with one player at every seat."""
    return play(game, [player] * game.ruleset.seats)


def walk(rules: Ruleset, seed: str, actions: str = "") -> Iterator[tuple[Match, Event, Match]]:
    """A whole match step by step, dealt from a seed, with random actions of their own: the same every time."""
    end = played(Game(rules, seed=seed), Uniform("test", rules.name, seed, actions))
    for match, event, following in zip(end.matches, end.events, end.matches[1:], strict=False):
        yield match.upcoming(), event, following


@cache
def game(name: str, seed: str = "1") -> tuple[tuple[Match, Event, Match], ...]:
    """A random match, remembered."""
    return tuple(walk(ruleset(name), seed))
