"""Q1–Q15: Queendomino."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from crownlands.data import load
from crownlands.rules import State, Step, apply, legal_actions, new_game, ranking, ruleset, scores
from crownlands.rules.events import Bribe, Build, Buildings, Choose, Discard, Event, Kings, Pass, Place, Reveal, Tax
from crownlands.rules.pieces import BOXES, BUILDINGS, DOMINOES, SLOTS, STACK, Terrain
from crownlands.rules.reasons import Code
from crownlands.rules.ruleset import Opening, catalogue
from crownlands.rules.scoring import BuildingTerm, CoinsTerm, QueenTerm, Standing, TerritoryTerm, rank
from crownlands.rules.state import Board, Realm
from tests.helpers import after, at, board, claims, drawn_realm, game, realm, refused

LINE = "Q1=0 Q20=1 Q21=2 Q22=3"
NEXT = "Q30 Q31 Q32 Q33"
TOWN = realm("Q46 1,0 2,0")
TILES = board("statue", "guardtower", "church", "small_tavern", "fortified_castle", "safe_towers")


def turn(
    step: Step = Step.PLACE,
    owner: Realm = TOWN,
    others: dict[int, Realm] | None = None,
    tiles: Board = TILES,
    queen: int | None = None,
    round: int = 1,
) -> State:
    """The turn of seat 0 with four players."""
    next_line = NEXT if round < 12 else ""
    realms = {0: owner, **(others or {})}
    return at(
        "queendomino/4", step, line=LINE, next_line=next_line, realms=realms, board=tiles, queen=queen, round=round
    )


# --- Q1 pieces


def test_q1_there_are_32_tiles_with_14_knights_and_14_towers() -> None:
    assert len(STACK) == 32
    assert Counter(STACK) == {name: tile.copies for name, tile in BUILDINGS.items()}
    assert sum(tile.copies * tile.knights for tile in BUILDINGS.values()) == 14
    assert sum(tile.copies * tile.towers for tile in BUILDINGS.values()) == 14


def test_q1_towns_have_no_printed_crowns() -> None:
    towns = [half for item in BOXES["queendomino"] for half in (item.left, item.right) if half.terrain is Terrain.TOWN]
    assert len(towns) == 20
    assert {half.crowns for half in towns} == {0}
    assert not any(half.terrain is Terrain.TOWN for item in BOXES["kingdomino"] for half in (item.left, item.right))


def test_q1_kings_are_orange_purple_white_and_red() -> None:
    assert ruleset("queendomino/4").colours == ("orange", "purple", "white", "red")


def test_q1_the_supply_of_knights_towers_and_coins_is_not_limited() -> None:
    rich = realm("Q46 1,0 2,0", coins=900, knights=40)
    state = apply(turn(Step.BUILD, rich), Build(0, 3, "small_tavern", (1, 0)))
    assert state.realms[0].knights == 42
    assert apply(replace(state, step=Step.BUILD), Build(0, 4, "fortified_castle", (2, 0))).realms[0].towers == 3


# --- Q2 set-up


@pytest.mark.parametrize(
    ("name", "kings", "frame"),
    [("queendomino/2", 2, 7), ("queendomino/3", 1, 5), ("queendomino/4", 1, 5)],
)
def test_q2_set_up(name: str, kings: int, frame: int) -> None:
    rules = ruleset(name)
    assert (rules.seats, rules.kings, rules.dominoes, rules.line) == (int(name[-1]), kings, 48, 4)
    assert (rules.frame, rules.rounds) == (frame, 12)
    state = new_game(rules)
    assert len(state.realms) == rules.seats
    assert {(owner.coins, owner.knights, owner.towers) for owner in state.realms} == {(7, 1, 0)}
    assert (state.queen, state.board.dragon) == (None, None)
    assert state.undrawn == {item.name for item in BOXES["queendomino"]}


def test_q2_with_three_players_the_unclaimed_domino_is_removed_when_the_round_ends() -> None:
    state = at("queendomino/3", Step.CHOOSE, line="Q7=1", next_line="Q20=2 Q21 Q22=0 Q23", board=TILES)
    assert {"Q21", "Q23"}.isdisjoint(state.removed)
    state = apply(state, Choose(1, "Q23"))
    assert state.line == claims("Q20=2 Q22=0 Q23=1")
    assert "Q21" in state.removed
    assert len(game("queendomino/3")[-1][2].state.removed) == 12


# --- Q3 the builders' board


def test_q3_six_slots_cost_5_to_0_and_six_tiles_are_revealed_at_the_start() -> None:
    assert load("buildings")["slots"] == [5, 4, 3, 2, 1, 0]
    assert SLOTS == (0, 1, 2, 3, 4, 5)
    state = new_game(ruleset("queendomino/4"))
    assert state.board == Board((None,) * 6, None, tuple(sorted(STACK)))
    state = after(state, Kings(((0, 0), (1, 1), (2, 2), (3, 3))), Reveal(("Q1", "Q2", "Q3", "Q4")))
    assert state.step is Step.BUILDINGS
    tiles = ("statue", "church", "bakery", "statue", "foundry", "big_tavern")
    for wrong in (
        tiles[:5],
        (*tiles, "bakery"),
        ("big_tavern", "big_tavern", "bakery", "statue", "foundry", "church"),
        (),
    ):
        assert refused(state, Buildings(wrong)) is Code.WRONG_TILES
    assert refused(state, Reveal(("Q5", "Q6", "Q7", "Q8"))) is Code.NOT_NOW
    state = apply(state, Buildings(tiles))
    assert state.board.slots == tiles
    assert state.tiles == list(zip(range(6), tiles, strict=True))
    assert len(state.board.stack) == 26
    assert Counter(state.board.stack) + Counter(tiles) == Counter(STACK)
    assert state.board.stack == tuple(sorted(state.board.stack))
    assert state.step is Step.CHOOSE


def last_choice(tiles: Board) -> State:
    """The last action of a round."""
    state = at("queendomino/4", Step.CHOOSE, line="Q7=1", next_line="Q20=2 Q21=3 Q22=0 Q23", board=tiles)
    return apply(state, Choose(1, "Q23"))


def test_q3_an_emptied_slot_stays_empty_until_the_round_ends() -> None:
    state = apply(turn(Step.BUILD), Build(0, 2, "church", (1, 0)))
    assert state.board.slots == ("statue", "guardtower", None, "small_tavern", "fortified_castle", "safe_towers")
    state = apply(state, Bribe(0, 0, "statue"))
    assert state.board.slots == (None, "guardtower", None, "small_tavern", "fortified_castle", "safe_towers")
    state = apply(state, Choose(0, "Q30"))
    assert state.board.slots == (None, "guardtower", None, "small_tavern", "fortified_castle", "safe_towers")


def test_q3_tiles_slide_to_the_cheapest_slots_in_order_and_the_cheapest_empty_slot_is_filled_first() -> None:
    state = last_choice(board("-", "statue", "-", "-", "church", "bakery"))
    assert state.step is Step.BUILDINGS
    assert state.board.slots == ("statue", "church", "bakery", None, None, None)
    assert refused(state, Buildings(("foundry",))) is Code.WRONG_TILES
    state = apply(state, Buildings(("foundry", "sawmill", "big_tavern")))
    assert state.board.slots == ("statue", "church", "bakery", "foundry", "sawmill", "big_tavern")
    assert state.step is Step.REVEAL
    assert state.round == 1
    state = apply(state, Reveal(("Q40", "Q41", "Q42", "Q43")))
    assert (state.step, state.round) == (Step.PLACE, 2)


def test_q3_a_full_board_is_not_touched() -> None:
    state = last_choice(TILES)
    assert state.step is Step.REVEAL
    assert state.board == TILES


def test_q3_when_the_stack_is_short_or_empty_slots_stay_empty() -> None:
    state = last_choice(board("-", "statue", "-", "-", "church", "bakery", stack=["foundry"]))
    assert state.step is Step.BUILDINGS
    assert refused(state, Buildings(("foundry", "foundry", "foundry"))) is Code.WRONG_TILES
    state = apply(state, Buildings(("foundry",)))
    assert state.board == Board(("statue", "church", "bakery", "foundry", None, None), None, ())
    state = last_choice(board("-", "statue", "-", "-", "church", "bakery", stack=[]))
    assert state.step is Step.REVEAL, "no event where nothing is revealed"
    assert state.board == Board(("statue", "church", "bakery", None, None, None), None, ())


# --- Q4 opening


def test_q4_two_players_open_there_and_back_others_as_drawn() -> None:
    assert ruleset("queendomino/2").opening is Opening.THERE_AND_BACK
    assert ruleset("queendomino/3").opening is ruleset("queendomino/4").opening is Opening.DRAWN
    state = new_game(ruleset("queendomino/2"))
    assert refused(state, Kings(((0, 0), (1, 1), (0, 0), (1, 1)))) is Code.WRONG_KINGS
    assert [king.owner for king in apply(state, Kings(((0, 0), (1, 1), (1, 1), (0, 0)))).kings] == [0, 1, 1, 0]


def test_q4_with_two_players_other_openings_are_options() -> None:
    for opening in ("drawn", "any-king", "top-down"):
        assert ruleset(f"queendomino/2+{opening}").opening == opening


# --- Q5 a turn


def test_q5_a_turn_is_place_tax_build_bribe_choose_in_this_order() -> None:
    assert ruleset("queendomino/4").phases == (Step.PLACE, Step.TAX, Step.BUILD, Step.BRIBE, Step.CHOOSE)
    state = turn()
    steps = [state.step]
    for event in (
        Place(0, "Q1", ((-2, 0), (-1, 0))),
        Tax(0, ((-2, 0),)),
        Build(0, 0, "statue", (1, 0)),
        Bribe(0, 1, "guardtower"),
        Choose(0, "Q33"),
    ):
        state = apply(state, event)
        steps.append(state.step)
    assert steps == [Step.PLACE, Step.TAX, Step.BUILD, Step.BRIBE, Step.CHOOSE, Step.PLACE]
    assert state.seat == 1


def test_q5_tax_build_and_dragon_are_optional_place_and_choose_are_not() -> None:
    state = turn()
    assert refused(state, Pass(0)) is Code.NOT_NOW
    state = apply(state, Place(0, "Q1", ((-2, 0), (-1, 0))))
    for step in (Step.TAX, Step.BUILD, Step.BRIBE):
        assert state.step is step
        assert legal_actions(state)[-1] == Pass(0)
        state = apply(state, Pass(0))
    assert state.step is Step.CHOOSE
    assert refused(state, Pass(0)) is Code.NOT_NOW
    assert state.realms[0].coins == 7


def refused_all(state: State, *events: Event) -> None:
    assert {refused(state, event) for event in events} == {Code.NOT_NOW}


def test_q5_each_happens_at_most_once_and_never_later() -> None:
    tax, build, bribe = Tax(0, ((-2, 0),)), Build(0, 0, "statue", (1, 0)), Bribe(0, 1, "guardtower")
    place = Place(0, "Q1", ((-2, 0), (-1, 0)))
    state = turn(owner=realm("Q46 1,0 2,0", knights=3))
    refused_all(state, tax, build, bribe, Choose(0, "Q30"))
    state = apply(state, place)
    refused_all(state, place, build, bribe, Choose(0, "Q30"))
    state = apply(state, tax)
    refused_all(state, place, tax, bribe)
    state = apply(state, Pass(0))
    refused_all(state, place, tax, build)
    state = apply(state, bribe)
    refused_all(state, place, tax, build, Pass(0))
    assert refused(state, Bribe(0, 0, "statue")) is Code.DRAGON_AWAY


def test_q5_a_phase_in_which_only_passing_is_possible_is_skipped() -> None:
    poor = realm(coins=0, knights=0)
    state = apply(turn(owner=poor), Place(0, "Q1", ((1, 0), (2, 0))))
    assert state.step is Step.CHOOSE
    assert refused(state, Tax(0, ((1, 0),))) is Code.NO_KNIGHTS
    assert refused(state, Build(0, 0, "statue", (1, 0))) is Code.NO_FREE_TOWN
    assert refused(state, Bribe(0, 0, "statue")) is Code.CANNOT_AFFORD


def test_q5_with_two_players_each_king_takes_a_whole_turn() -> None:
    state = at(
        "queendomino/2", line="Q46=0 Q47=0 Q20=1 Q21=1", next_line=NEXT, board=TILES, realms={0: realm(knights=2)}
    )
    for domino, cells, slot, tile, chosen in (
        ("Q46", ((1, 0), (2, 0)), 0, "statue", "Q30"),
        ("Q47", ((1, 1), (2, 1)), 1, "guardtower", "Q31"),
    ):
        assert (state.seat, state.domino) == (0, domino)
        state = after(state, Place(0, domino, cells), Tax(0, cells[:1]), Build(0, slot, tile, cells[0]))
        state = after(state, *([Pass(0)] if state.step is Step.BRIBE else []), Choose(0, chosen))
    assert state.seat == 1
    assert state.realms[0].buildings == {(1, 0): "statue", (1, 1): "guardtower"}
    assert state.realms[0].taxed == {(1, 0), (1, 1)}


def test_q5_the_last_round_has_no_choice() -> None:
    state = turn(round=12)
    state = after(state, Place(0, "Q1", ((-2, 0), (-1, 0))), Tax(0, ((-2, 0),)), Build(0, 0, "statue", (1, 0)))
    assert state.step is Step.BRIBE
    assert refused(state, Choose(0, "Q30")) is Code.LAST_ROUND
    state = apply(state, Bribe(0, 1, "guardtower"))
    assert (state.step, state.seat) == (Step.PLACE, 1)


# --- Q6 place


def test_q6_a_town_connects_to_towns_like_any_terrain() -> None:
    state = turn(owner=realm("Q46 1,0 2,0"))
    state = replace(state, line=claims("Q29=0 Q20=1 Q21=2 Q22=3"))
    assert refused(state, Place(0, "Q29", ((3, 1), (3, 0)))) is Code.NO_MATCH
    assert refused(state, Place(0, "Q29", ((5, 0), (4, 0)))) is Code.OUT_OF_FRAME
    assert apply(state, Place(0, "Q29", ((3, 0), (3, 1)))).step is Step.TAX


def test_q6_discarding_is_as_in_kingdomino() -> None:
    assert refused(turn(), Discard(0, "Q1")) is Code.CAN_BE_PLACED


# --- Q7 tax

LONG = realm("Q2 -1,0 -2,0", "Q46 1,0 2,0", knights=2)


def taxing(owner: Realm = LONG, cells: tuple[tuple[int, int], tuple[int, int]] = ((-2, 1), (-1, 1))) -> State:
    return apply(turn(owner=owner), Place(0, "Q1", cells))


def test_q7_a_knight_earns_the_squares_of_its_territory() -> None:
    state = apply(taxing(), Tax(0, ((-2, 1),)))
    owner = state.realms[0]
    assert (owner.coins, owner.knights, owner.taxed, owner.all_knights) == (7 + 4, 1, frozenset({(-2, 1)}), 2)


def test_q7_both_knights_in_one_territory_earn_its_full_size_each() -> None:
    state = apply(taxing(), Tax(0, ((-2, 1), (-1, 1))))
    owner = state.realms[0]
    assert (owner.coins, owner.knights, owner.taxed) == (7 + 8, 0, frozenset({(-2, 1), (-1, 1)}))


def test_q7_two_knights_in_two_territories_earn_each_its_own() -> None:
    owner = realm("Q2 -2,0 -1,0", "Q3 0,1 0,2", knights=2)
    state = at("queendomino/4", line="Q7=0", next_line=NEXT, realms={0: owner}, board=TILES)
    assert (DOMINOES["Q7"].left.terrain, DOMINOES["Q7"].right.terrain) == (Terrain.FOREST, Terrain.WHEAT)
    state = apply(state, Place(0, "Q7", ((-1, 2), (-1, 1))))
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
    state = taxing(replace(LONG, knights=1))
    assert refused(state, Tax(0, ((-2, 1), (-1, 1)))) is Code.NO_KNIGHTS
    assert legal_actions(state) == [Tax(0, ((-2, 1),)), Tax(0, ((-1, 1),)), Pass(0)]
    assert taxing(replace(LONG, knights=0)).step is Step.BUILD


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


# --- Q8 build


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


TILES_BY_SLOT = [(slot, tile) for slot, tile in enumerate(TILES.slots) if tile]


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
    assert (owner.knights, owner.towers) == (1 + BUILDINGS[name].knights, BUILDINGS[name].towers)


def test_q8_new_knights_are_usable_from_the_next_turn() -> None:
    state = apply(taxing(replace(LONG, knights=0)), Build(0, 3, "small_tavern", (1, 0)))
    assert state.realms[0].knights == 2
    assert refused(state, Tax(0, ((-2, 1),))) is Code.NOT_NOW
    state = after(state, Pass(0), Choose(0, "Q30"))
    state = replace(state, step=Step.PLACE, line=claims("Q3=0"), next_line=claims("Q31"))
    state = apply(state, Place(0, "Q3", ((0, 1), (0, 2))))
    assert state.step is Step.TAX
    assert apply(state, Tax(0, ((0, 1), (0, 2)))).realms[0].knights == 0


# --- Q9 the queen


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


# --- Q11 the dragon


def test_q11_the_dragon_burns_a_tile_for_one_coin_and_sits_on_its_slot() -> None:
    state = apply(turn(Step.BRIBE), Bribe(0, 3, "small_tavern"))
    assert state.realms[0].coins == 6
    assert state.board.slots == ("statue", "guardtower", "church", None, "fortified_castle", "safe_towers")
    assert state.board.dragon == 3
    assert state.burned == ("small_tavern",)
    assert state.board.stack == TILES.stack


def test_q11_any_tile_on_the_board_may_burn() -> None:
    state = turn(Step.BRIBE)
    assert legal_actions(state) == [*(Bribe(0, slot, tile) for slot, tile in TILES_BY_SLOT), Pass(0)]
    assert refused(state, Bribe(0, 3, "statue")) is Code.OTHER_TILE
    assert refused(state, Bribe(0, 7, "statue")) is Code.NO_SUCH_SLOT
    gap = turn(Step.BRIBE, tiles=board("-", "church"))
    assert refused(gap, Bribe(0, 0, "statue")) is Code.OTHER_TILE


PLAIN = realm(knights=0)


def after_place(owner: Realm = PLAIN, tiles: Board = TILES, queen: int | None = None) -> State:
    return apply(turn(owner=owner, tiles=tiles, queen=queen), Place(0, "Q1", ((1, 0), (2, 0))))


def test_q11_only_while_it_is_in_its_cave_so_once_a_round_over_all_players() -> None:
    assert after_place().step is Step.BRIBE
    away = after_place(tiles=board("-", "church", dragon=0))
    assert away.step is Step.CHOOSE
    assert refused(away, Bribe(0, 1, "church")) is Code.DRAGON_AWAY
    for name in ("queendomino/4", "royal-wedding/8+teams"):
        bribes = Counter(before.state.round for before, event, _ in game(name) if isinstance(event, Bribe))
        assert set(bribes.values()) == {1}


def test_q11_only_if_the_player_does_not_host_the_queen() -> None:
    host = after_place(queen=0)
    assert host.step is Step.CHOOSE
    assert refused(host, Bribe(0, 1, "guardtower")) is Code.HOSTS_QUEEN
    assert after_place(queen=1).step is Step.BRIBE


def test_q11_taking_the_queen_by_building_closes_the_dragon_in_the_same_turn() -> None:
    state = apply(turn(Step.BUILD), Build(0, 1, "guardtower", (1, 0)))
    assert (state.queen, state.step) == (0, Step.CHOOSE)
    assert refused(state, Bribe(0, 0, "statue")) is Code.HOSTS_QUEEN


def test_q11_it_takes_a_coin_and_a_tile() -> None:
    poor = after_place(replace(PLAIN, coins=0))
    assert poor.step is Step.CHOOSE
    assert refused(poor, Bribe(0, 0, "statue")) is Code.CANNOT_AFFORD
    empty = after_place(tiles=board(stack=[]))
    assert empty.step is Step.CHOOSE
    assert refused(empty, Bribe(0, 0, "statue")) is Code.NO_TILES


def test_q11_the_last_coin_spent_on_a_building_closes_the_dragon() -> None:
    state = turn(Step.BUILD, realm("Q46 1,0 2,0", coins=2))
    state = apply(state, Build(0, 2, "church", (1, 0)))
    assert state.step is Step.CHOOSE


# --- Q12 round end


def test_q12_the_dragon_goes_home_tiles_slide_and_unclaimed_dominoes_go() -> None:
    tiles = board("statue", "-", "church", "bakery", "sawmill", "foundry", dragon=1)
    state = at("queendomino/3", Step.CHOOSE, line="Q7=1", next_line="Q20=2 Q21 Q22=0 Q23", board=tiles)
    state = apply(state, Choose(1, "Q23"))
    assert state.step is Step.BUILDINGS
    assert state.board.dragon is None
    assert state.board.slots == ("statue", "church", "bakery", "sawmill", "foundry", None)
    assert "Q21" in state.removed
    state = apply(state, Buildings(("big_tavern",)))
    assert state.step is Step.REVEAL
    assert state.round == 1


def test_q12_before_the_last_round_the_board_is_refilled_but_no_line_revealed() -> None:
    tiles = board("statue", "-", "church", "bakery", "sawmill", "foundry", dragon=1)
    state = at("queendomino/3", Step.CHOOSE, line="Q7=1", next_line="Q20=2 Q21 Q22=0 Q23", board=tiles, round=11)
    state = after(state, Choose(1, "Q23"), Buildings(("big_tavern",)))
    assert (state.step, state.round, state.next_line) == (Step.PLACE, 12, ())


def test_q12_after_the_last_round_the_game_is_over_and_nothing_is_refilled() -> None:
    tiles = board("statue", "-", "church", "bakery", "sawmill", "foundry", dragon=1)
    state = at("queendomino/3", line="Q7=1", board=tiles, round=12, realms={1: realm(knights=0)})
    state = apply(state, Place(1, "Q7", ((1, 0), (2, 0))))
    assert state.over
    assert state.board == tiles
    assert state.round == 12


def test_q12_burned_and_built_tiles_never_come_back() -> None:
    for _, _, following in game("queendomino/4"):
        state = following.state
        known = Counter([*state.burned, *state.board.stack, *(tile for tile in state.board.slots if tile)])
        for owner in state.realms:
            known.update(owner.buildings.values())
        assert known == Counter(STACK)
    bribes = [event.building for _, event, _ in game("queendomino/4") if isinstance(event, Bribe)]
    assert sorted(bribes) == list(state.burned)


# --- Q13 score


def score_terms(drawing: str, *, coins: int = 0, knights: int = 0) -> list[tuple[str, int]]:
    score = scores(turn(owner=drawn_realm(drawing, coins=coins, knights=knights)))[0]
    assert score.points == sum(term.points for term in score.terms)
    return [(term.kind, term.points) for term in score.terms]


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (11, 3), (12, 4)])
def test_q13_three_coins_are_a_point_rounded_down(coins: int, points: int) -> None:
    assert score_terms("C .", coins=coins) == [("coins", points)]


def test_q13_towns_score_with_the_crowns_of_their_buildings_and_unbuilt_squares_count() -> None:
    assert score_terms("t t=queens_tower t C t=queens_tower t=queens_tower") == [
        ("territory", 3),
        ("territory", 4),
        ("coins", 0),
        ("building", 0),
        ("building", 0),
        ("building", 0),
    ]
    assert score_terms("t t C") == [("territory", 0), ("coins", 0)]


@pytest.mark.parametrize(("name", "points"), [("statue", 5), ("guardtower", 3), ("small_tavern", 3), ("big_tavern", 2)])
def test_q13_flat_points(name: str, points: int) -> None:
    assert score_terms(f"t={name} C") == [("territory", 0), ("coins", 0), ("building", points)]


@pytest.mark.parametrize(
    ("letter", "name"),
    [
        ("w", "bakery"),
        ("f", "sawmill"),
        ("l", "fishmongers"),
        ("g", "weaving_shop"),
        ("s", "magic_school"),
        ("m", "foundry"),
    ],
)
def test_q13_two_points_per_separate_territory_of_a_terrain(letter: str, name: str) -> None:
    other = "f" if letter == "w" else "w"
    drawing = f"""
        {letter}1 {letter} {other}   {letter} .
        {other}   .        C         {other}  {letter}2
        .         .        t={name}  .        .
    """
    owner = drawn_realm(drawing)
    [term] = [term for term in scores(turn(owner=owner))[0].terms if isinstance(term, BuildingTerm)]
    assert (term.building, term.square, term.count, term.points) == (name, (0, 1), 3, 6)


def test_q13_a_church_counts_town_territories_its_own_too() -> None:
    [term] = [
        term for term in scores(turn(owner=drawn_realm("t t=church C t w t")))[0].terms if term.kind == "building"
    ]
    assert term.points == 2 * 3


def test_q13_one_point_per_own_tower() -> None:
    drawing = "t=travelling_castle t=guardtower C t=fortified_castle"
    counts = {term.building: term.points for term in building_terms(drawing)}
    assert counts == {"travelling_castle": 1 + 2 + 3, "guardtower": 3, "fortified_castle": 2}


def test_q13_one_point_per_own_knight_used_or_not() -> None:
    counts = {term.building: term.points for term in building_terms("t=training_camp w! C w! f", knights=2)}
    assert counts == {"training_camp": 4}


def building_terms(drawing: str, knights: int = 0) -> list[BuildingTerm]:
    terms = scores(turn(owner=drawn_realm(drawing, knights=knights)))[0].terms
    return [term for term in terms if isinstance(term, BuildingTerm)]


# --- Q14 winner


def test_q14_most_points_then_largest_territory_then_shared() -> None:
    rules = ruleset("queendomino/4")
    standings = [Standing(9, 4, 1), Standing(9, 4, 9), Standing(9, 5, 0), Standing(10, 1, 0)]
    result = rank(rules, standings)
    assert result.groups == ((3,), (2,), (0, 1))
    assert result.decided == ("points", "largest-territory")


def test_q14_towns_count_as_largest_territory() -> None:
    owner = drawn_realm("t t t C w1 w", coins=1)
    other = drawn_realm("f f C w1 w", coins=1)
    state = turn(owner=owner, others={1: other, 2: realm(coins=0), 3: realm(coins=0)})
    assert ranking(state).groups == ((0,), (1,), (2, 3))
    assert ranking(state).decided == ("largest-territory", "points")


@pytest.mark.parametrize("name", [rules.name for rules in catalogue() if rules.family != "kingdomino"])
def test_q14_crowns_break_no_tie_here_nor_in_the_wedding(name: str) -> None:
    assert ruleset(name).ties == ("largest-territory",)


def test_q14_the_queens_crown_is_a_term_and_breaks_no_tie() -> None:
    owner = drawn_realm("w1 w C")
    with_queen, without = scores(turn(owner=owner, queen=0))[0], scores(turn(owner=owner))[0]
    assert with_queen.points == without.points + 2
    assert with_queen.standing.crowns == without.standing.crowns == 1
    assert with_queen.standing.largest == without.standing.largest == 2


# --- Q15 worked example

EXAMPLE = """
    g2        g1  t=sawmill  w                    w
    g         g   f1         t=travelling_castle  w1
    t=church  l1  f          C                    t=big_tavern
    l1        l   m3         m                    t=statue
    f1        s1  f          m1                   t=guardtower
"""


def test_q15_the_worked_example_gives_71_with_its_terms() -> None:
    score = scores(turn(owner=drawn_realm(EXAMPLE, coins=11), queen=0))[0]
    territories = sorted(
        (str(term.terrain), term.squares, term.crowns, term.points)
        for term in score.terms
        if isinstance(term, TerritoryTerm)
    )
    assert territories == [
        ("forest", 1, 0, 0),
        ("forest", 1, 1, 1),
        ("forest", 2, 1, 2),
        ("grassland", 4, 3, 12),
        ("lake", 3, 2, 6),
        ("mine", 3, 4, 12),
        ("swamp", 1, 1, 1),
        ("town", 1, 0, 0),
        ("town", 1, 0, 0),
        ("town", 1, 0, 0),
        ("town", 3, 0, 0),
        ("wheat", 3, 1, 3),
    ]
    buildings = {term.building: (term.count, term.points) for term in score.terms if isinstance(term, BuildingTerm)}
    assert buildings == {
        "sawmill": (3, 6),
        "church": (4, 8),
        "travelling_castle": (3, 3),
        "big_tavern": (1, 2),
        "statue": (1, 5),
        "guardtower": (1, 3),
    }
    assert [term.points for term in score.terms if isinstance(term, CoinsTerm)] == [3]
    assert [term.points for term in score.terms if isinstance(term, QueenTerm)] == [4], (
        "grassland 4 × (3 + queen) is 16"
    )
    assert len(score.terms) == 12 + 6 + 2
    assert score.points == sum(term.points for term in score.terms) == 71


def test_q15_the_example_is_a_full_kingdom() -> None:
    owner = drawn_realm(EXAMPLE)
    assert len(owner.kingdom.squares) == 24
    assert {x for x, _ in owner.kingdom.squares} == {-3, -2, -1, 0, 1}
    assert {y for _, y in owner.kingdom.squares} == {-2, -1, 0, 1, 2}
    assert owner.towers == 3


def test_q15_middle_kingdom_harmony_and_dynasty_are_no_part_of_queendomino() -> None:
    kinds = {term.kind for score in scores(game("queendomino/4")[-1][2].state) for term in score.terms}
    assert kinds <= {"territory", "coins", "building", "queen"}
    assert ruleset("queendomino/4").games == 1
