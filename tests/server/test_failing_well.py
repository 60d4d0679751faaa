"""What goes wrong is said in one clear answer or line: wrong pieces and numbers, disks, databases, secrets."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crownlands.cli.app import app
from crownlands.client import ApiError, Refused, TableClient
from crownlands.rules import CrownlandsError
from crownlands.server.app import make_app
from crownlands.server.guard.credentials import read_secret
from crownlands.server.guard.security import HEADERS
from crownlands.server.http import api
from tests.patience import PATIENCE, comes_true
from tests.server.harness import Server, free_port
from tests.server.parties import party, refused
from tests.server.postgres import Postgres


def test_pieces_that_are_not_in_the_box_are_refused(server: Server) -> None:
    async def run() -> None:
        async with party(server, "queendomino/2", 2) as people:
            acting = people.acting()
            seat = acting.view.seats[0]
            for action in (
                {"type": "choose", "seat": seat, "domino": "K99"},
                {"type": "place", "seat": seat, "domino": "Q0", "squares": [[1, 0], [2, 0]]},
                {"type": "build", "seat": seat, "slot": 0, "building": "casino", "square": [1, 0]},
                {"type": "bribe", "seat": seat, "slot": 0, "building": ""},
            ):
                async with refused("no-such-piece"):
                    await acting.act(action)
                async with refused("no-such-piece"):
                    await acting.ask("why", action=action)

    asyncio.run(run())


def test_numbers_that_are_too_large_are_refused(server: Server) -> None:
    record = "crownlands game 1\nruleset: kingdomino/2\n"
    for start in (2**63 - 1, 2**63, 10**30):
        with pytest.raises(ApiError) as caught:
            asyncio.run(server.http.call("POST", "/api/replay", {"record": record, "start": start}))
        assert caught.value.status == 422


def test_codes_that_no_link_has_are_no_tables(either: Server) -> None:
    for code in ("%00", "%2e%2e", "A" * 65, "%ff", "a%00b"):
        with pytest.raises(ApiError) as caught:
            asyncio.run(either.http.call("GET", f"/api/tables/{code}"))
        assert caught.value.status == 404
    for code in ("\0", "a\0b", "\udcff", "é"):
        with pytest.raises(Refused) as said:
            asyncio.run(TableClient(either.url, code).connect())
        assert said.value.code in ("no-table", "malformed")


def test_codes_that_no_database_takes_are_no_deals(either: Server) -> None:
    async def run() -> None:
        yesterday = datetime.now(UTC).date() - timedelta(days=1)
        for path in ("/api/duplicates/%00", "/api/duplicates/a%00b", f"/api/daily/{yesterday}/kingdomino/page%00"):
            with pytest.raises(ApiError) as caught:
                await either.http.call("GET", path)
            assert (caught.value.status, caught.value.code) == (404, "no-deal")
        secret = (await either.http.call("POST", "/api/me", {}))["secret"]
        left = await either.http.call("POST", "/api/me/let-go", {"codes": ["a\0b"]}, secret)
        assert left["tables"] == []

    asyncio.run(run())


def test_a_mistake_of_the_server_is_answered_with_all_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistake() -> None:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(api, "setups", mistake)
    answered: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        answered.append(message)

    async def run() -> None:
        scope = {"type": "http", "method": "GET", "path": "/api/rulesets", "query_string": b"", "headers": []}
        with pytest.raises(RuntimeError):
            await make_app(Server(tmp_path).settings)({**scope, "client": ("192.0.2.1", 1)}, receive, send)

    asyncio.run(run())
    assert answered[0]["status"] == 500
    assert {name.encode() for name in HEADERS} <= {name for name, _ in answered[0]["headers"]}


def test_who_is_muted_does_not_speak_by_coming_again(either: Server) -> None:
    async def run() -> None:
        async with party(either, "kingdomino/2", 1) as people:
            guest = await people.guest("Loud")
            await people.host.ask("mute", person=1, on=True)
            async with refused("muted"):
                await guest.ask("say", text="x")
            again = await people.guest("Quiet, really")
            async with refused("muted"):
                await again.ask("say", text="x")
            await people.host.ask("mute", person=2, on=False)
            await again.ask("say", text="thanks")

    asyncio.run(run())


async def says(server: Server, status: str) -> None:
    async def so() -> bool:
        try:
            return bool((await server.http.call("GET", "/healthz"))["status"] == status)
        except ApiError as error:
            return status == "unavailable" and error.status == 503

    await comes_true(so, f"health is {status}")


def test_a_full_disk_is_seen_and_survived(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        assert server.process is not None
        async with party(server, "kingdomino/2", 1) as people:
            await says(server, "ok")
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
            async with refused("unavailable"):
                await people.host.ask("say", text="x")
            await says(server, "unavailable")
            assert "cannot write to the database" in server.log.read_text()
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            await says(server, "ok")
            await people.host.ask("say", text="x")

    with Server(tmp_path) as server:
        asyncio.run(run(server))


def test_nothing_is_acknowledged_into_a_database_that_was_deleted(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        async with party(server, "kingdomino/2", 1) as people:
            for file in tmp_path.glob("tables.sqlite3*"):
                file.unlink()
            for _ in range(3):
                async with refused("unavailable"):
                    await people.host.ask("say", text="x")
            await says(server, "unavailable")
            assert "cannot write to the database" in server.log.read_text()

    with Server(tmp_path) as server:
        asyncio.run(run(server))


def test_a_database_that_never_answers_keeps_nobody_and_no_stop_waiting(postgres: Postgres, tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        async with party(server, "kingdomino/2", 1) as people:
            with postgres.frozen():
                async with refused("unavailable"):
                    await people.host.ask("say", text="x")
                with pytest.raises(ApiError) as caught:
                    await server.http.create("kingdomino/2", "Ada")
                assert caught.value.status == 503
                assert server.process is not None
                server.process.send_signal(signal.SIGTERM)
                await asyncio.to_thread(server.process.wait, PATIENCE)

    with Server(tmp_path, postgres.create("frozen")) as server:
        asyncio.run(run(server))


def test_the_tables_are_their_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with Server(tmp_path, database=f"sqlite:///{tmp_path}/data/tables.sqlite3") as server:
            asyncio.run(server.http.create("kingdomino/2", "Ada"))
            assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
            kept = sorted((tmp_path / "data").iterdir())
            assert len(kept) >= 2
            assert {stat.S_IMODE(file.stat().st_mode) for file in kept} == {0o600}
            server.kill()
            kept[0].chmod(0o644)  # as an older version left it
            server.start()
            assert {stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "data").iterdir()} == {0o600}
    finally:
        os.umask(before)


def test_a_secret_that_exists_is_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    made = read_secret(tmp_path / "secret")
    descriptor = os.open(tmp_path / "secret", os.O_RDONLY)
    try:
        assert read_secret(Path(f"/proc/self/fd/{descriptor}")) == made
    finally:
        os.close(descriptor)
    (tmp_path / "short").write_text("abc")
    for path in (tmp_path / "short", tmp_path, Path("/proc/nowhere/secret")):
        with pytest.raises(CrownlandsError):
            read_secret(path)


def test_a_server_that_cannot_start_says_why_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "short").write_text("abc")
    (tmp_path / "text").write_text("no database at all, but longer than its first hundred bytes" * 9)
    nowhere = f"postgresql://me:hidden@127.0.0.1:{free_port()}/x"
    for arguments in (
        ["--database", f"sqlite:///{tmp_path}/tables", "--secret-file", f"{tmp_path}/short"],
        ["--database", f"sqlite:///{tmp_path}/tables", "--secret-file", "/proc/nowhere/secret"],
        ["--database", ""],
        ["--database", f"sqlite:///{tmp_path}/text"],
        ["--database", "sqlite:////proc/nowhere/tables"],
        ["--database", "mysql://me:hidden@host/x"],
        ["--database", "postgresql//me:hidden@host/x"],
        ["--database", "postgresql://me:hidden@host:port/x"],
        ["--database", nowhere],
        ["--database", nowhere, "--workers", "2"],
    ):
        if "--secret-file" not in arguments:
            arguments += ["--secret-file", f"{tmp_path}/secret"]
        done = CliRunner().invoke(app, ["serve", "--port", "0", *arguments])
        assert done.exit_code == 1, arguments
        assert isinstance(done.exception, SystemExit), arguments
        assert "hidden" not in done.output + done.stderr
        assert len((done.output).strip().splitlines()) == 1, done.output
