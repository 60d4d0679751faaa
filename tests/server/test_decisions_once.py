"""An action is worked out once: the table after it is the one that its log tells."""

from __future__ import annotations

import pytest

from crownlands.rules import Match, legal_actions
from crownlands.rules.events import Event
from crownlands.server.protocol.entries import Act, Opened, SeatState, decode_entry, encode_entry
from crownlands.server.table import play
from crownlands.server.table.fair_deal import FairDeal
from crownlands.server.table.seating import Caller
from crownlands.server.table.table import Decision, Table


@pytest.mark.parametrize("ruleset", ["kingdomino/2+dynasty", "queendomino/2"])
def test_an_action_is_applied_once_and_its_log_tells_the_same(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    applied: list[Event] = []
    apply = Match.apply

    def counting(match: Match, event: Event) -> Match:
        applied.append(event)
        return apply(match, event)

    monkeypatch.setattr(Match, "apply", counting)
    seats = [SeatState("person", colour, "Ada", 0) for colour in ("blue", "green")]
    table = Table.open(Opened(ruleset, seats, ["Ada"], 0, False, None, "off", "page", ""))
    deal, turn = FairDeal(table.ruleset, "7"), 0
    decision = play.start(table, Caller(0), deal)
    while True:
        after = table.after(decision, turn)
        happened = decision.entry.events if isinstance(decision.entry, Act) else after.events
        assert len(applied) == len(happened)
        told = table.after(Decision(decode_entry(encode_entry(decision.entry).decode())), turn)
        assert told == after
        table, turn = after, turn + 1
        if table.match is None or table.match.over:
            break
        legal = legal_actions(table.match.state)
        applied.clear()
        decision = play.act(table, Caller(0), table.seq, legal[turn % len(legal)], deal)
    assert len(table.results) == table.ruleset.games
