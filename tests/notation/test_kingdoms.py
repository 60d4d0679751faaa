"""Kingdoms typed by hand."""

from __future__ import annotations

import pytest

from crownlands.notation import HandKingdom, ParseError, parse_any, parse_kingdom, print_kingdom, score_json
from crownlands.rules import ruleset
from crownlands.rules.pieces import Square, Terrain
from crownlands.rules.scoring import score_realm

Q15 = """
ruleset queendomino/4
coins 11
queen
grid
w1  w             w             f1            f
l1  l1            t=sawmill     t=guardtower  m2
l   t=big_tavern  C             f             m1
g1  g1            t=statue      s1            m1
g1  g             t=travelling_castle  f1     t=church
"""


def points(hand: HandKingdom) -> int:
    return score_realm(hand.ruleset, hand.realm, hand.hosts_queen).points


def test_q15_the_worked_example_typed_by_hand_gives_71() -> None:
    hand = parse_kingdom(Q15)
    score = score_realm(hand.ruleset, hand.realm, hand.hosts_queen)
    territories = sorted(
        (term["terrain"], term["squares"], term["crowns"]) for term in score_json(hand)["terms"] if "terrain" in term
    )
    assert territories == [
        ("forest", 1, 0),
        ("forest", 1, 1),
        ("forest", 2, 1),
        ("grassland", 4, 3),
        ("lake", 3, 2),
        ("mine", 3, 4),
        ("swamp", 1, 1),
        ("town", 1, 0),
        ("town", 1, 0),
        ("town", 2, 0),
        ("town", 2, 0),
        ("wheat", 3, 1),
    ]
    assert score.points == 71
    assert hand.realm.discarded == ()


def test_a_grid_alone_is_a_kingdom_of_four_players() -> None:
    hand = parse_any("w1 w C f")
    assert isinstance(hand, HandKingdom)
    assert hand.ruleset == ruleset("kingdomino/4")
    assert hand.realm.kingdom.squares == {
        (-2, 0): Square(Terrain.WHEAT, 1, ""),
        (-1, 0): Square(Terrain.WHEAT, 0, ""),
        (1, 0): Square(Terrain.FOREST, 0, ""),
    }
    assert points(hand) == 2


def test_rows_may_be_short_and_blank_lines_and_remarks_mean_nothing() -> None:
    hand = parse_kingdom("# from the kitchen table\ngrid\nw\n\nw C # home\n. f1 f0\n")
    assert set(hand.realm.kingdom.squares) == {(-1, -1), (-1, 0), (0, 1), (1, 1)}


def test_a_castle_alone_is_a_kingdom() -> None:
    hand = parse_kingdom("C")
    assert points(hand) == 0
    assert len(hand.realm.discarded) == 12


def test_facts_may_come_in_any_order() -> None:
    assert parse_kingdom("queen\ncoins 3\nruleset queendomino/2\nC") == parse_kingdom(
        "crownlands kingdom 1\nruleset queendomino/2\ncoins 3\nknights 1\nqueen\ndiscarded 24\ngrid\nC"
    )


def test_discarded_dominoes_are_those_missing_to_a_full_kingdom_unless_told() -> None:
    rows = "w w w w w\n" * 4 + "w w C w w"
    assert parse_kingdom(f"ruleset kingdomino/4+harmony\n{rows}").realm.discarded == ()
    assert parse_kingdom(f"ruleset kingdomino/4+harmony\n{rows[2:]}").realm.discarded == ()
    assert parse_kingdom("ruleset kingdomino/4+harmony\nC w w").realm.discarded == ("?",) * 11
    unfinished = parse_kingdom("ruleset kingdomino/4+harmony\ndiscarded 0\nC w w")
    assert unfinished.realm.discarded == ()
    assert points(unfinished) == 5


def test_knights_are_the_starting_one_and_those_of_the_buildings_unless_told() -> None:
    assert parse_kingdom("ruleset queendomino/4\nC t=big_tavern").realm.knights_in_reserve == 4
    assert parse_kingdom("ruleset queendomino/4\nknights 2\nC t=big_tavern").realm.knights_in_reserve == 2
    assert parse_kingdom("C w").realm.knights_in_reserve == 0


def test_the_grid_is_printed_in_columns() -> None:
    assert print_kingdom(parse_kingdom("ruleset queendomino/4\nw1 t=statue\nC t\n. g3")) == (
        "crownlands kingdom 1\nruleset queendomino/4\ncoins 0\nknights 1\ndiscarded 10\ngrid\n"
        "w1 t=statue\nC  t\n.  g3\n"
    )


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "the rows of the grid"),
        ("coins 1", 1, 8, "the rows of the grid"),
        ("crownlands kingdom 2\nC", 1, 20, "`crownlands kingdom 1`"),
        ("crownlands kingdom 1 now\nC", 1, 22, "the end of the line"),
        ("crownlands\nC", 1, 11, "`crownlands kingdom 1`"),
        ("ruleset kingdomino/9\nC", 1, 9, "a ruleset"),
        ("ruleset\nC", 1, 8, "the name of a ruleset"),
        ("ruleset kingdomino/4 x\nC", 1, 22, "the end of the line"),
        ("ruleset kingdomino/4\nruleset kingdomino/4\nC", 2, 1, "`ruleset` only once"),
        ("coins 3\nC", 1, 1, "no `coins` in kingdomino/4"),
        ("queen\nC", 1, 1, "no `queen` in kingdomino/4"),
        ("ruleset queendomino/4\ncoins 1000\nC", 2, 7, "a number from 0 to 999"),
        ("ruleset queendomino/4\nqueen yes\nC", 2, 7, "the end of the line"),
        ("ruleset queendomino/4\nknights\nC", 2, 8, "a number from 0 to 999"),
        ("discarded 12\nC w w", 1, 11, "a number from 0 to 11"),
        ("grid\ncoins 3", 2, 1, "a grid with a castle C"),
        ("w w", 1, 1, "a grid with a castle C"),
        ("C w\nw C", 2, 3, "one castle only"),
        ("C x", 1, 3, "a square like w, f1, t=statue, C or ."),
        ("C w4", 1, 3, "a square like w, f1, t=statue, C or ."),
        ("C w٣", 1, 3, "a square like w, f1, t=statue, C or ."),
        ("C w w w w w", 1, 11, "a kingdom that fits in 5×5"),
        ("C t", 1, 3, "a terrain of kingdomino/4"),
        ("ruleset queendomino/4\nC t1", 2, 3, "a town without printed crowns; those of buildings are counted"),
        ("ruleset queendomino/4\nC t=castle", 2, 5, "the id of a building"),
        ("ruleset queendomino/4\nC t=", 2, 5, "the id of a building"),
        ("ruleset queendomino/4\nC w=statue", 2, 3, "a building on a town only"),
        (
            "ruleset queendomino/4\nC t=big_tavern t=big_tavern",
            2,
            16,
            "no more copies of big_tavern than the box has",
        ),
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(text: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(ParseError) as error:
        parse_kingdom(text)
    assert (error.value.line, error.value.column, error.value.expected) == (line, column, expected)
