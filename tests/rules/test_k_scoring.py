"""K10–K11: the score of Kingdomino, and who wins."""

from __future__ import annotations

from crownlands.rules import ranking, ruleset, scores
from crownlands.rules.pieces import Square
from crownlands.rules.scoring import Standing, TerritoryTerm, rank
from tests.helpers import at, drawn_realm, game, kingdom, realm
from tests.rules.common import F, W

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


def test_k10_squares_of_a_kingdom_know_their_domino() -> None:
    owner = realm("K13 1,0 2,0", "K1 0,1 0,2")
    assert owner.kingdom.squares[2, 0] == Square(F, 0, "K13")
    assert owner.kingdom.dominoes() == {"K13": ((1, 0), (2, 0)), "K1": ((0, 1), (0, 2))}
    assert owner.kingdom.placed("K13") == ((1, 0), (2, 0))
    assert owner.kingdom.placed("K40") == ()


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
