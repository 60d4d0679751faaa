"""Whole games of every family by real websocket clients, people and bots mixed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from crownlands.client import TableClient, play_seat
from crownlands.notation import parse_record, replay, state_json
from tests.server.harness import Server

GAMES = [
    ("kingdomino/2", 1),
    ("kingdomino/2+mighty-duel+harmony", 2),
    ("kingdomino/3+lines-of-four+top-down", 2),
    ("kingdomino/4+middle-kingdom", 4),
    ("queendomino/2", 2),
    ("queendomino/3", 1),
    ("queendomino/4", 3),
    ("royal-wedding/3", 2),
    ("royal-wedding/5", 5),
    ("royal-wedding/6+teams", 3),
    ("royal-wedding/7", 2),
    ("royal-wedding/8", 8),
    ("royal-wedding/8+teams", 5),
    ("kingdomino/2+dynasty", 1),
]


async def play(server: Server, ruleset: str, people: int) -> tuple[list[TableClient], dict[str, Any]]:
    """The host sits on seat 0, other people come by the link, bots fill the rest."""
    seats = int(ruleset.split("/")[1].split("+")[0])
    wishes = [{"kind": "me"}, *({"kind": "open"} for _ in range(people - 1))]
    wishes += [{"kind": "bot", "level": "greedy" if i % 2 else "random"} for i in range(seats - people)]
    made = await server.http.create(ruleset, "Host", wishes)
    clients = [TableClient(server.url, made["code"], made["token"])]
    for index in range(1, people):
        guest = await server.http.join(made["code"], f"Guest {index}")
        clients.append(TableClient(server.url, made["code"], guest["token"]))
    for client in clients:
        await client.connect()
    for index, client in enumerate(clients[1:], 1):
        await client.ask("sit", seat=index, name=f"Guest {index}")
    watcher = TableClient(server.url, made["watch"])
    await watcher.connect()
    await clients[0].ask("start")
    await asyncio.gather(*(play_seat(client) for client in clients))
    await watcher.until(lambda view: view.over)
    return [*clients, watcher], made


@pytest.mark.parametrize(("ruleset", "people"), GAMES)
def test_people_and_bots_play_a_whole_game(server: Server, ruleset: str, people: int) -> None:
    async def run() -> None:
        clients, made = await play(server, ruleset, people)
        logs = [client.view.log for client in clients]
        assert all(log == logs[0] for log in logs)
        assert [entry["seq"] for entry in logs[0]] == list(range(1, len(logs[0]) + 1))
        record = parse_record(await server.http.record(made["code"]))
        *_, final = replay(record)
        assert final.over
        for client in clients:
            assert client.view.play is not None
            assert client.view.play["state"] == state_json(final)
            assert client.view.play["legal"] == []
            await client.close()

    asyncio.run(run())
