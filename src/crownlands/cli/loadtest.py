"""`crownlands loadtest`: how many tables a server of this machine bears, measured on loopback."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from crownlands.cli.terminal import print_json
from crownlands.rules import CrownlandsError
from crownlands.rules import ruleset as rules


def loadtest(
    tables: Annotated[int, typer.Option(min=1, max=1000, help="Four-seat tables live at once.")] = 50,
    rate: Annotated[float, typer.Option(min=1, max=5000, help="Actions a second to send in all.")] = 300,
    seconds: Annotated[float, typer.Option(min=1, max=300, help="How long to measure.")] = 10,
    workers: Annotated[int, typer.Option(min=1, max=8, help="Server processes; more than one need PostgreSQL.")] = 1,
    database: Annotated[str | None, typer.Option(help="PostgreSQL URL; a temporary SQLite file if not given.")] = None,
    ruleset: Annotated[str, typer.Option(help="What is played.")] = "kingdomino/4",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Start a server of its own on loopback, fill it with tables, and measure. It stops by itself.

    Example: [b]crownlands loadtest --tables 500 --rate 300 --seconds 30[/b]
    """
    if workers > 1 and database is None:
        raise CrownlandsError("several workers need PostgreSQL: --database postgresql://…")
    name = rules(ruleset).name
    with tempfile.TemporaryDirectory() as folder:
        report = _measure(Path(folder), tables, rate, seconds, workers, database, name)
    if as_json:
        print_json(report)
    else:
        _show(report)


def _measure(
    folder: Path, tables: int, rate: float, seconds: float, workers: int, database: str | None, ruleset: str
) -> dict[str, Any]:
    from crownlands.client.load import Load

    with _servers(folder, workers, database) as (urls, pids):
        empty = sum(map(_memory, pids))

        async def run() -> dict[str, Any]:
            load = Load(urls, ruleset)
            began = time.perf_counter()
            await load.open(tables)
            opened = time.perf_counter() - began
            idle = sum(map(_memory, pids))
            busy = _cpu(pids)
            result = await load.run(rate, seconds)
            busy = _cpu(pids) - busy
            await load.close()
            return {
                "ruleset": ruleset,
                "database": "postgresql" if database else "sqlite",
                "workers": workers,
                **result.report(),
                "opening_seconds": round(opened, 1),
                "server_cpu_seconds_per_action": round(busy / max(1, result.accepted), 5),
                "memory_per_table_kib": round((idle - empty) / tables, 1),
                "connections_lost": load.lost,
                "reasons": load.reasons,
            }

        return asyncio.run(run())


@contextmanager
def _servers(folder: Path, workers: int, database: str | None) -> Iterator[tuple[list[str], list[int]]]:
    """Server processes with limits that let one address play everybody."""
    from crownlands.server.run import bind
    from crownlands.server.settings import Limits, Settings

    limits = Limits(
        sockets_per_address=10_000,
        connections_per_address=20_000,
        waiting_per_address=20_000,
        connects_per_second=10**5,
        connect_burst=10**5,
        address_messages_per_second=10**5,
        address_message_burst=10**5,
        joins_per_table=100,
        tables_per_hour=10**6,
        requests_per_second=10**5,
        request_burst=10**5,
    )
    processes, urls = [], []
    try:
        for number in range(workers):
            with bind("127.0.0.1", 0, shared=False) as probe:
                port = probe.getsockname()[1]
            settings = Settings(
                database=database or f"sqlite:///{folder / 'load.sqlite3'}",
                secret_file=str(folder / "secret"),
                port=port,
                limits=limits,
            )
            log = (folder / f"{number}.log").open("wb")
            processes.append(
                subprocess.Popen(
                    [sys.executable, "-m", "crownlands.server.run"], env=settings.environment(), stdout=log, stderr=log
                )
            )
            urls.append(f"http://127.0.0.1:{port}")
        for url in urls:
            _wait_for(url)
        yield urls, [process.pid for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _wait_for(url: str) -> None:
    for _ in range(600):
        with suppress(OSError), urllib.request.urlopen(f"{url}/healthz", timeout=2):
            return
        time.sleep(0.05)
    raise CrownlandsError("the server did not start")


def _memory(pid: int) -> float:
    """KiB of memory that a process has for itself."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return float(line.split()[1])
    return 0.0


def _cpu(pids: list[int]) -> float:
    """Seconds of processor time that these have used."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _show(report: dict[str, Any]) -> None:
    console = Console(highlight=False)
    console.print(
        f"[b]{report['tables']}[/b] tables of {report['ruleset']}, {report['sockets']} sockets, "
        f"{report['database']}, {report['workers']} process(es), {report['seconds']} s"
    )
    acknowledged, delivered = report["acknowledgement_ms"], report["delivery_ms"]
    console.print(f"accepted        [b]{report['accepted_per_second']}[/b] actions/s ({report['refused']} refused)")
    console.print(f"acknowledged    p50 {acknowledged['p50']} ms   p99 [b]{acknowledged['p99']}[/b] ms")
    console.print(f"delivered       p50 {delivered['p50']} ms   p99 [b]{delivered['p99']}[/b] ms")
    if report["tables_finished"]:
        console.print(
            f"[yellow]{report['tables_finished']} tables finished their games and had nothing more to send: "
            "more tables, or fewer seconds, keep the rate[/yellow]"
        )
    console.print(f"server CPU      {report['server_cpu_seconds_per_action'] * 1000:.2f} ms per action")
    console.print(f"memory          {report['memory_per_table_kib']} KiB per table with its sockets")
