"""Why a line is better than the one that was played: the terms in which the two positions differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from crownlands.players.forecast import forecast_of
from crownlands.players.levels import core_state
from crownlands.rules import Match, State
from crownlands.rules.pieces import CASTLE, DOMINOES
from crownlands.rules.scoring import BonusTerm, TerritoryTerm, scores
from crownlands.study.review import Why, WhyKind

WORTH: dict[WhyKind, float] = {
    "points-now": 1.0,
    "later": 1.0,
    "rival": 1.0,
    "room": 2.0,
    "crowns": 2.0,
    "coins": 0.34,
    "order": 0.7,
}
"""What one of each is about worth in points: only to tell which matters more."""
LEAST = 0.5
"""Points below which nothing is worth a word."""
MOST = 3
MAIN = 0.5
"""The share of the points to come that one part must bring to be named."""


def reasons(after_played: Match, after_best: Match, realm: int, gained: Sequence[float]) -> tuple[Why, ...]:
    """What matters most, first; `gained` are the points that each realm is expected to end with, best minus played.

    The first speaks for the better line; others may say what it costs.
    """
    played, best, seats = after_played.state, after_best.state, after_best.ruleset.realms[realm]
    now = scores(best)[realm].laid - scores(played)[realm].laid
    found: dict[WhyKind, float] = {
        "points-now": now,
        "later": gained[realm] - now,
        "rival": max((-points for index, points in enumerate(gained) if index != realm), default=0.0),
        "room": _holes(played, realm) - _holes(best, realm),
        "crowns": _crowns(best, seats) - _crowns(played, seats),
        "coins": best.realms[realm].coins - played.realms[realm].coins,
        "order": _places(played, seats) - _places(best, seats),
    }
    if found["rival"] < 0:
        del found["rival"]
    terms = [
        Why(kind, float(amount), _source(after_played, after_best, realm, amount) if kind == "later" else None)
        for kind, amount in found.items()
        if _weight(kind, amount) >= LEAST
    ]
    terms.sort(key=lambda why: (why.amount <= 0, -_weight(why.kind, why.amount)))
    return tuple(terms[:MOST]) if terms and terms[0].amount > 0 else ()


def _source(played: Match, best: Match, realm: int, amount: float) -> str | None:
    """The terrain or bonus that most of the points to come are expected from, if one stands out."""
    ours, theirs = _to_come(best, realm), _to_come(played, realm)
    sign = 1 if amount > 0 else -1
    apart = {part: sign * (points - theirs[part]) for part, points in ours.items()}
    part = max(apart, key=lambda name: apart[name])
    return part if apart[part] >= max(LEAST, MAIN * abs(amount)) else None


def _to_come(match: Match, realm: int) -> dict[str, float]:
    """What a realm is expected to gain, by terrain and bonus."""
    gains = dict(forecast_of(core_state(match))[realm].parts)
    gains.pop("estate", None)
    for term in scores(match.state)[realm].terms:
        if isinstance(term, TerritoryTerm):
            gains[term.terrain.value] -= term.points
        elif isinstance(term, BonusTerm):
            gains[term.kind] -= term.points
    return gains


def _weight(kind: WhyKind, amount: float) -> float:
    return WORTH[kind] * abs(amount)


def _holes(state: State, realm: int) -> int:
    """Empty squares of a kingdom that no domino can cover any more."""
    kingdom = state.realms[realm].kingdom
    free = set(product(*kingdom.reach(state.ruleset.frame))) - kingdom.squares.keys() - {CASTLE}
    return sum(free.isdisjoint(((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))) for x, y in free)


def _claims(state: State, seats: Sequence[int]) -> list[tuple[int, str]]:
    """Places and dominoes of the next line that these seats have claimed; after a round it is the line itself."""
    line = state.next_line if any(claim.seat is not None for claim in state.next_line) else state.line
    return [(place, claim.domino) for place, claim in enumerate(line) if claim.seat in seats]


def _crowns(state: State, seats: Sequence[int]) -> int:
    """Crowns on the dominoes that these seats have claimed."""
    return sum(DOMINOES[domino].left.crowns + DOMINOES[domino].right.crowns for _, domino in _claims(state, seats))


def _places(state: State, seats: Sequence[int]) -> int:
    """How late these seats will act, in places of the line."""
    return sum(place for place, _ in _claims(state, seats))
