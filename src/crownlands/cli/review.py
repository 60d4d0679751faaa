"""`crownlands review`: a finished game, turn by turn: what was lost, what was luck, and what would have been better."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from crownlands.cli.loading import in_file, load_record
from crownlands.cli.review_picture import ReviewPicture
from crownlands.cli.terminal import messages, out, print_json
from crownlands.draw.colours import signs_for
from crownlands.notation import Record
from crownlands.rules import CrownlandsError
from crownlands.study import WORK, Review, Reviewer, work_for


def review(
    file: Annotated[Path, typer.Argument(help="The record of a finished game; - is standard input.", metavar="FILE")],
    work: Annotated[
        int | None,
        typer.Option(
            help="Playouts for each thing that is measured; the same work says the same again.",
            show_default=str(WORK),
        ),
    ] = None,
    seconds: Annotated[float | None, typer.Option("--time", help="About so many seconds, instead of work.")] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=64, help="Threads; they change nothing but the time.", show_default="all")
    ] = None,
    turns: Annotated[int, typer.Option(min=0, help="How many of the turns that lost most are shown.")] = 8,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Review a finished game: win shares, luck, losses, and what would have been better.

    Example: [b]crownlands review game.txt --time 10[/b]
    """
    if work is not None and seconds is not None:
        raise CrownlandsError("--work or --time, not both")
    record = load_record(file)
    threads = threads or min(64, os.cpu_count() or 1)
    try:
        if seconds is not None:
            work = work_for(record, seconds, threads)
        reviewer = Reviewer(record, WORK if work is None else work, threads)
    except CrownlandsError as error:
        raise in_file(file, error) from None
    found = _watched(reviewer)
    if as_json:
        print_json(asdict(found))
        return
    console = out()
    picture = ReviewPicture(record, found, console.width, signs_for(console.encoding), players_of(record))
    console.print(picture.draw(turns))


def _watched(reviewer: Reviewer) -> Review:
    """The review, with a progress bar while it is made."""
    console = messages()
    columns = (TextColumn("reviewing"), BarColumn(), TextColumn("{task.percentage:.0f} %"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("reviewing", total=None)
        for progress in reviewer:
            bar.update(task, completed=progress.done, total=progress.of)
    return reviewer.review()


def players_of(record: Record) -> tuple[str, ...]:
    """Who sat where, if the record says it."""
    seats = tuple(name.strip() for name in dict(record.tags).get("seats", "").split(","))
    return seats if len(seats) == record.ruleset.seats else ()
