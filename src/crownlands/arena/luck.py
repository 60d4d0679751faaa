"""What chance brought to each realm: the value of what was drawn against the mean of what could have been drawn.

The value of a position is what playouts to the end say, everybody playing by the squire's evaluation: fixed before any
game is played, and the same before and after a draw. Before it, each playout draws for itself from the same
distribution as the dealer, with numbers that know nothing of the deal; so the luck of every draw is 0 on average,
whatever the value is worth, and subtracting any multiple of it from a result changes no expectation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crownlands import core
from crownlands.notation.events import print_event
from crownlands.rules import Ruleset
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Event

EVALUATION = "squire"
PLAYOUTS = 100
"""Before and after each draw."""


@dataclass(frozen=True)
class Luck:
    """What chance brought to a realm in one game."""

    wins: float
    points: float

    def plus(self, other: Luck) -> Luck:
        return Luck(self.wins + other.wins, self.points + other.points)

    def minus(self, other: Luck) -> Luck:
        return Luck(self.wins - other.wins, self.points - other.points)


def weigh(rules: Ruleset, events: Iterable[Event], seed: str, playouts: int = PLAYOUTS) -> tuple[Luck, ...]:
    """The luck of each realm over all draws of these events; draws with no decision in between are weighed as one."""
    stream = Stream("crownlands luck", seed)
    state = core.State(rules.name)
    total = (Luck(0.0, 0.0),) * len(rules.realms)
    before: tuple[Luck, ...] | None = None
    seeds: list[int] = []
    for event in events:
        if state.over:
            state = core.State(rules.name)  # the next game of a Dynasty
        if state.chance and before is None:
            seeds = [stream.below(2**63) for _ in range(playouts)]
            before = _value(state, seeds)
        state.apply_text(print_event(event))
        if before is not None and not state.chance:
            after = _value(state, seeds)
            total = tuple(sum_.plus(b.minus(a)) for sum_, a, b in zip(total, before, after, strict=True))
            before = None
    return total


def _value(state: core.State, seeds: list[int]) -> tuple[Luck, ...]:
    """What each realm may expect: its share of wins, and its points."""
    trials = core.play_trials([state], EVALUATION, seeds)
    return tuple(Luck(wins, points) for wins, points in zip(trials.win, trials.points, strict=True))


def print_luck(luck: Iterable[Luck]) -> str:
    """The tag of a record: by whom and how it was weighed, then wins and points of each realm."""
    return " ".join((EVALUATION, str(PLAYOUTS), *(f"{realm.wins:+.6f}/{realm.points:+.4f}" for realm in luck)))


def read_luck(text: str, realms: int) -> tuple[Luck, ...] | None:
    """What the tag says; nothing if it was weighed otherwise or cannot be read."""
    words = text.split()
    if words[:2] != [EVALUATION, str(PLAYOUTS)] or len(words) != 2 + realms:
        return None
    try:
        return tuple(Luck(float(wins), float(points)) for wins, points in (word.split("/") for word in words[2:]))
    except ValueError:
        return None
