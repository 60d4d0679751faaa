"""Events and actions as text: what people may type, and what an error says."""

from __future__ import annotations

import pytest

from crownlands.notation import ParseError, parse_action, parse_event, print_event
from crownlands.rules.events import (
    Bribe,
    Build,
    Buildings,
    Choose,
    Discard,
    Event,
    Kings,
    Pass,
    Place,
    Reveal,
    Tax,
)

EXAMPLES: list[tuple[str, Event]] = [
    ("kings 2", Kings(((2, 2),))),
    ("kings 0>1", Kings(((0, 1),))),
    ("kings 0 1 1 0", Kings(((0, 0), (1, 1), (1, 1), (0, 0)))),
    ("reveal K3 K17 K22 K40", Reveal(("K3", "K17", "K22", "K40"))),
    ("buildings statue church", Buildings(("statue", "church"))),
    ("2 choose K17", Choose(2, "K17")),
    ("2 place K17 1,0 2,0", Place(2, "K17", ((1, 0), (2, 0)))),
    ("2 discard K17", Discard(2, "K17")),
    ("2 tax 1,0 2,0", Tax(2, ((1, 0), (2, 0)))),
    ("2 build 3 statue 2,0", Build(2, 3, "statue", (2, 0))),
    ("2 bribe 5 church", Bribe(2, 5, "church")),
    ("2 pass", Pass(2)),
]


@pytest.mark.parametrize(("text", "event"), EXAMPLES)
def test_the_examples_of_the_specification_are_read_and_printed(text: str, event: Event) -> None:
    assert parse_event(text) == event
    assert print_event(event) == text


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "an event"),
        ("\n  # only a remark\n", 3, 1, "an event"),
        ("2 pass\n3 pass", 2, 1, "one line only"),
        ("draw K1", 1, 1, "a seat, kings, reveal, buildings"),
        ("²", 1, 1, "a seat"),
        ("02 pass", 1, 1, "a seat"),
        ("1234567 pass", 1, 1, "a seat"),
        ("2", 1, 2, "one of choose, place, discard, tax, build, bribe, pass"),
        ("2 move K17", 1, 3, "one of choose, place, discard, tax, build, bribe, pass"),
        ("2 PASS", 1, 3, "one of choose, place, discard, tax, build, bribe, pass"),
        ("2 pass now", 1, 8, "the end of the line"),
        ("kings", 1, 6, "a king like 2 or 0>1"),
        ("kings 2 x", 1, 9, "a king like 2 or 0>1"),
        ("kings 0>", 1, 7, "a king like 2 or 0>1"),
        ("reveal ", 1, 7, "a domino"),
        ("reveal K3 K49", 1, 11, "a domino from K1 to K48 or Q1 to Q48"),
        ("buildings castle", 1, 11, "the id of a building"),
        ("2 choose k17", 1, 10, "a domino from K1 to K48 or Q1 to Q48"),
        ("2 place K17 1,0", 1, 16, "a square like 1,0"),
        ("2 place K17 1,0 2;0", 1, 17, "a square like 1,0"),
        ("2 place K17 1,0 2,-0", 1, 17, "a square like 1,0"),
        ("2 place K17 1,0 2,0 3,0", 1, 21, "the end of the line"),
        ("2 tax", 1, 6, "a square like 1,0"),
        ("2 tax 1,0 2,0 3,0", 1, 15, "the end of the line"),
        ("2 build x statue 1,0", 1, 9, "a slot by its cost"),
        ("2 build 3", 1, 10, "the id of a building"),
        ("2 bribe # nothing", 1, 8, "a slot by its cost"),
    ],
)
def test_an_error_says_where_it_is_and_what_was_expected(text: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(ParseError) as error:
        parse_event(text)
    assert (error.value.line, error.value.column, error.value.expected) == (line, column, expected)
    assert str(error.value).startswith(f"line {line}, column {column}: expected {expected}, found ")


def test_a_long_word_is_shortened_in_the_message() -> None:
    with pytest.raises(ParseError, match=r"found 'x{40}…'$"):
        parse_event("x" * 5000)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("choose K17", Choose(2, "K17")),
        ("2 Choose k17", Choose(2, "K17")),
        ("PLACE q5 1,0 2,0", Place(2, "Q5", ((1, 0), (2, 0)))),
        ("tax 2,0 1,0", Tax(2, ((1, 0), (2, 0)))),
        ("tax 2,0", Tax(2, ((2, 0),))),
        ("build 3 Queens-Tower 2,0", Build(2, 3, "queens_tower", (2, 0))),
        ("bribe 0 CHURCH", Bribe(2, 0, "church")),
        ("pass  # nothing to build", Pass(2)),
    ],
)
def test_a_person_may_type_an_action_without_seat_and_in_any_case(text: str, action: Event) -> None:
    assert parse_action(text, 2) == action


def test_the_squares_of_a_double_may_be_typed_in_either_order() -> None:
    assert (
        parse_action("place K1 2,0 1,0", 0) == parse_action("place K1 1,0 2,0", 0) == Place(0, "K1", ((1, 0), (2, 0)))
    )


def test_the_squares_of_a_domino_with_different_halves_stay_as_typed() -> None:
    assert parse_action("place K13 2,0 1,0", 0) == Place(0, "K13", ((2, 0), (1, 0)))


def test_a_recorded_double_stays_as_written_so_that_replaying_can_refuse_it() -> None:
    assert parse_event("0 place K1 2,0 1,0") == Place(0, "K1", ((2, 0), (1, 0)))


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("3 pass", 1, "seat 2, or no seat"),
        ("reveal K1", 1, "one of choose, place, discard, tax, build, bribe, pass"),
        ("2", 2, "one of choose, place, discard, tax, build, bribe, pass"),
        ("pass please", 6, "the end of the line"),
        (" ", 2, "an event"),
    ],
)
def test_what_is_no_action_of_the_seat_is_refused(text: str, column: int, expected: str) -> None:
    with pytest.raises(ParseError) as error:
        parse_action(text, 2)
    assert (error.value.column, error.value.expected) == (column, expected)
