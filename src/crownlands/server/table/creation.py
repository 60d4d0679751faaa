"""Opening a table: from what somebody asks for to the first entry of a log."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from msgspec.structs import replace

from crownlands.rules import Ruleset, ruleset
from crownlands.rules.ruleset import make_ruleset
from crownlands.server.guard.credentials import new_key
from crownlands.server.protocol.bodies.tables import RulesetParts, SeatRequest, TableRequest
from crownlands.server.protocol.entries import Opened, SeatState, SharedDeal
from crownlands.server.protocol.refusals import Refused, readable
from crownlands.server.table.fair_deal import commitment
from crownlands.server.table.levels import DEFAULT_LEVEL, LEVELS, STAND_IN
from crownlands.server.table.table import Table
from crownlands.server.table.texts import clean_name


def read_ruleset(asked: str | RulesetParts) -> Ruleset:
    """The ruleset by name or by parts, or why there is none."""
    with readable():
        if isinstance(asked, str):
            return ruleset(asked)
        name = f"{asked.family}/{asked.players}"
        return make_ruleset(ruleset(name).family, asked.players, tuple(asked.options))


def new_table(asked: TableRequest, seed: str, shared: SharedDeal | None = None) -> Opened:
    """The first entry of a new table; whoever asks is person 0 and the host."""
    rules = read_ruleset(asked.ruleset)
    host = clean_name(asked.name)
    if len(asked.seats) > rules.seats:
        raise Refused("no-such-seat", seat=rules.seats)
    wishes = [*asked.seats, *(SeatRequest() for _ in range(rules.seats - len(asked.seats)))]
    colours = _colours(rules, [wish.colour for wish in wishes])
    seats = [_seat(wish, colour, host) for wish, colour in zip(wishes, colours, strict=True)]
    return Opened(
        ruleset=rules.name,
        seats=seats,
        persons=[host],
        keys=[new_key()],
        host=0,
        listed=asked.listed,
        clock=asked.clock,
        grace=asked.grace,
        fill_after=asked.fill_after,
        hints=asked.hints,
        stand_in=STAND_IN,
        commitment=commitment(rules, seed),
        pace=asked.pace,
        resigning=asked.resigning,
        shared=shared,
    )


def _colours(rules: Ruleset, wishes: Sequence[str | None]) -> list[str]:
    """Every seat's colour: as wished, the others in the order of the box."""
    wished = [colour for colour in wishes if colour is not None]
    for colour in wished:
        if colour not in rules.colours:
            raise Refused("no-such-colour", colour=colour)
        if wished.count(colour) > 1:
            raise Refused("colour-taken", colour=colour)
    left = iter([colour for colour in rules.colours if colour not in wished])
    return [colour if colour is not None else next(left) for colour in wishes]


def _seat(wish: SeatRequest, colour: str, host: str) -> SeatState:
    if wish.kind == "open":
        return SeatState("open", colour)
    if wish.kind == "me":
        return SeatState("person", colour, clean_name(wish.name) if wish.name is not None else host, 0)
    level = wish.level or DEFAULT_LEVEL
    if level not in LEVELS:
        raise Refused("no-such-level", level=level)
    return SeatState("bot", colour, level.capitalize(), None, level)


def key_of(table: Table, person: int) -> str:
    """The person's key at tables that follow; in logs from before there were keys it comes from the table's own."""
    own = f"{table.opened.commitment} {person}"
    return table.persons[person].key or sha256(own.encode()).hexdigest()[:32]


def _again(table: Table, seat: SeatState) -> SeatState:
    """A seat at the next table: its owner's, whoever played on it at the end."""
    person = seat.person if seat.owner is None else seat.owner
    if person is None:
        return replace(seat, resigned="")
    if table.persons[person].left:
        return SeatState("open", seat.colour)
    return SeatState("person", seat.colour, seat.name if seat.owner is None else table.persons[person].name, person)


def rematch(table: Table, seed: str, host: int) -> Opened:
    """The same people, seats and rules again, opened by who offered it; the seats of those who left are open."""
    seats = [_again(table, seat) for seat in table.seats]
    return Opened(
        ruleset=table.opened.ruleset,
        seats=seats,
        persons=[person.name for person in table.persons],
        keys=[key_of(table, person) for person in range(len(table.persons))],
        muted=[index for index, person in enumerate(table.persons) if person.muted],
        host=host if table.seats_of(host) else table.host,
        listed=table.opened.listed,
        clock=table.opened.clock,
        grace=table.opened.grace,
        fill_after=table.opened.fill_after,
        hints=table.opened.hints,
        stand_in=table.opened.stand_in,
        commitment=commitment(table.ruleset, seed),
        pace=table.pace,
        resigning=table.opened.resigning,
    )
