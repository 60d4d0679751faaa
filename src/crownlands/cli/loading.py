"""Files that commands read: whatever the notation has, with the file's name in every complaint."""

from __future__ import annotations

from pathlib import Path

from crownlands.cli.terminal import read_text
from crownlands.notation import HandKingdom, Record, parse_any, replay
from crownlands.rules import CrownlandsError, Match


def load(path: Path) -> Match | Record | HandKingdom:
    """A position, a record or a kingdom typed by hand."""
    try:
        return parse_any(read_text(path))
    except CrownlandsError as error:
        raise in_file(path, error) from None


def load_record(path: Path) -> Record:
    found = load(path)
    if not isinstance(found, Record):
        kind = "position" if isinstance(found, Match) else "kingdom"
        raise CrownlandsError(f"{path} is a {kind}, not the record of a game")
    return found


def matches_of(path: Path, record: Record) -> list[Match]:
    """The match at the start and after each event."""
    try:
        return list(replay(record))
    except CrownlandsError as error:
        raise in_file(path, error) from None


def in_file(path: Path, error: CrownlandsError) -> CrownlandsError:
    """The same error, with the file that it was found in."""
    text = str(error)
    name = "standard input" if str(path) == "-" else str(path)
    return error if text.startswith(name) else CrownlandsError(f"{name}: {text}")
