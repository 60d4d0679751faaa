#!/usr/bin/env python3
"""Measures what `docs/strength.md` shows, and writes that page.

    make strength                                   all rows, resuming where the last run stopped
    .venv/bin/python tools/strength.py --rows kingdomino-4,queendomino-2 --minutes 30
    .venv/bin/python tools/strength.py --page       only the page, from the summaries in docs/strength/

The deals come from a seed made of the hash of the last commit that changed how players play, so nobody can have tuned
to them; with changes that are not committed nothing is measured. Games are kept under results/strength/, in a folder
for each row and each such commit, so that games of different players are never mixed. A row that is not finished shows
how many games it has.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from crownlands.arena.judge import Played
from crownlands.arena.plan import lineup, make_plan, parse_seats, rotations
from crownlands.arena.run import Where, run
from crownlands.arena.summary import Summary, summarize
from crownlands.players.budget import Budget, Clock
from crownlands.rules import ruleset

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Row:
    """One match, and what its first player must reach."""

    name: str
    section: str
    text: str
    ruleset: str
    seats: str
    games: int
    seconds: float | None = None
    win: float | None = None
    score: float | None = None
    most: float | None = None
    """The win share that it must not exceed."""

    @property
    def timed(self) -> bool:
        return self.seconds is not None or "@" in self.seats

    def command(self, seed: str) -> str:
        time = f" --time {self.seconds:g}" if self.seconds else ""
        time += f" --clock {CLOCK}" if self.timed else ""
        return (
            f"crownlands arena {self.ruleset} --seats {self.seats} --games {self.games}{time}"
            f" --seed {seed} --luck --jobs $(nproc)"
        )


CLOCK: Clock = "processor"
"""By which rows are measured: the machine may be busy with other things."""
PLAYING = [f"src/crownlands/{part}" for part in ("core", "players", "data")]
"""What decides how players play."""
TUNED = "strength"
"""The seed of old rows: its deals were also used for tuning."""


def seed_of(commit: str) -> str:
    """Deals that nobody can have seen before this commit was made."""
    return f"strength-{commit[:16]}"


def playing_commit() -> str:
    """The last commit that changed how players play; what is measured must be what is committed."""
    if changed := _git("status", "--porcelain", "--", *PLAYING):
        raise SystemExit(f"deals come from the commit's hash, so commit this first:\n{changed}")
    commit = _git("log", "-1", "--format=%H", "--", *PLAYING)
    if not commit:
        raise SystemExit("deals come from a commit's hash: this is no git checkout")
    return commit


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


BONUSES = "middle-kingdom+harmony"
TOP, BASE, LEVELS = "The strongest against the greedy", "What the greedy is worth", "Each level against the one before"
FIELD = "The strongest against different kinds"
FROZEN, QUICK = "The strongest against the frozen monarch", "One ply, no search, against the frozen monarch"
TIME = "More time"
KINDS = {
    "squire": "a greedy",
    "glance": "an evaluation at one ply",
    "flat": "flat playouts",
    "monarch-1": "the frozen monarch",
}
"""Sparring partners: what helps against one kind only is no strength."""


def _field() -> list[Row]:
    duel, four = f"kingdomino/2+{BONUSES}", f"kingdomino/4+{BONUSES}"
    rows = [
        Row(f"duel-{kind}", FIELD, f"monarch against {kind}, {text}", duel, f"monarch,{kind}", 200, 0.1)
        for kind, text in KINDS.items()
    ]
    rows += [
        Row(f"four-{kind}", FIELD, f"monarch against three of {kind}, {text}", four, f"monarch,{kind}", 200, 0.1)
        for kind, text in KINDS.items()
    ]
    mixed = "monarch,glance,flat,monarch-1"
    rows.append(
        Row("four-mixed", FIELD, "monarch against glance, flat and monarch-1 at one table", four, mixed, 200, 0.1)
    )
    rows.append(Row("flat-four", FIELD, "flat against three monarchs", four, "flat,monarch", 200, 0.1))
    return rows


def _frozen() -> list[Row]:
    two, four = f"kingdomino/2+{BONUSES}", f"kingdomino/4+{BONUSES}"
    duel, one = "monarch against monarch-1", "monarch against three of monarch-1"
    against = "monarch,monarch-1"
    return [
        Row("frozen-duel", FROZEN, duel, "kingdomino/2", against, 400, 0.2, win=0.65),
        Row("frozen-duel-bonuses", FROZEN, duel, two, against, 400, 0.05, win=0.65),
        Row("frozen-four", FROZEN, one, four, against, 400, 0.2, win=0.45),
        Row("frozen-four-quick", FROZEN, one, four, against, 400, 0.05),
        Row("four-frozen", FROZEN, "monarch-1 against three monarchs", four, "monarch-1,monarch", 400, 0.2, most=0.12),
        Row("frozen-mighty-duel", FROZEN, duel, "kingdomino/2+mighty-duel", against, 400, 0.2, win=0.65),
        Row("frozen-queendomino-2", FROZEN, duel, "queendomino/2", against, 400, 0.2, win=0.65),
        Row("frozen-queendomino-4", FROZEN, one, "queendomino/4", against, 400, 0.2, win=0.40),
        Row(
            "frozen-royal-wedding-6-teams",
            FROZEN,
            "a team of monarchs against two of monarch-1",
            "royal-wedding/6+teams",
            against,
            402,
            0.2,
            win=0.50,
        ),
        Row("quick-duel", QUICK, "scholar against monarch-1 with 0.2 s", two, "scholar,monarch-1@0.2s", 400, win=0.40),
        Row(
            "quick-four",
            QUICK,
            "scholar against three of monarch-1 with 0.2 s",
            four,
            "scholar,monarch-1@0.2s",
            400,
            win=0.25,
        ),
    ]


def _times() -> list[Row]:
    """How strength grows with the time."""
    four = f"kingdomino/4+{BONUSES}"
    rows = [
        Row(
            "more-time",
            TIME,
            "monarch with 0.4 s against monarch with 0.05 s",
            "kingdomino/2",
            "monarch@0.4s,monarch@0.05s",
            400,
            win=0.60,
        ),
        Row(
            "more-time-four",
            TIME,
            "monarch with 0.8 s against three with 0.1 s",
            "kingdomino/4",
            "monarch@0.8s,monarch@0.1s",
            400,
            win=0.40,
        ),
    ]
    for times, seconds in ((1, "0.0125"), (4, "0.05"), (16, "0.2")):
        text = f"monarch with {seconds} s, {times} ×, against three of monarch-1 with 0.0125 s"
        rows.append(Row(f"times-{times}", TIME, text, four, f"monarch@{seconds}s,rival=monarch-1@0.0125s", 400))
    return rows


def _levels(name: str) -> list[Row]:
    """A level wins 65 % of duels with the one before; with two rivals that are the same odds against each of them."""
    names = ("page", "squire", "knight", "baron", "monarch")
    short = name.replace("/", "-").replace("+", "-")
    rivals = len(ruleset(name).realms) - 1
    text, games = ("{} against {}", 200) if rivals == 1 else ("a team of {} against two of {}", 201)
    win = 0.65 if rivals == 1 else 0.48
    return [
        Row(f"{short}-{high}", LEVELS, text.format(high, low), name, f"{high},{low}", games, 0.2, win=win)
        for low, high in pairwise(names)
    ]


ROWS: list[Row] = [
    Row(
        "kingdomino-4",
        TOP,
        "monarch against three squires",
        f"kingdomino/4+{BONUSES}",
        "monarch,squire",
        400,
        0.2,
        win=0.97,
        score=72,
    ),
    Row(
        "kingdomino-2",
        TOP,
        "monarch against squire",
        f"kingdomino/2+{BONUSES}",
        "monarch,squire",
        400,
        0.05,
        win=0.99,
    ),
    Row(
        "mighty-duel",
        TOP,
        "monarch against squire",
        "kingdomino/2+mighty-duel",
        "monarch,squire",
        200,
        0.2,
        win=0.97,
    ),
    Row("queendomino-2", TOP, "monarch against squire", "queendomino/2", "monarch,squire", 200, 0.2, win=0.95),
    Row("queendomino-4", TOP, "monarch against three squires", "queendomino/4", "monarch,squire", 200, 0.2, win=0.85),
    Row(
        "royal-wedding-6", TOP, "monarch against five squires", "royal-wedding/6", "monarch,squire", 204, 0.2, win=0.55
    ),
    Row(
        "royal-wedding-6-teams",
        TOP,
        "a team of monarchs against two of squires",
        "royal-wedding/6+teams",
        "monarch,squire",
        201,
        0.2,
        win=0.85,
    ),
    *_frozen(),
    *_field(),
    *_times(),
    Row("squire-self-play", BASE, "squires among themselves", f"kingdomino/4+{BONUSES}", "squire", 400, score=50),
    Row("squire-random-2", BASE, "squire against random", "queendomino/2", "squire,random", 400, win=0.99),
    Row("squire-random-4", BASE, "squire against three randoms", "queendomino/4", "squire,random", 400, win=0.99),
    *_levels("kingdomino/2"),
    *_levels("queendomino/2"),
    *_levels("royal-wedding/6+teams"),
]


class Workshop:
    """Where games, summaries and the page are kept."""

    def __init__(self, root: Path = ROOT, rows: Iterable[Row] = ROWS, commit: str = "") -> None:
        self.rows = {row.name: row for row in rows}
        self._commit = commit
        self.games = root / "results" / "strength"
        self.summaries = root / "docs" / "strength"
        self.page = root / "docs" / "strength.md"

    def measure(self, row: Row, jobs: int, seconds: float | None) -> bool:
        """Plays what is missing of a row, not longer than this; whether it is finished."""
        rules = ruleset(row.ruleset)
        entrants = parse_seats(row.seats, Budget(row.seconds, clock=CLOCK))
        commit = self._commit or playing_commit()
        plan = make_plan(rules, rotations(lineup(rules, entrants)), row.games, seed_of(commit), luck=True)
        where = Where(jobs, self.games / f"{row.name}-{commit[:10]}", seconds=seconds)
        games: list[Played] = []
        try:
            for game in run(plan, where):
                games.append(game)
                if sys.stderr.isatty():
                    print(f"\r{row.name}: {len(games)} of {plan.games} games ", end="", file=sys.stderr, flush=True)
        finally:
            print(f"\r{row.name}: {len(games)} of {plan.games} games ", file=sys.stderr)
            self._keep(row, summarize(plan, games), commit)
        return len(games) == plan.games

    def _keep(self, row: Row, summary: Summary, commit: str) -> None:
        if summary.lines:
            self.summaries.mkdir(parents=True, exist_ok=True)
            found = {"command": row.command(summary.plan.seed), **_circumstances(commit), **summary.as_json()}
            text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
            (self.summaries / f"{row.name}.json").write_text(text, encoding="utf-8")

    def write_page(self) -> None:
        self.page.write_text(page(self.rows.values(), self.summaries), encoding="utf-8")


def _circumstances(commit: str) -> dict[str, str]:
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit[:7],
        "machine": f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}",
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


INTRO = """# How strong the players are

Measured with `crownlands arena` on paired deals: every deal is played once from each side, so that its luck falls to
everybody in turn. A tie shares the win. Each player has one core. Intervals are 95 % over deals (the games of a deal
are one observation): Wilson's for win shares, Student's t for scores. All columns are about the first player named.
*Turn* is the median and the 99th percentile of a king's turn; *late* is the share of turns that took more than 110 % of
the time given. Both go by the row's *clock*: the wall clock, or the processor's, which counts only the time that a
processor works for the player, so that a busy machine takes nothing from it. *Without luck* is the win share with the
luck of the draw taken out, and how many times more games would be needed without that ([arena.md](arena.md); in rows
whose *seed* is older than 2920471 by squires' playouts alone). *Load* is that of the machine, mean and most: how many
programs wanted to run, on its cores.

The deals of a row come from a *seed* made of the hash of the last commit that changed how players play, so that nobody
can have tuned to them. The seed of rows measured before that, `strength`, was also used for tuning: they flatter.

This page is written by `make strength` (`tools/strength.py`), which plays all rows, goes on where it stopped, and takes
`--rows` and `--minutes`. The summaries, with machine and commit, are in [strength/](strength/). How other programs join
an arena: [bot-protocol.md](bot-protocol.md).
"""

HEAD = "| match | at | must reach | win share | without luck | score | turn | late | clock | load "
HEAD += "| games | seed | commit | |\n|"
HEAD += "---|" * 14


def page(rows: Iterable[Row], summaries: Path) -> str:
    """The page, from what has been measured."""
    rows = list(rows)
    lines = [INTRO]
    found = {row.name: _summary(summaries / f"{row.name}.json") for row in rows}
    for section in dict.fromkeys(row.section for row in rows):
        lines += [f"## {section}", ""]
        lines.append(HEAD)
        own = [row for row in rows if row.section == section]
        lines += [_table_line(row, found[row.name]) for row in own]
        lines.append("")
        if section == FIELD:
            lines += _kinds(own, found)
    lines += ["## Commands", "", "| match | command |", "|---|---|"]
    lines += [f"| {row.ruleset}: {row.text} | `{_command(row, found[row.name])}` |" for row in rows]
    machines = dict.fromkeys(f"{data['machine']} ({data['date']})" for data in found.values() if data)
    if machines:
        lines += ["", f"Measured on: {'; '.join(machines)}."]
    return "\n".join(lines) + "\n"


def _summary(path: Path) -> dict[str, Any] | None:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def _command(row: Row, data: dict[str, Any] | None) -> str:
    return str(data["command"]) if data else row.command("strength-COMMIT")


def _against(data: dict[str, Any]) -> str:
    """Whether the first player is shown to win more, or less, than its part."""
    hero = data["players"][0]
    low, high = hero["win"]["low"], hero["win"]["high"]
    if low is None:  # a single deal says nothing
        return "not decided"
    return "above par" if low > hero["par"] else "below par" if high < hero["par"] else "not decided"


def _kinds(rows: Iterable[Row], found: dict[str, dict[str, Any] | None]) -> list[str]:
    """Which kinds a player is stronger than, game by game; one kind alone is said to be one alone."""
    lines = []
    for name in dict.fromkeys(row.ruleset for row in rows):
        measured = {
            " + ".join(row.seats.split(",")[1:]): _against(data)
            for row in rows
            if row.ruleset == name and row.seats.startswith("monarch,") and (data := found[row.name])
        }
        if measured:
            above = [kind for kind, verdict in measured.items() if verdict == "above par"]
            rest = [f"{verdict} against {kind}" for kind, verdict in measured.items() if verdict != "above par"]
            text = f"above par against {', '.join(above)}" if above else "above par against nobody"
            only = " **and against this kind only**" if len(above) == 1 and rest else ""
            lines.append(f"{name}: {'; '.join([text + only, *rest])}.")
    return [*lines, ""] if lines else []


def _table_line(row: Row, data: dict[str, Any] | None) -> str:
    at = f"{row.seconds:g} s" if row.seconds else ""
    goals = [f"≥ {100 * row.win:g} %"] if row.win is not None else []
    goals += [f"score ≥ {row.score:g}"] if row.score is not None else []
    goals += [f"≤ {100 * row.most:g} %"] if row.most is not None else []
    start = f"| {row.ruleset}: {row.text} | {at} | {', '.join(goals)} |"
    if data is None:
        return f"{start} not measured yet | | | | | | | | | | |"
    hero = data["players"][0]
    times = hero["seconds"]
    win = "" if len(data["players"]) == 1 else _percent(hero["win"])
    adjusted = hero.get("adjusted") or {}
    without = f"{_percent(adjusted['win'])}, ×{adjusted['gain']:.1f}" if win and adjusted.get("gain") else ""
    points = hero["score"]  # none if every game was forfeited
    score = f"{points['mean']:.1f}" if points else ""
    score += f" ± {points['mean'] - points['low']:.1f}" if points and points["low"] is not None else ""
    turn = f"{1000 * times['median']:.0f} / {1000 * times['percentile_99']:.0f} ms"
    late = "" if times["late"] is None else f"{100 * times['late']:.1f} %"
    games = str(data["games"]) if data["games"] >= data["planned"] else f"{data['games']} of {data['planned']}"
    load = f"{data['load']['mean']:.1f} / {data['load']['most']:.1f} on {data['cores']}" if data.get("load") else ""
    seed = f"{TUNED}, tuned on" if data["seed"] == TUNED else data["seed"].removeprefix("strength-")[:7]
    verdict = _verdict(row, data) if data["games"] >= data["planned"] else "unfinished"
    if forfeits := sum(len(player["forfeits"]) for player in data["players"]):
        verdict += f", {forfeits} games forfeited"
    clock = "" if late == "" else "processor" if "processor" in hero["budget"] else "wall"
    cells = (win, without, score, turn, late, clock, load, games, seed, data["commit"], verdict)
    return f"{start} {' | '.join(cells)} |"


def _percent(value: dict[str, float]) -> str:
    if value["low"] is None:  # a deal or two say nothing of how far off they are
        return f"**{100 * value['mean']:.1f} %**"
    return f"**{100 * value['mean']:.1f} %** ({100 * value['low']:.1f}–{100 * value['high']:.1f})"


def _verdict(row: Row, data: dict[str, Any]) -> str:
    if row.win is None and row.score is None and row.most is None:
        return _against(data)
    hero = data["players"][0]
    reached = (
        (row.win is None or hero["win"]["mean"] >= row.win)
        and (row.most is None or hero["win"]["mean"] <= row.most)
        and (row.score is None or (hero["score"] is not None and hero["score"]["mean"] >= row.score))
    )
    return "reached" if reached else "not reached"


def main(arguments: list[str] | None = None, workshop: Workshop | None = None) -> int:
    """Measures, writes the page, and says whether every row asked for is finished."""
    shop = workshop or Workshop()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default=",".join(shop.rows), help="names, separated by commas")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at the same time")
    parser.add_argument("--minutes", type=float, help="stop after this long; the next run goes on")
    parser.add_argument("--page", action="store_true", help="only write the page")
    asked = parser.parse_args(arguments)
    names = [name.strip() for name in asked.rows.split(",")]
    if unknown := [name for name in names if name not in shop.rows]:
        parser.error(f"no rows {', '.join(unknown)}; there are {', '.join(shop.rows)}")
    end = time.monotonic() + 60 * asked.minutes if asked.minutes else None
    finished = True
    try:
        for name in names if not asked.page else ():
            left = None if end is None else max(0.0, end - time.monotonic())
            finished = left != 0.0 and shop.measure(shop.rows[name], asked.jobs, left) and finished
    except KeyboardInterrupt:
        print("\ninterrupted; the next run goes on here", file=sys.stderr)
        finished = False
    shop.write_page()
    return 0 if finished else 3


def stop_as_by_hand() -> None:
    """SIGTERM stops like Ctrl-C, and so does SIGINT where a shell in the background would ignore it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)


if __name__ == "__main__":
    stop_as_by_hand()
    sys.exit(main())
