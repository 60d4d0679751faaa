"""Q9: the queen, who hosts her and what she is worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crownlands.rules import State, Step, apply, scores
from crownlands.rules.events import Build, Place
from crownlands.rules.scoring import QueenTerm
from tests.helpers import board, drawn_realm, realm
from tests.rules.common import TILES, TOWN, turn


def building_towers(own: str | None, other: str | None, tile: str, queen: int | None) -> State:
    mine = realm("Q46 1,0 2,0", buildings={"2,0": own} if own else {})
    yours = realm("Q47 1,0 2,0", buildings={"2,0": other} if other else {})
    return apply(turn(Step.BUILD, mine, {1: yours}, board(tile), queen), Build(0, 0, tile, (1, 0)))


def test_q9_the_first_tower_takes_the_queen() -> None:
    assert building_towers(None, None, "safe_towers", None).queen == 0


def test_q9_a_tie_in_towers_takes_the_queen() -> None:
    assert building_towers(None, "guardtower", "guardtower", 1).queen == 0


def test_q9_more_towers_take_the_queen() -> None:
    assert building_towers("safe_towers", "guardtower", "guardtower", 1).queen == 0


def test_q9_fewer_towers_than_another_leave_her_where_she_is() -> None:
    assert building_towers(None, "fortified_castle", "guardtower", 1).queen == 1
    assert building_towers(None, "fortified_castle", "guardtower", 2).queen == 2


def test_q9_she_moves_only_when_somebody_gains_towers() -> None:
    assert building_towers("fortified_castle", None, "statue", 1).queen == 1
    assert building_towers(None, None, "statue", None).queen is None


def test_q9_her_host_keeps_her_when_gaining_towers() -> None:
    assert building_towers("guardtower", "guardtower", "safe_towers", 0).queen == 0


def test_q9_everybody_else_is_compared() -> None:
    towers = realm("Q47 1,0 2,0", buildings={"2,0": "fortified_castle"})
    state = turn(Step.BUILD, TOWN, {3: towers}, board("guardtower"), queen=3)
    assert apply(state, Build(0, 0, "guardtower", (1, 0))).queen == 3


@pytest.mark.parametrize(("slot", "paid"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 4)])
def test_q9_her_host_pays_one_coin_less_never_less_than_0(slot: int, paid: int) -> None:
    tile = TILES.slots[slot]
    assert tile is not None
    state = apply(turn(Step.BUILD, queen=0), Build(0, slot, tile, (1, 0)))
    assert state.realms[0].coins == 7 - paid
    other = apply(turn(Step.BUILD, queen=1), Build(0, slot, tile, (1, 0)))
    assert other.realms[0].coins == 7 - slot


def test_q9_the_discount_opens_the_building_phase() -> None:
    poor = realm("Q46 1,0 2,0", coins=0, knights=0)
    place = Place(0, "Q1", ((-2, 0), (-1, 0)))
    tiles = board("-", "church", stack=[])
    assert apply(turn(owner=poor, tiles=tiles, queen=0), place).step is Step.BUILD
    assert apply(turn(owner=poor, tiles=tiles, queen=1), place).step is Step.CHOOSE


def test_q9_the_discount_holds_from_the_next_purchase_on() -> None:
    state = apply(turn(Step.BUILD), Build(0, 1, "guardtower", (1, 0)))
    assert state.queen == 0
    assert state.realms[0].coins == 6, "the tile that brings her is paid in full"
    state = apply(replace(state, step=Step.BUILD), Build(0, 3, "small_tavern", (2, 0)))
    assert state.realms[0].coins == 6 - 2


def test_q9_her_crown_is_worth_the_hosts_largest_territory_towns_included() -> None:
    owner = drawn_realm("t t t C w1 w", coins=0)
    for queen, worth in ((0, 3), (1, None), (None, None)):
        terms = scores(turn(owner=owner, queen=queen))[0].terms
        assert [term.points for term in terms if isinstance(term, QueenTerm)] == ([] if worth is None else [worth])
    several = drawn_realm("t t C w1 w", coins=0)
    assert scores(turn(owner=several, queen=0))[0].points == 2 + 2


def test_q9_a_queen_in_an_empty_kingdom_is_worth_nothing() -> None:
    assert scores(turn(owner=realm(coins=0), queen=0))[0].points == 0
