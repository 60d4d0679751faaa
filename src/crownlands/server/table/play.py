"""Playing at a table: the start, actions with the chance after them, taking back, and clocks that run out."""

from __future__ import annotations

from crownlands.notation import parse_action
from crownlands.rules import IllegalEvent, Match, new_match, why_not
from crownlands.rules.events import Action
from crownlands.rules.pieces import BUILDINGS, DOMINOES
from crownlands.rules.reasons import Reason
from crownlands.server.protocol import entries, messages
from crownlands.server.protocol.entries import By, Entry
from crownlands.server.protocol.event_messages import ActionMessage, to_event, to_message
from crownlands.server.protocol.refusals import Refused, readable
from crownlands.server.table.fair_deal import FairDeal, Step
from crownlands.server.table.seating import Caller
from crownlands.server.table.table import Decision, Table


def start(table: Table, caller: Caller, deal: FairDeal) -> Decision:
    """The host begins, and the set-up is dealt."""
    if caller.named() != table.host:
        raise Refused("not-host")
    return _start(table, deal)


def begin(table: Table, now: int, deal: FairDeal, level: str) -> Decision:
    """The next step of a table that begins by itself: a bot on an open seat, or the start."""
    if table.begins is None or now < table.begins:
        raise Refused("started" if table.match is not None else "not-started")
    vacant = next((index for index, seat in enumerate(table.seats) if seat.kind == "open"), None)
    if vacant is not None:
        return Decision(entries.Bot(vacant, table.persons[table.host].level or level))
    return _start(table, deal)


def _start(table: Table, deal: FairDeal) -> Decision:
    if table.match is not None:
        raise Refused("started")
    vacant = sum(seat.kind == "open" for seat in table.seats)
    if vacant:
        raise Refused("seats-open", open=vacant)
    steps = deal.follow(new_match(table.ruleset))
    return Decision(entries.Started([to_message(event) for event, _ in steps]), steps)


def act(table: Table, caller: Caller, seq: int, action: Action, deal: FairDeal) -> Decision:
    """A person's action, if it has seen the last change and the rules allow it."""
    person = caller.named()
    if action.seat >= len(table.seats):
        raise Refused("no-such-seat", seat=action.seat)
    if table.seats[action.seat].person != person:
        raise Refused("not-your-seat", seat=action.seat)
    match = _running(table)
    if seq < table.game_seq:
        raise Refused("behind", seq=seq)
    if table.timed_out:
        raise Refused("bots-turn")
    return _acted(match, action, "person", deal)


def act_for(table: Table, action: Action, deal: FairDeal) -> Decision:
    """The action of a bot, or of the stand-in for a clock that ran out."""
    return _acted(_running(table), action, "clock" if table.timed_out else "bot", deal)


def _running(table: Table) -> Match:
    if table.match is None:
        raise Refused("not-started")
    return table.match


def _acted(match: Match, action: Action, by: By, deal: FairDeal) -> Decision:
    try:
        match = match.apply(action)
    except IllegalEvent as error:
        raise Refused.of(error.reason) from None
    steps: list[Step] = [(action, match), *deal.follow(match)]
    seed = deal.seed if match.over and not deal.shared else None
    return Decision(entries.Act(action.seat, by, [to_message(event) for event, _ in steps], seed), steps)


def take_back(table: Table, caller: Caller, message: messages.TakeBack) -> Entry:
    """One's own last action, until another seat has acted or something new was revealed."""
    person = caller.named()
    _running(table)
    if message.seq < table.game_seq:
        raise Refused("behind", seq=message.seq)
    seat = table.undoable
    if seat is None or table.seats[seat].person != person:
        raise Refused("nothing-to-take-back")
    return entries.TookBack(seat, table.undo[-1].seq)


def timeout(table: Table, now: int) -> Entry | None:
    """The clock's own entry, if it ran out."""
    if table.deadline is None or now < table.deadline or table.turn is None:
        return None
    return entries.Timeout(table.turn)


def read_action(message: ActionMessage) -> Action:
    """The action, if it is about pieces that there are; whether it is possible is for the rules to say."""
    for name, known in (("domino", DOMINOES), ("building", BUILDINGS)):
        piece = getattr(message, name, None)
        if piece is not None and piece not in known:
            raise Refused("no-such-piece", piece=piece)
    return to_event(message)  # type: ignore[return-value]


def read_typed(message: messages.Type) -> Action:
    with readable():
        return parse_action(message.text, message.seat)


def why(table: Table, message: messages.WhyNot) -> Reason | None:
    """Why an action is not possible now, by the rules alone."""
    return why_not(_running(table).state, read_action(message.action))
