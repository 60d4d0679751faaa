"""A share of `make chaos`: servers and databases die under games, and nothing acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.chaos import chaos, kill_one
from tests.server.harness import Server
from tests.server.postgres import Postgres


def test_sigkill_of_the_only_process_loses_nothing(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        outcome = asyncio.run(chaos([server], kill_one([server], 1), games=6, at_once=6, seed=1))
    assert (outcome.games, outcome.kills) == (6, 6)
    assert outcome.bot_actions > 0


def test_sigkill_of_one_of_two_processes_loses_nothing(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.create("killed")
    with Server(tmp_path, database) as one, Server(tmp_path, database) as two:
        outcome = asyncio.run(chaos([one, two], kill_one([one, two], 2), games=4, at_once=4, seed=2))
    assert (outcome.games, outcome.kills) == (4, 4)


def test_a_restart_of_the_database_loses_nothing(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.create("restarted")
    with Server(tmp_path, database) as one, Server(tmp_path, database) as two:
        outcome = asyncio.run(chaos([one, two], postgres.restart, games=2, at_once=2, seed=3))
    assert (outcome.games, outcome.kills) == (2, 2)
