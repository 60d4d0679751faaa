"""The terminal: consoles for results and for messages, files, and JSON."""

from __future__ import annotations

import json
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from crownlands.rules import CrownlandsError

LARGEST_FILE = 10_000_000
"""A record has a few kilobytes; more than this is a mistake."""


def out() -> Console:
    """Where results go. Made anew each time, so that it follows a redirected standard output."""
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.encoding.lower().startswith("utf"):
        sys.stdout.reconfigure(errors="replace")  # a sign that cannot be printed must not end a game
    return Console(highlight=False)


def messages() -> Console:
    """Where progress and complaints go, so that results can be piped on."""
    return Console(stderr=True, highlight=False)


def complain(text: str) -> None:
    """One line about what is wrong."""
    line = Text.assemble(("crownlands:", "bold red"), " ", " ".join(text.split()))
    messages().print(line, soft_wrap=True)


def one_line(text: str, what: str = "a seed") -> str:
    """The text without spaces around it; refuses what a record could not hold on one line."""
    text = text.strip()
    if not text or not text.isprintable():
        raise CrownlandsError(f"{what} is one line of text, not {text!r}")
    return text


def print_json(value: Any) -> None:
    """Pure JSON on standard output."""
    sys.stdout.write(json.dumps(value, indent=2) + "\n")


def read_text(path: Path) -> str:
    """The text of a file, or of standard input for `-`; says what is wrong with one that is no text."""
    if str(path) == "-":
        data = sys.stdin.buffer.read(LARGEST_FILE + 1)
    else:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    name = "standard input" if str(path) == "-" else str(path)
    if len(data) > LARGEST_FILE:
        raise CrownlandsError(f"{name} is too large to be a game")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CrownlandsError(f"{name} is not a text file") from None
