"""Hints: one order by one aim, equals together, what one has in hand judged too, and no work for nobody."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from unittest.mock import Mock

import pytest

from crownlands.players import Estimate
from crownlands.rules import CHANCE, Dealer, State, apply, legal_actions, new_match, ruleset
from crownlands.rules.events import Action, Place
from crownlands.rules.pieces import DOMINOES
from crownlands.rules.steps import Step
from crownlands.server.live.candidates import find, rank, weigh
from crownlands.server.live.connection import Connection
from crownlands.server.live.single_flight import SingleFlight
from crownlands.server.protocol.messages import Hint
from crownlands.server.settings import Settings
from crownlands.server.store import Unavailable
from crownlands.study.likeness import likeness
from tests.server.harness import Server
from tests.server.parties import party, refused


def position(name: str, step: Step, round_: int = 1, seed: str = "hints") -> State:
    """The first position of this kind when everybody takes the first action there is."""
    rules = ruleset(name)
    match = new_match(rules)
    while True:
        state = match.state
        if state.step is step and state.round >= round_:
            return state
        action = Dealer(rules, seed, 1).next(state) if state.step in CHANCE else legal_actions(state)[0]
        match = match.apply(action)


def estimate(action: Action, win: float, samples: int, points: float = 50.0) -> Estimate:
    return Estimate((action,), win, points, 10.0, samples, win)


def test_chances_never_contradict_the_order() -> None:
    state = position("kingdomino/4", Step.CHOOSE)
    actions = legal_actions(state)
    assert len(actions) == 4
    # The second was tried on few futures, which happened to be good ones.
    told = [
        estimate(actions[0], 0.62, 400),
        estimate(actions[1], 0.75, 20),
        estimate(actions[2], 0.5, 20),
        estimate(actions[3], 0.55, 10),
    ]
    found = rank(state, told)
    wins = [candidate.win for candidate in found]
    assert [candidate.action for candidate in found] == actions
    assert wins == sorted(wins, reverse=True)
    assert wins[0] == wins[1] == pytest.approx((0.62 * 400 + 0.75 * 20) / 420)
    assert found[0].error < found[1].error, "what was tried less often is less sure"
    assert all(candidate.error > 0 for candidate in found)


def test_a_solved_end_is_exact() -> None:
    state = position("kingdomino/4", Step.CHOOSE)
    found = rank(state, [estimate(action, 1.0, 1) for action in legal_actions(state)])
    assert [candidate.error for candidate in found] == [0, 0, 0, 0]
    assert [candidate.win for candidate in found] == [1, 1, 1, 1]


def test_mirror_images_are_one_candidate() -> None:
    state = position("kingdomino/2", Step.PLACE)
    actions = [action for action in legal_actions(state) if isinstance(action, Place)]
    kinds = {likeness(state, action) for action in actions}
    # Beside a castle alone a half lies straight before it or sideways; whose half it is matters unless both are alike.
    expected = (12, 2) if DOMINOES[actions[0].domino].double else (24, 4)
    assert (len(actions), len(kinds)) == expected
    found = rank(state, [estimate(action, 0.5, 10) for action in actions])
    assert len(found) == len(kinds)
    assert sum(1 + len(candidate.equal) for candidate in found) == len(actions)
    for candidate in found:
        for other in candidate.equal:
            assert apply(state, candidate.action) != apply(state, other)
            assert find(state, found, other) == candidate


def test_what_was_not_compared_is_placed_below_what_was() -> None:
    state = position("kingdomino/4", Step.PLACE, round_=5)
    actions = legal_actions(state)
    compared = rank(state, [estimate(actions[0], 0.4, 100)])
    other = next(action for action in actions if find(state, compared, action) is None)
    judged = weigh(state, compared, other)
    assert judged.action == other
    assert 0 <= judged.win <= compared[-1].win
    assert judged.error > 0
    assert weigh(state, compared, other) == judged, "the same futures each time"


def test_a_question_that_nobody_waits_for_is_taken_back() -> None:
    async def run() -> None:
        advice: SingleFlight[str] = SingleFlight()
        gate = asyncio.Event()
        asked, answered = [], []

        async def think(name: str) -> str:
            asked.append(name)
            await gate.wait()
            answered.append(name)
            return name

        left = asyncio.create_task(advice.ask(1, lambda: think("left")))
        both = [asyncio.create_task(advice.ask(2, lambda: think("both"))) for _ in range(2)]
        while asked != ["left", "both"]:
            await asyncio.sleep(0)
        left.cancel()
        both[0].cancel()
        await asyncio.gather(left, both[0], return_exceptions=True)
        gate.set()
        assert await both[1] == "both"
        assert await advice.ask(2, lambda: think("again")) == "both"
        assert answered == ["both"], "not the one that was left, and nothing twice"
        assert await advice.ask(1, lambda: think("left")) == "left"

    asyncio.run(run())


def test_a_failure_is_told_and_not_remembered() -> None:
    async def fail() -> int:
        raise ZeroDivisionError

    async def seven() -> int:
        return 7

    async def run() -> None:
        advice: SingleFlight[int] = SingleFlight()
        with pytest.raises(ZeroDivisionError):
            await advice.ask("key", fail)
        assert await advice.ask("key", seven) == 7

    asyncio.run(run())


def test_any_legal_action_is_judged_on_request(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2, hints="always") as people:
            host = people.host
            legal = (host.view.play or {})["legal"]
            for action in legal:
                hints = await host.ask("hint", action=action)
                assert hints["yours"]["action"] == action
                assert 0 <= hints["yours"]["value"] <= hints["suggestions"][0]["value"]
            async with refused("not-now"):
                await host.ask("hint", action={"type": "discard", "seat": 0, "domino": "K1"})

    asyncio.run(run())


def test_a_position_that_is_still_to_come_is_the_present_one(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2, hints="always") as people:
            asked = people.host.view.seq + 1
            early = await people.host.ask("hint", seq=asked)
            assert early["seq"] == people.host.view.seq
            await people.act()
            assert people.host.view.seq == asked
            late = await people.host.ask("hint", seq=asked)
            play = people.host.view.play or {}
            assert late["seat"] == play["seat"]
            assert all(suggestion["action"] in play["legal"] for suggestion in late["suggestions"])

    asyncio.run(run())


def listening(monkeypatch: pytest.MonkeyPatch) -> tuple[Connection, list[dict[str, Any]]]:
    """A connection at a table, and what is said to it."""
    rooms = Mock(settings=Settings(database="", secret_file=""))
    connection = Connection(Mock(), "127.0.0.1", rooms, Mock())
    connection.room = Mock()
    connection.room.table.seq = 7
    heard: list[dict[str, Any]] = []
    monkeypatch.setattr(connection, "deliver", lambda data: heard.append(json.loads(data)))
    return connection, heard


def test_a_question_while_the_database_is_away_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async def away(_rooms: object, _room: object, _message: Hint, _address: str) -> None:
            raise Unavailable("no answer")

        monkeypatch.setattr("crownlands.server.live.connection.hints", away)
        connection, heard = listening(monkeypatch)
        await connection._answer('{"type": "hint", "id": 1, "seq": 3}')
        await asyncio.sleep(0)
        assert [(answer["code"], answer["id"]) for answer in heard] == [("unavailable", 1)]

    asyncio.run(run())


def test_the_next_question_takes_the_place_of_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async def never(_rooms: object, _room: object, _message: Hint, _address: str) -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr("crownlands.server.live.connection.hints", never)
        connection, heard = listening(monkeypatch)
        for message in ({"id": 1}, {"id": 2, "seq": 3}):
            await connection._answer(json.dumps({"type": "hint", **message}))
        await connection._answer('{"type": "ping", "id": 3}')
        await connection._answer('{"type": "no-hint", "id": 4}')
        await connection._answer('{"type": "no-hint", "id": 5}')
        await asyncio.sleep(0)
        assert [(answer["type"], answer.get("code"), answer["id"]) for answer in heard] == [
            ("refused", "superseded", 1),
            ("pong", None, 3),
            ("refused", "superseded", 2),
        ]

    asyncio.run(run())
