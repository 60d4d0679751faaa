"""The JSON projection of states, scores and events: plain values, every field always present."""

from __future__ import annotations

from typing import Any

from crownlands.notation.events import parse_event, print_event
from crownlands.notation.kingdoms import UNKNOWN, HandKingdom
from crownlands.rules.errors import IllegalEvent
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
from crownlands.rules.forms import malformed
from crownlands.rules.match import Match
from crownlands.rules.reasons import Code, Reason
from crownlands.rules.scoring import BuildingTerm, CoinsTerm, QueenTerm, Score, Term, TerritoryTerm, score_realm, scores
from crownlands.rules.state import Realm

VERSION = 1

Json = dict[str, Any]


def state_json(match: Match) -> Json:
    """The current game of a match; its ranking, and in a Dynasty its points, are the match's."""
    state = match.state
    realms = [
        {"seats": list(seats), **realm_json(realm, index == state.queen, score)}
        for index, (seats, realm, score) in enumerate(
            zip(match.ruleset.realms, state.realms, scores(state), strict=True)
        )
    ]
    return {
        "version": VERSION,
        "ruleset": match.ruleset.name,
        "over": match.over,
        "round": state.round,
        "realms": realms,
        "ranking": [list(group) for group in match.ranking().groups],
        **({"match": [standing.points for standing in match.totals()]} if match.ruleset.games > 1 else {}),
    }


def score_json(hand: HandKingdom) -> Json:
    """A kingdom typed by hand with its score; the names of its dominoes are null."""
    score = score_realm(hand.ruleset, hand.realm, hand.hosts_queen)
    return {"version": VERSION, "ruleset": hand.ruleset.name, **realm_json(hand.realm, hand.hosts_queen, score)}


def realm_json(realm: Realm, queen: bool, score: Score) -> Json:
    """A realm with its score; whose it is stands beside it."""
    squares = [
        {
            "x": cell[0],
            "y": cell[1],
            "terrain": square.terrain.value,
            "crowns": square.crowns,
            "domino": square.domino or None,
            "knight": cell in realm.taxed,
            "building": realm.buildings.get(cell),
        }
        for cell, square in sorted(realm.kingdom.squares.items())
    ]
    return {
        "squares": squares,
        "discarded": [None if domino == UNKNOWN else domino for domino in realm.discarded],
        "coins": realm.coins,
        "knights": realm.all_knights,
        "towers": realm.towers,
        "queen": queen,
        "score": score.points,
        "laid": score.laid,
        "terms": terms_json(score),
    }


def terms_json(score: Score) -> list[Json]:
    """The terms of a score; their points sum up to it."""
    return [{"kind": term.kind, "points": term.points, **_details(term)} for term in score.terms]


def _details(term: Term) -> Json:
    match term:
        case TerritoryTerm(terrain, cells, crowns):
            cells_json = [list(cell) for cell in cells]
            return {"terrain": terrain.value, "squares": len(cells), "crowns": crowns, "cells": cells_json}
        case CoinsTerm(coins):
            return {"coins": coins}
        case BuildingTerm(building, square, count):
            return {"building": building, "square": list(square), "count": count}
        case QueenTerm(squares):
            return {"squares": squares}
        case _:
            return {}


_TYPES: dict[str, type[Event]] = {
    "kings": Kings,
    "reveal": Reveal,
    "buildings": Buildings,
    "choose": Choose,
    "place": Place,
    "discard": Discard,
    "tax": Tax,
    "build": Build,
    "bribe": Bribe,
    "pass": Pass,
}


def event_json(event: Event) -> Json:
    """The event as JSON: ``event_json(Pass(2)) == {"type": "pass", "seat": 2}``."""
    fields = {field: _thaw(getattr(event, field)) for field in event.__slots__}
    return {"type": type(event).__name__.lower(), **fields}


def _thaw(value: Any) -> Any:
    return [_thaw(item) for item in value] if isinstance(value, tuple) else value


def event_from_json(obj: object) -> Event:
    """The event that this JSON value says; anything malformed is refused with what was expected."""
    if not isinstance(obj, dict):
        raise _refusal("this", "an object with the field type")
    kind = obj.get("type")
    if not isinstance(kind, str) or kind not in _TYPES:
        raise _refusal("type", f"one of {', '.join(_TYPES)}")
    fields = _TYPES[kind].__slots__
    if obj.keys() != {"type", *fields}:
        raise _refusal(kind, f"the fields type, {', '.join(fields)}, and no other")
    event = _TYPES[kind](**{field: _freeze(obj[field]) for field in fields})
    if reason := malformed(event):
        raise IllegalEvent(reason)
    try:
        return parse_event(print_event(event))
    except ValueError:  # numbers too long to print among them
        expected = (
            "what can be written as text: a list with entries, numbers of at most six digits, two knights at most"
        )
        raise _refusal(kind, expected) from None


def _freeze(value: Any) -> Any:
    """Lists, and lists in them, as tuples; no event goes deeper."""
    if not isinstance(value, list):
        return value
    return tuple(tuple(item) if isinstance(item, list) else item for item in value)


def _refusal(what: str, expected: str) -> IllegalEvent:
    return IllegalEvent(Reason.of(Code.MALFORMED, what=what, expected=expected))
