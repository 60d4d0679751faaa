"""Backups of unfinished games: a server on the copy goes on where the copy was made."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from crownlands.cli.app import app
from crownlands.client import TableClient, play_seat
from crownlands.notation import parse_record, replay
from tests.patience import LONGEST
from tests.server.harness import Server
from tests.server.parties import Party, party
from tests.server.postgres import Postgres

RULESET = "queendomino/3"
MOVES = 12

Log = list[dict[str, Any]]


def crownlands(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output


async def copied_in_the_middle(server: Server, copy: Callable[[], object]) -> tuple[dict[str, Any], int, Log]:
    """Plays on while `copy` runs; the host's admission, what was acknowledged before the copy, and the whole log."""
    async with party(server, RULESET, 2, grace=0) as people:
        for _ in range(MOVES):
            await move(people)
        acknowledged = people.host.view.seq
        copying = asyncio.create_task(asyncio.to_thread(copy))
        while not copying.done():
            await people.host.ask("say", text="still here")
        await copying
        return people.made, acknowledged, people.host.view.log


async def move(people: Party) -> None:
    """One action of a person, after those of the bot."""
    await people.host.until(lambda view: view.play is not None and view.play["seat"] in (0, 1))
    await people.settle()
    await people.act()


async def goes_on(server: Server, made: dict[str, Any], acknowledged: int, log: Log) -> None:
    """The copy holds the log up to some moment after the last acknowledgement; the same people finish the game."""
    async with TableClient(server.url, made["code"], made["token"]) as host:
        kept = host.view.log[: len(log)]
        assert len(kept) >= acknowledged
        assert kept == log[: len(kept)]
        assert host.view.play is not None
        assert not host.view.over
        # The host takes the seat of the guest, whose device was lost with the server.
        await host.until(lambda view: 1 not in view.online)
        await host.ask("free", seat=1)
        await host.ask("sit", seat=1, name="Guest")
        await play_seat(host)
        record = parse_record(await server.http.record(made["code"]))
        assert list(replay(record))[-1].over


def restored(folder: Path, secret: Path, database: str | None = None) -> Server:
    """A server on another folder, with the secret that was kept beside the backup."""
    folder.mkdir()
    shutil.copy(secret, folder)
    return Server(folder, database)


def test_a_server_on_a_backup_made_while_another_runs_goes_on(tmp_path: Path) -> None:
    copy = tmp_path / "backup.sqlite3"
    with Server(tmp_path) as server:
        command = ["admin", "backup", str(copy), "--database", server.settings.database]
        made, acknowledged, log = asyncio.run(copied_in_the_middle(server, lambda: crownlands(*command)))
        assert crownlands(*command)[0] == 1  # never over an older one
    assert copy.stat().st_mode & 0o077 == 0
    with restored(tmp_path / "new", tmp_path / "secret", f"sqlite:///{copy}") as server:
        asyncio.run(asyncio.wait_for(goes_on(server, made, acknowledged, log), LONGEST))
        assert server.errors() == []


def test_after_a_stop_the_file_alone_is_everything(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        made, _, log = asyncio.run(copied_in_the_middle(server, lambda: None))
        assert server.stop() == 0
    assert not (tmp_path / "tables.sqlite3-wal").exists()
    copy = shutil.copy(tmp_path / "tables.sqlite3", tmp_path / "copy.sqlite3")
    with restored(tmp_path / "new", tmp_path / "secret", f"sqlite:///{copy}") as server:
        asyncio.run(asyncio.wait_for(goes_on(server, made, len(log), log), LONGEST))
        assert server.errors() == []


def test_a_server_on_a_restored_dump_of_postgresql_goes_on(postgres: Postgres, tmp_path: Path) -> None:
    with Server(tmp_path, postgres.create("dumped")) as server:
        made, acknowledged, log = asyncio.run(copied_in_the_middle(server, lambda: postgres.dump("dumped")))
    database = postgres.restore(postgres.folder / "dumped.sql", "restored")
    with restored(tmp_path / "new", tmp_path / "secret", database) as server:
        asyncio.run(asyncio.wait_for(goes_on(server, made, acknowledged, log), LONGEST))
        assert server.errors() == []


def test_a_backup_says_what_is_wrong(tmp_path: Path) -> None:
    status, output = crownlands("admin", "backup", str(tmp_path / "copy"), "--database", "postgresql://nobody@db/none")
    assert status == 1
    assert "pg_dump" in output
    missing = f"sqlite:///{tmp_path / 'missing.sqlite3'}"
    assert crownlands("admin", "backup", str(tmp_path / "copy"), "--database", missing)[0] == 1
    (tmp_path / "text").write_text("no database at all, but long enough to be read as one" * 100)
    status, output = crownlands(
        "admin", "backup", str(tmp_path / "copy"), "--database", f"sqlite:///{tmp_path / 'text'}"
    )
    assert status == 1
    assert "not a database" in output
    assert not (tmp_path / "copy").exists()


def test_a_backup_is_a_sound_database(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        asyncio.run(server.http.create("kingdomino/2", "Ada"))
        copy = tmp_path / "copy.sqlite3"
        assert crownlands("admin", "backup", str(copy), "--database", server.settings.database)[0] == 0
    with sqlite3.connect(copy) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("SELECT count(*) FROM log").fetchone() == (1,)
