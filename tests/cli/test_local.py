"""`crownlands` alone speaks to the person who started it: where it is, how to stop it, where games are, who comes."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from crownlands.client import Http, TableClient
from crownlands.server.ops.logs import Sentences
from tests.patience import PATIENCE

COMMAND = [sys.executable, "-c", "from crownlands.cli import main; main()", "--no-browser"]


async def meet(address: str) -> str:
    """Ada opens a table, Ben comes, and they begin; the table's code."""
    http = Http(address)
    ada = await http.create("kingdomino/2", "Ada")
    async with TableClient(address, ada["code"], ada["token"]) as host:
        await host.ask("sit", seat=0, name="Ada")
        ben = await http.join(ada["code"], "Ben")
        async with TableClient(address, ada["code"], ben["token"]) as guest:
            await guest.ask("sit", seat=1, name="Ben")
            await host.ask("start")
    return str(ada["code"])


def test_a_person_is_told_all_that_matters_in_words(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    running = subprocess.Popen(
        COMMAND, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd=tmp_path
    )
    try:
        assert running.stdout
        head = "".join(iter(running.stdout.readline, "\n"))
        found = re.search(r"http://127\.0\.0\.1:\d+", head)
        assert found, head
        code = asyncio.run(meet(found[0]))
    finally:
        running.send_signal(signal.SIGINT)
        rest, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert f"Games are kept in {tmp_path / 'crownlands' / 'tables.sqlite3'}\n" in head
    assert "Stop with Ctrl-C" in head
    told = [line for line in rest.splitlines() if code in line]
    assert [re.sub(r"^\d\d:\d\d table \S+ \(kingdomino/2\): ", "", line) for line in told] == [
        "Ada joins",
        "Ben joins",
        "the game is on between Ada, Ben",
    ]
    assert "{" not in head + rest, "JSON lines are for crownlands serve"
    assert rest.endswith("`crownlands` goes on with them.\n")


def test_problems_are_told_in_a_sentence() -> None:
    record = logging.makeLogRecord({"msg": "database away", "reason": "no space left", "created": 0.0, "_library": 1})
    assert re.fullmatch(r"\d\d:\d\d database away \(no space left\)", Sentences().format(record))
