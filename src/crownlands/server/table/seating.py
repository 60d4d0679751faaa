"""How people behave at a table: each request becomes an entry of the log, or is refused with the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from crownlands.server.protocol import entries, messages
from crownlands.server.protocol.entries import Entry
from crownlands.server.protocol.refusals import Refused
from crownlands.server.table.table import Table
from crownlands.server.table.texts import clean_chat, clean_name


@dataclass(frozen=True)
class Caller:
    """Who asks, and who is away at this moment: exactly, for whoever asks for something that depends on it."""

    person: int | None
    away: Mapping[int, int] = field(default_factory=dict)
    """Persons who are not connected, and since when."""
    now: int = 0

    def named(self) -> int:
        """The person; spectators are refused."""
        if self.person is None:
            raise Refused("spectator")
        return self.person


def request(table: Table, caller: Caller, message: Any, levels: Set[str]) -> Entry:
    """The entry that this message leads to. Actions and what depends on the deal are `play`'s."""
    level = getattr(message, "level", None)
    if level is not None and level not in levels:
        raise Refused("no-such-level", level=level)
    _check_terms(table, message)
    return _REQUESTS[type(message)](table, caller, message)


def _check_terms(table: Table, message: Any) -> None:
    """At tables with the same deal nobody changes what the others meet: a daily deal's seats, the host's bots."""
    shared, opened = table.opened.shared, table.opened.seats
    if shared is None:
        return
    daily = shared.kind != "duplicate" and (
        isinstance(message, _SEATING) or getattr(message, "level", None) is not None
    )
    bot = isinstance(message, messages.GiveToBot | messages.Free) and message.seat < len(opened)
    if daily or (bot and opened[message.seat].kind == "bot"):
        raise Refused("same-terms")


def _seat(table: Table, seat: int) -> entries.SeatState:
    if seat >= len(table.seats):
        raise Refused("no-such-seat", seat=seat)
    return table.seats[seat]


def _host(table: Table, caller: Caller) -> None:
    if caller.named() != table.host:
        raise Refused("not-host")


def _running_seat(table: Table) -> None:
    if table.status == "over":
        raise Refused("game-over")


def _need_absent(table: Table, person: int, caller: Caller, present: Refused) -> None:
    """Others act for who left, or who is away for longer than the table's grace: a lost network is no leaving."""
    if table.persons[person].left:
        return
    if person not in caller.away:
        raise present
    wait = caller.away[person] + table.opened.grace * 1000 - caller.now
    if wait > 0:
        raise Refused("grace", seconds=-(-wait // 1000))


def sit(table: Table, caller: Caller, message: messages.Sit) -> Entry:
    person, seat = caller.named(), _seat(table, message.seat)
    _running_seat(table)
    if seat.kind != "open" and seat.person != person:
        raise Refused("seat-taken", seat=message.seat)
    colour = message.colour or seat.colour
    if colour not in table.ruleset.colours:
        raise Refused("no-such-colour", colour=colour[:32])
    if any(other.colour == colour for index, other in enumerate(table.seats) if index != message.seat):
        raise Refused("colour-taken", colour=colour)
    return entries.Sat(message.seat, person, clean_name(message.name), colour)


def first_open_seat(table: Table, person: int, name: str) -> Entry:
    """Whoever comes by the link sits down where there is room."""
    seat = next((index for index, seat in enumerate(table.seats) if seat.kind == "open"), len(table.seats))
    return sit(table, Caller(person), messages.Sit(seat=seat, name=name))


def stand(table: Table, caller: Caller, message: messages.Stand) -> Entry:
    person = caller.named()
    _running_seat(table)
    if _seat(table, message.seat).person != person:
        raise Refused("not-your-seat", seat=message.seat)
    return entries.Stood(message.seat, person)


def _give_away(table: Table, caller: Caller, index: int) -> None:
    """The host may give away what nobody present holds; before the start and one's own seat always."""
    _host(table, caller)
    _running_seat(table)
    person = _seat(table, index).person
    if table.status == "playing" and person is not None and person != caller.person:
        _need_absent(table, person, caller, Refused("seat-present", seat=index))


def bot(table: Table, caller: Caller, message: messages.GiveToBot) -> Entry:
    _give_away(table, caller, message.seat)
    return entries.Bot(message.seat, message.level)


def free(table: Table, caller: Caller, message: messages.Free) -> Entry:
    _give_away(table, caller, message.seat)
    return entries.Freed(message.seat)


def leave(table: Table, caller: Caller, message: messages.Leave) -> Entry:
    person = caller.named()
    if table.persons[person].left:
        raise Refused("not-left")
    return entries.Left(person, message.level)


def resign(table: Table, caller: Caller, message: messages.Resign) -> Entry:
    person = caller.named()
    if table.status != "playing":
        raise Refused("game-over" if table.status == "over" else "not-started")
    if not table.seats_of(person) and not table.seats_kept_for(person):
        raise Refused("not-seated")
    return entries.Resigned(person, message.level)


def come_back(table: Table, caller: Caller, _: messages.ComeBack) -> Entry:
    person = caller.named()
    if not table.persons[person].left and not table.returns(person):
        raise Refused("not-left")
    return entries.Back(person)


def returned(table: Table, person: int) -> Entry:
    """Who was away is connected again: what others were let take over is theirs, as it was."""
    if table.persons[person].left or not table.returns(person):
        raise Refused("not-left")
    return entries.Back(person)


def take_host(table: Table, caller: Caller, _: messages.TakeHost) -> Entry:
    person = caller.named()
    if person == table.host:
        raise Refused("host-present")
    if not table.seats_of(person):
        raise Refused("not-seated")
    _need_absent(table, table.host, caller, Refused("host-present"))
    return entries.Host(person)


def say(table: Table, caller: Caller, message: messages.Say) -> Entry:
    person = caller.named()
    if table.persons[person].muted:
        raise Refused("muted")
    if message.phrase is not None:
        if message.phrase not in entries.PHRASES:
            raise Refused("no-such-phrase", phrase=message.phrase)
        return entries.Said(person, phrase=message.phrase)
    return entries.Said(person, text=clean_chat(message.text or ""))


def mute(table: Table, caller: Caller, message: messages.Mute) -> Entry:
    _host(table, caller)
    if message.person >= len(table.persons):
        raise Refused("no-such-person", person=message.person)
    return entries.Muted(message.person, message.on)


def agree(table: Table, caller: Caller, message: messages.Agree) -> Entry:
    person = caller.named()
    if table.status != "gathering":
        raise Refused("started")
    return entries.Agreed(person, message.on, message.level)


def pace(table: Table, caller: Caller, message: messages.SetPace) -> Entry:
    _host(table, caller)
    return entries.Paced(message.pace)


_SEATING = (messages.Sit, messages.Stand, messages.GiveToBot, messages.Free, messages.Resign)

POWERS = (messages.GiveToBot, messages.Free, messages.TakeHost)
"""What depends on somebody being away."""

_REQUESTS: dict[type[Any], Callable[[Table, Caller, Any], Entry]] = {
    messages.Sit: sit,
    messages.Stand: stand,
    messages.GiveToBot: bot,
    messages.Free: free,
    messages.Leave: leave,
    messages.Resign: resign,
    messages.ComeBack: come_back,
    messages.TakeHost: take_host,
    messages.Say: say,
    messages.Mute: mute,
    messages.Agree: agree,
    messages.SetPace: pace,
}
