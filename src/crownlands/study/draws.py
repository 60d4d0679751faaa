"""How likely a draw was."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, factorial, prod

from crownlands.rules import State
from crownlands.rules.events import Buildings, Chance, Kings, Reveal
from crownlands.rules.opening import kings_to_come, next_choosers
from crownlands.rules.pieces import DOMINOES
from crownlands.rules.ruleset import Opening


def probability(state: State, event: Chance) -> Fraction:
    """The probability that chance brings this here."""
    match event:
        case Kings(order):
            return _kings(state, order)
        case Reveal(dominoes):
            box = state.ruleset.box_of_line(state.lines_drawn)
            return Fraction(1, comb(sum(DOMINOES[name].box == box for name in state.undrawn), len(dominoes)))
        case Buildings(tiles):
            return _tiles(Counter(state.board.stack), tiles)


def _kings(state: State, order: tuple[tuple[int, int], ...]) -> Fraction:
    opening, to_come = state.ruleset.opening, Counter(kings_to_come(state))
    if opening is Opening.THERE_AND_BACK:
        return Fraction(1, state.ruleset.seats)
    if opening is Opening.TOP_DOWN:
        return Fraction(prod(factorial(kings) for kings in to_come.values()), factorial(to_come.total()))
    ((_, owner),) = order
    king = Fraction(to_come[owner], to_come.total())
    return king / len(next_choosers(state)) if opening is Opening.ANY_KING else king


def _tiles(stack: Counter[str], tiles: tuple[str, ...]) -> Fraction:
    """One tile after the other: their order says which slot each comes to."""
    found = Fraction(1)
    for tile in tiles:
        found *= Fraction(stack[tile], stack.total())
        stack = stack - Counter([tile])
    return found
