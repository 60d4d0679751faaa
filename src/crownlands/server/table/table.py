"""A table as its log tells it: fold the entries, and this is what is true now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import msgspec

from crownlands.rules import CHANCE, Match, Ruleset, new_match, ruleset, scores
from crownlands.rules.events import Event
from crownlands.server.protocol.entries import (
    Act,
    Agreed,
    Back,
    Bot,
    Entry,
    Freed,
    Host,
    Joined,
    Left,
    Muted,
    Opened,
    Pace,
    Paced,
    Rematch,
    Resigned,
    Said,
    Sat,
    SeatState,
    Started,
    Stood,
    Timeout,
    TookBack,
    decode_entry,
)
from crownlands.server.protocol.event_messages import EventMessage, to_event
from crownlands.server.protocol.views import Result, Status
from crownlands.server.table.fair_deal import Step
from crownlands.server.table.ranking import ranked

CHAT_KEPT = 50


@dataclass(slots=True)
class PersonState:
    """Somebody at the table, seated or not."""

    name: str
    key: str = ""
    """Tells this person apart from all others; empty in logs from before there were keys."""
    left: bool = False
    muted: bool = False
    agreed: bool = False
    """Whether this person would begin with bots on the open seats."""
    level: str | None = None
    """The bots that this person would like as a host."""
    said: int = 0
    """Lines of chat."""


@dataclass(slots=True)
class Undo:
    """What an action that may be taken back replaced."""

    seq: int
    match: Match
    events: int
    turn_since: int


class Decision(NamedTuple):
    """What somebody's request leads to."""

    entry: Entry
    steps: Sequence[Step] | None = None
    """The entry's events with the match after each, where deciding has worked them out."""


@dataclass
class Table:
    """The fold of a log. `follow` is the only way to change it."""

    opened: Opened
    ruleset: Ruleset
    seats: list[SeatState]
    persons: list[PersonState]
    host: int
    seq: int = 1
    game_seq: int = 1
    """The last entry that changed the game itself: what an action must have seen."""
    match: Match | None = None
    events: list[Event] = field(default_factory=list)
    """Those that count, in order: a record's events."""
    seqs: list[int] = field(default_factory=list)
    """The entry that each of them came with."""
    kept: dict[int, SeatState] = field(default_factory=dict)
    """In a running game: seats on which others play until their owners return, as their owners left them."""
    hosts: list[int] = field(default_factory=list)
    """Hosts who were away when somebody else became host, first to last: who returns is the host again."""
    undo: list[Undo] = field(default_factory=list)
    taken_back: int = 0
    """Actions taken back since the last one that could not be."""
    turn_since: int = 0
    timed_out: bool = False
    seed: str | None = None
    ended: int | None = None
    """When the match was over."""
    results: list[list[int]] = field(default_factory=list)
    """The points of each realm in the games that are finished."""
    rematch: int | None = None
    """Who offers to meet again."""
    pace: Pace = "usual"
    gathered: int = 0
    """When somebody last came, went or changed their mind before the game."""
    said: list[tuple[int, int, Said]] = field(default_factory=list)

    @classmethod
    def open(cls, entry: Opened) -> Table:
        keys = entry.keys or [""] * len(entry.persons)
        persons = [PersonState(name, key) for name, key in zip(entry.persons, keys, strict=True)]
        for person in entry.muted:
            persons[person].muted = True
        return cls(entry, ruleset(entry.ruleset), list(entry.seats), persons, entry.host, pace=entry.pace)

    @classmethod
    def fold(cls, log: Sequence[tuple[int, int, str]]) -> Table:
        """The table as these entries tell it, from the first: number, time and body of each."""
        (_, _, first), *rest = log
        opened = decode_entry(first)
        assert isinstance(opened, Opened)
        table = cls.open(opened)
        for seq, at, body in rest:
            table.follow(seq, at, decode_entry(body))
        return table

    @property
    def status(self) -> Status:
        if self.match is None:
            return "gathering"
        return "over" if self.match.over else "playing"

    @property
    def turn(self) -> int | None:
        """The seat that decides now."""
        return None if self.match is None else self.match.state.seat

    @property
    def deciding_level(self) -> str | None:
        """The level of the bot that has to decide now, or of the stand-in for a clock that ran out."""
        if (seat := self.turn) is None:
            return None
        return self.seats[seat].level if self.seats[seat].kind == "bot" else self._stand_in

    @property
    def _stand_in(self) -> str | None:
        return self.opened.stand_in if self.timed_out else None

    @property
    def deadline(self) -> int | None:
        """When the clock of this turn runs out."""
        if self.opened.clock is None or self.turn is None or self.deciding_level is not None:
            return None
        return self.turn_since + self.opened.clock * 1000

    @property
    def seated(self) -> set[int]:
        """Persons who have a seat."""
        return {seat.person for seat in self.seats if seat.person is not None}

    @property
    def begins(self) -> int | None:
        """When a table begins by itself.

        A listed one after a while, if everybody who sits there agreed to bots; one whose deal is shared as soon as its
        seats are taken.
        """
        seated = self.seated
        if self.match is not None or not seated:
            return None
        if self.opened.shared is not None and all(seat.kind != "open" for seat in self.seats):
            return self.gathered
        if not self.opened.listed:
            return None
        if not all(self.persons[person].agreed for person in seated):
            return None
        return self.gathered + self.opened.fill_after * 1000

    @property
    def undoable(self) -> int | None:
        """The seat that may take its last action back."""
        return self._actor if self.undo else None

    @property
    def _actor(self) -> int:
        return self.events[-1].seat  # type: ignore[union-attr]

    @property
    def keys(self) -> list[str]:
        """What tells the persons apart, in their order."""
        return [person.key for person in self.persons]

    def seats_of(self, person: int | None) -> list[int]:
        return [index for index, seat in enumerate(self.seats) if person is not None and seat.person == person]

    def copy(self) -> Table:
        """A table that can follow an entry without changing this one."""
        lists: dict[str, Any] = {
            name: list(getattr(self, name)) for name in ("seats", "events", "seqs", "undo", "results", "said", "hosts")
        }
        return replace(self, persons=[replace(person) for person in self.persons], kept=dict(self.kept), **lists)

    def after(self, decision: Decision, at: int) -> Table:
        """The table after one more entry; this one does not change."""
        table = self.copy()
        table.follow(self.seq + 1, at, *decision)
        return table

    def follow(self, seq: int, at: int, entry: Entry, steps: Sequence[Step] | None = None) -> None:
        """Goes on by one entry of the log; its events are applied unless their steps are known."""
        assert seq == self.seq + 1, f"entry {seq} after {self.seq}"
        self.seq = seq
        if self.match is None and isinstance(entry, Joined | Sat | Stood | Freed | Left | Agreed):
            self.gathered = at
        match entry:
            case Joined(_, name, key):
                self.persons.append(PersonState(name, key, muted=any(person.muted for person in self.persons)))
            case Sat(seat, person, name, colour):
                self._seat(seat, SeatState("person", colour, name, person))
                self.persons[person].left = False
                self.persons[person].name = self.persons[person].name or name
            case Stood(seat) | Freed(seat):
                if isinstance(entry, Freed):
                    self._give_away(seat)
                self._seat(seat, SeatState("open", self.seats[seat].colour))
            case Bot(seat, level):
                self._give_away(seat)
                self._seat(seat, _bot(self.seats[seat].colour, level))
            case Left(person, level):
                self._leave(person, level)
            case Resigned(person, level):
                self._resign(person, level)
            case Back(person):
                self._come_back(person)
            case Host(person):
                self.hosts.append(self.host)
                self.host = person
            case Started(events):
                self.match = new_match(self.ruleset)
                self._happen(steps or self._steps(events), seq, at)
            case Act(seat, by, events, seed):
                self._act(seat, by == "person", steps or self._steps(events), seq, at)
                self.seed, self.ended = seed, at if self.status == "over" else None
            case TookBack():
                self._take_back(seq)
            case Timeout():
                self.timed_out = True
                self._settle()
                self.game_seq = seq
            case Said():
                self.said = [*self.said[1 - CHAT_KEPT :], (seq, at, entry)]
                self.persons[entry.person].said += 1
            case Muted(person, on):
                self.persons[person].muted = on
            case Agreed(person, on, level):
                self.persons[person].agreed, self.persons[person].level = on, level
            case Paced(pace):
                self.pace = pace
            case Rematch(person):
                self.rematch = person
            case Opened():
                raise AssertionError("a table opens once")

    def _seat(self, index: int, state: SeatState) -> None:
        kept = self.kept.get(index)
        owner = None if kept is None else kept.person
        if owner is not None and owner == state.person:
            del self.kept[index]
            owner = None
        self.seats[index] = msgspec.structs.replace(state, owner=owner)

    def _give_away(self, index: int) -> None:
        """By the host: in a running game somebody else's seat stays theirs; one's own is given up."""
        seat = self.seats[index]
        if self.match is not None and seat.person not in (None, self.host):
            self.kept.setdefault(index, seat)

    def seats_kept_for(self, person: int) -> list[int]:
        """Seats of this person on which somebody else plays meanwhile."""
        return [index for index, seat in self.kept.items() if seat.person == person]

    def returns(self, person: int) -> bool:
        """Whether this person gets something back by returning."""
        return self.status != "over" and (bool(self.seats_kept_for(person)) or person in self.hosts)

    def _come_back(self, person: int) -> None:
        self.persons[person].left = False
        for index in self.seats_kept_for(person):
            self._seat(index, msgspec.structs.replace(self.kept[index], colour=self.seats[index].colour))
        if person in self.hosts:
            self.host = person
            del self.hosts[self.hosts.index(person) :]

    def _leave(self, person: int, level: str | None) -> None:
        self.persons[person].left = True
        for index in self.seats_of(person):
            if self.match is None:
                self._seat(index, SeatState("open", self.seats[index].colour))
            elif level is not None:
                self.kept.setdefault(index, self.seats[index])
                self._seat(index, _bot(self.seats[index].colour, level))
        self._host_no_more(person)

    def _resign(self, person: int, level: str) -> None:
        for index in [*self.seats_of(person), *self.seats_kept_for(person)]:
            bot = _bot(self.seats[index].colour, level)
            if index in self.kept and self.kept[index].person != person:
                self._seat(index, bot)  # it was somebody else's to give up: it stays theirs
                continue
            name = self.kept.pop(index, self.seats[index]).name
            self.seats[index] = msgspec.structs.replace(bot, resigned=name)
        self._host_no_more(person)

    def _host_no_more(self, person: int) -> None:
        self.hosts = [host for host in self.hosts if host != person]
        if person == self.host:
            seated = [index for index, other in enumerate(self.persons) if not other.left and self.seats_of(index)]
            self.host = (seated or [person])[0]

    @property
    def out(self) -> frozenset[int]:
        """Realms that are out of the running: all their people have resigned, and the table chose it to be so."""
        if self.opened.resigning != "out":
            return frozenset()
        realms = enumerate(self.ruleset.realms)
        return frozenset(index for index, seats in realms if all(self.seats[seat].resigned for seat in seats))

    def _steps(self, events: Sequence[EventMessage]) -> list[Step]:
        assert self.match is not None
        steps, match = [], self.match
        for message in events:
            event = to_event(message)
            match = match.apply(event)
            steps.append((event, match))
        return steps

    def _act(self, seat: int, own: bool, steps: Sequence[Step], seq: int, at: int) -> None:
        """An action with the chance after it; it may be taken back if it revealed nothing."""
        assert self.match is not None
        if self.undo and self._actor != seat:
            self._settle()
        undo = Undo(seq, self.match, len(self.events), self.turn_since)
        self._happen(steps, seq, at)
        if own and len(steps) == 1 and not self.match.over:
            self.undo.append(undo)
        else:
            self._settle()

    def _settle(self) -> None:
        """What happened so far cannot be taken back."""
        self.undo.clear()
        self.taken_back = 0

    def _happen(self, steps: Sequence[Step], seq: int, at: int) -> None:
        assert self.match is not None
        before = self._turn_key(self.match)
        for event, match in steps:
            self.match = match
            if match.state.over:
                self.results.append([score.points for score in scores(match.state)])
            self.events.append(event)
            self.seqs.append(seq)
        self.game_seq = seq
        if self._turn_key(self.match) != before:
            self.turn_since, self.timed_out = at, False

    def _take_back(self, seq: int) -> None:
        undo = self.undo.pop()
        self.taken_back += 1
        self.match, self.turn_since = undo.match, undo.turn_since
        del self.events[undo.events :], self.seqs[undo.events :]
        self.game_seq = seq

    @staticmethod
    def _turn_key(match: Match) -> tuple[int, ...]:
        """Tells the turns of one king after another apart."""
        return match.game, *match.state.turn, match.state.step in CHANCE

    @property
    def result(self) -> Result | None:
        """How it ended."""
        if self.match is None or not self.match.over:
            return None
        standings = self.match.totals()
        groups, _ = ranked(self.ruleset, standings, self.out)
        return Result([standing.points for standing in standings], [list(group) for group in groups])

    @property
    def round(self) -> int | None:
        """How far the match is, over all its games."""
        match = self.match
        return None if match is None else (match.game - 1) * self.ruleset.rounds + match.state.round

    def summary(self) -> bytes:
        """What the list of tables shows."""
        return msgspec.json.encode(
            {
                "ruleset": self.ruleset.name,
                "host": self.persons[self.host].name,
                "seats": self.seats,
                "clock": self.opened.clock,
                "result": self.result,
                "ended": self.ended,
                "round": self.round,
            }
        )


class Ending(NamedTuple):
    """How a match ended: when, with how many points for each realm, and the names of the people on the seats."""

    at: int
    points: list[int]
    names: list[str]


def ending(summary: str) -> Ending | None:
    """The ending of a table that is over, from what its row repeats of the log."""
    told = msgspec.json.decode(summary)
    if told.get("ended") is None or told.get("result") is None:
        return None
    names = [seat.get("resigned") or ("" if seat["kind"] == "bot" else seat["name"]) for seat in told["seats"]]
    return Ending(told["ended"], told["result"]["points"], names)


def _bot(colour: str, level: str) -> SeatState:
    return SeatState("bot", colour, level.capitalize(), None, level)
