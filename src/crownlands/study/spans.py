"""A record cut into what is judged by itself: each draw, and each king's turn with all its steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crownlands.notation import Record, replay
from crownlands.rules import CHANCE, CrownlandsError, Match
from crownlands.rules.events import Event


@dataclass(frozen=True)
class Span:
    """Events that belong together, and the match before and after them."""

    ply: int
    events: tuple[Event, ...]
    before: Match
    after: Match

    @property
    def is_chance(self) -> bool:
        return self.before.state.step in CHANCE


def spans(record: Record) -> Iterator[Span]:
    """All events of a match that is over, in their order."""
    matches = list(replay(record))
    if not matches[-1].over:
        raise CrownlandsError("this game is not over: only a finished one can be reviewed")
    ply = 0
    while ply < len(record.events):
        before = matches[ply].upcoming()
        state, end = before.state, ply + 1
        if state.step not in CHANCE:
            while _same_turn(before, matches[end]):
                end += 1
        yield Span(ply, record.events[ply:end], before, matches[end])
        ply = end


def _same_turn(before: Match, now: Match) -> bool:
    return now.game == before.game and now.state.step not in CHANCE and now.state.turn == before.state.turn
