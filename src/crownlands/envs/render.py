"""How environments show a game: as text, as a picture of the project's own drawings, or in the terminal."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from rich.console import Console

from crownlands.draw.svg import table_svg
from crownlands.draw.table import TableDrawing
from crownlands.draw.text import table_text
from crownlands.envs.episode import Episode
from crownlands.envs.extras import need
from crownlands.envs.layout import Bytes

RENDER_MODES = ["ansi", "rgb_array", "human"]


def picture(episode: Episode) -> Bytes:
    """The table as the page draws it: rows of pixels, red, green and blue."""
    resvg, pillow = need("resvg_py", "envs"), need("PIL.Image", "envs")
    png = bytes(resvg.svg_to_bytes(svg_string=table_svg(episode.match())))
    with pillow.open(io.BytesIO(png)) as image:
        return np.array(image.convert("RGB"))


def show(episode: Episode) -> None:
    """The table in colour, where standard output goes."""
    console = Console()
    console.print(TableDrawing(episode.match(), console.width, max(console.height, 24)).draw())


def render(episode: Episode, mode: str | None) -> Any:
    """What Gymnasium and PettingZoo expect of a mode."""
    if mode == "ansi":
        return table_text(episode.match())
    if mode == "rgb_array":
        return picture(episode)
    if mode == "human":
        show(episode)
    return None
