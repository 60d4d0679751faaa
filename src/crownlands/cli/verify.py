"""`crownlands verify`: whether a record's deal is the one that was committed to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crownlands.cli.terminal import read_text
from crownlands.notation import parse_record


def verify(
    record: Annotated[Path, typer.Argument(help="A record from a server; - is standard input.", metavar="RECORD")],
) -> None:
    """Check that nobody touched the deck: the seed gives the commitment, and deals the game as it was played.

    Example: [b]crownlands verify game.crownlands[/b]
    """
    from crownlands.server.table import fair_deal

    for found in fair_deal.verify(parse_record(read_text(record))):
        typer.echo(found)
    typer.echo("The deal is fair.")
