"""Whole games as text, and what replaying them says."""

from __future__ import annotations

import pickle

import pytest

from crownlands.notation import IllegalRecord, ParseError, Record, parse_record, print_record, replay
from crownlands.rules import CrownlandsError, IllegalEvent, Match, Step, ruleset
from crownlands.rules.events import Choose, Kings, Reveal
from crownlands.rules.reasons import Code

TEXT = """crownlands game 1
ruleset: kingdomino/4
seed: 42
seats: greedy, random, random, random

reveal K3 K17 K22 K40
kings 2
2 choose K40
"""
RECORD = Record(
    ruleset("kingdomino/4"),
    (("seed", "42"), ("seats", "greedy, random, random, random")),
    (Reveal(("K3", "K17", "K22", "K40")), Kings(((2, 2),)), Choose(2, "K40")),
)


def test_the_example_of_the_specification_is_read_and_printed() -> None:
    assert parse_record(TEXT) == RECORD
    assert print_record(RECORD) == TEXT


def test_a_game_without_events_ends_with_the_empty_line() -> None:
    record = Record(ruleset("queendomino/2"))
    assert print_record(record) == "crownlands game 1\nruleset: queendomino/2\n\n"
    assert parse_record("crownlands game 1\nruleset: queendomino/2") == record


def test_remarks_and_spaces_mean_nothing_between_tags_and_events() -> None:
    text = TEXT.replace("seed: 42", "# a remark\n\t seed :  42  ").replace("\n\nreveal", "\n \t\n# begin\n\n  reveal")
    assert parse_record(text.replace("\n", "\r\n")) == RECORD
    assert parse_record(TEXT.replace("1\nruleset", "1 # one\n\n\nruleset")) == RECORD


def test_a_hash_in_the_value_of_a_tag_belongs_to_it() -> None:
    assert parse_record("crownlands game 1\nruleset: kingdomino/4\nseats: Ann #1\n").tags == (("seats", "Ann #1"),)


@pytest.mark.parametrize(
    "tags",
    [
        (("se ed", "1"),),
        (("", "1"),),
        (("seed:", "1"),),
        (("ruleset", "kingdomino/2"),),
        (("seed", "1"), ("seed", "1")),
        (("seed", " 1"),),
        (("seed", "1\n2"),),
        (("seed", "1\r"),),
    ],
)
def test_a_tag_that_could_not_be_read_again_is_not_printed(tags: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(CrownlandsError, match="of a tag is"):
        print_record(Record(ruleset("kingdomino/4"), tags))


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "`crownlands game 1`"),
        ("crownlands game 2", 1, 17, "`crownlands game 1`"),
        ("crownlands game 1 x", 1, 19, "the end of the line"),
        ("crownlands game 1\n", 2, 1, "`ruleset: NAME`"),
        ("crownlands game 1\nseed: 1\n", 2, 1, "`ruleset` as the first tag"),
        ("crownlands game 1\nruleset: chess\n", 2, 10, "a ruleset"),
        ("crownlands game 1\nruleset:\n", 2, 9, "a ruleset"),
        ("crownlands game 1\nruleset: kingdomino/4\nruleset: kingdomino/4", 3, 1, "each tag once"),
        (
            "crownlands game 1\nruleset: kingdomino/4\n  2 pass",
            3,
            3,
            "a tag like `seed: 42`, or an empty line before the events",
        ),
        (
            "crownlands game 1\nruleset: kingdomino/4\nseed: 1\r2",
            3,
            1,
            "a tag like `seed: 42`, or an empty line before the events",
        ),
        ("crownlands game 1\nruleset: kingdomino/4\n\nseed: 1", 4, 1, "a seat, kings, reveal, buildings"),
        ("crownlands game 1\nruleset: kingdomino/4\n\n2 pass x", 4, 8, "the end of the line"),
    ],
)
def test_an_error_says_where_it_is_and_what_was_expected(text: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(ParseError) as error:
        parse_record(text)
    assert (error.value.line, error.value.column, error.value.expected) == (line, column, expected)


def test_replaying_begins_before_the_first_event() -> None:
    matches = list(replay(RECORD))
    assert [match.state.step for match in matches] == [Step.REVEAL, Step.KINGS, Step.CHOOSE, Step.KINGS]
    assert all(isinstance(match, Match) for match in matches)


def test_an_illegal_event_is_named_by_its_number_and_the_line_it_was_read_from() -> None:
    record = parse_record(TEXT + "kings 0\n# twice\n0 choose K40\n")
    with pytest.raises(IllegalRecord) as error:
        list(replay(record))
    assert isinstance(error.value, IllegalEvent)
    assert (error.value.number, error.value.line, error.value.reason.code) == (5, 11, Code.CLAIMED)
    assert str(error.value) == "line 11 (event 5), `0 choose K40`: there is a king on K40 already"


def test_an_illegal_event_of_a_record_never_written_is_named_by_its_number() -> None:
    record = Record(RECORD.ruleset, (), (*RECORD.events[:2], Choose(3, "K40")))
    with pytest.raises(IllegalRecord, match=r"^event 3, `3 choose K40`: seat 3 cannot act now"):
        list(replay(record))


def test_what_comes_before_an_illegal_event_is_replayed() -> None:
    record = Record(RECORD.ruleset, (), (*RECORD.events, Kings(((0, 0),)), Choose(0, "K40")))
    matches = replay(record)
    assert [next(matches).state.step for _ in range(5)][-1] is Step.CHOOSE
    with pytest.raises(IllegalRecord):
        next(matches)


def test_an_event_that_has_no_text_is_named_by_its_kind() -> None:
    record = Record(RECORD.ruleset, (), (Reveal(("K99",)),))
    with pytest.raises(IllegalRecord, match=r"^event 1, `Reveal`: dominoes of reveal is malformed"):
        list(replay(record))


def test_errors_come_back_whole_from_another_process() -> None:
    record = parse_record("crownlands game 1\nruleset: kingdomino/2\n\nreveal K1 K2\n")
    with pytest.raises(IllegalRecord) as illegal:
        list(replay(record))
    with pytest.raises(ParseError) as unreadable:
        parse_record("crownlands game 2")
    for error in (illegal.value, unreadable.value):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
