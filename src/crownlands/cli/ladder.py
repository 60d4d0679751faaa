"""`crownlands ladder`: a round robin with ratings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from crownlands.arena.chart import draw
from crownlands.arena.introduce import introduced
from crownlands.arena.judge import whole_deals
from crownlands.arena.ladder import Ladder, climb, round_robin
from crownlands.arena.plan import parse_seats
from crownlands.arena.run import Where
from crownlands.cli.arena import (
    INTERRUPTED,
    AsJson,
    BotLogs,
    ByClock,
    Games,
    Jobs,
    Out,
    Ray,
    Seconds,
    Seed,
    Threads,
    Work,
    percent,
    plain,
    seed_of,
    watch,
)
from crownlands.cli.terminal import messages, out, print_json
from crownlands.players.budget import Budget, parse_clock
from crownlands.rules import ruleset


def ladder(
    name: Annotated[str, typer.Argument(metavar="RULESET", help="For example queendomino/2.")] = "kingdomino/2",
    players: Annotated[str, typer.Option("--players", "-p", help="Two or more, separated by commas.")] = "",
    games: Games = 100,
    seconds: Seconds = None,
    work: Work = None,
    clock: ByClock = "wall",
    threads: Threads = 1,
    jobs: Jobs = 1,
    seed: Seed = None,
    directory: Out = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw the ladder as SVG.")] = None,
    bot_logs: BotLogs = None,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Rate players in a round robin: every two meet in that many games, all on the same deals.

    Example: [b]crownlands ladder kingdomino/2 --players greedy,random --games 40 --plot ladder.svg[/b]
    """
    rules = ruleset(name)
    seed = seed_of(rules, seed, directory)
    entrants = introduced(rules, parse_seats(players, Budget(seconds, work, threads, parse_clock(clock))))
    plan = round_robin(rules, entrants, games, seed, str(bot_logs or ""))
    played, interrupted = watch(plan, Where(jobs, directory, ray))
    if interrupted and not whole_deals(plan, played):
        messages().print("[yellow]no deal was finished by all pairs[/]")
        raise typer.Exit(INTERRUPTED)
    result = climb(plan, played)
    print_json(result.as_json()) if as_json else _print(result)
    if plot:
        plot.write_text(draw(result), encoding="utf-8")
        messages().print(f"the ladder is drawn in {plain(str(plot))}", soft_wrap=True)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _print(ladder: Ladder) -> None:
    console = out()
    plan = ladder.plan
    console.print(f"[bold cyan]{plan.rules.name}[/]  {ladder.games} games on {ladder.deals} deals, seed {plan.seed}")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("", justify="right")
    table.add_column("player", style="bold")
    for column in ("rating", "95 %", "against the next"):
        table.add_column(column, justify="right", no_wrap=True)
    order = [entrant for entrant, _ in ladder.ratings]
    for place, (entrant, rating) in enumerate(ladder.ratings):
        bounds = "" if rating.low is None or rating.high is None else f"{rating.low:+.0f} … {rating.high:+.0f}"
        following = order[place + 1] if place + 1 < len(order) else None
        share = percent(ladder.share(entrant, following)) if following else ""
        table.add_row(str(place + 1), plain(entrant.label), f"{rating.mean:+.0f}", bounds, share)
    console.print(table)
    console.print("[dim]Bradley–Terry on Elo's scale, the average at 0; intervals: bootstrap over deals.[/]")
