"""`crownlands replay`: a recorded game, step by step or as it stood after any event."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from crownlands.cli.loading import load_record, matches_of
from crownlands.cli.terminal import out, print_json
from crownlands.draw.colours import GOLD, HEADING, SOFT, signs_for
from crownlands.draw.names import sentence
from crownlands.draw.scores import draw_standings, verdict
from crownlands.draw.table import TableDrawing
from crownlands.notation import Record, event_json, print_event, state_json
from crownlands.rules import CrownlandsError, Match


def replay(
    file: Annotated[Path, typer.Argument(help="The record of a game; - is standard input.", metavar="FILE")],
    to: Annotated[int | None, typer.Option(min=0, help="Stop after this many events.", show_default="all")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the state reached as JSON.")] = False,
    events: Annotated[bool, typer.Option("--events", help="Print the events instead of the state.")] = False,
) -> None:
    """Show a recorded game: step by step at a terminal, otherwise the state that it reached.

    Example: [b]crownlands replay game.txt --to 40 --json[/b]
    """
    record = load_record(file)
    matches = matches_of(file, record)
    last = len(record.events) if to is None else to
    if last > len(record.events):
        raise CrownlandsError(f"{file} has {len(record.events)} events, so --to {last} is too far")
    if as_json:
        print_json([event_json(event) for event in record.events[:last]] if events else state_json(matches[last]))
    elif events:
        for number, event in enumerate(record.events[:last], 1):
            typer.echo(f"{number:>5}  {print_event(event)}")
    elif sys.stdin.isatty() and sys.stdout.isatty() and str(file) != "-":
        Viewer(record, matches, out()).run(0 if to is None else last)
    else:
        Viewer(record, matches, out()).show(last)


class Viewer:
    """Walks through the states of a record."""

    def __init__(self, record: Record, matches: list[Match], console: Console) -> None:
        self.record, self.matches, self.console = record, matches, console
        seats = [name.strip() for name in dict(record.tags).get("seats", "").split(",")]
        self.players = tuple(seats) if len(seats) == record.ruleset.seats else ()

    def show(self, number: int) -> None:
        """The table after this many events, and the last of them."""
        match, console = self.matches[number], self.console
        signs = signs_for(console.encoding)
        console.print(TableDrawing(match, console.width, console.height - 3, self.players, signs).draw())
        if number:
            event = self.record.events[number - 1]
            text = sentence(self.record.ruleset, event, self.players)
            console.print(Text.assemble((f"{number}/{len(self.record.events)} ", HEADING), (text, SOFT)))
        if match.over:
            console.print(draw_standings(match, self.players))
            console.print(Text(verdict(match.ruleset, match.ranking(), self.players), HEADING))

    def run(self, number: int) -> None:
        """Enter and n go on, p goes back, a number goes there, q ends."""
        last = len(self.record.events)
        while True:
            self.console.clear()
            self.show(number)
            try:
                text = self.console.input(Text("Enter next, p back, number, end, q quit ", GOLD)).strip().lower()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return
            if text in {"q", "quit"}:
                return
            if text in {"", "n"}:
                number = min(last, number + 1)
            elif text == "p":
                number = max(0, number - 1)
            elif text == "end":
                number = last
            elif text.isdecimal():
                number = min(last, int(text))
