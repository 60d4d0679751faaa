"""The deal is committed to before the first draw, secret until the end, and can be checked by anybody."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crownlands.cli.app import app
from crownlands.client import ApiError, TableClient, play_seat
from crownlands.notation import parse_record
from crownlands.server.settings import Settings
from crownlands.server.table.fair_deal import Unfair, verify
from tests.server.harness import Server
from tests.server.parties import party


def check(path: Path, text: str) -> tuple[int, str]:
    path.write_text(text)
    result = CliRunner().invoke(app, ["verify", str(path)])
    return result.exit_code, result.output


@pytest.mark.parametrize("ruleset", ["kingdomino/3", "queendomino/2", "kingdomino/2+dynasty", "royal-wedding/8+teams"])
def test_the_revealed_seed_gives_the_commitment_and_the_deal(server: Server, tmp_path: Path, ruleset: str) -> None:
    async def run() -> None:
        async with party(server, ruleset, 1, start=False) as people:
            info = (await server.http.call("GET", f"/api/tables/{people.code}"))["table"]
            assert info["seed"] is None
            await people.host.ask("start")
            unfinished = await server.http.record(people.code)
            assert "seed:" not in unfinished
            assert check(tmp_path / "unfinished", unfinished)[0] == 1
            await play_seat(people.host)
            text = await server.http.record(people.code)
            tags = dict(parse_record(text).tags)
            assert tags["commitment"] == info["commitment"]
            lines = f"crownlands commitment 1\n{ruleset}\n{tags['seed']}"
            assert sha256(lines.encode()).hexdigest() == info["commitment"]
            status, output = check(tmp_path / "finished", text)
            assert (status, "The deal is fair." in output) == (0, True)

    asyncio.run(run())


def test_the_seed_is_nowhere_before_the_end(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 1, hints="always") as people:
            heard: list[str] = []
            watcher = TableClient(server.url, people.made["watch"])
            watcher.heard = lambda message: heard.append(str(message))
            await watcher.connect()
            await play_seat(people.host)
            await watcher.until(lambda view: view.over)
            seed = (watcher.view.table or {})["seed"]
            assert len(seed) == 64
            assert [seed in text for text in heard].index(True) == len(heard) - 1
            await watcher.close()

    asyncio.run(run())


def test_a_touched_deck_is_found_out(server: Server, tmp_path: Path) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 1) as people:
            await play_seat(people.host)
            text = await server.http.record(people.code)
        seed = dict(parse_record(text).tags)["seed"]
        other = seed[:-1] + ("0" if seed[-1] != "0" else "1")
        for touched in (
            text.replace(seed, other),
            text.replace(f"seed: {seed}\n", ""),
            "\n".join(line for line in text.splitlines() if not line.startswith("commitment")),
            "\n".join(text.splitlines()[:-1]),
            text.replace("kingdomino/2", "kingdomino/2+harmony"),
        ):
            assert check(tmp_path / "touched", touched)[0] == 1
        made = sha256(f"crownlands commitment 1\nkingdomino/2\n{other}".encode()).hexdigest()
        record = parse_record(text.replace(seed, other).replace(dict(parse_record(text).tags)["commitment"], made))
        with pytest.raises(Unfair, match=r"event 1 |event 2 "):
            list(verify(record))

    asyncio.run(run())


def test_only_tests_can_fix_a_deal(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def commitments(server: Server) -> set[str]:
        body = {"ruleset": "kingdomino/2", "name": "Ada"}
        made = [await server.http.call("POST", "/api/tables", body) for _ in range(3)]
        tables = [await server.http.call("GET", f"/api/tables/{one['code']}") for one in made]
        return {info["table"]["commitment"] for info in tables}

    started: list[Settings] = []
    monkeypatch.setattr("crownlands.server.run.serve", lambda settings, bound: started.append(settings))
    where = ["--database", f"sqlite:///{tmp_path / 'tables.sqlite3'}", "--secret-file", str(tmp_path / "secret")]
    assert CliRunner().invoke(app, ["serve", "--port", "0", *where]).exit_code == 0
    assert [settings.fixed for settings in started] == [None]
    with Server(tmp_path, fixed=started[0].fixed) as real:
        assert len(asyncio.run(commitments(real))) == 3
        for extra in ("seed", "fixed"):
            body = {"ruleset": "kingdomino/2", "name": "Ada", extra: "1"}
            with pytest.raises(ApiError) as caught:
                asyncio.run(real.http.call("POST", "/api/tables", body))
            assert caught.value.status == 422
    assert len(asyncio.run(commitments(server))) == 1
