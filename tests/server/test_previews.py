"""Previews: pushed once to whoever decides and asked for them, about the position that stands, charged as work."""

from __future__ import annotations

import asyncio
import json
import threading
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from crownlands.client import TableClient
from crownlands.rules import CHANCE, Dealer, State, legal_actions, new_match, ruleset, why_not
from crownlands.rules.events import Place
from crownlands.rules.pieces import DOMINOES, Cell
from crownlands.rules.steps import Step
from crownlands.server.live import previews
from crownlands.server.live.previews import Previewer
from crownlands.server.live.rooms import Rooms
from crownlands.server.protocol.bodies.tables import SeatRequest, TableRequest
from crownlands.server.protocol.messages import Preview
from crownlands.server.store import Store
from crownlands.server.table.creation import new_table
from crownlands.server.table.preview import TURNS, preview
from crownlands.server.table.table import Table
from tests.patience import comes_true
from tests.server.harness import GENEROUS, Server
from tests.server.parties import previewed


def previews_of(client: TableClient) -> list[dict[str, Any]]:
    """Those that this client hears from now on."""
    heard: list[dict[str, Any]] = []
    client.heard = lambda message: heard.append(message) if message["type"] == "preview" else None
    return heard


def test_who_decides_is_told_once_what_each_legal_action_is_worth(server: Server) -> None:
    async def run() -> None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = await server.http.create("queendomino/2", "Host", seats)
        joined = await server.http.join(made["code"], "Guest")
        host = TableClient(server.url, made["code"], made["token"], preview=True)
        guest = TableClient(server.url, made["code"], joined["token"], preview=True)
        plain = TableClient(server.url, made["code"], made["token"])
        watcher = TableClient(server.url, made["watch"], preview=True)
        async with host, guest, plain, watcher:
            players, unasked = [host, guest], [plain, watcher]
            told, others = [previews_of(client) for client in players], [previews_of(client) for client in unasked]
            await guest.ask("sit", seat=1, name="Guest")
            await host.ask("start")
            await host.until(lambda view: view.play is not None)
            decided: list[list[int]] = [[], []]
            for _ in range(30):
                play = host.view.play
                assert play is not None
                client = players[play["seat"]]
                await client.until(previewed)
                worth = (client.view.preview or {})["worth"]
                assert len(worth) == len(play["legal"])
                decided[play["seat"]].append(play["game_seq"])
                before = play["state"]["realms"][play["realm"]]
                seq = (await client.act(play["legal"][-1]))["seq"]
                for each in (*players, *unasked):
                    await each.until(lambda view, seq=seq: view.seq >= seq)  # type: ignore[misc]
                after = (host.view.play or {})["state"]["realms"][play["realm"]]
                assert worth[-1]["points"] == after["score"] - before["score"]
                assert worth[-1]["coins"] == after["coins"] - before["coins"]
            last = players[(host.view.play or {})["seat"]]
            await last.until(previewed)
            decided[players.index(last)].append((last.view.play or {})["game_seq"])
            assert [[each["game_seq"] for each in heard] for heard in told] == decided
            assert others == [[], []], "who did not ask, or only watches, hears none"
            # Who comes and goes changes nothing of the position: it is not sent again, but to who comes back it is.
            seq = (await players[last is host].ask("leave", level="random"))["seq"]
            await last.until(lambda view: view.seq >= seq)
            await last.ask("ping")
            last.view.preview = None
            await last.connect()
            await last.until(previewed)
            theirs = decided[players.index(last)]
            assert [each["game_seq"] for each in told[players.index(last)]] == [*theirs, theirs[-1]]

    asyncio.run(run())


@pytest.mark.parametrize("name", ["kingdomino/2", "royal-wedding/4"])
def test_every_spot_of_the_grid_is_legal_or_has_the_rules_reason(name: str) -> None:
    rules = ruleset(name)
    match, dealer = new_match(rules), Dealer(rules, "reasons")
    while not match.state.over and match.state.round < 4:
        state = match.state
        if state.step in CHANCE:
            match = match.apply(dealer.next(state))
            continue
        legal = legal_actions(state)
        reasons = preview(state, 0).reasons
        if state.step is not Step.PLACE:
            assert not reasons
        else:
            said = {spot: code for code, spots in reasons.items() for spot in spots}
            assert len(said) == sum(map(len, reasons.values())), "a spot has one reason"
            free = {cells for action in legal if isinstance(action, Place) for cells in both_ways(action)}
            xs, ys = state.realms[state.realm].kingdom.reach(rules.frame)
            for x, y, (turn, (dx, dy)) in product(xs, ys, enumerate(TURNS)):
                cells = (x, y), (x + dx, y + dy)
                assert ((x, y, turn) in said) == (cells not in free)
                if cells not in free:
                    why = why_not(state, Place(state.acting, state.domino, cells))
                    assert why is not None
                    assert said[x, y, turn] == why.code
        match = match.apply(legal[len(legal) // 2])


def both_ways(action: Place) -> set[tuple[Cell, Cell]]:
    """A domino whose halves are equal may be held either way."""
    a, b = action.squares
    return {(a, b), (b, a)} if DOMINOES[action.domino].double else {(a, b)}


def test_without_work_left_one_plays_without_previews(tmp_path: Path) -> None:
    with Server(tmp_path, limits=replace(GENEROUS, work_per_second=0.0, work_burst=0.0)) as server:

        async def run() -> None:
            made = await server.http.create("kingdomino/2", "Host", [{"kind": "me"}, {"kind": "me"}])
            async with TableClient(server.url, made["code"], made["token"], preview=True) as client:
                await client.ask("start")
                for _ in range(8):
                    play = client.view.play
                    assert play is not None
                    seq = (await client.act(play["legal"][0]))["seq"]
                    await client.until(lambda view, seq=seq: view.seq >= seq)  # type: ignore[misc]
                assert client.view.preview is None

        asyncio.run(run())
        assert not server.errors()


def dealt_table() -> Table:
    """One person on both seats, and the first king is drawn."""
    seats = [SeatRequest(kind="me"), SeatRequest(kind="me")]
    table = Table.open(new_table(TableRequest(ruleset="kingdomino/2", name="Ada", seats=seats), "seed"))
    match, dealer = new_match(table.ruleset), Dealer(table.ruleset, "seed")
    while match.state.step in CHANCE:
        match = match.apply(dealer.next(match.state))
    table.match = match
    return table


def test_what_is_passed_is_dropped_and_nothing_is_calculated_twice_or_on_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, calculated = threading.Event(), []

    def slow(state: State, game_seq: int) -> Preview:
        calculated.append((game_seq, threading.current_thread().name))
        gate.wait()
        return preview(state, game_seq)

    monkeypatch.setattr(previews, "preview", slow)

    async def run() -> None:
        settings = Server(tmp_path).settings
        rooms = Rooms(settings, Store(settings.database))
        room = Mock(table_id=1, table=(table := dealt_table()))
        heard: list[list[int]] = [[], []]

        def hear(data: bytes, who: int) -> None:
            heard[who].append(json.loads(data)["game_seq"])

        async def begun() -> bool:
            return bool(calculated)

        async def told() -> bool:
            return all(heard)

        pages = [Previewer(rooms, 0, "192.0.2.1", partial(hear, who=who)) for who in (0, 1)]
        for table.game_seq in (2, 3):
            for page in (*pages, *pages):
                page.follow(room)
            await comes_true(begun)
        gate.set()
        await comes_true(told)
        await rooms.store.close()
        assert heard == [[3], [3]]
        assert [game_seq for game_seq, _ in calculated] == [2, 3]
        assert all(thread.startswith("read") for _, thread in calculated)

    asyncio.run(run())
