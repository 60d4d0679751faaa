"""A match at this terminal: who sits where, what has happened, and how it is kept."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from crownlands.cli.loading import load, matches_of
from crownlands.cli.terminal import one_line
from crownlands.game.deal import Deal
from crownlands.notation import HandKingdom, Record, print_position, print_record
from crownlands.players import Player, make_player
from crownlands.players.seeds import player_seed
from crownlands.rules import CrownlandsError, Match, Ruleset, new_match
from crownlands.rules.events import Event

YOU = "you"


@dataclass(frozen=True)
class Seat:
    """Who sits here: a person or a bot."""

    name: str
    bot: Player | None = None


def seats_of(text: str, rules: Ruleset, seed: str) -> tuple[Seat, ...]:
    """Seats as typed, ``you,greedy`` or ``you:Ann,you:Ben,random``; those not named are greedy bots."""
    names = [name.strip() for name in text.split(",")] if text else [YOU]
    if len(names) > rules.seats:
        raise CrownlandsError(f"{rules} has {rules.seats} seats, not {len(names)}")
    names += ["greedy"] * (rules.seats - len(names))
    return tuple(_seat(name, player_seed(name, seed, 1, number)) for number, name in enumerate(names))


def _seat(name: str, seed: str) -> Seat:
    person, _, called = name.partition(":")
    if person == YOU:
        return Seat(one_line(called, "a name") if called else YOU)
    try:
        return Seat(name, make_player(name, seed))
    except CrownlandsError as error:
        raise CrownlandsError(f"{error}; a person is {YOU} or {YOU}:NAME") from None


@dataclass
class Session:
    """The match so far. `events` is everything since it began, unless it began from a position."""

    rules: Ruleset
    seed: str
    seats: tuple[Seat, ...]
    match: Match
    events: list[Event] = field(default_factory=list)
    from_position: bool = False

    def __post_init__(self) -> None:
        self.deal = Deal(self.rules, self.seed)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def people(self) -> int:
        return sum(seat.bot is None for seat in self.seats)

    def apply(self, event: Event) -> None:
        self.match = self.match.apply(event)
        self.events.append(event)

    def back_to(self, match: Match, events: int) -> None:
        """Takes back everything after this."""
        self.match = match
        del self.events[events:]

    def text(self) -> str:
        """The match as a record; one that began from a position is kept as the position reached."""
        if self.from_position:
            return print_position(self.match)
        tags = {"seed": self.seed, "seats": ", ".join(map(_typed, self.seats)), "date": date.today().isoformat()}
        if self.match.over:
            tags["result"] = " ".join(str(total.points) for total in self.match.totals())
        return print_record(Record(self.rules, tuple(tags.items()), tuple(self.events)))

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text(), encoding="utf-8")

    @property
    def own_file(self) -> Path:
        """Where the match is kept without being asked."""
        state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
        safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in self.seed)[:60]
        return state / "crownlands" / f"{self.rules.name.replace('/', '-')}-{safe}.txt"


def _typed(seat: Seat) -> str:
    """A seat as it is typed."""
    return seat.name if seat.bot or seat.name == YOU else f"{YOU}:{seat.name}"


def new_session(rules: Ruleset, seats: str, seed: str) -> Session:
    return Session(rules, seed, seats_of(seats, rules, seed), new_match(rules))


def resumed_session(path: Path, seats: str, seed: str | None) -> Session:
    """A match that was saved, or any record or position, to be played on."""
    found = load(path)
    if isinstance(found, HandKingdom):
        raise CrownlandsError(f"{path} is a kingdom to score, not a game to play on")
    rules = found.ruleset
    if isinstance(found, Match):
        seed = seed or "1"
        return Session(rules, seed, seats_of(seats, rules, seed), found, from_position=True)
    tags = dict(found.tags)
    seed = seed or tags.get("seed") or "1"
    match = matches_of(path, found)[-1]
    return Session(rules, seed, seats_of(seats or tags.get("seats", ""), rules, seed), match, list(found.events))
