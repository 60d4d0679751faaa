"""Q13–Q15: the score of Queendomino, who wins, and the worked example."""

from __future__ import annotations

import pytest

from crownlands.rules import ranking, ruleset, scores
from crownlands.rules.ruleset import catalogue
from crownlands.rules.scoring import BuildingTerm, CoinsTerm, QueenTerm, Standing, TerritoryTerm, rank
from tests.helpers import drawn_realm, game, realm
from tests.rules.common import turn

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
