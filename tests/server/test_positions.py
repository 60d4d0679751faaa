"""A position played by hand without a table: what actions make of it, and clear refusals."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from crownlands.client import ApiError
from crownlands.game import Game
from crownlands.notation import print_event, print_position, state_json
from crownlands.server.settings import Limits
from tests.helpers import game
from tests.server.harness import GENEROUS, Server


def ask(server: Server, position: str, *actions: str) -> Any:
    return asyncio.run(server.http.call("POST", "/api/position", {"position": position, "actions": list(actions)}))


def refusal(server: Server, position: str, *actions: str) -> str:
    with pytest.raises(ApiError) as caught:
        ask(server, position, *actions)
    assert caught.value.status in (413, 422)
    return caught.value.code


@pytest.mark.parametrize("name", ["kingdomino/2", "queendomino/4", "royal-wedding/6+teams", "kingdomino/2+dynasty"])
def test_a_turn_is_tried_step_by_step_with_all_that_a_table_would_show(server: Server, name: str) -> None:
    """Every step of some turns: the same state as the rules', the turn's end where the king's turn ends."""
    events = game(name)
    starts = [i for i, (match, _, _) in enumerate(events) if match.state.seat is not None and match.state.round]
    for start in starts[:: len(starts) // 3]:
        match = events[start][0]
        actions: list[str] = []
        position, turn = print_position(match), match.state.turn
        for before, event, after in events[start:]:
            if before.state.seat is None or before.state.turn != turn:
                break
            tried = ask(server, position, *actions)
            assert not tried["whole"]
            assert tried["play"]["state"] == state_json(before)
            assert tried["rules"]["name"] == name
            assert len(tried["play"]["legal"]) == len(tried["preview"]["worth"]) == len(Game.of(before).legal)
            actions.append(print_event(event))
            last = after
        tried = ask(server, position, *actions)
        assert tried["whole"]
        assert tried["play"]["state"] == state_json(last)
        assert [event["type"] for event in tried["events"]] == [text.split()[1] for text in actions]
        assert tried["play"]["game_seq"] == tried["preview"]["game_seq"] == len(actions)


def test_an_action_may_be_typed_without_its_seat(server: Server) -> None:
    playing = Game("kingdomino/2", seed="7")
    text = print_event(playing.legal[0])
    assert ask(server, playing.position(), text) == ask(server, playing.position(), text.partition(" ")[2].lower())


def test_what_is_wrong_is_said(server: Server) -> None:
    playing = Game("kingdomino/2", seed="7")
    position, legal = playing.position(), print_event(playing.legal[0])
    assert refusal(server, "") == "unreadable"
    assert refusal(server, position.replace("round 0", "round 3")) == "unreadable"
    assert refusal(server, position, "hello") == "unreadable"
    assert refusal(server, position, "reveal K1 K2 K3 K4") == "unreadable"
    assert refusal(server, position, "pass") == "not-now"
    assert refusal(server, position, legal, legal) == "nothing-to-decide"
    assert refusal(server, position, "choose K5") == "not-in-line"
    assert refusal(server, position, *["pass"] * 65) == "malformed"
    assert refusal(server, position, "p" * 201) == "malformed"
    assert refusal(server, "#" * 12_001) == "malformed"
    assert refusal(server, "#" * 20_000) == "too-large"
    over = print_position(game("kingdomino/2")[-1][2])
    assert ask(server, over)["play"]["state"]["over"]
    assert refusal(server, over, "pass") == "nothing-to-decide"
    revealed = next(match for match, _, _ in game("kingdomino/2") if match.state.seat is None)
    assert refusal(server, print_position(revealed), legal) == "nothing-to-decide"


def test_it_is_counted_like_every_request_and_its_work_is_charged(tmp_path_factory: pytest.TempPathFactory) -> None:
    position = Game("royal-wedding/8", seed="7").position()
    few = Limits(requests_per_second=0.001, request_burst=5)
    with Server(tmp_path_factory.mktemp("few"), limits=few) as server:
        codes = [_status(server, position) for _ in range(8)]
    assert codes == [200] * 5 + [429] * 3
    poor = {**{name: getattr(GENEROUS, name) for name in GENEROUS.__struct_fields__}, "work_per_second": 1e-6}
    with Server(tmp_path_factory.mktemp("poor"), limits=Limits(**{**poor, "work_burst": 0.001})) as server:
        assert [_status(server, position) for _ in range(2)] == [200, 429]


def _status(server: Server, position: str) -> int:
    try:
        ask(server, position)
    except ApiError as error:
        return error.status
    return 200
