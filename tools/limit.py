"""Compare the core with a program that plays as fast as the machine can: `make limit LIMIT=path/to/limit.cpp`.

The program plays Kingdomino in 5×5 for 2 and 4 players without any generality: `limit PLAYERS GAMES SEED` prints a
line with `games/s=…`. Both sides take turns, one thread each, and are measured by the CPU time they use, so that other
work on the machine disturbs little; the median of the paired ratios counts.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from rich import box
from rich.console import Console
from rich.table import Table

from crownlands.core import batch_random, best_isa

PAIRS = (
    ("kingdomino/2", 2, 0.6),
    ("kingdomino/4", 4, 0.6),
    ("kingdomino/2+mighty-duel", 2, 0.15),
    ("queendomino/4", 4, 0.2),
    ("royal-wedding/8+teams", 4, 0.08),
)
"""A ruleset, the players of the program that it is compared with, and the ratio to reach."""


def limit_rate(program: Path, players: int, games: int) -> float:
    """Games per second of CPU time of the other program."""
    process = subprocess.Popen([str(program), str(players), str(games)], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{program} failed")
    return games / (usage.ru_utime + usage.ru_stime)


def core_rate(name: str, games: int, seed: int) -> float:
    """Games per second of CPU time of the core, on one thread."""
    start = process_time()
    batch_random(name, games, seed, threads=1)
    return games / (process_time() - start)


def wall_rate(name: str, games: int, seed: int, threads: int) -> float:
    start = perf_counter()
    batch_random(name, games, seed, threads=threads)
    return games / (perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each measurement")
    options = parser.parse_args()
    table = Table("ruleset", "limit", "core", "ratio", "lowest", "highest", "to reach", box=box.SIMPLE_HEAD)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "limit"
        subprocess.run(["g++", "-O3", "-march=native", "-o", program, options.source], check=True)
        for name, players, goal in PAIRS:
            sizes = [int(limit_rate(program, players, 20_000) * options.seconds), 0]
            sizes[1] = int(core_rate(name, 5_000, 0) * options.seconds)
            pairs = [
                (limit_rate(program, players, sizes[0]), core_rate(name, sizes[1], seed))
                for seed in range(options.repeats)
            ]
            ratios = [core / limit for limit, core in pairs]
            medians = [statistics.median(rates) for rates in zip(*pairs, strict=True)]
            numbers = (f"{ratio:.2f}" for ratio in (statistics.median(ratios), min(ratios), max(ratios)))
            table.add_row(name, *(f"{rate:,.0f}" for rate in medians), *numbers, f"{goal:.2f}")
    console = Console()
    console.print(f"games a second of CPU time, one thread, core compiled for {best_isa()}")
    console.print(table)
    one, two = (
        [wall_rate("kingdomino/4", 100_000 * threads, seed, threads) for seed in range(options.repeats)]
        for threads in (1, 2)
    )
    console.print(f"two threads, wall-clock: {statistics.median(two) / statistics.median(one):.2f} times one")


if __name__ == "__main__":
    main()
