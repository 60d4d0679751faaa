"""What a game counts for: its record is replayed through the rules first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crownlands.arena.luck import Weighed, read_luck, weigh
from crownlands.arena.plan import Plan, Task, dealer
from crownlands.notation.records import Record, parse_record
from crownlands.players.outcome import Forfeited, outcome
from crownlands.rules import CHANCE, CrownlandsError, Match, new_match


class BadGame(CrownlandsError):
    """A record that is not the game it should be."""


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
    load: float | None = None
    """Of the machine when the game began: how many programs wanted to run, over the last minute."""
    luck: Weighed | None = None
    """If it was to be weighed."""

    @property
    def shares(self) -> tuple[float, ...]:
        """The win, shared by the realms in the first place."""
        winners = self.places.count(0)
        return tuple(1 / winners if place == 0 else 0.0 for place in self.places)


def whole_deals(plan: Plan, games: Iterable[Played]) -> list[list[Played]]:
    """The deals that were played with every line-up, each with its games."""
    deals: dict[int, list[Played]] = {}
    for game in games:
        deals.setdefault(game.task.deal, []).append(game)
    return [deals[deal] for deal in sorted(deals) if len(deals[deal]) == len(plan.lineups)]


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
    result = outcome(match, forfeit)
    seconds = _seconds(task, record, tags)
    return Played(task, result.places, result.points, seconds, forfeit, _load(task, tags), _luck(task, record, tags))


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


def _load(task: Task, tags: dict[str, str]) -> float | None:
    try:
        return float(tags["load"]) if "load" in tags else None
    except ValueError:
        raise BadGame(f"game {task.index}: a load that is no number") from None


def _luck(task: Task, record: Record, tags: dict[str, str]) -> Weighed | None:
    """What was weighed where the game was played; a game that was played without is weighed now."""
    if not task.luck:
        return None
    found = read_luck(tags["luck"], len(task.lineup)) if "luck" in tags else None
    return found or weigh(record.ruleset, record.events, str(task.deal))


def _seconds(task: Task, record: Record, tags: dict[str, str]) -> tuple[tuple[float, ...], ...]:
    try:
        seats = [tuple(map(float, tags.get(f"seconds-{seat}", "").split())) for seat in range(record.ruleset.seats)]
    except ValueError:
        raise BadGame(f"game {task.index}: seconds that are no numbers") from None
    return tuple(tuple(second for seat in realm for second in seats[seat]) for realm in record.ruleset.realms)
