"""The JSON projection: its fields, and what it refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from crownlands.notation import event_from_json, event_json, parse_kingdom, score_json, state_json, terms_json
from crownlands.rules import CrownlandsError, IllegalEvent, Step, scores
from crownlands.rules.events import Bribe, Build, Buildings, Choose, Discard, Event, Kings, Pass, Place, Reveal, Tax
from crownlands.rules.reasons import Code
from tests.notation.games import moment, whole_game

EVENTS: list[tuple[Event, dict[str, Any]]] = [
    (Kings(((0, 1), (1, 0))), {"type": "kings", "order": [[0, 1], [1, 0]]}),
    (Reveal(("K1", "K2")), {"type": "reveal", "dominoes": ["K1", "K2"]}),
    (Buildings(("statue",)), {"type": "buildings", "tiles": ["statue"]}),
    (Choose(1, "Q48"), {"type": "choose", "seat": 1, "domino": "Q48"}),
    (Place(1, "K1", ((0, 1), (0, 2))), {"type": "place", "seat": 1, "domino": "K1", "squares": [[0, 1], [0, 2]]}),
    (Discard(1, "K1"), {"type": "discard", "seat": 1, "domino": "K1"}),
    (Tax(1, ((0, -1),)), {"type": "tax", "seat": 1, "squares": [[0, -1]]}),
    (
        Build(1, 5, "church", (0, 1)),
        {"type": "build", "seat": 1, "slot": 5, "building": "church", "square": [0, 1]},
    ),
    (Bribe(1, 0, "church"), {"type": "bribe", "seat": 1, "slot": 0, "building": "church"}),
    (Pass(1), {"type": "pass", "seat": 1}),
]


@pytest.mark.parametrize(("event", "obj"), EVENTS)
def test_an_event_has_its_type_and_its_fields_in_order(event: Event, obj: dict[str, Any]) -> None:
    assert json.dumps(event_json(event)) == json.dumps(obj)
    assert event_from_json(obj) == event


@pytest.mark.parametrize(
    ("obj", "message"),
    [
        (None, "this is malformed: an object"),
        ([], "this is malformed: an object"),
        ("2 pass", "this is malformed: an object"),
        ({}, "type is malformed: one of kings, reveal"),
        ({"type": 1, "seat": 0}, "type is malformed"),
        ({"type": ["pass"], "seat": 0}, "type is malformed"),
        ({"type": "resign", "seat": 0}, "type is malformed"),
        ({"type": "pass"}, "pass is malformed: the fields type, seat, and no other"),
        ({"type": "pass", "seat": 0, "why": "so"}, "pass is malformed: the fields type, seat, and no other"),
        ({"type": "pass", "seat": True}, "seat of pass is malformed: a whole number"),
        ({"type": "pass", "seat": 1.0}, "seat of pass is malformed: a whole number"),
        ({"type": "pass", "seat": None}, "seat of pass is malformed: a whole number"),
        ({"type": "pass", "seat": -1}, "pass is malformed: what can be written as text"),
        ({"type": "pass", "seat": 10**6}, "pass is malformed: what can be written as text"),
        ({"type": "pass", "seat": 10**6000}, "pass is malformed: what can be written as text"),
        ({"type": "choose", "seat": 0, "domino": "K49"}, "domino of choose is malformed"),
        ({"type": "choose", "seat": 0, "domino": ["K1"]}, "domino of choose is malformed"),
        ({"type": "reveal", "dominoes": []}, "reveal is malformed: what can be written as text"),
        ({"type": "reveal", "dominoes": "K1"}, "dominoes of reveal is malformed"),
        ({"type": "reveal", "dominoes": [["K1"]]}, "dominoes of reveal is malformed"),
        ({"type": "buildings", "tiles": [{}]}, "tiles of buildings is malformed"),
        ({"type": "kings", "order": [[0], [1]]}, "order of kings is malformed"),
        ({"type": "kings", "order": [0, 1]}, "order of kings is malformed"),
        ({"type": "kings", "order": [[[[[]]]]]}, "order of kings is malformed"),
        ({"type": "tax", "seat": 0, "squares": []}, "tax is malformed: what can be written as text"),
        ({"type": "tax", "seat": 0, "squares": [[0, 1]] * 3}, "tax is malformed: what can be written as text"),
        ({"type": "place", "seat": 0, "domino": "K1", "squares": [[0, 1]]}, "squares of place is malformed"),
        ({"type": "build", "seat": 0, "slot": 0, "building": "x", "square": [0, 1]}, "building of build is malformed"),
    ],
)
def test_json_that_is_no_event_is_refused_with_what_was_expected(obj: object, message: str) -> None:
    with pytest.raises(IllegalEvent) as error:
        event_from_json(obj)
    assert isinstance(error.value, CrownlandsError)
    assert error.value.reason.code is Code.MALFORMED
    assert str(error.value).startswith(message)


STATE = ["version", "ruleset", "over", "round", "realms", "ranking"]
REALM = ["seats", "squares", "discarded", "coins", "knights", "towers", "queen", "score", "laid", "terms"]
SQUARE = ["x", "y", "terrain", "crowns", "domino", "knight", "building"]


def test_a_state_has_every_field_at_the_start_and_at_the_end() -> None:
    for name in ("kingdomino/4", "royal-wedding/8+teams"):
        for match in (whole_game(name)[0], whole_game(name)[-1]):
            state = state_json(match)
            assert list(state) == STATE
            assert state["version"] == 1
            assert state["ruleset"] == name
            assert state["over"] is match.over
            assert state["round"] == match.state.round
            assert all(list(realm) == REALM for realm in state["realms"])
            assert all(list(square) == SQUARE for realm in state["realms"] for square in realm["squares"])


def test_a_new_game_has_no_squares_and_everybody_shares_the_first_place() -> None:
    state = state_json(whole_game("queendomino/3")[0])
    assert state["ranking"] == [[0, 1, 2]]
    assert state["realms"][2] == {
        "seats": [2],
        "squares": [],
        "discarded": [],
        "coins": 7,
        "knights": 1,
        "towers": 0,
        "queen": False,
        "score": 2,
        "laid": 2,
        "terms": [{"kind": "coins", "points": 2, "coins": 7}],
    }


def test_partners_share_a_realm() -> None:
    state = state_json(whole_game("royal-wedding/6+teams")[0])
    assert [realm["seats"] for realm in state["realms"]] == [[0, 1], [2, 3], [4, 5]]


def test_squares_say_what_lies_and_stands_on_them() -> None:
    match = moment("queendomino/4", lambda state: state.queen is not None and state.realms[state.queen].taxed)
    state = match.state
    assert state.queen is not None
    realm, obj = state.realms[state.queen], state_json(match)["realms"][state.queen]
    assert obj["queen"] is True
    assert obj["knights"] == realm.knights_in_reserve + len(realm.taxed)
    assert obj["towers"] == realm.towers > 0
    for square in obj["squares"]:
        cell = (square["x"], square["y"])
        printed = realm.kingdom.squares[cell]
        assert (square["terrain"], square["crowns"], square["domino"]) == printed
        assert square["knight"] is (cell in realm.taxed)
        assert square["building"] == realm.buildings.get(cell)
    assert {square["building"] for square in obj["squares"]} > {None}


def test_terms_have_the_fields_of_their_kind() -> None:
    fields: dict[str, set[tuple[str, ...]]] = {}
    for match in (whole_game("royal-wedding/4+middle-kingdom+harmony")[-1], whole_game("queendomino/4")[-1]):
        for score in scores(match.state):
            for kind, *names in map(list, terms_json(score)):
                assert (kind, names[0]) == ("kind", "points")
            for term in terms_json(score):
                fields.setdefault(term["kind"], set()).add(tuple(term)[2:])
    assert fields == {
        "territory": {("terrain", "squares", "crowns", "cells")},
        "coins": {("coins",)},
        "building": {("building", "square", "count")},
        "queen": {("squares",)},
        "middle-kingdom": {()},
        "harmony": {()},
    }


def test_a_dynasty_shows_its_last_game_with_the_points_of_all() -> None:
    matches = whole_game("kingdomino/2+dynasty")
    ends = [match for match in matches if match.state.step is Step.OVER]
    for number, match in enumerate(ends, 1):
        state = state_json(match)
        assert list(state) == [*STATE, "match"]
        assert state["over"] is (number == 3)
        assert state["round"] == 6, "between games the state is the one that ended"
        sums = zip(match.earlier, state["realms"], strict=True)
        assert state["match"] == [earlier.points + realm["score"] for earlier, realm in sums]
    first = replace(matches[0], earlier=(matches[0].earlier[0], matches[0].earlier[1]._replace(points=9)), game=2)
    assert state_json(first)["ranking"] == [[1], [0]]
    assert state_json(first)["match"] == [0, 9]


def test_a_kingdom_typed_by_hand_is_a_realm_without_seats() -> None:
    obj = score_json(parse_kingdom("ruleset queendomino/4\ndiscarded 2\nqueen\nC t=statue w2"))
    assert list(obj) == ["version", "ruleset", *REALM[1:]]
    assert obj["squares"][1] == {
        "x": 2,
        "y": 0,
        "terrain": "wheat",
        "crowns": 2,
        "domino": None,
        "knight": False,
        "building": None,
    }
    assert obj["discarded"] == [None, None]
    assert obj["queen"] is True
    assert obj["score"] == 2 + 5 + 1
