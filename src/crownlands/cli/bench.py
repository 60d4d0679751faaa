"""`crownlands bench`: how fast the core and the rules are, in games, moves, playouts and evaluations a second."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from itertools import count, groupby
from random import Random
from statistics import fmean, pstdev
from time import perf_counter
from typing import Annotated, Any, NamedTuple

import typer
from rich import box
from rich.table import Table

from crownlands import core
from crownlands.cli.terminal import messages, out, print_json
from crownlands.game import Game
from crownlands.players import Player, play
from crownlands.players.evaluation import learned_evaluation
from crownlands.players.levels import core_state
from crownlands.rules import CHANCE, Ruleset, State, Step, legal_actions, ruleset
from crownlands.rules.events import Action

RULESETS = (
    "kingdomino/2",
    "kingdomino/4",
    "kingdomino/2+mighty-duel",
    "queendomino/2",
    "queendomino/4",
    "royal-wedding/4",
    "royal-wedding/8+teams",
)
REPEATS = 5


class Rate(NamedTuple):
    """How often a second, over several repetitions."""

    mean: float
    spread: float
    best: float


CORES = os.cpu_count() or 1


class Measure(NamedTuple):
    """Something to measure: from a ruleset, a function that does a little work and says how much it was."""

    engine: str
    cores: int
    what: str
    make: Callable[[Ruleset], Callable[[], int]]


def random_game(rules: Ruleset, seed: str, random: Random) -> list[State]:
    """The states of a random game, in order."""
    game = play(Game(rules, seed=seed), [Uniform(random)] * rules.seats)
    return [match.state for match in game.matches if not match.state.over]


class Uniform(Player):
    """Any legal action, by Python's own generator: the measured time is the rules'."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, game: Game) -> Action:
        return self._random.choice(game.legal)


def _games(rules: Ruleset) -> Callable[[], int]:
    random, numbers = Random(1), count()

    def once() -> int:
        random_game(rules, f"bench-{next(numbers)}", random)
        return 1

    return once


@cache
def _decisions(rules: Ruleset) -> list[State]:
    """The states of one random game in which somebody decides."""
    return [state for state in random_game(rules, "bench", Random(1)) if state.step not in CHANCE]


def _generate(rules: Ruleset) -> int:
    for state in _decisions(rules):
        legal_actions(state)
    return len(_decisions(rules))


def _generations(rules: Ruleset) -> Callable[[], int]:
    return lambda: _generate(rules)


def _generations_on_all_cores(rules: Ruleset) -> Callable[[], int]:
    pool = ProcessPoolExecutor(CORES)
    return lambda: sum(pool.map(_generate, [rules] * CORES * 4))


def _many_games(rules: Ruleset, numbers: range) -> int:
    for number in numbers:
        random_game(rules, f"bench-{number}", Random(number))
    return len(numbers)


def _games_on_all_cores(rules: Ruleset) -> Callable[[], int]:
    """Python needs a process for each core."""
    pool = ProcessPoolExecutor(CORES)
    each, starts = 4, count(step=4 * CORES)

    def once() -> int:
        start = next(starts)
        portions = [range(start + i * each, start + (i + 1) * each) for i in range(CORES)]
        return sum(pool.map(_many_games, [rules] * CORES, portions))

    return once


def _core_games(threads: int) -> Callable[[Ruleset], Callable[[], int]]:
    def make(rules: Ruleset) -> Callable[[], int]:
        return _batches(core.State(rules.name), threads)

    return make


def _core_playouts(rules: Ruleset) -> Callable[[], int]:
    """From the first placement in the middle of a random game."""
    state, random = core.State(rules.name), Random(1)
    while state.round <= state.rounds // 2 or state.step != "place":
        if state.chance:
            state.sample_chance(random.getrandbits(64))
        else:
            state.apply(random.choice(state.legal()))
    return _batches(state, 1)


def _core_evaluations(rules: Ruleset) -> Callable[[], int]:
    """All placements of a domino at once, in each position of a random game; the kingdom is read anew each time."""
    states = [state for state in _decisions(rules) if state.step is Step.PLACE]
    tables, evaluation = [core_state(Game.of(state).match) for state in states], learned_evaluation()
    return lambda: sum(len(core.placement_values(table, evaluation)) for table in tables)


def _scholars_games(rules: Ruleset) -> Callable[[], int]:
    """Everybody decides by the learned evaluation, at one ply."""
    minds, numbers, evaluation = [None] * len(rules.realms), count(step=10), learned_evaluation()

    def once() -> int:
        first = next(numbers)
        core.play_games(rules.name, minds, evaluation, first, first + 10, 1)
        return 10

    return once


def _batches(state: core.State, threads: int) -> Callable[[], int]:
    seeds, games = count(), 1000 * max(1, threads)

    def once() -> int:
        return state.playouts(games, seed=next(seeds), threads=threads).games

    return once


def _core_generations(threads: int) -> Callable[[Ruleset], Callable[[], int]]:
    def make(rules: Ruleset) -> Callable[[], int]:
        state, seeds, often = core.State(rules.name), count(), 200_000
        pool = ThreadPoolExecutor(threads)

        def once() -> int:
            list(pool.map(lambda seed: state.generations(often, seed), [next(seeds) for _ in range(threads)]))
            return often * threads

        return once

    return make


MEASURES: tuple[Measure, ...] = (
    Measure("core", 1, "games", _core_games(1)),
    Measure("core", CORES, "games", _core_games(CORES)),
    Measure("core", 1, "generations", _core_generations(1)),
    Measure("core", CORES, "generations", _core_generations(CORES)),
    Measure("core", 1, "playouts", _core_playouts),
    Measure("core", 1, "evaluations", _core_evaluations),
    Measure("core", 1, "scholars' games", _scholars_games),
    Measure("rules", 1, "games", _games),
    Measure("rules", CORES, "games", _games_on_all_cores),
    Measure("rules", 1, "generations", _generations),
    Measure("rules", CORES, "generations", _generations_on_all_cores),
)
"""Whole random games; sets of legal moves (in the core of placements); random playouts from the middle of a game;
placements valued by the learned evaluation; whole games of players who decide by it."""


def rate(work: Callable[[], int], seconds: float) -> Rate:
    """How much of this work is done a second, measured for about this long."""
    work()
    rates = []
    for _ in range(REPEATS):
        done, start = 0, perf_counter()
        while (elapsed := perf_counter() - start) < seconds / REPEATS or not done:
            done += work()
        rates.append(done / elapsed)
    return Rate(fmean(rates), pstdev(rates), max(rates))


def bench(
    names: Annotated[list[str] | None, typer.Argument(metavar="RULESET", help="What to measure.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="Time for each measurement.")] = 2.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure random games, move generations, playouts from mid-game and learned evaluations a second.

    Example: [b]crownlands bench kingdomino/4 --seconds 5[/b]
    """
    chosen = [ruleset(name) for name in names or RULESETS]
    rows: list[dict[str, Any]] = []
    console = messages()
    for rules in chosen:
        for engine, cores, what, make in MEASURES:
            if console.is_terminal:
                console.print(f"[dim]{rules.name}: {what} ({engine}, cores: {cores})[/]")
            speed = rate(make(rules), seconds)
            rounded = {field: round(value, 1) for field, value in speed._asdict().items()}
            rows.append({"ruleset": rules.name, "engine": engine, "cores": cores, "measure": what, **rounded})
    about = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "isa": core.best_isa(),
        "repeats": REPEATS,
        "seconds": seconds,
    }
    print_json({**about, "rates": rows}) if as_json else _print(rows)


def _print(rows: list[dict[str, Any]]) -> None:
    for name, found in groupby(rows, key=lambda row: str(row["ruleset"])):
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
        table.add_column(name, header_style="bold cyan")
        table.add_column("cores", justify="right")
        table.add_column("a second")
        for column in ("mean", "spread", "best"):
            table.add_column(column, justify="right", min_width=9)
        for row in found:
            numbers = (_short(row[field]) for field in ("mean", "spread", "best"))
            table.add_row(row["engine"], f"{row['cores']}", row["measure"], *numbers)
        out().print(table)


def _short(rate: float) -> str:
    return f"{rate:,.0f}" if rate < 1e6 else f"{rate / 1e6:,.1f} M"
