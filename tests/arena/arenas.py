"""Small plans and quick ways to play them."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from crownlands.arena.judge import Played, judge
from crownlands.arena.plan import Plan, lineup, make_plan, parse_seats, rotations
from crownlands.arena.play import play
from crownlands.players.budget import Budget
from crownlands.rules import ruleset
from tests.patience import eventually

HOSTILE = Path(__file__).with_name("hostile_bot.py")
EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


def bot(path: Path, *arguments: str) -> str:
    """A seat played by this script."""
    words = " ".join(f"'{argument}'" for argument in arguments)
    return f"cmd:{sys.executable} {path} {words}".strip()


def plan(name: str, seats: str, games: int = 2, seed: str = "7", budget: Budget | None = None) -> Plan:
    """The plan that `crownlands arena` would make."""
    rules = ruleset(name)
    entrants = parse_seats(seats, budget or Budget())
    return make_plan(rules, rotations(lineup(rules, entrants)), games, seed)


def played(plan: Plan) -> list[Played]:
    """All games of the plan, in this process."""
    return [judge(task, play(task)) for task in plan.tasks()]


def without_times(record: str) -> str:
    """A record without what differs from run to run."""
    return re.sub(r"(?m)^(seconds-\d+|load):.*\n", "", record)


MARK = "CROWNLANDS_TEST_ARENA"
"""A variable that every process started by a test inherits, so that no other arena on this machine is meant."""


def running(command: str) -> list[int]:
    """The processes started by this test with this text in their command line."""
    mark = f"{MARK}={os.environ[MARK]}".encode()
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                if command in words and mark in (process / "environ").read_bytes().split(b"\0"):
                    found.append(int(process.name))
            except OSError:
                continue
    return found


def gone(command: str) -> bool:
    """No such process is left, a moment after it was killed."""
    eventually(lambda: not running(command), f"{command} still runs")
    return True
