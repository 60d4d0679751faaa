"""Chaos: games are played while servers are killed under them; afterwards every log is checked.

`python -m tests.server.chaos --games 100` is the long run (`make chaos`); the tests run a share of it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crownlands.client import TableClient, play_seat
from crownlands.notation import parse_record, replay
from tests.patience import LONGEST, PATIENCE
from tests.server.harness import Server
from tests.server.postgres import Postgres

RULESETS = [
    "kingdomino/2",
    "kingdomino/3",
    "queendomino/2",
    "kingdomino/4",
    "kingdomino/2+mighty-duel",
    "queendomino/3",
]


@dataclass
class Outcome:
    """What a run has shown."""

    games: int = 0
    kills: int = 0
    acknowledged: int = 0
    entries: int = 0
    bot_actions: int = 0
    seconds: float = 0.0
    hit: set[int] = field(default_factory=set)
    """Games that were under way when something was killed."""

    def __str__(self) -> str:
        return (
            f"{self.games} games finished, {self.kills} kills ({len(self.hit)} games hit), "
            f"{self.acknowledged} acknowledged actions all in the logs once, "
            f"{self.bot_actions} by bots, {self.entries} entries, {self.seconds:.0f} s"
        )


class Killer:
    """Strikes when a game reaches its fatal entry, at a random moment soon after."""

    def __init__(self, strike: Callable[[], None], outcome: Outcome, rng: random.Random) -> None:
        self._strike, self._outcome, self._rng = strike, outcome, rng
        self._lock = asyncio.Lock()
        self.under_way: set[int] = set()

    async def hit(self) -> None:
        await asyncio.sleep(self._rng.random() * 0.05)
        async with self._lock:
            self._outcome.kills += 1
            self._outcome.hit |= self.under_way
            await asyncio.get_running_loop().run_in_executor(None, self._strike)


async def one_game(
    number: int, servers: Sequence[Server], killer: Killer, outcome: Outcome, rng: random.Random
) -> None:
    """A game of people and one bot, spread over the servers, with one strike in it."""
    ruleset = RULESETS[number % len(RULESETS)]
    seats = int(ruleset.split("/")[1][0])
    wishes: list[dict[str, Any]] = [{"kind": "me", "name": f"p{i}"} for i in range(seats - 1)]
    made = await _patiently(
        lambda: servers[0].http.create(ruleset, f"Host {number}", [*wishes, {"kind": "bot", "level": "random"}])
    )
    clients = [TableClient(server.url, made["code"], made["token"]) for server in servers]
    watcher = TableClient(servers[-1].url, made["watch"])
    for client in (*clients, watcher):
        await client.connect(patience=PATIENCE)
    await _patiently(lambda: _start(clients[0]))
    killer.under_way.add(number)
    fatal = rng.randrange(4, 25)
    strikes: list[asyncio.Task[None]] = []

    def note(message: dict[str, Any]) -> None:
        if message["type"] == "update" and message["seq"] >= fatal and not strikes:
            strikes.append(asyncio.create_task(killer.hit()))

    clients[0].heard = note
    acked: list[tuple[int, dict[str, Any]]] = []
    await asyncio.gather(*(play_seat(client, acked=acked) for client in clients), _watch(watcher))
    await asyncio.gather(*strikes)
    killer.under_way.discard(number)
    await _check(number, servers, made, [*clients, watcher], acked, outcome)


async def _start(client: TableClient) -> None:
    if client.closed:
        await client.connect(patience=PATIENCE)
    if (client.view.table or {})["status"] == "gathering":
        await client.ask("start")


async def _patiently(work: Callable[[], Any]) -> Any:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return await work()
        except Exception:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(0.1)


async def _watch(watcher: TableClient) -> None:
    await play_seat(watcher)


async def _check(
    number: int,
    servers: Sequence[Server],
    made: dict[str, Any],
    clients: Sequence[TableClient],
    acked: list[tuple[int, dict[str, Any]]],
    outcome: Outcome,
) -> None:
    """No acknowledged action is lost or doubled, everybody has the same log, and the record replays to its end."""
    for client in clients:
        if client.closed:
            await client.connect(patience=PATIENCE)
        await client.until(lambda view: view.over)
    page = await _patiently(lambda: servers[0].http.call("GET", f"/api/tables/{made['code']}/log"))
    log = page["entries"]
    for client in clients:
        assert client.view.log == log, f"game {number}: views differ"
        await client.close()
    assert [entry["seq"] for entry in log] == list(range(1, len(log) + 1))
    by_seq = {entry["seq"]: entry["entry"] for entry in log}
    assert len({seq for seq, _ in acked}) == len(acked)
    for seq, action in acked:
        assert by_seq[seq]["events"][0] == action, f"game {number}: entry {seq} lost"
    record = parse_record(await _patiently(lambda: servers[0].http.record(made["code"])))
    *_, final = replay(record)
    assert final.over
    acts = [entry["entry"] for entry in log if entry["entry"]["type"] == "act"]
    assert sum(len(act["events"]) for act in acts) + len(by_seq[2]["events"]) == len(record.events)
    outcome.games += 1
    outcome.acknowledged += len(acked)
    outcome.entries += len(log)
    outcome.bot_actions += sum(act["by"] == "bot" for act in acts)


async def chaos(servers: Sequence[Server], strike: Callable[[], None], games: int, at_once: int, seed: int) -> Outcome:
    """So many games, a few at a time, each struck once."""
    began, outcome, rng = time.monotonic(), Outcome(), random.Random(seed)
    killer, places = Killer(strike, outcome, rng), asyncio.Semaphore(at_once)

    async def play(number: int) -> None:
        async with places:
            moment = random.Random(f"{seed} {number}")
            await asyncio.wait_for(one_game(number, servers, killer, outcome, moment), LONGEST)

    await asyncio.gather(*(play(number) for number in range(games)))
    outcome.seconds = time.monotonic() - began
    return outcome


def kill_one(servers: Sequence[Server], seed: int) -> Callable[[], None]:
    """SIGKILL for one of the servers, which is then started again."""
    rng = random.Random(seed)
    return lambda: rng.choice(servers).restart()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", choices=["sqlite", "processes", "database"], action="append")
    asked = parser.parse_args()
    parts = asked.part or ["sqlite", "processes", "database"]
    with tempfile.TemporaryDirectory() as folder:
        if "sqlite" in parts:
            with Server(Path(folder)) as server:
                outcome = asyncio.run(chaos([server], kill_one([server], asked.seed), asked.games, 5, asked.seed))
            print("SQLite, one process killed:", outcome, flush=True)
        if set(parts) & {"processes", "database"}:
            cluster = Postgres()
            try:
                _postgres_parts(cluster, Path(folder), parts, asked.games, asked.seed)
            finally:
                cluster.remove()


def _postgres_parts(cluster: Postgres, folder: Path, parts: Sequence[str], games: int, seed: int) -> None:
    database = cluster.create("chaos")
    with Server(folder, database) as one, Server(folder, database) as two:
        servers = [one, two]
        if "processes" in parts:
            outcome = asyncio.run(chaos(servers, kill_one(servers, seed), games, 5, seed))
            print("PostgreSQL, one of two processes killed:", outcome, flush=True)
        if "database" in parts:
            outcome = asyncio.run(chaos(servers, cluster.restart, max(1, games // 5), 5, seed))
            print("PostgreSQL, database restarted:", outcome, flush=True)


if __name__ == "__main__":
    main()
