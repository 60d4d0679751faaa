"""Q8: building, what it costs and what it brings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crownlands.rules import Step, apply, legal_actions
from crownlands.rules.events import Build, Choose, Pass, Place, Tax
from crownlands.rules.pieces import BUILDINGS
from crownlands.rules.reasons import Code
from tests.helpers import after, board, claims, realm, refused
from tests.rules.common import LONG, TILES_BY_SLOT, taxing, turn


def test_q8_a_tile_is_paid_and_goes_onto_an_own_town_square_without_a_building() -> None:
    state = turn(Step.BUILD)
    assert refused(state, Build(0, 2, "church", (0, 1))) is Code.NO_TOWN
    assert refused(state, Build(0, 2, "church", (9, 9))) is Code.NO_TOWN
    assert refused(state, Build(0, 2, "statue", (1, 0))) is Code.OTHER_TILE
    assert refused(state, Build(0, 6, "church", (1, 0))) is Code.NO_SUCH_SLOT
    state = apply(state, Build(0, 2, "church", (2, 0)))
    assert state.realms[0].coins == 5
    assert state.realms[0].buildings == {(2, 0): "church"}
    again = replace(state, step=Step.BUILD)
    assert refused(again, Build(0, 1, "guardtower", (2, 0))) is Code.BUILT_ALREADY
    assert refused(again, Build(0, 2, "church", (1, 0))) is Code.OTHER_TILE, "the slot is empty now"


def test_q8_only_squares_of_another_terrain_are_no_town() -> None:
    state = turn(Step.BUILD, realm("Q46 1,0 2,0", "Q2 -2,0 -1,0"))
    assert refused(state, Build(0, 0, "statue", (-1, 0))) is Code.NO_TOWN


def test_q8_each_slot_costs_what_is_printed() -> None:
    for slot, tile in TILES_BY_SLOT:
        state = apply(turn(Step.BUILD), Build(0, slot, tile, (1, 0)))
        assert state.realms[0].coins == 7 - slot


def test_q8_what_cannot_be_paid_cannot_be_built() -> None:
    state = turn(Step.BUILD, realm("Q46 1,0 2,0", coins=2))
    assert refused(state, Build(0, 3, "small_tavern", (1, 0))) is Code.CANNOT_AFFORD
    assert {action.slot for action in legal_actions(state) if isinstance(action, Build)} == {0, 1, 2}


def test_q8_all_tiles_on_all_free_towns_may_be_chosen() -> None:
    actions = legal_actions(turn(Step.BUILD))
    assert actions == [*(Build(0, slot, tile, (x, 0)) for slot, tile in TILES_BY_SLOT for x in (1, 2)), Pass(0)]


def test_q8_building_is_open_only_with_a_free_town_and_an_affordable_tile() -> None:
    place = Place(0, "Q1", ((-2, 0), (-1, 0)))
    no_knight = realm("Q46 1,0 2,0", knights=0)
    assert apply(turn(owner=no_knight), place).step is Step.BUILD
    built = realm("Q46 1,0 2,0", knights=0, buildings={"1,0": "bakery", "2,0": "sawmill"})
    state = apply(turn(owner=built), place)
    assert state.step is Step.BRIBE
    assert refused(state, Build(0, 0, "statue", (1, 0))) is Code.NO_FREE_TOWN
    dear = board("-", "-", "church", stack=[])
    state = apply(turn(owner=replace(no_knight, coins=1), tiles=dear), place)
    assert state.step is Step.BRIBE
    assert refused(state, Build(0, 2, "church", (1, 0))) is Code.CANNOT_AFFORD
    state = apply(turn(owner=no_knight, tiles=board(stack=[])), place)
    assert state.step is Step.CHOOSE
    assert refused(state, Build(0, 2, "church", (1, 0))) is Code.NO_TILES


def test_q8_a_new_town_can_be_built_on_at_once() -> None:
    state = replace(turn(owner=realm(knights=0)), line=claims("Q47=0 Q20=1 Q21=2 Q22=3"))
    state = apply(state, Place(0, "Q47", ((-2, 0), (-1, 0))))
    assert state.step is Step.BUILD
    assert apply(state, Build(0, 0, "statue", (-2, 0))).realms[0].buildings == {(-2, 0): "statue"}


@pytest.mark.parametrize("name", list(BUILDINGS))
def test_q8_knights_and_towers_are_gained_at_once(name: str) -> None:
    state = apply(turn(Step.BUILD, tiles=board(name)), Build(0, 0, name, (1, 0)))
    owner = state.realms[0]
    assert (owner.knights_in_reserve, owner.towers) == (1 + BUILDINGS[name].knights, BUILDINGS[name].towers)


def test_q8_new_knights_are_usable_from_the_next_turn() -> None:
    state = apply(taxing(replace(LONG, knights_in_reserve=0)), Build(0, 3, "small_tavern", (1, 0)))
    assert state.realms[0].knights_in_reserve == 2
    assert refused(state, Tax(0, ((-2, 1),))) is Code.NOT_NOW
    state = after(state, Pass(0), Choose(0, "Q30"))
    state = replace(state, step=Step.PLACE, line=claims("Q3=0"), next_line=claims("Q31"))
    state = apply(state, Place(0, "Q3", ((0, 1), (0, 2))))
    assert state.step is Step.TAX
    assert apply(state, Tax(0, ((0, 1), (0, 2)))).realms[0].knights_in_reserve == 0
