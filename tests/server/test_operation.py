"""Running a server: health, metrics, logs, graceful stop, workers, retention, administration, backup."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crownlands.cli.app import app
from crownlands.client import ApiError, Gone, Refused, TableClient, play_seat
from crownlands.notation import parse_record
from tests.patience import LONGEST, PATIENCE, comes_true, eventually
from tests.server.harness import GENEROUS, Server, free_port
from tests.server.parties import party
from tests.server.postgres import Postgres


def crownlands(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output


async def until(there: Callable[[], bool], what: str) -> None:
    async def look() -> bool:
        return there()

    await comes_true(look, what)


def test_health_and_metrics_tell_how_the_server_is(server: Server) -> None:
    async def run() -> None:
        assert (await server.http.call("GET", "/healthz"))["status"] == "ok"
        async with party(server, "kingdomino/2", 1) as people:
            await play_seat(people.host)
        metrics = await server.http.call("GET", "/metrics")
        for line in metrics.splitlines():
            assert re.fullmatch(r'# (HELP|TYPE) .+|[a-z_]+(\{le="[^"]+"\})? -?[0-9.e+]+', line), line
        values = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if not line.startswith("#"))
        assert float(values["crownlands_accepted_total"]) > 20
        assert float(values["crownlands_bot_actions_total"]) > 20
        assert float(values["crownlands_accept_seconds_count"]) == float(values["crownlands_accepted_total"])
        assert float(values["crownlands_errors_total"]) == 0

    asyncio.run(run())


def test_logs_are_json_lines(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        server.stop()
        lines = [json.loads(line) for line in server.log.read_text().splitlines()]
        assert {line["message"] for line in lines} >= {"serving", "stopped"}
        assert all({"time", "level", "logger", "pid"} <= line.keys() for line in lines)


def test_a_stop_finishes_what_was_accepted_and_says_goodbye(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        seats = [{"kind": "me"}, {"kind": "me"}]
        tables, acked = [], {}
        for number in range(8):
            made = await server.http.create("kingdomino/2", "Ada", seats)
            table = TableClient(server.url, made["code"], made["token"])
            await table.connect()
            await table.ask("start")
            tables.append(table)
            acked[number] = 0
        byes: list[str] = []

        async def chatter(number: int, table: TableClient) -> None:
            table.heard = lambda message: byes.append(message["code"]) if message["type"] == "bye" else None
            try:
                while True:
                    acked[number] = (await table.ask("say", text="x"))["seq"]
            except (Gone, Refused):
                pass

        talking = [asyncio.create_task(chatter(*item)) for item in enumerate(tables)]
        await until(lambda: min(acked.values()) > 5, "everybody talks")
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        await asyncio.gather(*talking)
        assert await asyncio.to_thread(server.stop) == 0
        assert byes == ["restart"] * 8
        server.start()
        for number, table in enumerate(tables):
            await table.connect(patience=PATIENCE)
            assert table.view.seq >= acked[number] > 5
            await table.close()

    with Server(tmp_path) as server:
        asyncio.run(asyncio.wait_for(run(server), LONGEST))
        assert server.errors() == []


def test_workers_share_a_port_and_are_started_again(postgres: Postgres, tmp_path: Path) -> None:
    port = free_port()
    command = [str(Path(sys.executable).parent / "crownlands"), "serve", "--port", str(port), "--workers", "2"]
    command += ["--database", postgres.create("workers"), "--secret-file", str(tmp_path / "secret"), "--bot-pace", "0"]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    server = Server(tmp_path, port=port)

    def workers() -> set[int]:
        lines = (tmp_path / "log").read_text().splitlines()
        return {json.loads(line)["pid"] for line in lines if '"serving"' in line}

    async def run() -> None:
        await until(lambda: len(workers()) == 2, "two workers")
        async with party(server, "kingdomino/3", 2) as people:
            victim = min(workers())
            os.kill(victim, signal.SIGKILL)
            await asyncio.gather(*(play_seat(client) for client in people.clients))
        await until(lambda: len(workers()) == 3, "a worker in the place of the dead one")

    try:
        server.wait_until_ready()
        asyncio.run(asyncio.wait_for(run(), LONGEST))
        process.terminate()
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()


def test_workers_stop_when_their_supervisor_is_killed(tmp_path: Path) -> None:
    settings = Server(tmp_path).settings
    code = "import subprocess, sys; subprocess.run([sys.executable, '-m', 'crownlands.server.run'])"
    parent = subprocess.Popen([sys.executable, "-c", code], env=settings.environment())
    server = Server(tmp_path, port=settings.port)
    try:
        server.wait_until_ready()
    finally:
        parent.kill()
        parent.wait()

    def silent() -> bool:
        try:
            asyncio.run(server.http.call("GET", "/healthz"))
        except OSError:
            return True
        return False

    eventually(silent, "the worker goes on alone")


def test_several_workers_need_postgresql() -> None:
    status, output = crownlands("serve", "--workers", "2", "--port", "0")
    assert status == 1
    assert "PostgreSQL" in output


@pytest.mark.parametrize("option", ["--bot-pace", "--bot-budget", "--retention-days"])
def test_nothing_takes_for_ever(option: str) -> None:
    status, output = crownlands("serve", option, "inf", "--workers", "2")
    assert status == 2
    assert option in output


def test_a_load_is_of_a_game_that_there_is() -> None:
    status, output = crownlands("loadtest", "--ruleset", "chess")
    assert status == 1
    assert "no ruleset 'chess'" in output


def test_old_tables_are_forgotten(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        old = asyncio.run(server.http.create("kingdomino/2", "Ada"))
        new = asyncio.run(server.http.create("kingdomino/2", "Bob"))
        server.stop()
        with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
            past = int((time.time() - 31 * 86400) * 1000)
            database.execute("UPDATE tables SET updated = ? WHERE code = ?", (past, old["code"]))
        server.start()

        def forgotten() -> bool:
            try:
                asyncio.run(server.http.call("GET", f"/api/tables/{old['code']}"))
            except ApiError as error:
                return error.status == 404
            return False

        eventually(forgotten, "the old table is gone")
        asyncio.run(server.http.call("GET", f"/api/tables/{new['code']}"))
        with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
            assert database.execute("SELECT count(*) FROM log WHERE table_id = 1").fetchone() == (0,)


def test_the_administrator_lists_inspects_exports_and_purges(tmp_path: Path) -> None:
    async def play(server: Server) -> str:
        async with party(server, "kingdomino/2", 1) as people:
            await people.host.ask("say", text="secret chat")
            await play_seat(people.host)
            await server.http.create("queendomino/3", "Waiting")
            return people.code

    with Server(tmp_path) as server:
        code = asyncio.run(play(server))
        where = ["--database", server.settings.database]
        status, output = crownlands("admin", "list", *where, "--json")
        assert status == 0
        assert [(row["id"], row["status"]) for row in json.loads(output)] == [(2, "gathering"), (1, "over")]
        assert "kingdomino/2" in crownlands("admin", "list", *where)[1]
        shown = crownlands("admin", "show", "1", *where)[1]
        assert "Host" in shown
        assert code not in shown
        assert code in crownlands("admin", "show", "1", "--links", *where)[1]
        assert json.loads(crownlands("admin", "show", "1", "--json", *where)[1])["status"] == "over"
        record = crownlands("admin", "export", "1", *where)[1]
        assert parse_record(record) == parse_record(asyncio.run(server.http.record(code)))
        log = crownlands("admin", "export", "1", "--log", *where)[1].splitlines()
        assert json.loads(log[0])["entry"]["type"] == "opened"
        assert crownlands("admin", "show", "9", *where)[0] == 1
        assert crownlands("admin", "purge", *where)[0] == 1
        assert "purged 1" in crownlands("admin", "purge", "1", *where)[1]
        assert crownlands("admin", "list", "--database", f"sqlite:///{tmp_path / 'none'}")[0] == 1
        with pytest.raises(ApiError):
            asyncio.run(server.http.call("GET", f"/api/tables/{code}"))


@pytest.mark.parametrize(
    ("arguments", "status", "reason"),
    [
        (("show", str(10**20)), 2, "TABLE"),
        (("export", str(10**20)), 2, "TABLE"),
        (("purge", str(10**20)), 2, "TABLE"),
        (("purge", "--idle-days", "inf"), 2, "--idle-days"),
        (("list", "--limit", str(10**20)), 2, "--limit"),
        (("list", "--status", "lost"), 1, "gathering, playing, over"),
        (("list",), 1, "not a database"),
    ],
)
def test_what_the_administrator_mistypes_is_said_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], status: int, reason: str
) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("These are no tables.")
    result = CliRunner().invoke(app, ["admin", *arguments, "--database", f"sqlite:///{file}"])
    assert result.exit_code == status
    assert reason in result.stderr
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_a_table_purged_under_its_players_says_goodbye_to_them_only(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        async with party(server, "kingdomino/2", 2) as purged, party(server, "kingdomino/2", 2) as kept:
            goodbyes: list[str] = []
            purged.host.heard = lambda message: goodbyes.append(message["code"]) if message["type"] == "bye" else None
            where = ["--database", server.settings.database]
            assert "purged 1" in await asyncio.to_thread(lambda: crownlands("admin", "purge", "1", *where)[1])
            with pytest.raises((Gone, Refused)):
                await purged.host.ask("say", text="anybody here?")
            await purged.host.until(lambda _: purged.host.closed)
            assert goodbyes == ["no-table"]
            await kept.act()

    with Server(tmp_path) as server:
        asyncio.run(asyncio.wait_for(run(server), LONGEST))
        assert server.errors() == []


def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        seats = [{"kind": "me"}, {"kind": "me"}]
        made = await server.http.create("kingdomino/2", "Ada", seats)
        async with TableClient(server.url, made["code"], made["token"]) as table:
            await table.ask("start")

        async def empty() -> bool:
            return "crownlands_rooms 0" in await server.http.call("GET", "/metrics")

        await comes_true(empty, "the table leaves memory")
        async with TableClient(server.url, made["code"], made["token"]) as table:
            await play_seat(table)

    with Server(tmp_path, idle_seconds=0.3, limits=GENEROUS) as server:
        asyncio.run(run(server))
        assert server.errors() == []


def test_an_idle_table_takes_less_than_200_kib(tmp_path: Path) -> None:
    async def open_tables(server: Server, count: int) -> None:
        for _ in range(count):
            made = await server.http.create("kingdomino/4", "Ada", [{"kind": "me"}] * 4)
            async with TableClient(server.url, made["code"], made["token"]) as table:
                await table.ask("start")
                for _ in range(6):
                    await table.act((table.view.play or {})["legal"][0])

    def memory(server: Server) -> int:
        assert server.process is not None
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        return int(re.findall(r"RssAnon:\s+(\d+) kB", status)[0])

    with Server(tmp_path) as server:
        asyncio.run(open_tables(server, 20))
        before = memory(server)
        asyncio.run(open_tables(server, 60))
        assert (memory(server) - before) / 60 < 200
