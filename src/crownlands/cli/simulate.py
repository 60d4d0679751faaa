"""`crownlands simulate`: many games between bots, their records and what they show."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import active_children
from pathlib import Path
from signal import SIG_IGN, SIGINT, SIGTERM, signal
from statistics import fmean, pstdev
from types import FrameType
from typing import Annotated, Any

import typer
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from crownlands.arena.introduce import introduced
from crownlands.arena.plan import Entrant, lineup, parse_seats
from crownlands.cli.arena import Seats
from crownlands.cli.terminal import messages, one_line, out, print_json
from crownlands.draw.names import realm_name
from crownlands.game import Game
from crownlands.players import Budget, make_player, play
from crownlands.players.seeds import player_seed
from crownlands.rules import Ruleset, Step, legal_actions, ruleset
from crownlands.rules.events import Place


@dataclass(frozen=True)
class Simulation:
    """All that one game depends on, and where it is written."""

    rules: Ruleset
    seats: tuple[Entrant, ...]
    """Who plays each."""
    number: int
    seed: str
    file: Path | None


@dataclass(frozen=True)
class Result:
    """What is kept of one game."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    events: int
    placements: tuple[int, ...]
    file: str | None


def simulate(
    name: Annotated[str, typer.Argument(metavar="RULESET", help="For example kingdomino/4.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    seed: Annotated[str, typer.Option(help="Game i is dealt from the seed SEED-i.")] = "1",
    seats: Seats = "greedy",
    directory: Annotated[Path | None, typer.Option("--out", help="Write one record a game here.")] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes to use.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play games between bots and say how they went.

    Example: [b]crownlands simulate kingdomino/4 --games 100 --seed 7 --seats greedy,random[/b]
    """
    rules, seed = ruleset(name), one_line(seed)
    entrants = parse_seats(seats, Budget())
    lineup(rules, entrants)  # refuses too many before any program is started
    line = lineup(rules, introduced(rules, entrants))
    by_seat = tuple(line[rules.realm_of(seat)] for seat in range(rules.seats))
    names = tuple(entrant.label for entrant in by_seat)
    if directory:
        directory.mkdir(parents=True, exist_ok=True)
    simulations = [
        Simulation(
            rules, by_seat, number, f"{seed}-{number}", directory and directory / file_name(rules, number, games)
        )
        for number in range(1, games + 1)
    ]
    results = list(_progress(_play(simulations, jobs), games))
    summary = summarise(rules, names, seed, results)
    print_json(summary) if as_json else _print(rules, names, summary)


def file_name(rules: Ruleset, number: int, games: int) -> str:
    """The name of a record, so that records sort by their numbers."""
    return f"{rules.name.replace('/', '-')}-{number:0{max(4, len(str(games)))}}.txt"


def _one(simulation: Simulation) -> Result:
    seed, file = simulation.seed, simulation.file
    players = [
        make_player(who.name, player_seed(who.name, seed, simulation.number, seat), who.budget)
        for seat, who in enumerate(simulation.seats)
    ]
    try:
        game = play(Game(simulation.rules, seed=seed), players)
    finally:
        for player in players:
            player.close()
    if file:
        file.write_text(game.record(seats=", ".join(who.label for who in simulation.seats)), encoding="utf-8")
    return Result(game.scores(), game.winners, len(game.events), _placements(game), str(file) if file else None)


def _placements(game: Game) -> tuple[int, ...]:
    """How many placements there were to choose from in each turn."""
    legal = (legal_actions(match.state) for match in game.matches if match.state.step is Step.PLACE)
    return tuple(sum(isinstance(action, Place) for action in actions) for actions in legal)


def _play(simulations: list[Simulation], jobs: int) -> Iterator[Result]:
    if jobs == 1:
        yield from map(_one, simulations)
        return
    with ProcessPoolExecutor(min(jobs, len(simulations)), initializer=_Worker.begin) as pool:
        try:
            yield from pool.map(_Worker.play, simulations, chunksize=max(1, min(16, len(simulations) // jobs // 4)))
        except KeyboardInterrupt:
            for process in active_children():
                process.terminate()
            pool.shutdown(cancel_futures=True)
            raise


class _Worker:
    """What a process does that plays some of the games."""

    leaving = False

    @staticmethod
    def begin() -> None:
        """Ctrl-C reaches every process of the terminal; only the one that prints answers it, and ends the others."""
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM, _Worker.leave)

    @staticmethod
    def leave(_signal: int, _frame: FrameType | None) -> None:
        """Ends the game that is going on, with the bots in it."""
        signal(SIGTERM, SIG_IGN)
        _Worker.leaving = True
        raise SystemExit(0)

    @staticmethod
    def play(simulation: Simulation) -> Result:
        """The pool takes what ends a game for its result and goes on: no other is begun after that."""
        if _Worker.leaving:
            raise SystemExit(0)
        return _one(simulation)


def _progress(results: Iterator[Result], games: int) -> Iterator[Result]:
    console = messages()
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(results, total=games)


def _spread(values: list[int]) -> dict[str, float]:
    return {"mean": round(fmean(values), 2), "spread": round(pstdev(values), 2), "min": min(values), "max": max(values)}


def summarise(rules: Ruleset, bots: tuple[str, ...], seed: str, results: list[Result]) -> dict[str, Any]:
    """Scores, winners, length and placements; a shared victory is counted apart."""
    realms = []
    for realm, seats in enumerate(rules.realms):
        realms.append(
            {
                "seats": list(seats),
                "bots": [bots[seat] for seat in seats],
                "score": _spread([result.points[realm] for result in results]),
                "wins": sum(result.winners == (realm,) for result in results),
                "shared": sum(realm in result.winners and len(result.winners) > 1 for result in results),
            }
        )
    return {
        "ruleset": rules.name,
        "games": len(results),
        "seed": seed,
        "bots": list(bots),
        "score": _spread([points for result in results for points in result.points]),
        "realms": realms,
        "events": _spread([result.events for result in results]),
        "placements": _spread([count for result in results for count in result.placements]),
        "records": [result.file for result in results if result.file],
    }


def _print(rules: Ruleset, bots: tuple[str, ...], summary: dict[str, Any]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("realm", style="bold")
    for column in ("mean", "spread", "least", "most", "wins", "share", "shared"):
        table.add_column(column, justify="right")
    for realm, row in enumerate(summary["realms"]):
        table.add_row(
            Text(realm_name(rules, realm, bots)),
            *_cells(row["score"]),
            str(row["wins"]),
            f"{row['wins'] / summary['games']:.0%}",
            str(row["shared"]),
        )
    table.add_section()
    table.add_row("all", *_cells(summary["score"]))
    console = out()
    games = "1 game" if summary["games"] == 1 else f"{summary['games']} games"
    seeds = f"  {games}, seeds {summary['seed']}-1 to {summary['seed']}-{summary['games']}"
    console.print(Text.assemble((rules.name, "bold cyan"), seeds))
    console.print(table)
    console.print(_line("events a game", summary["events"]))
    console.print(_line("placements a turn", summary["placements"]))
    if summary["records"]:
        console.print(Text(f"records            {summary['records'][0]} …"), soft_wrap=True)


def _cells(score: dict[str, float]) -> list[str]:
    return [f"{score['mean']:.1f}", f"{score['spread']:.1f}", str(score["min"]), str(score["max"])]


def _line(label: str, values: dict[str, float]) -> str:
    text = f"{values['mean']:.1f} ± {values['spread']:.1f}, from {values['min']} to {values['max']}"
    return f"{label:<18} {text}"
