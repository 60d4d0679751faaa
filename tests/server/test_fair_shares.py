"""Who asks for much waits for who asks for little: bots, hints, pictures and replays."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.requests import Request

from crownlands.client import ApiError, Http, TableClient, play_seat
from crownlands.game import Game
from crownlands.notation import parse_kingdom, parse_record
from crownlands.players import make_player
from crownlands.rules import legal_actions, new_match, ruleset
from crownlands.server.guard.credentials import Signer
from crownlands.server.http import api, replay
from crownlands.server.http.endpoints import ApiRequest
from crownlands.server.http.request_limits import RequestLimits
from crownlands.server.live.bots import LEAST_SECONDS, UNWATCHED_SECONDS, Bots
from crownlands.server.live.fair_pool import FairPool, Priority
from crownlands.server.live.rooms import Rooms
from crownlands.server.protocol.bodies.positions import ScoreRequest
from crownlands.server.protocol.bodies.replays import RecordRequest
from crownlands.server.protocol.entries import decode_entry, encoder
from crownlands.server.protocol.event_messages import to_event
from crownlands.server.store import Store
from tests.patience import comes_true
from tests.server.harness import GENEROUS, Server
from tests.server.parties import party


async def order_of(threads: int, asked: list[tuple[Priority, str]]) -> list[str]:
    """Who is served when, if all ask while the threads are busy: names of owners with their number."""
    pool, gate, served = FairPool(threads, "test"), threading.Event(), []
    busy = [asyncio.ensure_future(pool.run(Priority.PEOPLE, "busy", gate.wait)) for _ in range(threads)]
    await asyncio.sleep(0)
    jobs = []
    for number, (rank, owner) in enumerate(asked):
        name = f"{owner}{number}"
        jobs.append(asyncio.ensure_future(pool.run(rank, owner, lambda name=name: served.append(name))))  # type: ignore[misc]
        await asyncio.sleep(0)
    pool._charge("much", 10.0)
    gate.set()
    await asyncio.gather(*busy, *jobs)
    pool.close()
    return served


def test_people_come_first_and_among_them_who_had_least() -> None:
    asked = [
        (Priority.NOBODY, "a"),
        (Priority.WATCHED, "b"),
        (Priority.HINT, "c"),
        *((Priority.PEOPLE, "much") for _ in range(3)),
        (Priority.PEOPLE, "little"),
    ]
    assert asyncio.run(order_of(1, asked)) == ["little6", "much3", "much4", "much5", "c2", "b1", "a0"]


def test_a_thread_is_kept_for_people_and_nothing_is_begun_for_who_has_gone() -> None:
    async def run() -> None:
        pool, gate, begun = FairPool(2, "test"), threading.Event(), []
        hints = [asyncio.ensure_future(pool.run(Priority.HINT, "x", gate.wait)) for _ in range(4)]
        gone = asyncio.ensure_future(pool.run(Priority.PEOPLE, "y", lambda: begun.append("gone")))
        gone.cancel()
        result, _ = await pool.run(Priority.PEOPLE, "z", lambda: "served while hints are thought about")
        assert result == "served while hints are thought about"
        assert not any(hint.done() for hint in hints)
        gate.set()
        await asyncio.gather(*hints)
        assert begun == []
        pool.close()

    asyncio.run(run())


def test_budgets_shrink_before_queues_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = Bots(2, 0.0, None)
    shares = []
    for load in (0.5, 4.0, 400.0):
        monkeypatch.setattr(FairPool, "load", load)
        shares.append(bots.budget("monarch", Priority.PEOPLE))
        assert bots.budget("squire", Priority.PEOPLE) is None
    assert shares == [None, 0.25, LEAST_SECONDS]
    assert bots.budget("monarch", Priority.NOBODY) == UNWATCHED_SECONDS
    bots.pool.close()


def test_games_of_bots_alone_wait_until_somebody_watches(either: Server) -> None:
    async def run() -> None:
        left = []
        for _ in range(6):
            seats = [{"kind": "bot", "level": "monarch"} for _ in range(4)]
            made = await either.http.create("kingdomino/4", "Ada", seats)
            async with TableClient(either.url, made["code"], made["token"]) as host:
                await host.ask("start")
            left.append(made)

        async def where() -> list[int]:
            return [(await either.http.call("GET", f"/api/tables/{made['code']}"))["seq"] for made in left]

        async def quiet() -> bool:  # what was begun is finished
            before = await where()
            async with party(either, "kingdomino/2", 1, bots="page") as people:
                await play_seat(people.host)
            return before == await where()

        await comes_true(quiet, "all of them stand still for as long as a whole game takes elsewhere")
        stood = (await where())[0]
        async with TableClient(either.url, left[0]["watch"]) as watcher:
            await watcher.until(lambda view: view.seq > stood + 3)

    asyncio.run(run())


def test_what_takes_long_is_charged_by_what_it_takes_and_play_is_not(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        async with party(server, "kingdomino/2", 1, hints="always") as people:
            await play_seat(people.host)
            record = await server.http.record(people.code)
            codes: list[str] = []
            for _ in range(40):
                try:
                    await server.http.call("POST", "/api/replay", {"record": record, "count": 64})
                except ApiError as error:
                    codes.append(error.code)
            assert set(codes) == {"too-fast"}
            secret = (await server.http.call("POST", "/api/me", {"name": "Ada"}))["secret"]
            table = f"/api/tables/{people.code}"
            for path, token in ((f"{table}/replay", None), (f"{table}/position?seq=40", None), ("/api/me", secret)):
                with pytest.raises(ApiError) as caught:
                    await server.http.call("GET", path, token=token)
                assert caught.value.code == "too-fast"
        async with party(server, "kingdomino/2", 1) as people:  # while play goes on
            await play_seat(people.host)

    with Server(tmp_path, limits=replace(GENEROUS, work_per_second=0.0, work_burst=0.05)) as server:
        asyncio.run(run(server))
        assert server.errors() == []


def test_nothing_is_read_on_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []

    def noting(parse: Any) -> Any:
        def note(text: str) -> Any:
            threads.append(threading.current_thread().name)
            return parse(text)

        return note

    monkeypatch.setattr(api, "parse_kingdom", noting(parse_kingdom))
    monkeypatch.setattr(replay, "parse_record", noting(parse_record))

    def asked(body: object) -> ApiRequest:
        return ApiRequest(Request({"type": "http", "headers": [], "client": ("192.0.2.1", 1)}), body, None)

    async def run() -> None:
        settings = Server(tmp_path).settings
        rooms = Rooms(settings, Store(settings.database))
        limits = RequestLimits(settings.limits)
        record = RecordRequest(record="crownlands game 1\nruleset: kingdomino/2\n")
        await replay.ReplayApi(rooms, limits).of_record(asked(record))
        await api.Api(rooms, Signer(b"0" * 32), limits).score(asked(ScoreRequest("C w")))
        await rooms.store.close()

    asyncio.run(run())
    assert len(threads) == 2
    assert all(name.startswith("read") for name in threads)


def test_what_bots_do_cannot_be_worked_out_from_the_link(tmp_path: Path) -> None:
    async def run(server: Server) -> tuple[int, int]:
        seats = [{"kind": "bot", "level": "random"} for _ in range(2)]
        made = await Http(server.url).create("kingdomino/2", "Ada", seats)
        async with TableClient(server.url, made["code"], made["token"]) as host:
            await host.ask("start")
            await host.until(lambda view: view.over)
            log = host.view.log
        match, right, chosen, game_seq = new_match(ruleset("kingdomino/2")), 0, 0, 0
        for entry in log:
            body = decode_entry(encoder.encode(entry["entry"]))
            events = [to_event(event) for event in getattr(body, "events", [])]
            if entry["entry"]["type"] == "act" and len(legal_actions(match.state)) > 1:
                chosen += 1
                right += make_player("random", f"{made['code']} {game_seq}").choose(Game.of(match)) == events[0]
            for event in events:
                match = match.apply(event)
            game_seq = entry["seq"] if events else game_seq
        return right, chosen

    with Server(tmp_path, fixed=None) as server:
        right, chosen = asyncio.run(run(server))
        assert chosen > 20
        assert right < chosen
