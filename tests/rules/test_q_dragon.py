"""Q11–Q12: the dragon, and the end of a round."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from crownlands.rules import State, Step, apply, legal_actions
from crownlands.rules.events import Bribe, Build, Buildings, Choose, Pass, Place
from crownlands.rules.pieces import STACK
from crownlands.rules.reasons import Code
from crownlands.rules.state import BuildersBoard, Realm
from tests.helpers import after, at, board, game, realm, refused
from tests.rules.common import TILES, TILES_BY_SLOT, turn

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


def after_place(owner: Realm = PLAIN, tiles: BuildersBoard = TILES, queen: int | None = None) -> State:
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
