"""Events and actions as text: one line each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from crownlands.notation.names import (
    print_king,
    print_square,
    read_building,
    read_domino,
    read_king,
    read_number,
    read_square,
)
from crownlands.notation.scanner import Line, Token, end_of, scan
from crownlands.rules.events import (
    Action,
    Bribe,
    Build,
    Buildings,
    Choose,
    Discard,
    Event,
    Kings,
    Pass,
    Place,
    Reveal,
    Tax,
)
from crownlands.rules.pieces import BUILDINGS, DOMINOES


def print_event(event: Event) -> str:
    """The event as one line, without its end: ``print_event(Choose(2, "K17")) == "2 choose K17"``."""
    match event:
        case Kings(order):
            return " ".join(("kings", *(print_king(*king) for king in order)))
        case Reveal(dominoes):
            return " ".join(("reveal", *dominoes))
        case Buildings(tiles):
            return " ".join(("buildings", *tiles))
        case Choose(seat, domino):
            return f"{seat} choose {domino}"
        case Place(seat, domino, squares):
            return " ".join((f"{seat} place {domino}", *map(print_square, squares)))
        case Discard(seat, domino):
            return f"{seat} discard {domino}"
        case Tax(seat, squares):
            return " ".join((f"{seat} tax", *map(print_square, squares)))
        case Build(seat, slot, building, square):
            return f"{seat} build {slot} {building} {print_square(square)}"
        case Bribe(seat, slot, building):
            return f"{seat} bribe {slot} {building}"
        case _:
            return f"{event.seat} pass"


def parse_event(text: str) -> Event:
    """The event that this line says; whether a game allows it is not asked here."""
    line = _only_line(text)
    event = read_event(line)
    line.end()
    return event


def read_event(line: Line) -> Event:
    """The event at the start of a line."""
    first = line.take("an event")
    if first.text in _CHANCE:
        return _CHANCE[first.text](line)
    if not first.text[0].isdigit():
        first.fail(f"a seat, {', '.join(_CHANCE)}")
    return _read_action(line, _seat(first))


def parse_action(text: str, seat: int) -> Action:
    """What this seat means with a line typed by hand: any case, squares in any order where order says nothing."""
    line = _only_line(text)
    line.tokens = [_tidy(token) for token in line.tokens]
    if line.first.text[0].isdigit():
        first = line.take("")
        if _seat(first) != seat:
            first.fail(f"seat {seat}, or no seat")
    action = _read_action(line, seat)
    line.end()
    if isinstance(action, Tax):
        return replace(action, squares=tuple(sorted(action.squares)))
    if isinstance(action, Place) and DOMINOES[action.domino].double:
        return replace(action, squares=(min(action.squares), max(action.squares)))
    return action


def _only_line(text: str) -> Line:
    lines = scan(text)
    if not lines:
        end_of(text).fail("an event", "nothing")
    if len(lines) > 1:
        lines[1].first.fail("one line only")
    return lines[0]


def _tidy(token: Token) -> Token:
    """The token as it would be printed: words in small letters, buildings with low lines."""
    lower, upper = token.text.lower(), token.text.upper()
    building = lower.replace("-", "_")
    return token._replace(text=upper if upper in DOMINOES else building if building in BUILDINGS else lower)


def _read_action(line: Line, seat: int) -> Action:
    expected = f"one of {', '.join(_ACTIONS)}"
    word = line.take(expected)
    if word.text not in _ACTIONS:
        word.fail(expected)
    return _ACTIONS[word.text](line, seat)


def _seat(token: Token) -> int:
    return read_number(token, "a seat")


def _domino(line: Line) -> str:
    return read_domino(line.take("a domino"))


def _square(line: Line) -> tuple[int, int]:
    return read_square(line.take("a square like 1,0"))


def _tile(line: Line) -> tuple[int, str]:
    slot = read_number(line.take("a slot by its cost"), "a slot by its cost")
    return slot, read_building(line.take("the id of a building"))


def _one_or_two_squares(line: Line) -> tuple[tuple[int, int], ...]:
    first = _square(line)
    return (first, _square(line)) if line.more else (first,)


_CHANCE: dict[str, Callable[[Line], Event]] = {
    "kings": lambda line: Kings(tuple(map(read_king, line.rest("a king like 2 or 0>1")))),
    "reveal": lambda line: Reveal(tuple(map(read_domino, line.rest("a domino")))),
    "buildings": lambda line: Buildings(tuple(map(read_building, line.rest("the id of a building")))),
}

_ACTIONS: dict[str, Callable[[Line, int], Action]] = {
    "choose": lambda line, seat: Choose(seat, _domino(line)),
    "place": lambda line, seat: Place(seat, _domino(line), (_square(line), _square(line))),
    "discard": lambda line, seat: Discard(seat, _domino(line)),
    "tax": lambda line, seat: Tax(seat, _one_or_two_squares(line)),
    "build": lambda line, seat: Build(seat, *_tile(line), _square(line)),
    "bribe": lambda line, seat: Bribe(seat, *_tile(line)),
    "pass": lambda line, seat: Pass(seat),
}
