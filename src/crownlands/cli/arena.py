"""`crownlands arena`: who is stronger, on the same deals from every seat."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from crownlands.arena.archive import Archive
from crownlands.arena.intervals import Interval
from crownlands.arena.introduce import introduced
from crownlands.arena.judge import Played
from crownlands.arena.plan import Entrant, Plan, lineup, make_plan, parse_seats, rotations
from crownlands.arena.run import Where, run
from crownlands.arena.summary import PlayerSummary, Summary, summarize
from crownlands.cli.terminal import messages, out, print_json
from crownlands.players.budget import Budget, parse_clock
from crownlands.rules import Dealer, Ruleset, ruleset

INTERRUPTED = 130
"""The exit code of a program ended by Ctrl-C."""

Games = Annotated[int, typer.Option("--games", "-n", min=1, help="At least this many; whole deals are played.")]
Seconds = Annotated[float | None, typer.Option("--time", help="Seconds for each turn of a king.")]
Work = Annotated[int | None, typer.Option("--work", help="Work for each turn: the same games again every time.")]
ByClock = Annotated[
    str,
    typer.Option("--clock", help="What seconds are: wall, or processor, the same on a busy machine as on an idle one."),
]
Threads = Annotated[int, typer.Option("--threads", min=1, help="Threads for each player.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Games at the same time, in processes.")]
Seats = Annotated[str, typer.Option("--seats", "-s", help="Players by seat, in teams by team; the last repeats.")]
Seed = Annotated[
    str | None, typer.Option(help="Deal i comes from the seed SEED/i.", show_default="fresh deals, or those of --out")
]
BotLogs = Annotated[
    Path | None, typer.Option("--bot-logs", metavar="DIR", help="Keep what programs write to standard error here.")
]
Out = Annotated[
    Path | None, typer.Option("--out", help="Keep the records here; games found here are not played again.")
]
Ray = Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on this Ray cluster.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def arena(
    name: Annotated[str, typer.Argument(metavar="RULESET", help="For example kingdomino/4.")],
    seats: Seats,
    games: Games = 100,
    seconds: Seconds = None,
    work: Work = None,
    clock: ByClock = "wall",
    threads: Threads = 1,
    jobs: Jobs = 1,
    seed: Seed = None,
    directory: Out = None,
    luck: Annotated[
        bool, typer.Option("--luck", help="Weigh the luck of the draw, and show results without it.")
    ] = False,
    bot_logs: BotLogs = None,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Measure players against each other on paired deals.

    A player is a name, a name with a budget of its own (monarch@0.4s, monarch@5000w), or [b]cmd:PROGRAM ARGS[/b], and
    may have an alias: [b]mine=cmd:./my-bot --fast[/b].

    Example: [b]crownlands arena kingdomino/4 --seats greedy,random --games 200 --jobs 2[/b]
    """
    rules = ruleset(name)
    seed = seed_of(rules, seed, directory)
    entrants = parse_seats(seats, Budget(seconds, work, threads, parse_clock(clock)))
    lineup(rules, entrants)  # refuses too many before any program is started
    line = lineup(rules, introduced(rules, entrants))
    plan = make_plan(rules, rotations(line), games, seed, str(bot_logs or ""), luck)
    played, interrupted = watch(plan, Where(jobs, directory, ray))
    summary = summarize(plan, played)
    print_json(summary.as_json()) if as_json else _print(summary)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def seed_of(rules: Ruleset, seed: str | None, directory: Path | None) -> str:
    """The seed asked for, that of the games already kept, or one that nobody has seen."""
    seed = seed or (Archive.seed(directory) if directory else None) or secrets.token_hex(8)
    Dealer(rules, seed)  # refuses a seed that is no line of text before anything is written
    return seed


def watch(plan: Plan, where: Where) -> tuple[list[Played], bool]:
    """Plays with a progress bar; Ctrl-C ends it with what is known so far."""
    played: list[Played] = []
    threads = max(entrant.budget.threads for entrant in plan.entrants)
    timed = any(entrant.budget.seconds is not None and entrant.budget.clock == "wall" for entrant in plan.entrants)
    cores = os.cpu_count() or 1
    if timed and where.ray is None and where.jobs * threads > cores:
        messages().print(
            f"[yellow]more jobs and threads than the {cores} cores here: players get less than their time[/]"
        )
    try:
        for game in _progress(run(plan, where), plan.games, plan.entrants[0]):
            played.append(game)
    except KeyboardInterrupt:
        messages().print(f"[yellow]interrupted[/] after {len(played)} of {plan.games} games")
        return played, True
    return played, False


def _progress(games: Iterator[Played], total: int, hero: Entrant) -> Iterator[Played]:
    """The games as they end, and the win share of the first player so far."""
    console = messages()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("playing", total=total)
        wins = 0.0
        for count, game in enumerate(games, 1):
            wins += sum(share for share, player in zip(game.shares, game.task.lineup, strict=True) if player == hero)
            progress.update(bar, advance=1, description=f"{plain(hero.label)} {wins / count:.1%}")
            yield game


def _print(summary: Summary) -> None:
    console = out()
    plan = summary.plan
    games = f"{summary.games} games on {summary.deals} deals, each from {len(plan.lineups)} sides"
    budgets = " and ".join(dict.fromkeys(str(entrant.budget) for entrant in plan.entrants))
    load = f", load {summary.load[0]:.1f} on {os.cpu_count()} cores" if summary.load else ""
    console.print(f"[bold cyan]{plan.rules.name}[/]  {games}, seed {plain(plan.seed)}, {budgets}{load}", soft_wrap=True)
    if not summary.lines:
        console.print("[yellow]no deal was finished[/]")
        return
    if summary.unfinished:
        console.print(f"[yellow]{summary.unfinished} games of unfinished deals are left out[/]")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    table.add_column("player", style="bold", min_width=8)
    for column in ("par", "win share", "score", "margin", "turn ms", "late"):
        table.add_column(column, justify="right", no_wrap=True)
    for line in summary.lines:
        table.add_row(*_row(line))
    console.print(table)
    if any(line.adjusted for line in summary.lines):
        console.print(_without_luck(summary))
    for line in summary.lines:
        if line.forfeits:
            console.print(f"[red]{plain(line.entrant.label)} forfeited {len(line.forfeits)} games[/]; the first:")
            console.print(line.forfeits[0], markup=False, soft_wrap=True)
    console.print(
        "[dim]Intervals: 95 %, over deals. Turn: median and 99th percentile. Late: more than 110 % of the budget.[/]",
        soft_wrap=True,
    )


def _without_luck(summary: Summary) -> Table:
    """The win share without the luck of the draw beside the plain one, and what that is worth in games."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    table.add_column("without luck", style="bold", min_width=8)
    for column in ("win share", "score", "margin", "luck", "worth"):
        table.add_column(column, justify="right", no_wrap=True)
    for line in summary.lines:
        if found := line.adjusted:
            worth = f"{found.gain * summary.games:.0f} games (×{found.gain:.1f})" if found.gain else ""
            luck = f"{found.luck.mean:+.1%}" + (
                "" if found.luck.low is None else f" ±{found.luck.mean - found.luck.low:.1%}"
            )
            table.add_row(
                plain(line.entrant.label),
                percent(found.win),
                number(found.score),
                number(found.margin, sign="+"),
                luck,
                worth,
            )
    return table


def _row(line: PlayerSummary) -> list[str]:
    times = line.times
    return [
        plain(line.entrant.label),
        f"{line.par:.0%}",
        percent(line.win),
        number(line.score),
        number(line.margin, sign="+"),
        f"{1000 * times.median:.0f} / {1000 * times.percentile_99:.0f}" if times else "",
        f"{times.late:.1%}" if times and times.late is not None else "",
    ]


def plain(text: str) -> str:
    """The text with no markup."""
    return text.replace("[", r"\[")


def percent(value: Interval) -> str:
    bounds = "" if value.low is None or value.high is None else f" ({100 * value.low:.1f}–{100 * value.high:.1f})"
    return f"{value.mean:.1%}{bounds}"


def number(value: Interval | None, sign: str = "") -> str:
    if value is None:
        return ""
    half = "" if value.low is None else f" ±{value.mean - value.low:.1f}"
    return f"{value.mean:{sign}.1f}{half}"
