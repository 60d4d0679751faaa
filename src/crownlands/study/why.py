"""Why a line is better than the one that was played: the terms in which the two positions differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from crownlands.rules import State
from crownlands.rules.pieces import CASTLE, DOMINOES
from crownlands.rules.scoring import scores
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


def reasons(played: State, best: State, realm: int, seats: Sequence[int], gained: Sequence[float]) -> tuple[Why, ...]:
    """What matters most, first; `gained` are the points that each realm is expected to end with, best minus played.

    The first speaks for the better line; others may say what it costs.
    """
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
    terms = [Why(kind, float(amount)) for kind, amount in found.items() if _weight(kind, amount) >= LEAST]
    terms.sort(key=lambda why: (why.amount <= 0, -_weight(why.kind, why.amount)))
    return tuple(terms[:MOST]) if terms and terms[0].amount > 0 else ()


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
