"""Playing with people: whoever asks is brought together, and bots fill up a table if all agree."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from crownlands.client import TableClient
from crownlands.rules import new_match
from crownlands.server.live.bots import Bots
from crownlands.server.live.room import Room
from crownlands.server.protocol.entries import Back, Left, Opened, SeatState, Started
from crownlands.server.protocol.event_messages import to_message
from crownlands.server.protocol.refusals import Refused
from crownlands.server.settings import Fixed, Limits
from crownlands.server.store import TableRow
from crownlands.server.table.fair_deal import FairDeal
from crownlands.server.table.play import begin
from crownlands.server.table.table import Table
from tests.patience import comes_true
from tests.server.harness import GENEROUS, Server
from tests.server.postgres import Postgres


async def pair(server: Server, name: str, ruleset: str, **more: Any) -> dict[str, Any]:
    made = await server.http.call("POST", "/api/pair", {"ruleset": ruleset, "name": name, **more})
    assert isinstance(made, dict)
    return made


async def come(stack: AsyncExitStack, server: Server, made: dict[str, Any]) -> TableClient:
    return await stack.enter_async_context(TableClient(server.url, made["code"], made["token"]))


def test_bots_fill_up_a_table_where_all_agree_and_nobody_need_be_asked(either: Server) -> None:
    async def run() -> None:
        async with AsyncExitStack() as stack:
            made = await pair(either, "Ada", "queendomino/4", fill_after=1)
            ada = await come(stack, either, made)
            bea = await come(stack, either, await pair(either, "Bea", "queendomino/4"))
            assert (ada.view.table or {})["begins"] is None
            await ada.ask("agree", on=True, level="page")
            await bea.ask("agree", on=True, level="knight")
            await bea.ask("agree", on=False)
            await ada.until(lambda view: not (view.table or {})["persons"][1]["agreed"])
            assert (ada.view.table or {})["begins"] is None
            await bea.ask("agree", on=True, level="knight")
            await ada.until(lambda view: (view.table or {})["begins"] is not None)
            await ada.until(lambda view: (view.table or {})["status"] == "playing")
            seats = (ada.view.table or {})["seats"]
            assert [seat["level"] for seat in seats] == [None, None, "page", "page"], "the host's wish"
            assert (ada.view.table or {})["begins"] is None

    asyncio.run(run())


def test_nobody_is_made_to_begin_while_away(either: Server) -> None:
    async def run() -> None:
        async with AsyncExitStack() as stack:
            made = await pair(either, "Ada", "kingdomino/4+harmony", fill_after=1)
            ada = await come(stack, either, made)
            bea = await come(stack, either, await pair(either, "Bea", "kingdomino/4+harmony"))
            bea.cut()
            await ada.until(lambda view: 1 not in view.online)
            await ada.ask("agree", on=True)
            await bea.connect()
            await bea.ask("agree", on=True)
            bea.cut()
            await ada.until(lambda view: 1 not in view.online and (view.table or {})["begins"] is not None)
            begins = (ada.view.table or {})["begins"]

            async def later() -> bool:
                return bool((await ada.ask("ping"))["now"] >= begins + 500)

            await comes_true(later, "several sweeps")
            assert (ada.view.table or {})["status"] == "gathering"
            await bea.connect()
            await ada.until(lambda view: (view.table or {})["status"] == "playing")

    asyncio.run(run())


def test_people_who_ask_at_two_processes_at_once_meet(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.create(tmp_path.name)

    async def run(one: Server, two: Server) -> None:
        for number in range(8):
            ruleset = f"kingdomino/2{'+harmony' * (number % 2)}"
            made = await asyncio.gather(pair(one, "Ada", ruleset), pair(two, "Bea", ruleset))
            assert made[0]["code"] == made[1]["code"]
            assert {made[0]["person"], made[1]["person"]} == {0, 1}

    with ExitStack() as stack:
        (tmp_path / "b").mkdir()
        one = stack.enter_context(Server(tmp_path, database))
        (tmp_path / "b" / "secret").write_bytes((tmp_path / "secret").read_bytes())
        (tmp_path / "b" / "secret").chmod(0o600)
        two = stack.enter_context(Server(tmp_path / "b", database))
        asyncio.run(run(one, two))


def test_one_address_cannot_be_everybody_at_a_table_that_waits(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        waits = await pair(server, "Ada", "kingdomino/4")
        async with TableClient(server.url, waits["code"], waits["token"]) as ada:
            for number in range(6):
                made = await pair(server, f"Guest {number}", "kingdomino/4")
                async with TableClient(server.url, made["code"], made["token"]) as guest:
                    await guest.ask("stand", seat=guest.view.seats[0])  # the seat is open for the next one
            assert len((ada.view.table or {})["persons"]) == 1 + 2

    with Server(tmp_path, limits=replace(GENEROUS, joins_per_table=2)) as server:
        asyncio.run(run(server))


def _table(**more: Any) -> Table:
    seats = [SeatState("person", "blue", "Ada", 0), SeatState("open", "green")]
    return Table.open(Opened("kingdomino/2", seats, ["Ada"], 0, True, None, "off", "page", "", **more))


def test_a_table_that_begins_by_itself_does_so_step_by_step_and_once() -> None:
    table, deal = _table(fill_after=30), FairDeal(_table().ruleset, "7")
    table.persons[0].agreed = True
    table.gathered = 1000
    assert table.begins == 31_000
    with pytest.raises(Refused, match="not started"):
        begin(table, 30_999, deal, "page")
    for _ in range(2):
        decision = begin(table, 31_000, deal, "page")
        table = table.after(decision, 31_000)
    assert isinstance(decision.entry, Started)
    assert table.begins is None
    assert table.seats[1].level == "page"


def test_a_bot_whose_owner_returned_before_it_began_thinks_again_the_next_time() -> None:
    """It once kept the place of its thinking for good, and the game stood still when its owner left again."""

    class Kept:
        shared = False

        async def append(self, _: object) -> bool:
            return True

    async def run() -> None:
        seats = [SeatState("person", "blue", "Ada", 0), SeatState("person", "green", "Bea", 1)]
        table = Table.open(Opened("kingdomino/2", seats, ["Ada", "Bea"], 0, False, None, "off", "page", ""))
        deal = FairDeal(table.ruleset, "7")
        table.follow(2, 0, Started([to_message(event) for event, _ in deal.follow(new_match(table.ruleset))]))
        turn = table.turn
        assert turn is not None
        row = TableRow(1, "c", "w", "7", None, "kingdomino/2", 2, "playing", False, "", None, 0, 0)
        room = Room(Kept(), row, table, 1000, Limits())  # type: ignore[arg-type]
        bots = Bots(1, 0.0, None, Fixed(seed="7", work=10))
        room.on_change = bots.attend
        table.follow(3, 0, Left(turn, "page"))
        bots.attend(room)
        table.follow(4, 0, Back(turn))  # before the bot could begin
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        table.follow(5, 0, Left(turn, "page"))
        bots.attend(room)

        async def acted() -> bool:
            return room.table.game_seq > 5

        await comes_true(acted)
        await bots.stop()

    asyncio.run(run())
