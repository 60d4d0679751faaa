"""What a game counts for: its record is replayed through the rules first."""

from __future__ import annotations

from dataclasses import dataclass

from crownlands.arena.plan import Task, dealer
from crownlands.notation.records import Record, parse_record
from crownlands.rules import CHANCE, CrownlandsError, Match, new_match


class BadGame(CrownlandsError):
    """A record that is not the game it should be."""


@dataclass(frozen=True)
class Forfeited:
    """A realm that lost by not playing on, and why."""

    realm: int
    reason: str


@dataclass(frozen=True)
class Played:
    """A game that counts."""

    task: Task
    places: tuple[int, ...]
    """Of each realm, from 0; equal places are ties."""
    points: tuple[int, ...]
    """Of each realm; nothing to be compared if the game was forfeited."""
    seconds: tuple[tuple[float, ...], ...]
    """Of each turn of each realm."""
    forfeit: Forfeited | None = None

    @property
    def shares(self) -> tuple[float, ...]:
        """The win, shared by the realms in the first place."""
        winners = self.places.count(0)
        return tuple(1 / winners if place == 0 else 0.0 for place in self.places)


def judge(task: Task, text: str) -> Played:
    """Replays the record of this task and counts it; raises if anything of it is wrong."""
    record = parse_record(text)
    tags = dict(record.tags)
    for what, found, expected in (
        ("ruleset", record.ruleset.name, task.ruleset),
        ("seed", tags.get("seed"), task.seed),
        ("seats", tags.get("seats"), ", ".join(task.seat_labels())),
    ):
        if found != expected:
            raise BadGame(f"game {task.index}: its {what} is {found}, not {expected}")
    match = _replayed(task, record)
    forfeit = _forfeit(task, record, tags.get("forfeit", ""))
    if not match.over and not forfeit:
        raise BadGame(f"game {task.index} stops before its end")
    places = [0] * len(task.lineup)
    for place, group in enumerate(match.ranking().groups):
        for realm in group:
            places[realm] = place
    if forfeit:
        places = _without(places, forfeit.realm)
    points = tuple(standing.points for standing in match.totals())
    return Played(task, tuple(places), points, _seconds(task, record, tags), forfeit)


def _replayed(task: Task, record: Record) -> Match:
    """The match after all events: actions by the rules, chance as it was dealt."""
    match = new_match(record.ruleset)
    for event in record.events:
        match = match.upcoming()
        if match.state.step in CHANCE and event != dealer(record.ruleset, task.seed, match.game).next(match.state):
            raise BadGame(f"game {task.index}: {event} was not dealt")
        match = match.apply(event)
    return match


def _forfeit(task: Task, record: Record, text: str) -> Forfeited | None:
    if not text:
        return None
    seat, _, reason = text.partition(" ")
    if not seat.isdecimal() or int(seat) >= record.ruleset.seats:
        raise BadGame(f"game {task.index}: no seat forfeits in {text!r}")
    return Forfeited(record.ruleset.realm_of(int(seat)), reason)


def _without(places: list[int], loser: int) -> list[int]:
    """The places with the loser moved last; the others keep the order in which they stood."""
    others = sorted({place for realm, place in enumerate(places) if realm != loser})
    moved = {place: number for number, place in enumerate(others)}
    return [len(others) if realm == loser else moved[place] for realm, place in enumerate(places)]


def _seconds(task: Task, record: Record, tags: dict[str, str]) -> tuple[tuple[float, ...], ...]:
    try:
        seats = [tuple(map(float, tags.get(f"seconds-{seat}", "").split())) for seat in range(record.ruleset.seats)]
    except ValueError:
        raise BadGame(f"game {task.index}: seconds that are no numbers") from None
    return tuple(tuple(second for seat in realm for second in seats[seat]) for realm in record.ruleset.realms)
