"""Chance one piece at a time: dominoes, tiles and kings are drawn singly, so that no draw has more than 48 outcomes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from copy import copy
from typing import Self

from crownlands.rules import Match, Step
from crownlands.rules.chance import tiles_to_reveal
from crownlands.rules.events import Buildings, Chance, Event, Kings, Reveal
from crownlands.rules.opening import kings_at_once, kings_to_come, next_choosers
from crownlands.rules.pieces import BUILDINGS, DOMINOES, domino_order
from crownlands.rules.ruleset import Opening

MOST_OUTCOMES = 48
KINDS = tuple(BUILDINGS)


class Draw(ABC):
    """An event of chance on its way: what can be drawn next, and the event once everything is."""

    def __init__(self) -> None:
        self.drawn: list[int] = []

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        other = copy(self)  # only what was drawn changes
        other.drawn = [*self.drawn]
        return other

    @abstractmethod
    def outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn next, ascending, and how likely each is; nothing once all is drawn."""

    @abstractmethod
    def event(self) -> Chance:
        """The event of what was drawn."""

    @abstractmethod
    def text(self, outcome: int) -> str:
        """An outcome in words."""

    @abstractmethod
    def told(self, event: Event) -> list[int]:
        """The outcomes that lead to this event."""


def _shares(left: Counter[int]) -> list[tuple[int, float]]:
    total = left.total()
    return [(outcome, count / total) for outcome, count in sorted(left.items()) if count]


class DominoDraw(Draw):
    """A line: outcomes are dominoes by number, from 0."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        state = match.state
        box = state.ruleset.box_of_line(state.lines_drawn)
        names = [name for name in state.undrawn if DOMINOES[name].box == box]
        self._names = {DOMINOES[name].number - 1: name for name in names}
        self._line = state.ruleset.line

    def outcomes(self) -> list[tuple[int, float]]:
        if len(self.drawn) == self._line:
            return []
        return _shares(Counter(number for number in self._names if number not in self.drawn))

    def event(self) -> Chance:
        return Reveal(tuple(sorted((self._names[number] for number in self.drawn), key=domino_order)))

    def text(self, outcome: int) -> str:
        return f"draw {self._names[outcome]}"

    def told(self, event: Event) -> list[int]:
        assert isinstance(event, Reveal)
        return [DOMINOES[name].number - 1 for name in event.dominoes]


class TileDraw(Draw):
    """Tiles for the empty slots, cheapest first: outcomes are kinds of building."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self._stack = Counter(KINDS.index(name) for name in match.state.board.stack)
        self._count = tiles_to_reveal(match.state.board)

    def outcomes(self) -> list[tuple[int, float]]:
        if len(self.drawn) == self._count:
            return []
        return _shares(self._stack - Counter(self.drawn))

    def event(self) -> Chance:
        return Buildings(tuple(KINDS[kind] for kind in self.drawn))

    def text(self, outcome: int) -> str:
        return f"draw {KINDS[outcome]}"

    def told(self, event: Event) -> list[int]:
        assert isinstance(event, Buildings)
        return [KINDS.index(name) for name in event.tiles]


class KingDraw(Draw):
    """Kings: outcomes are their owners; in *any king* then who chooses, in *there and back* who begins."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        state = match.state
        self._opening = state.ruleset.opening
        self._count = kings_at_once(state.ruleset)
        self._owners = Counter(kings_to_come(state))
        self._choosers = next_choosers(state) if self._opening is Opening.ANY_KING else ()

    def outcomes(self) -> list[tuple[int, float]]:
        if self._opening is Opening.THERE_AND_BACK:
            return [] if self.drawn else [(0, 0.5), (1, 0.5)]
        if self._opening is Opening.ANY_KING and len(self.drawn) == 1:
            return _shares(Counter(self._choosers))
        if len(self.drawn) >= self._count:
            return []
        return _shares(self._owners - Counter(self.drawn))

    def event(self) -> Chance:
        if self._opening is Opening.THERE_AND_BACK:
            a, b = self.drawn[0], 1 - self.drawn[0]
            return Kings(((a, a), (b, b), (b, b), (a, a)))
        if self._opening is Opening.ANY_KING:
            owner, chooser = self.drawn
            return Kings(((chooser, owner),))
        return Kings(tuple((owner, owner) for owner in self.drawn))

    def text(self, outcome: int) -> str:
        if self._opening is Opening.ANY_KING and self.drawn:
            return f"seat {outcome} chooses"
        return f"draw a king of seat {outcome}"

    def told(self, event: Event) -> list[int]:
        assert isinstance(event, Kings)
        if self._opening is Opening.THERE_AND_BACK:
            return [event.order[0][0]]
        if self._opening is Opening.ANY_KING:
            chooser, owner = event.order[0]
            return [owner, chooser]
        return [owner for _, owner in event.order]


def begin_draw(match: Match) -> Draw:
    """The draw that a match waits for."""
    draws: dict[Step, type[DominoDraw | TileDraw | KingDraw]] = {
        Step.REVEAL: DominoDraw,
        Step.BUILDINGS: TileDraw,
        Step.KINGS: KingDraw,
    }
    match = match.upcoming()
    return draws[match.state.step](match)
