"""The form of an event: whether its values are what they must be before any rule is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crownlands.rules.events import (
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
from crownlands.rules.reasons import Code, Reason


def _number(value: Any) -> bool:
    return type(value) is int


def _pair(value: Any) -> bool:
    return type(value) is tuple and len(value) == 2 and type(value[0]) is int and type(value[1]) is int


def _pairs(value: Any) -> bool:
    return type(value) is tuple and all(map(_pair, value))


def _two_squares(value: Any) -> bool:
    return _pairs(value) and len(value) == 2


def _domino(value: Any) -> bool:
    return type(value) is str and value in DOMINOES


def _dominoes(value: Any) -> bool:
    return type(value) is tuple and all(map(_domino, value))


def _building(value: Any) -> bool:
    return type(value) is str and value in BUILDINGS


def _tiles(value: Any) -> bool:
    return type(value) is tuple and all(map(_building, value))


_EXPECTED: dict[Callable[[Any], bool], str] = {
    _number: "a whole number",
    _pair: "a square as two whole numbers",
    _pairs: "pairs of whole numbers",
    _two_squares: "two squares, each as two whole numbers,",
    _domino: "a domino from K1 to Q48",
    _dominoes: "dominoes from K1 to Q48",
    _building: "the id of a building",
    _tiles: "ids of buildings",
}

_FORMS: dict[type[Event], dict[str, Callable[[Any], bool]]] = {
    Kings: {"order": _pairs},
    Reveal: {"dominoes": _dominoes},
    Buildings: {"tiles": _tiles},
    Choose: {"seat": _number, "domino": _domino},
    Place: {"seat": _number, "domino": _domino, "squares": _two_squares},
    Discard: {"seat": _number, "domino": _domino},
    Tax: {"seat": _number, "squares": _pairs},
    Build: {"seat": _number, "slot": _number, "building": _building, "square": _pair},
    Bribe: {"seat": _number, "slot": _number, "building": _building},
    Pass: {"seat": _number},
}


def malformed(event: Any) -> Reason | None:
    """What is wrong with the form of this event."""
    form = _FORMS.get(type(event))
    if form is None:
        return Reason.of(Code.MALFORMED, what="this", expected="an event")
    for field, check in form.items():
        if not check(getattr(event, field)):
            kind = type(event).__name__.lower()
            return Reason.of(Code.MALFORMED, what=f"{field} of {kind}", expected=_EXPECTED[check])
    return None
