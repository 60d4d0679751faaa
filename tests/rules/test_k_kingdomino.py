"""K1–K11: Kingdomino."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from crownlands.data import load
from crownlands.rules import (
    Dealer,
    Ruleset,
    RulesetError,
    Step,
    apply,
    legal_actions,
    new_game,
    ranking,
    ruleset,
    scores,
)
from crownlands.rules.events import Buildings, Choose, Discard, Event, Kings, Place, Reveal
from crownlands.rules.pieces import BOXES, DOMINOES, Domino, Square, Terrain, domino_order
from crownlands.rules.reasons import Code
from crownlands.rules.ruleset import Opening, setups
from crownlands.rules.scoring import Standing, TerritoryTerm, rank
from crownlands.rules.state import Claim
from tests.helpers import after, at, claims, drawn_realm, game, kingdom, realm, refused

# --- K1 pieces


@pytest.mark.parametrize("box", ["kingdomino", "queendomino"])
def test_k1_a_box_has_48_dominoes_numbered_1_to_48(box: str) -> None:
    assert [domino.number for domino in BOXES[box]] == list(range(1, 49))
    assert {domino.box for domino in BOXES[box]} == {box}
    assert [domino.name[1:] for domino in BOXES[box]] == [str(number) for number in range(1, 49)]


@pytest.mark.parametrize("box", ["kingdomino", "queendomino"])
def test_k1_squares_and_crowns_match_the_printed_counts(box: str) -> None:
    count = Counter((half.terrain, half.crowns) for domino in BOXES[box] for half in (domino.left, domino.right))
    expected = {
        (Terrain(terrain), crowns): number
        for terrain, numbers in load(box)["squares"].items()
        for crowns, number in enumerate(numbers)
        if number
    }
    assert count == expected
    assert sum(expected.values()) == 96


def test_k1_a_square_has_no_more_than_three_crowns_and_knows_its_domino() -> None:
    for name, domino in DOMINOES.items():
        for half in (domino.left, domino.right):
            assert 0 <= half.crowns <= 3
            assert half.domino == name
    assert [half.crowns for half in (DOMINOES["K48"].left, DOMINOES["K48"].right)] == [0, 3]


def test_k1_a_double_is_a_domino_with_two_equal_halves() -> None:
    doubles = {name for name, domino in DOMINOES.items() if domino.double}
    assert {f"K{number}" for number in range(1, 13)} <= doubles
    for name, domino in DOMINOES.items():
        same = (domino.left.terrain, domino.left.crowns) == (domino.right.terrain, domino.right.crowns)
        assert (name in doubles) == same


def test_k1_kings_are_pink_yellow_green_and_blue() -> None:
    assert ruleset("kingdomino/4").colours == ("pink", "yellow", "green", "blue")


def test_k1_dominoes_sort_by_box_then_by_number() -> None:
    assert sorted(["Q1", "K10", "K9", "Q40", "K48"], key=domino_order) == ["K9", "K10", "K48", "Q1", "Q40"]


# --- K2 set-up


@pytest.mark.parametrize(
    ("name", "kings", "dominoes", "line", "frame", "rounds"),
    [
        ("kingdomino/2", 2, 24, 4, 5, 6),
        ("kingdomino/3", 1, 36, 3, 5, 12),
        ("kingdomino/4", 1, 48, 4, 5, 12),
    ],
)
def test_k2_set_up(name: str, kings: int, dominoes: int, line: int, frame: int, rounds: int) -> None:
    rules = ruleset(name)
    assert rules.seats == int(name[-1])
    assert (rules.kings, rules.dominoes, rules.line, rules.frame, rules.rounds) == (
        kings,
        dominoes,
        line,
        frame,
        rounds,
    )
    assert rules.phases == (Step.PLACE, Step.CHOOSE)
    assert not rules.purse
    assert rules.slots == ()
    state = new_game(rules)
    assert (state.step, state.round, state.queen, len(state.realms)) == (Step.KINGS, 0, None, rules.seats)
    assert state.undrawn == {domino.name for domino in BOXES["kingdomino"]}
    assert {(owner.coins, owner.knights) for owner in state.realms} == {(0, 0)}


@pytest.mark.parametrize(("name", "aside"), [("kingdomino/2", 24), ("kingdomino/3", 12), ("kingdomino/4", 0)])
def test_k2_dominoes_set_aside_stay_undrawn_to_the_end(name: str, aside: int) -> None:
    states = [following.state for _, _, following in game(name)]
    assert len(states[-1].undrawn) == aside
    drawn = [event for _, event, _ in game(name) if isinstance(event, Reveal)]
    assert len(drawn) == ruleset(name).rounds


# --- K3 a line


def first_line() -> tuple[Ruleset, Event]:
    return ruleset("kingdomino/3"), Kings(((0, 0), (1, 1), (2, 2)))


@pytest.mark.parametrize(
    "line",
    [
        ("K9", "K5", "K7"),
        ("K5", "K5", "K7"),
        ("K5", "K7"),
        ("K5", "K7", "K9", "K11"),
        (),
        ("Q5", "Q7", "Q9"),
        ("K5", "K7", "Q9"),
    ],
)
def test_k3_a_line_is_ascending_complete_and_from_the_box(line: tuple[str, ...]) -> None:
    rules, kings = first_line()
    state = apply(new_game(rules), kings)
    assert refused(state, Reveal(line)) is Code.WRONG_LINE


def test_k3_a_line_is_drawn_and_revealed() -> None:
    rules, kings = first_line()
    state = after(new_game(rules), kings, Reveal(("K5", "K7", "K9")))
    assert state.next_line == (Claim("K5"), Claim("K7"), Claim("K9"))
    assert state.undrawn == {domino.name for domino in BOXES["kingdomino"]} - {"K5", "K7", "K9"}


def test_k3_a_domino_is_drawn_once() -> None:
    rules, kings = first_line()
    state = after(new_game(rules), kings, Reveal(("K5", "K7", "K9")))
    state = after(state, Choose(0, "K5"), Choose(1, "K7"), Choose(2, "K9"))
    assert refused(state, Reveal(("K4", "K5", "K6"))) is Code.WRONG_LINE
    assert apply(state, Reveal(("K4", "K6", "K8"))).step is Step.PLACE


def test_k3_the_dealer_reveals_ascending_lines() -> None:
    for name in ("kingdomino/4", "royal-wedding/8"):
        for _, event, _ in game(name):
            if isinstance(event, Reveal):
                numbers = [DOMINOES[domino].number for domino in event.dominoes]
                assert numbers == sorted(numbers)


# --- K4 openings

SETUPS = [
    *(f"{family}/{players}" for family, players in setups()),
    "kingdomino/2+mighty-duel",
    "kingdomino/3+lines-of-four",
    "royal-wedding/6+teams",
    "royal-wedding/8+teams",
]


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("opening", list(Opening))
def test_k4_each_opening_is_possible_or_refused_with_the_reason(name: str, opening: Opening) -> None:
    two = "/2" in name
    if opening is Opening.THERE_AND_BACK and not two:
        with pytest.raises(RulesetError, match=r"\+there-and-back is only possible in kingdomino/2 or queendomino/2"):
            ruleset(f"{name}+{opening}")
        return
    rules = ruleset(f"{name}+{opening}")
    assert rules.opening is opening
    default = Opening.THERE_AND_BACK if name == "queendomino/2" else Opening.DRAWN
    assert ruleset(name).opening is default
    assert rules.name == (name if opening is default else f"{name}+{opening}")
    kings = Dealer(rules, "1").kings
    assert sorted(owner for _, owner in kings) == list(rules.all_kings)
    state = apply(new_game(rules), Kings(kings))
    assert state.step is Step.REVEAL


def open_game(name: str, kings: tuple[tuple[int, int], ...], line: str) -> tuple[Event, ...]:
    events: tuple[Event, ...] = (Kings(kings), Reveal(tuple(line.split())))
    if ruleset(name).slots:
        events += (Buildings(("bakery", "sawmill", "church", "statue", "foundry", "guardtower")),)
    return events


def test_k4_drawn_kings_go_where_their_owners_like_in_the_order_drawn() -> None:
    kings = ((2, 2), (0, 0), (3, 3), (1, 1))
    state = after(new_game(ruleset("kingdomino/4")), *open_game("kingdomino/4", kings, "K1 K2 K3 K4"))
    assert (state.step, state.seat) == (Step.CHOOSE, 2)
    assert legal_actions(state) == [Choose(2, f"K{number}") for number in (1, 2, 3, 4)]
    assert refused(state, Choose(0, "K1")) is Code.NOT_YOUR_TURN
    assert refused(state, Choose(2, "K5")) is Code.NOT_IN_LINE
    state = apply(state, Choose(2, "K3"))
    assert state.seat == 0
    assert refused(state, Choose(0, "K3")) is Code.CLAIMED
    assert legal_actions(state) == [Choose(0, f"K{number}") for number in (1, 2, 4)]
    state = after(state, Choose(0, "K4"), Choose(3, "K1"), Choose(1, "K2"))
    assert state.step is Step.REVEAL
    assert state.line == (Claim("K1", 3), Claim("K2", 1), Claim("K3", 2), Claim("K4", 0))
    assert state.next_line == ()
    state = apply(state, Reveal(("K5", "K6", "K7", "K8")))
    assert (state.step, state.round, state.seat) == (Step.PLACE, 1, 3)


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("kingdomino/4", ((0, 0), (1, 1), (2, 2))),
        ("kingdomino/4", ((0, 0), (1, 1), (2, 2), (2, 2))),
        ("kingdomino/4", ((0, 0), (1, 1), (2, 2), (3, 3), (3, 3))),
        ("kingdomino/4", ((0, 0), (1, 1), (2, 2), (4, 4))),
        ("kingdomino/4", ((0, 1), (1, 0), (2, 2), (3, 3))),
        ("kingdomino/4", ()),
        ("kingdomino/2", ((0, 0), (1, 1))),
        ("kingdomino/4+top-down", ((0, 1), (1, 0), (2, 2), (3, 3))),
        ("kingdomino/4+any-king", ((0, 0), (0, 1), (2, 2), (3, 3))),
        ("kingdomino/2+any-king", ((0, 0), (1, 1), (1, 1), (0, 0))),
        ("kingdomino/2+any-king", ((0, 0), (1, 1), (0, 0), (0, 1))),
        ("kingdomino/2+there-and-back", ((0, 0), (1, 1), (0, 0), (1, 1))),
        ("kingdomino/2+there-and-back", ((0, 0), (0, 0), (1, 1), (1, 1))),
        ("kingdomino/2+there-and-back", ((0, 0), (1, 0), (1, 1), (0, 1))),
    ],
)
def test_k4_kings_that_cannot_be_drawn_are_refused(name: str, order: tuple[tuple[int, int], ...]) -> None:
    assert refused(new_game(ruleset(name)), Kings(order)) is Code.WRONG_KINGS


def test_k4_with_two_kings_each_all_four_are_drawn() -> None:
    state = apply(new_game(ruleset("kingdomino/2")), Kings(((1, 1), (1, 1), (0, 0), (0, 0))))
    state = after(state, Reveal(("K1", "K2", "K3", "K4")), Choose(1, "K4"), Choose(1, "K3"), Choose(0, "K2"))
    assert apply(state, Choose(0, "K1")).line == claims("K1=0 K2=0 K3=1 K4=1")


def test_k4_any_king_the_drawer_chooses_and_the_domino_belongs_to_the_kings_colour() -> None:
    name = "kingdomino/4+any-king"
    kings = ((3, 0), (1, 1), (0, 2), (2, 3))
    state = after(new_game(ruleset(name)), *open_game(name, kings, "K1 K2 K3 K4"))
    assert state.seat == 3
    assert state.realm == 0
    assert refused(state, Choose(0, "K1")) is Code.NOT_YOUR_TURN
    state = after(state, Choose(3, "K4"), Choose(1, "K1"), Choose(0, "K2"), Choose(2, "K3"))
    assert state.line == claims("K1=1 K2=2 K3=3 K4=0")


def test_k4_any_king_with_two_kings_goes_through_the_seats_twice() -> None:
    name = "kingdomino/2+any-king"
    kings = ((1, 0), (0, 0), (1, 1), (0, 1))
    state = after(new_game(ruleset(name)), *open_game(name, kings, "K1 K2 K3 K4"))
    state = after(state, Choose(1, "K1"), Choose(0, "K2"), Choose(1, "K3"), Choose(0, "K4"))
    assert state.line == claims("K1=0 K2=0 K3=1 K4=1")


def test_k4_top_down_nobody_chooses() -> None:
    name = "kingdomino/4+top-down"
    state = after(new_game(ruleset(name)), *open_game(name, ((2, 2), (0, 0), (3, 3), (1, 1)), "K10 K20 K30 K40"))
    assert state.step is Step.REVEAL
    assert state.line == claims("K10=2 K20=0 K30=3 K40=1")
    assert state.kings == ()


@pytest.mark.parametrize(
    ("name", "removed"),
    [
        ("kingdomino/3+lines-of-four+top-down", ("K40",)),
        ("queendomino/3+top-down", ("Q40",)),
        ("royal-wedding/3+top-down", ("Q40",)),
        ("royal-wedding/5+top-down", ("Q41", "Q42", "Q43")),
        ("royal-wedding/6+top-down", ("Q42", "Q43")),
        ("royal-wedding/6+teams+top-down", ("Q42", "Q43")),
        ("royal-wedding/7+top-down", ("Q43",)),
        ("royal-wedding/8+top-down", ()),
    ],
)
def test_k4_top_down_the_highest_numbers_stay_unclaimed_in_a_long_line(name: str, removed: tuple[str, ...]) -> None:
    rules = ruleset(name)
    letter = name[0].upper().replace("R", "Q")
    numbers = range(37, 41) if rules.line == 4 else range(36, 44)
    line = " ".join(f"{letter}{number}" for number in numbers)
    kings = tuple((seat, seat) for seat in reversed(range(rules.seats)))
    state = after(new_game(rules), *open_game(name, kings, line))
    assert [claim.seat for claim in state.line] == list(reversed(range(rules.seats)))
    assert [claim.domino for claim in state.line] == line.split()[: rules.seats]
    assert state.removed == removed
    assert state.step is Step.REVEAL


@pytest.mark.parametrize("name", ["kingdomino/2+there-and-back", "queendomino/2"])
def test_k4_there_and_back_one_places_one_the_other_both_the_first_the_last(name: str) -> None:
    letter = name[0].upper()
    line = " ".join(f"{letter}{number}" for number in (1, 2, 3, 4))
    kings = ((1, 1), (0, 0), (0, 0), (1, 1))
    state = after(new_game(ruleset(name)), *open_game(name, kings, line))
    seats = []
    for domino in (3, 1, 4, 2):
        assert state.seat is not None
        seats.append(state.seat)
        state = apply(state, Choose(state.seat, f"{letter}{domino}"))
    assert seats == [1, 0, 0, 1]
    assert state.line == claims(f"{letter}1=0 {letter}2=1 {letter}3=1 {letter}4=0")


@pytest.mark.parametrize("name", ["queendomino/3", "queendomino/3+top-down", "royal-wedding/5+any-king"])
def test_k4_the_opening_ends_like_a_round_but_leaves_the_board_alone(name: str) -> None:
    boards = []
    for before, event, following in game(name):
        if before.state.round == 0:
            boards.append((event, following.state.board, following.state.step))
    set_up = next(board for event, board, _ in boards if isinstance(event, Buildings))
    assert [isinstance(event, Buildings) for event, _, _ in boards].count(True) == 1
    assert all(board == set_up for _, board, _ in boards[3:])
    *_, (last, _, step) = boards
    assert isinstance(last, Reveal)
    assert step is Step.PLACE
    first = next(following.state for _, _, following in game(name) if following.state.round == 1)
    rules = ruleset(name)
    assert len(first.line) == rules.seats
    assert len(first.removed) == rules.line - rules.seats


# --- K5 a round


def test_k5_kings_act_in_line_order_each_places_then_chooses() -> None:
    state = at("kingdomino/3", line="K1=2 K3=0 K7=1", next_line="K20 K21 K22")
    seats = []
    for domino, chosen in (("K1", "K22"), ("K3", "K20"), ("K7", "K21")):
        assert state.seat is not None
        seats.append(state.seat)
        assert state.domino == domino
        assert refused(state, Choose(state.seat, chosen)) is Code.NOT_NOW
        state = apply(state, Place(state.seat, domino, ((1, 0), (2, 0))))
        assert state.step is Step.CHOOSE
        assert refused(state, Place(state.acting, domino, ((-2, 0), (-1, 0)))) is Code.NOT_NOW
        state = apply(state, Choose(state.acting, chosen))
    assert seats == [2, 0, 1]
    assert state.step is Step.REVEAL
    assert state.line == claims("K20=0 K21=1 K22=2")
    state = apply(state, Reveal(("K40", "K41", "K42")))
    assert (state.step, state.round, state.seat) == (Step.PLACE, 2, 0)


def test_k5_a_king_places_its_own_domino_in_its_own_kingdom() -> None:
    state = at("kingdomino/3", line="K1=2 K3=0 K7=1", next_line="K20 K21 K22")
    assert refused(state, Place(2, "K3", ((1, 0), (2, 0)))) is Code.NOT_YOUR_DOMINO
    assert refused(state, Discard(2, "K3")) is Code.NOT_YOUR_DOMINO
    assert refused(state, Place(0, "K3", ((1, 0), (2, 0)))) is Code.NOT_YOUR_TURN
    state = apply(state, Place(2, "K1", ((1, 0), (2, 0))))
    assert [len(owner.kingdom.squares) for owner in state.realms] == [0, 0, 2]
    assert state.realms[2].kingdom.squares[1, 0] == DOMINOES["K1"].left


def test_k5_a_king_moves_to_a_free_domino_of_the_next_line() -> None:
    state = at("kingdomino/3", Step.CHOOSE, line="K3=0 K7=1", next_line="K20=2 K21 K22")
    assert legal_actions(state) == [Choose(0, "K21"), Choose(0, "K22")]
    assert refused(state, Choose(0, "K20")) is Code.CLAIMED
    assert refused(state, Choose(0, "K7")) is Code.NOT_IN_LINE
    assert refused(state, Choose(1, "K21")) is Code.NOT_YOUR_TURN
    assert apply(state, Choose(0, "K22")).next_line == (Claim("K20", 2), Claim("K21"), Claim("K22", 0))


def test_k5_with_two_players_each_acts_twice_a_round() -> None:
    for number in range(1, 7):
        acted = [
            event.seat
            for before, event, _ in game("kingdomino/2")
            if before.state.round == number and isinstance(event, Place | Discard)
        ]
        assert sorted(acted) == [0, 0, 1, 1]


def test_k5_chance_is_not_awaited_inside_a_round() -> None:
    state = at("kingdomino/3", line="K1=2 K3=0 K7=1", next_line="K20 K21 K22")
    assert refused(state, Reveal(("K40", "K41", "K42"))) is Code.NOT_NOW
    ended = at("kingdomino/3", Step.REVEAL, line="K20=0 K21=1 K22=2")
    assert refused(ended, Place(0, "K20", ((1, 0), (2, 0)))) is Code.NOT_NOW
    assert legal_actions(ended) == []
    assert ended.seat is None


# --- K6 connection

W, F, L, G = Terrain.WHEAT, Terrain.FOREST, Terrain.LAKE, Terrain.GRASSLAND


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


# --- K9 last round


def test_k9_in_the_last_round_kings_only_place_and_then_the_game_is_over() -> None:
    state = at("kingdomino/3", line="K1=2 K3=0 K7=1", round=12)
    assert refused(state, Choose(2, "K20")) is Code.LAST_ROUND
    state = apply(state, Place(2, "K1", ((1, 0), (2, 0))))
    assert (state.step, state.seat) == (Step.PLACE, 0)
    state = after(state, Place(0, "K3", ((1, 0), (2, 0))), Place(1, "K7", ((1, 0), (2, 0))))
    assert state.over
    assert state.step is Step.OVER
    assert state.seat is None
    assert legal_actions(state) == []
    assert refused(state, Place(0, "K3", ((-1, 0), (-2, 0)))) is Code.GAME_OVER
    assert refused(state, Reveal(("K40", "K41", "K42"))) is Code.GAME_OVER
    assert (state.line, state.next_line, state.round) == ((), (), 12)


def test_k9_no_line_is_revealed_before_the_last_round() -> None:
    state = at("kingdomino/3", Step.CHOOSE, line="K7=1", next_line="K20=2 K21=0 K22", round=11)
    state = apply(state, Choose(1, "K22"))
    assert (state.step, state.round, state.next_line) == (Step.PLACE, 12, ())


# --- K10 score


def points(drawing: str) -> int:
    return scores(at("kingdomino/4", realms={0: drawn_realm(drawing)}))[0].points


def test_k10_seven_forests_with_three_crowns_are_21() -> None:
    drawing = """
        f1 f  f .
        f  C  f1 .
        f1 f  .  .
    """
    assert points(drawing) == 21


def test_k10_nine_lakes_without_crowns_are_0() -> None:
    drawing = """
        l l l
        l C l
        l l l
        l . .
    """
    assert points(drawing) == 0


def test_k10_a_terrain_may_have_several_territories() -> None:
    drawing = """
        w1 w  .  .
        f  C  w2 w
        .  .  .  w1
    """
    state = at("kingdomino/4", realms={0: drawn_realm(drawing)})
    score = scores(state)[0]
    terms = [
        (term.terrain, term.squares, term.crowns, term.points)
        for term in score.terms
        if isinstance(term, TerritoryTerm)
    ]
    assert sorted(terms) == [(F, 1, 0, 0), (W, 2, 1, 2), (W, 3, 3, 9)]
    assert score.points == 11


def test_k10_squares_that_touch_at_a_corner_are_not_connected() -> None:
    drawing = """
        w1 f .
        f  w C
    """
    terms = scores(at("kingdomino/4", realms={0: drawn_realm(drawing)}))[0].terms
    assert [term.points for term in terms] == [1, 0, 0, 0]


def test_k10_the_castle_connects_nothing_and_is_no_territory() -> None:
    assert points("w1 C w1") == 2
    assert points("C .") == 0


def test_k10_kingdomino_has_no_other_terms() -> None:
    last = game("kingdomino/4")[-1][2].state
    assert {term.kind for score in scores(last) for term in score.terms} == {"territory"}


def test_k10_a_territory_lists_its_squares_ascending() -> None:
    land = kingdom(
        """
        w w .
        f C w
        . w w
        """
    )
    assert [(item.terrain, item.cells) for item in land.territories()] == [
        (W, ((-1, -1), (0, -1))),
        (F, ((-1, 0),)),
        (W, ((0, 1), (1, 0), (1, 1))),
    ]


# --- K11 winner


def decided(name: str, *standings: tuple[int, int, int]) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    result = rank(ruleset(name), [Standing(*standing) for standing in standings])
    return result.groups, result.decided


def test_k11_most_points_win() -> None:
    assert decided("kingdomino/3", (10, 9, 9), (30, 1, 1), (20, 2, 2)) == (((1,), (2,), (0,)), ("points", "points"))


def test_k11_a_tie_goes_to_the_largest_territory_crowned_or_not() -> None:
    assert decided("kingdomino/2", (10, 4, 9), (10, 5, 1)) == (((1,), (0,)), ("largest-territory",))
    one = drawn_realm("w1 w w C . .")
    two = drawn_realm("w1 w C f f f f\n. . w . . . .\n. . w1 . . . .")
    assert [score.standing.largest for score in scores(at("kingdomino/2", realms={0: one, 1: two}))] == [3, 4]


def test_k11_then_to_the_most_crowns() -> None:
    assert decided("kingdomino/2", (10, 4, 3), (10, 4, 5)) == (((1,), (0,)), ("crowns",))


def test_k11_then_victory_is_shared() -> None:
    assert decided("kingdomino/2", (10, 4, 3), (10, 4, 3)) == (((0, 1),), ())
    assert decided("kingdomino/4", (9, 4, 3), (10, 4, 3), (10, 4, 3), (9, 4, 2)) == (
        ((1, 2), (0,), (3,)),
        ("points", "crowns"),
    )


def test_k11_a_ranking_of_kingdoms_names_what_decided_each_place() -> None:
    lake = drawn_realm("l1 l l C")
    wheat = drawn_realm("w1 w w C f f f f")
    crowned = drawn_realm("g1 C m1 m")
    crowned_more = drawn_realm("g1 g C m1 . .\n. . s1 . . .")
    result = ranking(at("kingdomino/4", realms={0: lake, 1: wheat, 2: crowned, 3: crowned_more}))
    assert result.groups == ((3,), (1,), (0,), (2,))
    assert result.decided == ("points", "largest-territory", "largest-territory")


def test_k11_crowns_count_over_the_whole_kingdom() -> None:
    state = at("kingdomino/2", realms={0: drawn_realm("w2 C f1 l"), 1: drawn_realm("w1 C f1 l1")})
    assert [score.standing.crowns for score in scores(state)] == [3, 3]
    assert ranking(state).groups == ((0, 1),)


def test_k10_squares_of_a_kingdom_know_their_domino() -> None:
    owner = realm("K13 1,0 2,0", "K1 0,1 0,2")
    assert owner.kingdom.squares[2, 0] == Square(F, 0, "K13")
    assert owner.kingdom.dominoes() == {"K13": ((1, 0), (2, 0)), "K1": ((0, 1), (0, 2))}
    assert owner.kingdom.placed("K13") == ((1, 0), (2, 0))
    assert owner.kingdom.placed("K40") == ()
