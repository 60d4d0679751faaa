"""One game, or a Dynasty's match, at a decision: what the environments of single games are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from crownlands import core
from crownlands.notation import Record, parse_event, parse_position, parse_record, print_event, print_record
from crownlands.rules import CrownlandsError, Match, Ruleset
from crownlands.rules.ruleset import as_ruleset
from crownlands.rules.scoring import Standing, rank


class Episode:
    """A state of the core with all that has happened as text; chance waits until somebody deals it."""

    def __init__(self, ruleset: Ruleset | str) -> None:
        self.ruleset = as_ruleset(ruleset)
        self.state = core.State(self.ruleset.name)
        self.events: list[str] | None = []
        """Since the start; nobody knows them if the episode was set from a position."""

    @classmethod
    def from_position(cls, text: str) -> Self:
        """The episode of a position; what came before is not known."""
        state = core.State.from_position(text)
        episode = cls(state.ruleset)
        episode.state, episode.events = state, None
        return episode

    @classmethod
    def from_record(cls, text: str) -> Self:
        """The episode at the end of what a record tells."""
        record = parse_record(text)
        episode = cls(record.ruleset)
        for event in record.events:
            episode.push(print_event(event))
        return episode

    @classmethod
    def from_options(cls, ruleset: Ruleset, options: Mapping[str, str]) -> Self:
        """What `reset(options=...)` of an environment asks for: a new game, or one from a position or a record."""
        if "position" in options:
            episode = cls.from_position(options["position"])
        elif "record" in options:
            episode = cls.from_record(options["record"])
        else:
            episode = cls(ruleset)
        if episode.ruleset != ruleset:
            raise CrownlandsError(f"a game of {ruleset.name} expected, not of {episode.ruleset.name}")
        return episode

    @property
    def over(self) -> bool:
        return self.state.over and self.state.game == self.state.games

    @property
    def seat(self) -> int | None:
        """Who decides; nobody before chance and at the end."""
        return self.state.seat

    @property
    def chance(self) -> bool:
        """Whether chance comes next; the next game of a match begins with it."""
        return self.state.chance or (self.state.over and not self.over)

    def apply(self, action: int) -> None:
        """Do a legal action by its number (docs/core.md)."""
        text = self.state.action_text(action)
        self.state.apply(action)
        self._note(text)

    def push(self, event: str) -> None:
        """Do an action, or let chance bring what is told, as text."""
        self._begin()
        self.state.apply_text(event)
        self._note(event)

    def deal(self, seed: int) -> str:
        """Let chance bring something, from a seed for this one event."""
        self._begin()
        event = self.state.sample_chance(seed)
        self._note(event)
        return event

    def _begin(self) -> None:
        if self.state.over and not self.over:
            self.state.next_game()

    def _note(self, event: str) -> None:
        if self.events is not None:
            self.events.append(event)

    def copy(self) -> Self:
        """The same episode, to try things out on."""
        other = type(self).__new__(type(self))
        other.ruleset, other.state = self.ruleset, self.state.copy()
        other.events = None if self.events is None else [*self.events]
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def position(self) -> str:
        """Where the game is now, as text."""
        return self.state.position()

    def match(self) -> Match:
        """The same as a value of the rules."""
        return parse_position(self.position())

    def record(self) -> str:
        """All that has happened, as text."""
        if self.events is None:
            raise CrownlandsError("a game that began at a position has no record: position() writes where it is now")
        return print_record(Record(self.ruleset, (), tuple(parse_event(event) for event in self.events)))

    def totals(self) -> tuple[Standing, ...]:
        """What each realm would have if it ended now, over all games of a match."""
        return tuple(
            Standing(points + score.points, largest + score.largest, crowns + score.crowns)
            for (points, largest, crowns), score in zip(self.state.earlier, self.state.scores(), strict=True)
        )

    def points(self) -> tuple[int, ...]:
        """The points of each realm if it ended now, over all games of a match."""
        return tuple(before[0] + now for before, now in zip(self.state.earlier, self.state.points(), strict=True))

    def margins(self) -> tuple[float, ...]:
        """For each seat: its realm's points less those of the best rival."""
        points = self.points()
        best = [max(other for j, other in enumerate(points) if j != i) for i in range(len(points))]
        return self._by_seat([float(own - rival) for own, rival in zip(points, best, strict=True)])

    def shares(self) -> tuple[float, ...]:
        """For each seat: its realm's share of the victory."""
        winners = rank(self.ruleset, self.totals()).groups[0]
        return self._by_seat([1.0 / len(winners) if realm in winners else 0.0 for realm in range(self.state.realms)])

    def _by_seat(self, values: list[float]) -> tuple[float, ...]:
        return tuple(values[self.ruleset.realm_of(seat)] for seat in range(self.ruleset.seats))
