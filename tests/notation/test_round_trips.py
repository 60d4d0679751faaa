"""What is printed is read as it was, for everything that the notation has a text for."""

from __future__ import annotations

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from crownlands.notation import (
    HandKingdom,
    Record,
    event_from_json,
    event_json,
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
    score_json,
    state_json,
)
from crownlands.rules import Match, legal_actions, new_match
from crownlands.rules.events import Event
from tests.notation.games import RULESETS, any_event, events, kingdoms, positions, records, whole_game


@given(events)
def test_an_event_is_read_as_it_was_printed(event: Event) -> None:
    text = print_event(event)
    assert parse_event(text) == event
    assert print_event(parse_event(f"  {text.replace(' ', '   ')}\t# a remark\r\n")) == text


@given(events)
def test_an_event_survives_json(event: Event) -> None:
    assert event_from_json(json.loads(json.dumps(event_json(event)))) == event


@settings(max_examples=60)
@given(positions(), st.booleans())
def test_every_legal_action_can_be_typed_in_any_case_with_or_without_its_seat(match: Match, with_seat: bool) -> None:
    for action in legal_actions(match.state):
        seat, _, words = print_event(action).partition(" ")
        text = f"{seat} {words}" if with_seat else words
        assert parse_action(text.upper(), int(seat)) == parse_action(text.lower(), int(seat)) == action


@settings(max_examples=120)
@given(positions())
def test_a_position_is_read_as_it_was_printed(match: Match) -> None:
    text = print_position(match)
    assert parse_position(text) == parse_any(text) == match
    spread = text.replace(" ", " \t ").replace("\n", "  # a remark\r\n\n")
    assert print_position(parse_position(spread)) == text


def test_positions_of_whole_games_are_read_as_they_were_printed() -> None:
    names = ["kingdomino/2+any-king", "queendomino/2", "royal-wedding/6+teams+top-down", "kingdomino/3+dynasty"]
    for match in (match for name in names for match in whole_game(name)[::2]):
        assert parse_position(print_position(match)) == match


@settings(max_examples=60)
@given(records())
def test_a_record_is_read_as_it_was_printed_and_replays_to_the_same_match(found: tuple[Record, Match]) -> None:
    record, match = found
    text = print_record(record)
    assert parse_record(text) == parse_any(text) == record
    assert print_record(parse_record(text)) == text
    assert list(replay(record))[-1] == match


@given(kingdoms())
def test_a_kingdom_is_read_as_it_was_printed(hand: HandKingdom) -> None:
    text = print_kingdom(hand)
    assert parse_kingdom(text) == parse_any(text) == hand
    facts, grid, rows = text.partition("grid\n")
    assert parse_kingdom(facts + grid + rows.upper()) == parse_kingdom(facts + rows.lower()) == hand


@settings(max_examples=60)
@given(positions())
def test_a_state_is_plain_json_and_its_terms_sum_to_the_score(match: Match) -> None:
    state = state_json(match)
    assert json.loads(json.dumps(state)) == state
    for realm in state["realms"]:
        assert sum(term["points"] for term in realm["terms"]) == realm["score"]


@given(kingdoms())
def test_the_terms_of_a_kingdom_typed_by_hand_sum_to_its_score(hand: HandKingdom) -> None:
    found = score_json(hand)
    assert json.loads(json.dumps(found)) == found
    assert sum(term["points"] for term in found["terms"]) == found["score"]


def test_the_first_turns_of_every_ruleset_are_read_as_they_were_printed() -> None:
    for rules in RULESETS:
        rng = random.Random(rules.name)
        match = new_match(rules)
        for _ in range(rng.randrange(16)):
            match = match.apply(any_event(match.state, rng))
        assert parse_position(print_position(match)) == match
