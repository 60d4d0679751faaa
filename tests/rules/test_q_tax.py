"""Q7 and Q10: the tax, and what buildings add to it."""

from __future__ import annotations

from dataclasses import replace

from crownlands.rules import Step, apply, legal_actions
from crownlands.rules.events import Discard, Pass, Place, Tax
from crownlands.rules.pieces import BUILDINGS, DOMINOES, Terrain
from crownlands.rules.reasons import Code
from tests.helpers import after, at, claims, drawn_realm, realm, refused
from tests.rules.common import LONG, NEXT, TILES, taxing, turn

# --- Q7 tax


def test_q7_a_knight_earns_the_squares_of_its_territory() -> None:
    state = apply(taxing(), Tax(0, ((-2, 1),)))
    owner = state.realms[0]
    assert (owner.coins, owner.knights_in_reserve, owner.taxed, owner.all_knights) == (
        7 + 4,
        1,
        frozenset({(-2, 1)}),
        2,
    )


def test_q7_both_knights_in_one_territory_earn_its_full_size_each() -> None:
    state = apply(taxing(), Tax(0, ((-2, 1), (-1, 1))))
    owner = state.realms[0]
    assert (owner.coins, owner.knights_in_reserve, owner.taxed) == (7 + 8, 0, frozenset({(-2, 1), (-1, 1)}))


def test_q7_two_knights_in_two_territories_earn_each_its_own() -> None:
    owner = realm("Q2 -2,0 -1,0", "Q3 0,1 0,2", knights=2)
    state = at("queendomino/4", line="Q15=0", next_line=NEXT, realms={0: owner}, board=TILES)
    assert (DOMINOES["Q15"].left.terrain, DOMINOES["Q15"].right.terrain) == (Terrain.FOREST, Terrain.WHEAT)
    state = apply(state, Place(0, "Q15", ((-1, 2), (-1, 1))))
    state = apply(state, Tax(0, ((-1, 1), (-1, 2))))
    assert state.realms[0].coins == 7 + 3 + 3


def test_q7_towns_are_taxed_too_and_the_castle_counts_for_nothing() -> None:
    state = replace(turn(), line=claims("Q47=0 Q20=1 Q21=2 Q22=3"))
    state = after(state, Place(0, "Q47", ((-2, 0), (-1, 0))), Tax(0, ((-1, 0),)))
    assert state.realms[0].coins == 7 + 2, "the castle does not join the towns on its two sides"


def test_q7_knights_stand_on_the_domino_placed_now_one_on_a_square() -> None:
    state = taxing()
    assert legal_actions(state) == [
        Tax(0, ((-2, 1),)),
        Tax(0, ((-1, 1),)),
        Tax(0, ((-2, 1), (-1, 1))),
        Pass(0),
    ]
    assert refused(state, Tax(0, ((1, 0),))) is Code.NOT_PLACED_NOW
    assert refused(state, Tax(0, ((-2, 1), (9, 9)))) is Code.NOT_PLACED_NOW
    assert refused(state, Tax(0, ((0, 0),))) is Code.NOT_PLACED_NOW
    assert refused(state, Tax(0, ())) is Code.ONE_KNIGHT_EACH
    assert refused(state, Tax(0, ((-2, 1), (-2, 1)))) is Code.ONE_KNIGHT_EACH
    assert refused(state, Tax(0, ((-1, 1), (-2, 1)))) is Code.ONE_KNIGHT_EACH


def test_q7_knights_come_from_the_reserve() -> None:
    state = taxing(replace(LONG, knights_in_reserve=1))
    assert refused(state, Tax(0, ((-2, 1), (-1, 1)))) is Code.NO_KNIGHTS
    assert legal_actions(state) == [Tax(0, ((-2, 1),)), Tax(0, ((-1, 1),)), Pass(0)]
    assert taxing(replace(LONG, knights_in_reserve=0)).step is Step.BUILD


def test_q7_knights_stay_and_do_not_hinder_later_ones() -> None:
    owner = realm("Q2 -2,0 -1,0", "Q46 1,0 2,0", knights=2, taxed=["-2,0", "-1,0"])
    state = apply(taxing(owner), Tax(0, ((-2, 1),)))
    assert state.realms[0].coins == 7 + 4
    assert state.realms[0].taxed == {(-2, 0), (-1, 0), (-2, 1)}
    assert state.realms[0].all_knights == 4


def test_q7_a_discarded_domino_gives_no_tax() -> None:
    blocked = drawn_realm("f f f f f\nf f f f f\nf f C f f\nf f f f f\nf f f f .", coins=7, knights=1)
    state = apply(turn(owner=blocked), Discard(0, "Q1"))
    assert state.step is Step.BRIBE
    assert refused(state, Tax(0, ((2, 2),))) is Code.NOTHING_PLACED


# --- Q10 tax bonuses


def taxed(buildings: dict[str, str], knights: int, squares: int) -> int:
    owner = realm("Q2 -2,0 -1,0", "Q46 1,0 2,0", "Q47 1,1 2,1", knights=knights, taxed=["1,0"], buildings=buildings)
    state = taxing(owner)
    return apply(state, Tax(0, ((-2, 1), (-1, 1))[:squares])).realms[0].coins - 7


def test_q10_a_safe_pays_for_all_own_knights_placed_and_in_reserve() -> None:
    assert taxed({}, 3, 1) == 4
    assert taxed({"1,0": "safe_knights"}, 3, 1) == 4 + (3 + 1)


def test_q10_or_for_all_own_towers() -> None:
    assert taxed({"1,0": "safe_towers"}, 3, 1) == 4 + 1
    assert taxed({"1,0": "safe_towers", "2,0": "guardtower"}, 3, 1) == 4 + 3


def test_q10_each_knight_placed_pays_the_bonus() -> None:
    assert taxed({"1,0": "safe_knights"}, 3, 2) == 2 * (4 + 4)
    assert taxed({"1,0": "safe_towers", "2,0": "guardtower"}, 3, 2) == 2 * (4 + 3)


def test_q10_both_bonuses_add_up() -> None:
    assert taxed({"1,0": "safe_knights", "2,0": "safe_towers", "1,1": "fortified_castle"}, 2, 1) == 4 + 3 + 4


def test_q10_other_buildings_pay_nothing() -> None:
    assert {name for name, tile in BUILDINGS.items() if tile.tax} == {"safe_knights", "safe_towers"}
    assert taxed({"1,0": "big_tavern", "2,0": "fortified_castle"}, 3, 1) == 4
