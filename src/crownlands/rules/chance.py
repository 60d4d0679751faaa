"""Chance: whether an outcome is possible, and what it changes (K2–K4, Q3)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from crownlands.rules import opening
from crownlands.rules.events import Buildings, Kings, Reveal
from crownlands.rules.pieces import DOMINOES
from crownlands.rules.reasons import Code, Reason
from crownlands.rules.ruleset import Opening
from crownlands.rules.state import BuildersBoard, Claim, King, State


def why_not_kings(state: State, event: Kings) -> Reason | None:
    expected = opening.why_not(state, event.order)
    return Reason.of(Code.WRONG_KINGS, expected=expected) if expected else None


def why_not_reveal(state: State, event: Reveal) -> Reason | None:
    """A line is drawn from one box, and lies ascending (K3, W1)."""
    box = state.ruleset.box_of_line(state.lines_drawn)
    numbers = [DOMINOES[name].number for name in event.dominoes if name in state.undrawn and DOMINOES[name].box == box]
    if len(event.dominoes) == len(numbers) == state.ruleset.line and sorted(set(numbers)) == numbers:
        return None
    expected = f"{state.ruleset.line} undrawn dominoes of the {box} box, ascending,"
    return Reason.of(Code.WRONG_LINE, expected=expected)


def tiles_to_reveal(board: BuildersBoard) -> int:
    return min(board.empty_slots, len(board.stack))


def why_not_buildings(state: State, event: Buildings) -> Reason | None:
    count = tiles_to_reveal(state.board)
    if len(event.tiles) == count and Counter(event.tiles) <= Counter(state.board.stack):
        return None
    return Reason.of(Code.WRONG_TILES, expected=f"{count} tiles of the stack")


def draw_kings(state: State, event: Kings) -> State:
    """The kings wait to be put down; in *top down* they stand at once, from the lowest number (K4)."""
    kings = tuple(King(*king) for king in event.order)
    if state.ruleset.opening is not Opening.TOP_DOWN:
        return state.but(kings=kings)
    owners = [*(king.owner for king in kings), *(None,) * (len(state.next_line) - len(kings))]
    line = tuple(Claim(claim.domino, owner) for claim, owner in zip(state.next_line, owners, strict=True))
    return state.but(next_line=line)


def reveal(state: State, event: Reveal) -> State:
    return state.but(
        next_line=tuple(Claim(domino) for domino in event.dominoes),
        undrawn=state.undrawn.difference(event.dominoes),
    )


def reveal_buildings(state: State, event: Buildings) -> State:
    tiles = list(event.tiles)
    slots = tuple(tile if tile or not tiles else tiles.pop(0) for tile in state.board.slots)
    stack = Counter(state.board.stack) - Counter(event.tiles)
    return state.but(board=replace(state.board, slots=slots, stack=tuple(sorted(stack.elements()))))


def slide(board: BuildersBoard) -> BuildersBoard:
    """The round ends for the board: dragon home, tiles to the cheapest slots in their order (Q3, Q12)."""
    tiles = tuple(tile for tile in board.slots if tile)
    return replace(board, slots=tiles + (None,) * (len(board.slots) - len(tiles)), dragon=None)
