"""The core counts the same move trees as `rules` (tests/perft)."""

from __future__ import annotations

from pathlib import Path

import pytest

from crownlands.core import State
from crownlands.rules import Dealer, ruleset
from crownlands.rules.pieces import domino_order
from crownlands.rules.ruleset import Opening
from tests.perft.perft import FOLDER, Block, read_blocks

FILES = sorted(FOLDER.glob("*.perft"))


def chance(state: State, dealer: Dealer) -> str:
    """The chance event that the deal has here, as text."""
    rules = dealer.ruleset
    if state.step == "kings":
        first_line = next(line for line in state.position().splitlines() if line.startswith("next "))
        at_once = 1 if rules.opening in (Opening.DRAWN, Opening.ANY_KING) else len(rules.all_kings)
        drawn = first_line.count("=")
        return " ".join(("kings", *(f"{chooser}>{owner}" for chooser, owner in dealer.kings[drawn : drawn + at_once])))
    if state.step == "reveal":
        start = state.lines_drawn // len(rules.boxes) * rules.line
        line = dealer.dominoes[rules.box_of_line(state.lines_drawn)][start : start + rules.line]
        return " ".join(("reveal", *sorted(line, key=domino_order)))
    first = len(dealer.tiles) - state.tiles_left
    board = next(line for line in state.position().splitlines() if line.startswith("board "))
    return " ".join(("buildings", *dealer.tiles[first : first + board.count("=-")]))


def perft(state: State, dealer: Dealer, depth: int) -> int:
    while state.chance:
        state.apply_text(chance(state, dealer))
    actions = state.legal()
    if depth == 1:
        return len(actions)
    leaves = 0
    for action in actions:
        child = state.copy()
        child.apply(action)
        leaves += perft(child, dealer, depth - 1)
    return leaves


def game_number(block: Block) -> int:
    return next((int(line.split()[1]) for line in block.position.splitlines() if line.startswith("match ")), 1)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    for block in read_blocks(path.read_text(encoding="utf-8")):
        state = State.from_position(block.position)
        dealer = Dealer(ruleset(state.ruleset), block.seed, game_number(block))
        assert [(depth, perft(state.copy(), dealer, depth)) for depth, _ in block.nodes] == list(block.nodes), (
            block.title
        )
