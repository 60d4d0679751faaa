"""K1–K3: the pieces of Kingdomino, the set-up and the lines."""

from __future__ import annotations

from collections import Counter

import pytest

from crownlands.data import load
from crownlands.rules import Step, apply, new_game, ruleset
from crownlands.rules.events import Choose, Kings, Reveal
from crownlands.rules.pieces import BOXES, DOMINOES, Domino, Terrain, domino_order
from crownlands.rules.reasons import Code
from crownlands.rules.state import Claim
from tests.helpers import after, game, refused

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


def terrain_order(domino: Domino) -> tuple[object, ...]:
    """Towns last; then by crowns; without any, doubles first; then by the crowned terrain and by the other."""
    halves = sorted((domino.left, domino.right), key=lambda half: (-half.crowns, list(Terrain).index(half.terrain)))
    towns = [half.terrain for half in halves].count(Terrain.TOWN)
    crowns = sum(half.crowns for half in halves)
    return towns, crowns, not domino.double, *(list(Terrain).index(half.terrain) for half in halves)


@pytest.mark.parametrize("box", ["kingdomino", "queendomino"])
def test_k1_numbers_sort_a_box_by_towns_crowns_and_terrain(box: str) -> None:
    """Both boxes are sorted by one principle, so that no list read in a wrong order passes."""
    keys = [terrain_order(domino) for domino in BOXES[box]]
    assert keys == sorted(keys)


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
    assert (state.step, state.round, state.queen, len(state.realms)) == (Step.REVEAL, 0, None, rules.seats)
    assert state.undrawn == {domino.name for domino in BOXES["kingdomino"]}
    assert {(owner.coins, owner.knights_in_reserve) for owner in state.realms} == {(0, 0)}


@pytest.mark.parametrize(("name", "aside"), [("kingdomino/2", 24), ("kingdomino/3", 12), ("kingdomino/4", 0)])
def test_k2_dominoes_set_aside_stay_undrawn_to_the_end(name: str, aside: int) -> None:
    states = [following.state for _, _, following in game(name)]
    assert len(states[-1].undrawn) == aside
    drawn = [event for _, event, _ in game(name) if isinstance(event, Reveal)]
    assert len(drawn) == ruleset(name).rounds


# --- K3 a line


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
    assert refused(new_game(ruleset("kingdomino/3")), Reveal(line)) is Code.WRONG_LINE


def test_k3_a_line_is_drawn_and_revealed() -> None:
    state = apply(new_game(ruleset("kingdomino/3")), Reveal(("K5", "K7", "K9")))
    assert state.next_line == (Claim("K5"), Claim("K7"), Claim("K9"))
    assert state.undrawn == {domino.name for domino in BOXES["kingdomino"]} - {"K5", "K7", "K9"}


def test_k3_a_domino_is_drawn_once() -> None:
    state = apply(new_game(ruleset("kingdomino/3")), Reveal(("K5", "K7", "K9")))
    for seat, domino in enumerate(("K5", "K7", "K9")):
        state = after(state, Kings(((seat, seat),)), Choose(seat, domino))
    assert refused(state, Reveal(("K4", "K5", "K6"))) is Code.WRONG_LINE
    assert apply(state, Reveal(("K4", "K6", "K8"))).step is Step.PLACE


def test_k3_the_dealer_reveals_ascending_lines() -> None:
    for name in ("kingdomino/4", "royal-wedding/8"):
        for _, event, _ in game(name):
            if isinstance(event, Reveal):
                numbers = [DOMINOES[domino].number for domino in event.dominoes]
                assert numbers == sorted(numbers)
