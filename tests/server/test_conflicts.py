"""Two clients want different things at the same moment, and connections come and go: one truth for everybody."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from crownlands.client import Refused, TableClient, play_seat
from crownlands.notation import parse_record, replay
from tests.patience import LONGEST, PATIENCE
from tests.server.harness import Server
from tests.server.parties import party
from tests.server.postgres import Postgres


async def quarrel(servers: Sequence[Server], ruleset: str, times: int, host: str) -> int:
    """One game by two devices of the same people, which always send different actions at once."""
    seats = int(ruleset.split("/")[1][0])
    made = await servers[0].http.create(ruleset, host, [{"kind": "me"}] * seats)
    left = TableClient(servers[0].url, made["code"], made["token"])
    right = TableClient(servers[-1].url, made["code"], made["token"])
    await left.connect()
    await right.connect()
    await left.ask("start")
    fought = 0
    while not left.view.over and fought < times:
        seq = left.view.seq
        await right.until(lambda view, seq=seq: view.seq >= seq)  # type: ignore[misc]
        assert left.view.play == right.view.play
        legal = (left.view.play or {})["legal"]
        answers = await asyncio.gather(left.act(legal[0], seq), right.act(legal[-1], seq), return_exceptions=True)
        won = [answer for answer in answers if isinstance(answer, dict)]
        lost = [answer for answer in answers if isinstance(answer, Refused)]
        assert (len(won), len(lost)) == (1, 1), answers
        assert lost[0].code == "behind"
        assert won[0]["seq"] == seq + 1
        await left.until(lambda view, seq=seq: view.seq == seq + 1)  # type: ignore[misc]
        fought += 1
    await right.until(lambda view: view.seq == left.view.seq)
    assert left.view.log == right.view.log
    list(replay(parse_record(await servers[0].http.record(made["code"]))))
    await left.close()
    await right.close()
    return fought


def test_of_two_conflicting_actions_exactly_one_wins_a_thousand_times(server: Server) -> None:
    async def run() -> int:
        # A game has at least 4 choices of the opening and 12 times 4 turns of two actions.
        games = [quarrel([server], "queendomino/4", 100, f"Host {number}") for number in range(10)]
        return sum(await asyncio.gather(*games))

    assert asyncio.run(asyncio.wait_for(run(), LONGEST)) == 1000


def test_of_two_conflicting_actions_on_two_processes_exactly_one_wins(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.create("conflicts")

    async def run(servers: list[Server]) -> int:
        return sum(
            await asyncio.gather(*(quarrel(servers, "queendomino/4", 50, f"Host {number}") for number in range(4)))
        )

    with Server(tmp_path, database) as one, Server(tmp_path, database) as two:
        assert asyncio.run(asyncio.wait_for(run([one, two]), LONGEST)) == 200
        assert one.errors() + two.errors() == []


@pytest.mark.parametrize("ruleset", ["kingdomino/4", "queendomino/3"])
def test_clients_that_drop_and_come_back_end_with_the_same_log(server: Server, ruleset: str) -> None:
    people_count = int(ruleset.split("/")[1])

    async def run() -> None:
        cuts = 0
        async with party(server, ruleset, people_count) as people:

            def cut_now_and_then(client: TableClient, rng: random.Random) -> None:
                def hear(message: dict[str, Any]) -> None:
                    nonlocal cuts
                    if message["type"] == "update" and rng.random() < 0.2:
                        client.cut()
                        cuts += 1

                client.heard = hear

            for number, client in enumerate(people.clients):
                cut_now_and_then(client, random.Random(number))
            await asyncio.gather(*(play_seat(client) for client in people.clients))
            for client in people.clients:
                if client.closed:
                    await client.connect(patience=PATIENCE)
            await people.settle()
            assert cuts > 5
            assert all(client.view.log == people.host.view.log for client in people.clients)

    asyncio.run(asyncio.wait_for(run(), LONGEST))
