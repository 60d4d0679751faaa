"""After a game and in the middle of it: positions by seq, replay step by step, records and kingdoms from elsewhere."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from crownlands.client import ApiError, play_seat
from crownlands.notation import parse_record, replay, state_json
from tests.server.harness import Server
from tests.server.parties import party


def states_of(part: dict[str, Any]) -> list[dict[str, Any]]:
    """The whole states of a replay, which tells only those realms that changed."""
    realms: dict[str, object] = {}
    states = []
    for step in part["steps"]:
        realms |= step["realms"]
        states.append({**step["play"]["state"], "realms": [realms[index] for index in sorted(realms)]})
    return states


def test_every_position_of_a_game_can_be_seen_again(server: Server) -> None:
    async def run() -> None:
        async with party(server, "queendomino/2", 1) as people:
            seen = {}

            def note(message: dict[str, object]) -> None:
                if message["type"] == "update" and message["play"]:
                    seen[message["seq"]] = message["play"]

            people.host.heard = note
            await play_seat(people.host)
            for seq in sorted(seen)[:: max(1, len(seen) // 7)]:  # type: ignore[type-var]
                found = await server.http.call("GET", f"/api/tables/{people.code}/position", seq=seq)
                assert found["play"] == seen[seq]
            before = await server.http.call("GET", f"/api/tables/{people.code}/position", seq=1)
            assert before["play"] is None
            page = await server.http.call("GET", f"/api/tables/{people.code}/log", after=3)
            assert page["entries"] == people.host.view.log[3:]

    asyncio.run(run())


def test_a_game_is_replayed_step_by_step_from_the_table_or_from_its_record(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/3", 1) as people:
            await play_seat(people.host)
            text = await server.http.record(people.code)
            record = parse_record(text)
            states = [state_json(match) for match in replay(record)]
            path = f"/api/tables/{people.code}/replay"
            own = await server.http.call("GET", path, start=10, count=5)
            assert states_of(own) == states[10:15]
            assert own["plies"] == len(record.events)
            assert own["rules"] == await server.http.call("GET", "/api/ruleset", name="kingdomino/3")
            assert all(isinstance(step["seq"], int) for step in own["steps"])
            body = {"record": text, "start": len(states) - 2, "count": 64}
            other = await server.http.call("POST", "/api/replay", body)
            assert states_of(other) == states[-2:]
            assert all(step["seq"] is None for step in other["steps"])
            for wrong in ("", "crownlands game 1\nruleset: chess\n", text.replace("0 place", "0 discard", 1)):
                with pytest.raises(ApiError) as caught:
                    await server.http.call("POST", "/api/replay", {"record": wrong, "count": 64})
                assert caught.value.status == 422

    asyncio.run(run())


def test_a_record_is_shown_step_by_step(server: Server) -> None:
    async def run() -> None:
        async with party(server, "queendomino/2", 1) as people:
            await play_seat(people.host)
            text = await server.http.record(people.code)
        states = [state_json(match) for match in replay(parse_record(text))]
        part = await server.http.call("POST", "/api/replay", {"record": text, "start": 7, "count": 40})
        assert part["plies"] == len(states) - 1
        assert states_of(part) == states[7:47]
        for step in part["steps"]:
            assert step["play"]["legal"] == []
            assert [slot["price"] for slot in step["play"]["board"]["slots"]] == [0, 1, 2, 3, 4, 5]
        with pytest.raises(ApiError) as caught:
            await server.http.call("POST", "/api/replay", {"record": "nonsense"})
        assert caught.value.status == 422

    asyncio.run(run())


def test_a_kingdom_of_a_real_table_is_scored(server: Server) -> None:
    async def run() -> None:
        kingdom = "ruleset kingdomino/4\ngrid\nw1 w C f f1\n"
        found = await server.http.call("POST", "/api/score", {"kingdom": kingdom})
        assert found["realm"]["score"] == 4
        with pytest.raises(ApiError) as caught:
            await server.http.call("POST", "/api/score", {"kingdom": "grid\nxyz"})
        assert "line" in str(caught.value)

    asyncio.run(run())


def test_a_client_learns_everything_about_the_games_from_the_server(server: Server) -> None:
    async def run() -> None:
        pieces = await server.http.call("GET", "/api/pieces")
        assert len(pieces["dominoes"]) == 96
        assert sum(tile["copies"] for tile in pieces["buildings"]) == 32
        setups = (await server.http.call("GET", "/api/rulesets"))["setups"]
        assert len(setups) == 12
        info = await server.http.call("GET", "/api/ruleset", name="royal-wedding/8+teams")
        assert info["realms"] == [[0, 1], [2, 3], [4, 5], [6, 7]]
        bots = await server.http.call("GET", "/api/bots")
        assert bots["default"] in {bot["level"] for bot in bots["bots"]}

    asyncio.run(run())
