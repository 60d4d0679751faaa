"""`crownlands bench`: how fast the rules are, in games and in move generations a second."""

from __future__ import annotations

import platform
from collections.abc import Callable
from itertools import count
from random import Random
from statistics import fmean, pstdev
from time import perf_counter
from typing import Annotated, Any, NamedTuple

import typer
from rich import box
from rich.table import Table

from crownlands.cli.terminal import messages, out, print_json
from crownlands.rules import CHANCE, Dealer, Ruleset, State, apply, legal_actions, new_game, ruleset

RULESETS = (
    "kingdomino/2",
    "kingdomino/4",
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


class Measure(NamedTuple):
    """Something to measure: from a ruleset, a function that does a little work and says how much it was."""

    engine: str
    what: str
    make: Callable[[Ruleset], Callable[[], int]]


def random_game(rules: Ruleset, seed: str, random: Random) -> list[State]:
    """The states of a random game, in order."""
    dealer, state, states = Dealer(rules, seed), new_game(rules), []
    while not state.over:
        states.append(state)
        event = dealer.next(state) if state.step in CHANCE else random.choice(legal_actions(state))
        state = apply(state, event)
    return states


def _games(rules: Ruleset) -> Callable[[], int]:
    random, numbers = Random(1), count()

    def once() -> int:
        random_game(rules, f"bench-{next(numbers)}", random)
        return 1

    return once


def _generations(rules: Ruleset) -> Callable[[], int]:
    states = [state for state in random_game(rules, "bench", Random(1)) if state.step not in CHANCE]

    def once() -> int:
        for state in states:
            legal_actions(state)
        return len(states)

    return once


MEASURES: tuple[Measure, ...] = (
    Measure("python", "random games", _games),
    Measure("python", "move generations", _generations),
)


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
    names: Annotated[list[str] | None, typer.Argument(metavar="[RULESET]...", help="What to measure.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="Time for each measurement.")] = 2.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure random games and move generations a second, on one core.

    Example: [b]crownlands bench kingdomino/4 --seconds 5[/b]
    """
    chosen = [ruleset(name) for name in names or RULESETS]
    rows: list[dict[str, Any]] = []
    console = messages()
    for rules in chosen:
        for engine, what, make in MEASURES:
            if console.is_terminal:
                console.print(f"[dim]{rules.name}: {what} ({engine})[/]")
            speed = rate(make(rules), seconds)
            rounded = {field: round(value, 1) for field, value in speed._asdict().items()}
            rows.append({"ruleset": rules.name, "engine": engine, "measure": what, **rounded})
    about = {"python": platform.python_version(), "machine": platform.machine(), "repeats": REPEATS, "seconds": seconds}
    print_json({**about, "rates": rows}) if as_json else _print(rows)


def _print(rows: list[dict[str, Any]]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("ruleset", style="bold cyan", no_wrap=True)
    table.add_column("engine")
    table.add_column("a second")
    for column in ("mean", "spread", "best"):
        table.add_column(column, justify="right")
    for row in rows:
        numbers = (f"{row[field]:,.0f}" for field in ("mean", "spread", "best"))
        table.add_row(row["ruleset"], row["engine"], row["measure"], *numbers)
    out().print(table)
