"""K6–K8: where a domino may be placed, and what is discarded."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crownlands.rules import Step, apply, legal_actions, ruleset, scores
from crownlands.rules.events import Discard, Place
from crownlands.rules.pieces import BOXES, Domino, Terrain
from crownlands.rules.reasons import Code
from tests.helpers import at, drawn_realm, kingdom, refused
from tests.rules.common import F, L, W

# --- K6 connection


def domino(left: Terrain, right: Terrain) -> Domino:
    """A domino of these terrains, for example K13 for wheat and forest."""
    return next(item for item in BOXES["kingdomino"] if (item.left.terrain, item.right.terrain) == (left, right))


def test_k6_a_first_domino_of_two_terrains_has_24_placements_a_double_12() -> None:
    for name, count in (("K13", 24), ("K1", 12)):
        state = at("kingdomino/4", line=f"{name}=0 K20=1 K21=2 K22=3", next_line="K30 K31 K32 K33")
        placements = legal_actions(state)
        assert len(placements) == len(set(placements)) == count
        assert all(isinstance(placement, Place) for placement in placements)


def test_k6_the_castle_matches_any_terrain() -> None:
    land = kingdom("w w C . .")
    assert land.why_not(domino(F, L), ((1, 0), (2, 0)), 5) is None
    assert land.why_not(domino(F, L), ((2, 0), (1, 0)), 5) is None
    assert land.why_not(domino(F, L), ((0, 1), (1, 1)), 5) is None


def why_not_code(drawing: str, piece: Domino, *cells: tuple[int, int], frame: int = 5) -> Code | None:
    one, two = cells
    reason = kingdom(drawing).why_not(piece, (one, two), frame)
    return reason.code if reason else None


def test_k6_a_half_must_touch_its_own_terrain_or_the_castle() -> None:
    drawing = """
        C w f
        . . .
    """
    assert why_not_code(drawing, domino(W, F), (2, 1), (3, 1)) is Code.NO_MATCH
    assert why_not_code(drawing, domino(W, F), (3, 1), (2, 1)) is None
    assert why_not_code(drawing, domino(L, L), (1, 1), (2, 1)) is Code.NO_MATCH
    assert why_not_code(drawing, domino(L, L), (0, 1), (1, 1)) is None


def test_k6_the_match_is_per_half() -> None:
    drawing = """
        C  w  .
        .  .  .
    """
    assert why_not_code(drawing, domino(W, F), (1, 1), (1, 2)) is None, "wheat below wheat"
    assert why_not_code(drawing, domino(W, F), (1, 2), (1, 1)) is Code.NO_MATCH, "forest below wheat"


def test_k6_diagonal_neighbours_do_not_match() -> None:
    drawing = """
        C  f  .
        .  .  .
    """
    assert why_not_code(drawing, domino(F, F), (2, 1), (3, 1)) is Code.NO_MATCH
    assert why_not_code("C .", domino(F, F), (1, 1), (2, 1)) is Code.NO_MATCH, "beside the castle's corner"


def test_k6_the_two_halves_do_not_match_each_other() -> None:
    assert why_not_code("C w w", domino(F, F), (3, 0), (4, 0)) is Code.NO_MATCH


def test_k6_crowns_do_not_matter_for_the_match() -> None:
    assert why_not_code("C w1 .", domino(W, F), (2, 0), (3, 0)) is None


@pytest.mark.parametrize("cells", [((1, 0), (1, 0)), ((1, 0), (2, 1)), ((1, 0), (3, 0)), ((1, 0), (-1, 0))])
def test_k6_a_domino_covers_two_adjacent_squares(cells: tuple[tuple[int, int], tuple[int, int]]) -> None:
    assert why_not_code("C .", domino(W, F), *cells) is Code.NOT_ADJACENT


@pytest.mark.parametrize("cells", [((0, 0), (0, 1)), ((0, 1), (0, 0)), ((1, 0), (1, 1)), ((2, 1), (2, 0))])
def test_k6_a_domino_covers_empty_squares(cells: tuple[tuple[int, int], tuple[int, int]]) -> None:
    assert why_not_code("C w w", domino(W, F), *cells) is Code.OCCUPIED


def test_k6_a_double_is_placed_with_the_smaller_square_first() -> None:
    state = at("kingdomino/3", line="K1=2 K3=0 K7=1", next_line="K20 K21 K22")
    assert refused(state, Place(2, "K1", ((2, 0), (1, 0)))) is Code.DOUBLE_ORDER
    placed = {frozenset(action.squares) for action in legal_actions(state) if isinstance(action, Place)}
    assert len(placed) == 12


# --- K7 frame


def test_k7_a_kingdom_fits_in_five_squares_wherever_the_castle_is() -> None:
    assert why_not_code("C w w w .", domino(W, F), (4, 0), (4, 1)) is None
    assert why_not_code("C w w w .", domino(W, F), (4, 0), (5, 0)) is Code.OUT_OF_FRAME
    assert why_not_code("w w C w .", domino(W, F), (2, 0), (3, 0)) is Code.OUT_OF_FRAME
    assert why_not_code("w w C w .", domino(W, F), (2, 0), (2, 1)) is None
    assert why_not_code("w C . . .", domino(W, F), (-2, 0), (-3, 0)) is None
    assert why_not_code("w C . w .", domino(W, F), (-2, 0), (-3, 0)) is Code.OUT_OF_FRAME


def test_k7_the_frame_holds_upwards_and_downwards_too() -> None:
    tall = "w\nw\nC\nw"
    assert why_not_code(tall, domino(W, F), (0, 2), (1, 2)) is None
    assert why_not_code(tall, domino(W, F), (0, 2), (0, 3)) is Code.OUT_OF_FRAME
    assert why_not_code(tall, domino(W, F), (0, -3), (1, -3)) is None
    assert why_not_code(tall, domino(W, F), (0, -3), (0, -4)) is Code.OUT_OF_FRAME


def test_k7_the_mighty_duel_has_seven() -> None:
    assert why_not_code("C w w w w .", domino(W, F), (5, 0), (6, 0), frame=7) is None
    assert why_not_code("C w w w w w .", domino(W, F), (6, 0), (7, 0), frame=7) is Code.OUT_OF_FRAME
    assert [ruleset(name).frame for name in ("kingdomino/2", "kingdomino/2+mighty-duel")] == [5, 7]


def test_k7_an_extent_says_whether_it_fits() -> None:
    wide, tall = kingdom("w C w w w").extent, kingdom("w\nC\nw\nw\nw").extent
    assert (wide.left, wide.right, wide.top, wide.bottom) == (-1, 3, 0, 0)
    assert [wide.fits(frame) for frame in (4, 5)] == [tall.fits(frame) for frame in (4, 5)] == [False, True]


# --- K8 discard


def test_k8_a_domino_that_can_be_placed_must_be_placed() -> None:
    state = at("kingdomino/3", line="K1=2 K3=0 K7=1", next_line="K20 K21 K22")
    assert refused(state, Discard(2, "K1")) is Code.CAN_BE_PLACED
    assert not any(isinstance(action, Discard) for action in legal_actions(state))


BLOCKED = drawn_realm(
    """
    w w w w w
    w w w w w
    w w C w w
    w w w w w
    w w w f .
    """
)


def test_k8_a_domino_without_a_placement_is_discarded_and_not_replaced() -> None:
    state = at("kingdomino/3", line="K7=0 K8=1 K9=2", next_line="K20 K21 K22", realms={0: BLOCKED})
    assert legal_actions(state) == [Discard(0, "K7")]
    undrawn = state.undrawn
    state = apply(state, Discard(0, "K7"))
    assert state.realms[0].discarded == ("K7",)
    assert state.realms[0].kingdom == BLOCKED.kingdom
    assert state.undrawn == undrawn
    assert (state.step, state.seat) == (Step.CHOOSE, 0)
    assert "K7" not in state.removed


def test_k8_a_single_hole_takes_no_domino_even_if_it_matches() -> None:
    state = at("kingdomino/3", line="K3=0 K8=1 K9=2", next_line="K20 K21 K22", realms={0: BLOCKED})
    assert legal_actions(state) == [Discard(0, "K3")]


def test_k8_discarded_dominoes_are_kept_ascending_and_score_nothing() -> None:
    owner = replace(BLOCKED, discarded=("K4", "K9"))
    state = at("kingdomino/3", line="K7=0 K8=1 K10=2", next_line="K20 K21 K22", realms={0: owner})
    before = scores(state)[0].points
    state = apply(state, Discard(0, "K7"))
    assert state.realms[0].discarded == ("K4", "K7", "K9")
    assert scores(state)[0].points == before
