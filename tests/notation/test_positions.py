"""Positions as text: what is printed, and what a reader says about lines that it cannot read."""

from __future__ import annotations

import pytest

from crownlands.notation import ParseError, parse_any, parse_position, print_position
from crownlands.rules import Step, new_match, ruleset
from tests.notation.games import moment, whole_game


def refusal(text: str) -> ParseError:
    with pytest.raises(ParseError) as error:
        parse_position(text)
    return error.value


def test_a_new_game_is_a_short_position() -> None:
    assert print_position(new_match(ruleset("kingdomino/2+dynasty"))) == (
        "crownlands position 1\n"
        "ruleset kingdomino/2+dynasty\n"
        "match 1 0/0/0 0/0/0\n"
        "round 0\n"
        "step reveal\n"
        "undrawn K 1-48\n"
        "realm 0\n"
        "realm 1\n"
    )


def test_a_builders_board_has_its_lines() -> None:
    lines = print_position(new_match(ruleset("queendomino/3"))).splitlines()
    assert lines[2:7] == [
        "round 0",
        "step reveal",
        "undrawn Q 1-48",
        "board 0=- 1=- 2=- 3=- 4=- 5=-",
        "dragon cave",
    ]
    assert lines[7].startswith("stack bakery*2 big_tavern church*2 fishmongers*2 ")
    assert lines[8:] == [line for realm in range(3) for line in (f"realm {realm}", "coins 7", "knights 1")]


def test_both_boxes_are_listed_in_the_order_of_their_letters() -> None:
    lines = print_position(new_match(ruleset("royal-wedding/3"))).splitlines()
    assert lines[4:6] == ["undrawn K 1-48", "undrawn Q 1-48"]


def test_runs_may_be_written_out() -> None:
    text = print_position(new_match(ruleset("kingdomino/4")))
    assert parse_position(text.replace("1-48", "1-3 4 5-48")) == parse_position(text)


def test_the_name_of_a_ruleset_may_have_its_options_in_any_order() -> None:
    match = new_match(ruleset("kingdomino/2+mighty-duel+harmony"))
    text = print_position(match)
    other = text.replace("mighty-duel+harmony", "harmony+drawn+mighty-duel")
    assert parse_position(other) == match
    assert print_position(parse_position(other)) == text


NEW = print_position(new_match(ruleset("kingdomino/2")))
FAMILY = print_position(new_match(ruleset("kingdomino/2+dynasty")))
ANY = print_position(new_match(ruleset("kingdomino/4+any-king")))
COURT = print_position(new_match(ruleset("queendomino/2+one-court")))
QUEEN = print_position(moment("queendomino/4", lambda state: state.round == 9 and state.step is Step.BUILD))
MIDDLE = print_position(moment("kingdomino/2", lambda state: state.round == 3 and state.step is Step.CHOOSE))


def line_of(text: str, keyword: str) -> str:
    return next(line for line in text.splitlines() if line.split()[0] == keyword)


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "`crownlands position 1`"),
        ("crownlands\n", 1, 11, "`crownlands position 1`"),
        ("crownlands position 2", 1, 21, "`crownlands position 1`"),
        ("crownlands position 1 x", 1, 23, "the end of the line"),
        ("crownlands position 1", 1, 22, "`ruleset`"),
        ("crownlands position 1\n\n", 3, 1, "`ruleset`"),
        ("crownlands position 1\nround 0", 2, 1, "`ruleset`"),
        (NEW.replace("kingdomino/2", "kingdomino/5"), 2, 9, "a ruleset"),
        (NEW.replace("kingdomino/2", "kingdomino/2 x"), 2, 22, "the end of the line"),
        (NEW.replace("round 0", "round"), 3, 6, "a number from 0 to 6"),
        (NEW.replace("round 0", "round 7"), 3, 7, "a number from 0 to 6"),
        (NEW.replace("round 0", "round 00"), 3, 7, "a number from 0 to 6"),
        (NEW.replace("round 0", "round 0 0"), 3, 9, "the end of the line"),
        (NEW.replace("reveal", "dance"), 4, 6, f"one of {', '.join(Step)}"),
        (NEW.replace("reveal", "reveal now"), 4, 13, "the end of the line"),
        (NEW.replace("undrawn", "unknown"), 5, 1, "`kings` or `line` or `next` or `undrawn K` or `realm 0`"),
        (
            NEW.replace("undrawn K 1-48", "undrawn Q 1-48"),
            5,
            1,
            "`kings` or `line` or `next` or `undrawn K` or `realm 0`",
        ),
        (NEW.replace("1-48", ""), 5, 10, "numbers of dominoes"),
        (NEW.replace("1-48", "0-48"), 5, 11, "a number from 1 to 48, or a run like 3-7"),
        (NEW.replace("1-48", "1-49"), 5, 11, "a number from 1 to 48, or a run like 3-7"),
        (NEW.replace("1-48", "1-"), 5, 11, "a number from 1 to 48, or a run like 3-7"),
        (NEW.replace("1-48", "3-3"), 5, 11, "a number from 1 to 48, or a run like 3-7"),
        (NEW.replace("1-48", "7-3"), 5, 11, "a number from 1 to 48, or a run like 3-7"),
        (NEW.replace("1-48", "1-5 5-48"), 5, 15, "each number once, ascending"),
        (NEW.replace("realm 1\n", ""), 7, 1, "`domino` or `discarded` or `realm 1`"),
        (NEW.replace("realm 1", "realm 2"), 7, 7, "`realm 1`"),
        (NEW + "realm 2", 8, 1, "`domino` or `discarded` or the end of the text"),
        (NEW + "coins 3", 8, 1, "`domino` or `discarded` or the end of the text"),
        (NEW.replace("step reveal", "step kings\nkings"), 5, 6, "a king like 2 or 0>1"),
        (NEW.replace("step reveal", "step kings\nline"), 5, 5, "something after `line`"),
        (NEW.replace("step reveal", "step kings\nline K3"), 5, 6, "a domino with the seat of its king, like K17=0"),
        (NEW.replace("step reveal", "step kings\nline K3=2"), 5, 9, "a seat from 0 to 1"),
        (NEW.replace("step reveal", "step kings\nline Q3=1"), 5, 6, "a domino of kingdomino/2"),
        (NEW.replace("step reveal", "step kings\nnext K3="), 5, 9, "a seat from 0 to 1"),
        (NEW.replace("step reveal", "step kings\nnext K3 K3"), 5, 9, "each once, ascending"),
        (
            NEW.replace("step reveal", "step kings\nqueen 0"),
            5,
            1,
            "`kings` or `line` or `next` or `undrawn K` or `realm 0`",
        ),
        (ANY.replace("step reveal", "step reveal\nchoosers"), 5, 9, "seats"),
        (ANY.replace("step reveal", "step reveal\nchoosers 4"), 5, 10, "a seat from 0 to 3"),
        (COURT.replace("realm 0", "done\nrealm 0"), 9, 5, "something after `done`"),
        (COURT.replace("realm 0", "done 0=bribe\nrealm 0"), 9, 6, "a seat with what it has done, like 0=tax"),
        (COURT.replace("realm 0", "done 2=tax\nrealm 0"), 9, 6, "a seat from 0 to 1"),
        (COURT.replace("realm 0", "done 0=build 0=tax\nrealm 0"), 9, 14, "each once, ascending"),
        (FAMILY.replace("match 1", "match 0"), 3, 7, "a number from 1 to 3"),
        (FAMILY.replace("match 1", "match 4"), 3, 7, "a number from 1 to 3"),
        (FAMILY.replace("match 1 0/0/0", "match 1"), 3, 14, "points/largest/crowns of a realm"),
        (FAMILY.replace("match 1 0/0/0", "match 1 0/0"), 3, 9, "points/largest/crowns of a realm"),
        (FAMILY.replace("match 1 0/0/0", "match 1 0/-1/0"), 3, 9, "points/largest/crowns of a realm"),
        (FAMILY.replace("match 1", "match 1 0/0/0"), 3, 21, "the end of the line"),
        (FAMILY.replace("match 1 0/0/0 0/0/0\n", ""), 3, 1, "`match`"),
        (NEW.replace("round", "match 1 0/0/0 0/0/0\nround"), 3, 1, "`round`"),
    ],
)
def test_an_error_says_where_it_is_and_what_was_expected(text: str, line: int, column: int, expected: str) -> None:
    error = refusal(text)
    assert (error.line, error.column, error.expected) == (line, column, expected)


@pytest.mark.parametrize(
    ("keyword", "instead", "expected"),
    [
        ("board", "board", "slot 0"),
        ("board", "board 0=-", "slot 1"),
        ("board", "board 1=-", "0=BUILDING or 0=-"),
        ("board", "board 0=", "0=BUILDING or 0=-"),
        ("board", "board 0=castle", "the id of a building"),
        ("board", "board 0=- 1=- 2=- 3=- 4=- 5=- 6=-", "the end of the line"),
        ("dragon", "dragon", "`cave` or a slot by its cost"),
        ("dragon", "dragon 6", "`cave` or a slot by its cost"),
        ("dragon", "dragon home", "`cave` or a slot by its cost"),
        ("dragon", "dragon cave 1", "the end of the line"),
        ("stack", "stack", "something after `stack`"),
        ("stack", "stack church bakery", "each once, ascending"),
        ("stack", "stack bakery bakery", "each once, ascending"),
        ("stack", "stack bakery*", "a number from 1 to 99"),
        ("stack", "stack bakery*0", "a number from 1 to 99"),
        ("stack", "stack bakery*100", "a number from 1 to 99"),
        ("stack", "stack castle*2", "the id of a building"),
        ("queen", "queen", "a number from 0 to 3"),
        ("queen", "queen 4", "a number from 0 to 3"),
        ("queen", "queen 1 1", "the end of the line"),
        ("coins", "coins -1", "a number from 0 to 999"),
        ("coins", "coins 1000", "a number from 0 to 999"),
        ("knights", "knights 1 2", "the end of the line"),
        ("taxed", "taxed 1,0 1,0", "each once, ascending"),
        ("taxed", "taxed castle", "a square like 1,0"),
        ("building", "building castle 1,0", "the id of a building"),
        ("building", "building statue", "a square"),
        ("building", "building statue here", "a square like 1,0"),
        ("building", "building statue 9,0 0", "the end of the line"),
        ("building", "building statue 9,0\nbuilding statue 9,0", "each square once, ascending"),
        ("domino", "domino", "a domino"),
        ("domino", "domino K3 1,0 2,0", "a domino of queendomino/4"),
        ("domino", "domino Q3", "a square"),
        ("domino", "domino Q3 1,0", "a square"),
        ("domino", "domino Q3 1,0 2", "a square like 1,0"),
        ("domino", "domino Q3 1,0 2,0 3,0", "the end of the line"),
        ("domino", "domino Q48 90,0 91,0", "each domino once, ascending"),
        ("domino", "domino Q1 0,0 0,1", "a square that nothing covers"),
        ("domino", "domino Q1 0,1 0,0", "a square that nothing covers"),
        ("domino", "domino Q1 9,1 9,1", "a square beside the other half"),
        ("domino", "domino Q1 9,1 8,2", "a square beside the other half"),
        ("domino", "domino Q1 9,1 9,3", "a square beside the other half"),
        ("domino", "domino Q1 9,1 8,1", "the smaller square first, as both halves are equal"),
        ("domino", "domino Q1 8,1 9,1\ndomino Q2 9,1 10,1", "a square that nothing covers"),
    ],
)
def test_lines_about_realms_and_the_board_are_read_strictly(keyword: str, instead: str, expected: str) -> None:
    error = refusal(QUEEN.replace(line_of(QUEEN, keyword), instead, 1))
    assert error.expected == expected


def test_discarded_dominoes_come_ascending_and_once() -> None:
    assert refusal(f"{MIDDLE}discarded K48 K47\n").expected == "each once, ascending"
    assert refusal(f"{MIDDLE}discarded\n").expected == "something after `discarded`"


@pytest.mark.parametrize(
    "keyword", ["crownlands", "ruleset", "round", "step", "board", "dragon", "realm", "coins", "knights"]
)
def test_a_needed_line_that_is_missing_is_named(keyword: str) -> None:
    error = refusal(QUEEN.replace(f"{line_of(QUEEN, keyword)}\n", "", 1))
    assert f"`{keyword}" in error.expected


def test_any_text_is_told_by_its_first_line() -> None:
    assert parse_any(f"# a remark\n\n{NEW}") == parse_position(NEW)
    with pytest.raises(ParseError, match="expected `crownlands kingdom 1`, found 'letter'"):
        parse_any("crownlands letter 1\n")
    with pytest.raises(ParseError, match="expected the rows of the grid"):
        parse_any("")


def test_positions_of_a_game_all_differ() -> None:
    texts = [print_position(match) for match in whole_game("queendomino/3")]
    assert len(set(texts)) == len(texts)
