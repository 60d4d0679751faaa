"""Bots take their time as the host wishes, and none for what nobody wants to wait for."""

from __future__ import annotations

import asyncio

from crownlands.rules.events import Choose, Pass
from crownlands.server.live.bots import PACES, pause
from crownlands.server.protocol.entries import Opened, Paced, SeatState
from crownlands.server.table.table import Table
from tests.server.harness import Server
from tests.server.parties import party, refused


def two() -> Table:
    seats = [SeatState("person", "orange", "Ada", 0), SeatState("bot", "white", level="page")]
    opened = Opened("queendomino/2", seats, ["Ada"], 0, False, None, "off", "page", "")
    return Table.open(opened)


def test_a_pass_takes_no_pause_and_everything_else_the_pace_of_the_table() -> None:
    table = two()
    for seq, (pace, share) in enumerate(PACES.items(), 2):
        table.follow(seq, 0, Paced(pace))
        assert pause(table, Choose(1, "Q1")) == share
        assert pause(table, Pass(1)) == 0
    assert list(PACES.values()) == sorted(PACES.values(), reverse=True)
    assert PACES["at-once"] == 0


def test_the_host_sets_the_pace_and_everybody_sees_it(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/3", 2, pace="calm") as people:
            host, guest = people.clients
            assert (guest.view.table or {})["pace"] == "calm"
            async with refused("not-host"):
                await guest.ask("pace", pace="quick")
            await host.ask("pace", pace="quick")
            await guest.until(lambda view: (view.table or {})["pace"] == "quick")

    asyncio.run(run())
