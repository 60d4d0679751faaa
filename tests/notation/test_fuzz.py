"""Whatever somebody types is read or refused with a place in the text; what is read can be played on."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownlands.notation import (
    HandKingdom,
    IllegalRecord,
    ParseError,
    Record,
    event_from_json,
    parse_action,
    parse_any,
    parse_event,
    parse_kingdom,
    parse_position,
    parse_record,
    print_event,
    print_kingdom,
    print_position,
    print_record,
    replay,
    state_json,
)
from crownlands.rules import IllegalEvent, Match, Step
from crownlands.rules.events import Event
from tests.notation.games import events, kingdoms, moments, positions, records

TEXT = """
crownlands position game kingdom 1 2 ruleset kingdomino/4 queendomino/2 royal-wedding/8+teams match round step kings
line next undrawn board dragon stack queen realm coins knights taxed domino building discarded grid 0 3 12 -1 999 1000
K1 K48 Q17 K3=0 Q4=2 0,0 1,0 -2,1 0=statue 1=- bakery*2 cave church place choose tax build bribe pass reveal K 1-48 0>1
seed: : C . w1 t=statue # = * / , > ٣ ² 1/2/3 over
"""
WORDS = [*TEXT.split(), "\u2028", "\r", "\t"]

typed = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from([*WORDS, "\n", "\n"]), max_size=40).map(" ".join),
    st.lists(st.sampled_from([*WORDS, "\n"]), max_size=20).map(
        lambda words: "crownlands position 1\n" + " ".join(words)
    ),
    st.lists(st.sampled_from([*WORDS, "\n"]), max_size=20).map(
        lambda words: "crownlands game 1\nruleset: kingdomino/4\n\n" + " ".join(words)
    ),
)


def changed(text: str, rng: random.Random) -> str:
    """The text with a word or a line replaced, left out, repeated or moved, or a step that may not fit."""
    lines = [line.split(" ") for line in text.split("\n")]
    words = [word for line in lines for word in line]
    for _ in range(rng.choice([1, 1, 2])):
        line = rng.choice(lines)
        index = rng.randrange(len(line))
        change = rng.randrange(8)
        if change == 0:
            line[index] = rng.choice(words)
        elif change == 1:
            line[index] = rng.choice(WORDS)
        elif change == 2:
            line.insert(index, rng.choice(words))
        elif change == 3:
            line[index] = ""
        elif change == 4:
            lines = [other for other in lines if other is not line] or [[""]]
        elif change == 5:
            lines.insert(rng.randrange(len(lines)), line)
        elif change == 6:
            rng.shuffle(line)
        else:
            key = rng.choice(["step", "round", "dragon", "coins", "queen"])
            value = rng.choice([*Step, *map(str, range(13)), "cave"])
            lines = [[key, value] if found[0] == key else found for found in lines]
    return "\n".join(map(" ".join, lines))


def read_or_refused(read: Callable[[str], object], text: str) -> object:
    """What is read; a refusal points into the text."""
    try:
        return read(text)
    except ParseError as refusal:
        error = refusal
    lines = text.split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1
    assert str(error).startswith(f"line {error.line}, column {error.column}: expected {error.expected}, found ")
    return None


@settings(max_examples=300)
@given(typed)
@pytest.mark.parametrize("read", [parse_event, parse_kingdom, parse_position, parse_record, parse_any])
def test_anything_typed_is_read_or_refused(read: Callable[[str], object], text: str) -> None:
    read_or_refused(read, text)


@given(typed)
def test_anything_typed_as_an_action_is_read_or_refused(text: str) -> None:
    read_or_refused(lambda typed: parse_action(typed, 0), text)


@given(events, st.randoms(use_true_random=False))
def test_a_changed_event_is_read_or_refused(event: Event, rng: random.Random) -> None:
    found = read_or_refused(parse_event, changed(print_event(event), rng))
    if found is not None:
        assert parse_event(print_event(found)) == found  # type: ignore[arg-type]


@settings(max_examples=60)
@given(positions(), st.integers(0, 2**32))
def test_a_changed_position_is_refused_or_can_be_played_to_the_end(match: Match, seed: int) -> None:
    rng = random.Random(seed)
    text = print_position(match)
    for _ in range(15):
        found = read_or_refused(parse_position, changed(text, rng))
        if isinstance(found, Match) and found != match:
            assert parse_position(print_position(found)) == found
            state_json(found)
            for _, end in moments(found, rng):
                if end.state.over:
                    state_json(end)


@settings(max_examples=60)
@given(records(most=40), st.integers(0, 2**32))
def test_a_changed_record_is_refused_or_replays_up_to_what_is_illegal(found: tuple[Record, Match], seed: int) -> None:
    record = read_or_refused(parse_record, changed(print_record(found[0]), random.Random(seed)))
    if isinstance(record, Record):
        with suppress(IllegalRecord):
            assert len(list(replay(record))) == len(record.events) + 1


@given(kingdoms(), st.randoms(use_true_random=False))
def test_a_changed_kingdom_is_read_or_refused(hand: HandKingdom, rng: random.Random) -> None:
    found = read_or_refused(parse_kingdom, changed(print_kingdom(hand), rng))
    if isinstance(found, HandKingdom):
        assert parse_kingdom(print_kingdom(found)) == found


FIELDS = ("seat", "order", "dominoes", "tiles", "domino", "squares", "slot", "building", "square")
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from([*WORDS, "type", "seat", "squares"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "seat", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=200)
@given(
    st.one_of(
        json_values,
        st.fixed_dictionaries(
            {"type": st.sampled_from(["kings", "reveal", "buildings", "choose", "place", "tax", "build", "pass"])},
            optional=dict.fromkeys(FIELDS, json_values),
        ),
        st.fixed_dictionaries({"type": st.just("kings"), "order": json_values}),
        st.fixed_dictionaries({"type": st.just("tax"), "seat": st.integers(-2, 2), "squares": json_values}),
    )
)
def test_any_json_is_an_event_or_refused(obj: object) -> None:
    try:
        event = event_from_json(obj)
    except IllegalEvent:
        return
    assert parse_event(print_event(event)) == event
