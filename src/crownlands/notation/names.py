"""The names of things: numbers, squares, dominoes, buildings and rulesets, from tokens and to text."""

from __future__ import annotations

import re

from crownlands.notation.scanner import Token
from crownlands.rules.errors import RulesetError
from crownlands.rules.pieces import BOXES, BUILDINGS, DOMINOES, Cell
from crownlands.rules.ruleset import Ruleset, ruleset

MOST = 999
"""No purse holds more coins or knights."""
LETTERS: tuple[str, ...] = tuple(sorted(dominoes[0].name[0] for dominoes in BOXES.values()))
"""The letters of the boxes, ascending."""

_LIMIT = 999_999
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
_SQUARE = re.compile(r"(0|-?[1-9][0-9]{0,5}),(0|-?[1-9][0-9]{0,5})")


def read_number(token: Token, expected: str, most: int = _LIMIT) -> int:
    if not _NUMBER.fullmatch(token.text) or int(token.text) > most:
        token.fail(expected)
    return int(token.text)


def read_square(token: Token) -> Cell:
    found = _SQUARE.fullmatch(token.text)
    if not found:
        token.fail("a square like 1,0")
    return int(found[1]), int(found[2])


def print_square(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def read_domino(token: Token) -> str:
    if token.text not in DOMINOES:
        token.fail("a domino from K1 to K48 or Q1 to Q48")
    return token.text


def read_building(token: Token) -> str:
    if token.text not in BUILDINGS:
        token.fail("the id of a building")
    return token.text


def read_ruleset(token: Token) -> Ruleset:
    try:
        return ruleset(token.text)
    except RulesetError as error:
        token.fail("a ruleset", f"{token.shown}: {error}")


def read_king(token: Token) -> tuple[int, int]:
    """A king as chooser and owner: `2` or `0>1`."""
    chooser, arrow, owner = token.text.partition(">")
    expected = "a king like 2 or 0>1"
    first = read_number(token._replace(text=chooser), expected)
    return first, read_number(token._replace(text=owner), expected) if arrow else first


def print_king(chooser: int, owner: int) -> str:
    return f"{chooser}" if chooser == owner else f"{chooser}>{owner}"
