"""`make attack`: everything at once against servers on loopback, measured from a table beside it, with and without.

Bounded in time and count; it talks to addresses of this machine only and stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from crownlands.client import TableClient, play_seat
from crownlands.notation import parse_kingdom, parse_record
from crownlands.rules import CrownlandsError
from crownlands.server.settings import Limits
from tests.server.harness import Server
from tests.server.postgres import Postgres

ACK_LIMIT, PAGE_LIMIT = 0.1, 2.0
"""Seconds: an acknowledgement at the median, a page's action."""


async def record(server: Server) -> str:
    """The longest game there is, played by bots."""
    made = await server.http.create("queendomino/4", "Ada", [{"kind": "bot", "level": "squire"}] * 4, pace="at-once")
    async with TableClient(server.url, made["code"], made["token"]) as table:
        await table.ask("start")
        await table.until(lambda view: view.over, 120)
    return await server.http.record(made["code"])


async def table_beside(server: Server, seconds: float) -> tuple[list[float], list[float]]:
    """Somebody plays against a page: seconds to each acknowledgement, and until the page has acted."""
    until, acks, pages = time.monotonic() + seconds, [], []
    while time.monotonic() < until:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "page"}]
        made = await server.http.create("kingdomino/2", "Calm", seats, pace="at-once")
        async with TableClient(server.url, made["code"], made["token"]) as table:
            await table.ask("start")
            while time.monotonic() < until and not table.view.over:
                await table.until(lambda view: view.over or view.my_turn, 120)
                if table.view.over:
                    break
                asked, legal = time.monotonic(), (table.view.play or {})["legal"]
                seq = (await table.act(legal[0]))["seq"]
                answered = time.monotonic()
                acks.append(answered - asked)
                await table.until(lambda view, seq=seq: view.seq >= seq, 120)  # type: ignore[misc]
                if not table.view.my_turn and not table.view.over:
                    await table.until(lambda view: view.over or view.my_turn, 120)
                    pages.append(time.monotonic() - answered)
                await asyncio.sleep(0.05)
    return acks, pages


def memory(server: Server) -> float:
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1024


def shown(name: str, acks: list[float], pages: list[float]) -> str:
    def ms(values: list[float]) -> str:
        ordered = sorted(values)
        return f"{statistics.median(ordered) * 1000:6.1f} / {ordered[int(0.95 * len(ordered))] * 1000:7.1f} ms"

    return f"{name:16} acknowledged {ms(acks)}, page {ms(pages)} (median / 95 %), {len(acks)} actions"


async def under_attack(server: Server, folder: Path, seconds: float) -> bool:
    text = folder / "record"
    text.write_text(await record(server), encoding="utf-8")
    quiet = await table_beside(server, seconds / 2)
    command = [sys.executable, "-m", "tests.server.attackers", str(server.settings.port), str(seconds + 4), str(text)]
    attackers = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    await asyncio.sleep(4)
    attacked = await table_beside(server, seconds)
    out, _ = await asyncio.wait_for(attackers.communicate(), 120)
    counts: Counter[str] = Counter(json.loads(out))
    after = await table_beside(server, seconds / 4)
    for name, measured in (("without attack", quiet), ("under attack", attacked), ("afterwards", after)):
        print(shown(name, *measured))
    metrics = await server.http.call("GET", "/metrics")
    turned = re.findall(r"crownlands_(turned_away|dropped|errors)_total (\d+)", metrics)
    print(", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    print(
        ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in turned), f"peak memory {memory(server):.0f} MB"
    )
    bad = {name for name in counts if name.endswith((": 500", ": internal"))}
    held = statistics.median(attacked[0]) < ACK_LIMIT and statistics.median(attacked[1]) < PAGE_LIMIT and not bad
    print("held" if held and not server.errors() else f"DID NOT HOLD {bad} {server.errors()[:2]}")
    return held and not server.errors()


def reading() -> bool:
    """Seconds of the interpreter for texts of growing length."""
    held = True
    for name, parse, text in (
        ("spaces in a tag", parse_record, lambda n: f"crownlands game 1\nruleset: kingdomino/2\na:{' ' * n}x\n"),
        ("many tags", parse_record, lambda n: "crownlands game 1\nruleset: kingdomino/2\n" + tags(n)),
        ("a wide grid", parse_kingdom, lambda n: "C" + " ." * (n // 2)),
    ):
        took = [cost(parse, text(n)) for n in (50_000, 100_000, 200_000)]
        held &= took[-1] < 1.0
        print(f"reading {name:16} of 50, 100 and 200 KB: {', '.join(f'{seconds * 1000:.1f}' for seconds in took)} ms")
    return held


def tags(size: int) -> str:
    return "".join(f"t{number}: x\n" for number in range(size // 10))


def cost(parse: Any, text: str) -> float:
    began = time.process_time()
    with suppress(CrownlandsError):
        parse(text)
    return time.process_time() - began


async def rematches(server: Server, count: int) -> bool:
    """Strangers join finished tables until the numbers meet."""
    stolen = 0
    for _ in range(count):
        made = await server.http.create("kingdomino/2", "Ada", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
        async with TableClient(server.url, made["code"], made["token"]) as host:
            await host.ask("start")
            await play_seat(host)
        again = await server.http.rematch(made["code"], made["token"])
        victim = await server.http.join(again["code"], "Victim")
        for number in range(3):
            stranger = await server.http.join(made["code"], f"Stranger {number}")
            got = await server.http.rematch(made["code"], stranger["token"])
            stolen += got["token"] == victim["token"]
    print(f"rematches: {stolen} of {count} persons impersonated")
    return stolen == 0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--sqlite-only", action="store_true")
    arguments = parser.parse_args()
    seconds = min(arguments.seconds, 300.0)
    held = reading()
    postgres = None if arguments.sqlite_only else Postgres()
    try:
        databases = {"SQLite": None, **({"PostgreSQL": postgres.create("attack")} if postgres else {})}
        for name, database in databases.items():
            print(f"\n{name}, limits as they are, everything from one address for {seconds:g} s")
            with tempfile.TemporaryDirectory() as folder:
                options: dict[str, Any] = {"fixed": None, "claim_seconds": 8.0, "sweep_seconds": 0.5}
                with Server(Path(folder), database, limits=Limits(), **options) as server:
                    held &= asyncio.run(under_attack(server, Path(folder), seconds))
                with Server(Path(folder), database) as server:
                    held &= asyncio.run(rematches(server, 10))
    finally:
        if postgres:
            postgres.remove()
    print("\nall held" if held else "\nNOT all held")
    sys.exit(not held)


if __name__ == "__main__":
    main()
