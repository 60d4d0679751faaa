"""Q1–Q4: the pieces of Queendomino, the set-up, the builders' board and the opening."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from crownlands.data import load
from crownlands.rules import State, Step, apply, new_game, ruleset
from crownlands.rules.events import Bribe, Build, Buildings, Choose, Kings, Reveal
from crownlands.rules.pieces import BOXES, BUILDINGS, DOMINOES, SLOTS, STACK, Terrain
from crownlands.rules.reasons import Code
from crownlands.rules.ruleset import Opening
from crownlands.rules.state import BuildersBoard
from tests.helpers import at, board, claims, game, realm, refused
from tests.rules.common import TILES, turn

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


@pytest.mark.parametrize(
    ("name", "left", "right"),
    [
        ("Q8", (Terrain.GRASSLAND, 0), (Terrain.GRASSLAND, 0)),
        ("Q12", (Terrain.WHEAT, 1), (Terrain.GRASSLAND, 0)),
        ("Q25", (Terrain.SWAMP, 1), (Terrain.WHEAT, 0)),
        ("Q45", (Terrain.MINE, 3), (Terrain.TOWN, 0)),
    ],
)
def test_q1_numbers_are_those_on_photographs_of_a_real_box(
    name: str, left: tuple[Terrain, int], right: tuple[Terrain, int]
) -> None:
    domino = DOMINOES[name]
    assert (domino.left[:2], domino.right[:2]) == (left, right)


def test_q1_kings_are_orange_purple_white_and_red() -> None:
    assert ruleset("queendomino/4").colours == ("orange", "purple", "white", "red")


def test_q1_the_supply_of_knights_towers_and_coins_is_not_limited() -> None:
    rich = realm("Q46 1,0 2,0", coins=900, knights=40)
    state = apply(turn(Step.BUILD, rich), Build(0, 3, "small_tavern", (1, 0)))
    assert state.realms[0].knights_in_reserve == 42
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
    assert {(owner.coins, owner.knights_in_reserve, owner.towers) for owner in state.realms} == {(7, 1, 0)}
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
    assert state.board == BuildersBoard((None,) * 6, None, tuple(sorted(STACK)))
    state = apply(state, Reveal(("Q1", "Q2", "Q3", "Q4")))
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
    assert state.step is Step.KINGS


def last_choice(tiles: BuildersBoard) -> State:
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
    assert state.board == BuildersBoard(("statue", "church", "bakery", "foundry", None, None), None, ())
    state = last_choice(board("-", "statue", "-", "-", "church", "bakery", stack=[]))
    assert state.step is Step.REVEAL, "no event where nothing is revealed"
    assert state.board == BuildersBoard(("statue", "church", "bakery", None, None, None), None, ())


# --- Q4 opening


def test_q4_two_players_open_there_and_back_others_as_drawn() -> None:
    assert ruleset("queendomino/2").opening is Opening.THERE_AND_BACK
    assert ruleset("queendomino/3").opening is ruleset("queendomino/4").opening is Opening.DRAWN
    state = at("queendomino/2", Step.KINGS, round=0, next_line="Q1 Q2 Q3 Q4", board=TILES)
    assert refused(state, Kings(((0, 0), (1, 1), (0, 0), (1, 1)))) is Code.WRONG_KINGS
    assert [king.owner for king in apply(state, Kings(((0, 0), (1, 1), (1, 1), (0, 0)))).kings] == [0, 1, 1, 0]


def test_q4_with_two_players_other_openings_are_options() -> None:
    for opening in ("drawn", "any-king", "top-down"):
        assert ruleset(f"queendomino/2+{opening}").opening == opening
