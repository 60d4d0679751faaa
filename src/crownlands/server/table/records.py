"""A table's game as a record and step by step, for replay and for the fair deal's check."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime

from crownlands.notation import Record, print_record
from crownlands.rules import scores
from crownlands.server.protocol.entries import SeatState
from crownlands.server.table.table import Table


def record_of(table: Table, created: int) -> Record:
    """The events that count, with everything that the fair deal's check needs once the deal is over."""
    tags = [
        ("commitment", table.opened.commitment),
        ("seats", ", ".join(_sitter(seat) for seat in table.seats)),
        ("date", _day(created)),
    ]
    if table.seed is not None:
        tags.insert(0, ("seed", table.seed))
    if table.match is not None and table.match.over:
        points = (
            [standing.points for standing in table.match.totals()]
            if table.ruleset.games > 1
            else [score.points for score in scores(table.match.state)]
        )
        tags.append(("result", " ".join(map(str, points))))
    return Record(table.ruleset, tuple(tags), tuple(table.events))


def _sitter(seat: SeatState) -> str:
    """Who sits there, as a record names it: people by their names, bots by their level."""
    name = seat.name.replace(",", " ").strip() or "-"
    return f"{seat.level} (bot)" if seat.kind == "bot" and seat.level else name


def file_name(table: Table, created: int) -> str:
    """A name for the file that says what was played, by whom and when, for every system."""
    words = [
        table.ruleset.name,
        *(seat.level or seat.name for seat in table.seats if seat.kind != "open"),
        _day(created),
    ]
    plain = (unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode() for word in words)
    return "-".join(filter(None, (re.sub(r"[^A-Za-z0-9]+", "-", word).strip("-") for word in plain))) + ".crownlands"


def _day(created: int) -> str:
    return datetime.fromtimestamp(created / 1000, UTC).date().isoformat()


def record_text(table: Table, created: int) -> str:
    return print_record(record_of(table, created))
