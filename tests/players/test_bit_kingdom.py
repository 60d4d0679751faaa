"""The bit masks of the greedy player agree with the rules."""

from __future__ import annotations

from random import Random

import pytest

from crownlands.cli.bench import random_game
from crownlands.players.bit_kingdom import BitKingdom, bit, cell_of
from crownlands.rules import Step, legal_actions, ruleset
from crownlands.rules.events import Place
from crownlands.rules.pieces import DOMINOES


def test_a_cell_survives_the_way_to_its_bit_and_back() -> None:
    for x in range(-6, 7):
        for y in range(-6, 7):
            assert cell_of(bit((x, y))) == (x, y)


@pytest.mark.parametrize("name", ["kingdomino/2", "kingdomino/2+mighty-duel", "queendomino/4", "royal-wedding/4"])
def test_placements_and_lands_are_those_of_the_rules(name: str) -> None:
    rules = ruleset(name)
    for state in random_game(rules, "bits", Random(1)):
        if state.step is not Step.PLACE:
            continue
        domino, kingdom = DOMINOES[state.domino], state.realms[state.realm].kingdom
        bits = BitKingdom.of(kingdom, rules.frame)
        found = {(cell_of(left), cell_of(right)) for left, right in bits.placements(domino)}
        if domino.double:
            found = {(min(pair), max(pair)) for pair in found}
        legal = [action for action in legal_actions(state) if isinstance(action, Place)]
        assert found == {action.squares for action in legal}
        for action in legal[:3]:
            after = kingdom.with_domino(domino, action.squares)
            placed = bits.place(domino, *map(bit, action.squares))
            assert set(placed.lands) == set(BitKingdom.of(after, rules.frame).lands)
            assert placed.extent == after.extent
