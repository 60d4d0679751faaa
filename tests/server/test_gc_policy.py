"""Play leaves nothing for the garbage collector: what `crownlands.server.ops.gc_policy` relies on."""

from __future__ import annotations

import gc

import pytest

from crownlands.rules import legal_actions
from crownlands.server.ops import gc_policy
from crownlands.server.protocol.entries import Opened, SeatState
from crownlands.server.protocol.messages import TakeBack
from crownlands.server.protocol.refusals import Refused
from crownlands.server.table import play
from crownlands.server.table.fair_deal import FairDeal
from crownlands.server.table.projection import Projector
from crownlands.server.table.seating import Caller
from crownlands.server.table.table import Table


def game(ruleset: str) -> Table:
    """A whole game as a room plays it, with views for everybody and refusals on the way."""
    seats = [SeatState("person", colour, "Ada", 0) for colour in ("blue", "green")]
    table = Table.open(Opened(ruleset, seats, ["Ada"], 0, False, None, "off", "page", ""))
    caller, deal, projector = Caller(0), FairDeal(table.ruleset, "7"), Projector()
    decision = play.start(table, caller, deal)
    while True:
        table = table.after(decision, 0)
        projector.play(table)
        if table.match is None or table.match.over:
            return table
        with pytest.raises(Refused):
            play.take_back(table, Caller(0), TakeBack(seq=0))
        legal = legal_actions(table.match.state)
        decision = play.act(table, caller, table.seq, legal[table.seq % len(legal)], deal)


@pytest.mark.parametrize("ruleset", ["kingdomino/2", "queendomino/2"])
def test_a_game_leaves_no_cycles(ruleset: str) -> None:
    game(ruleset)  # whatever is made once
    gc.collect()
    gc.disable()
    try:
        table = game(ruleset)
        assert table.seq > 40
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_connections_are_counted_until_it_is_worth_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    monkeypatch.setattr(gc, "collect", lambda: looked.append(True))
    counted = gc_policy.GcPolicy()
    for _ in range(2 * gc_policy.CONNECTIONS + 5):
        counted.connected()
    assert len(looked) == 2
