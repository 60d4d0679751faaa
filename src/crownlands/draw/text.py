"""The table as plain text, for a program that prints it."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from crownlands.draw.table import TableDrawing
from crownlands.rules import Match

WIDTH, HEIGHT = 100, 60
"""Room for every kingdom of eight."""


def table_text(match: Match) -> str:
    """What the terminal shows, without its colours."""
    file = StringIO()
    console = Console(file=file, width=WIDTH, height=HEIGHT, color_system=None, highlight=False, legacy_windows=False)
    console.print(TableDrawing(match, WIDTH, HEIGHT).draw())
    return "\n".join(line.rstrip() for line in file.getvalue().rstrip().splitlines())
