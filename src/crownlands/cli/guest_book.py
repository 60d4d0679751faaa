"""Who comes to which table, and how its games begin and end, for whoever started the server at a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crownlands.server.live.room import Room
    from crownlands.server.table.table import Table


@dataclass
class Page:
    """What has been said of one table."""

    persons: set[int] = field(default_factory=set)
    status: str = ""


class GuestBook:
    """Says each thing once."""

    def __init__(self, say: Callable[[str], None], clock: Callable[[], str] = lambda: time.strftime("%H:%M")) -> None:
        self._say, self._clock = say, clock
        self._pages: dict[int, Page] = {}

    def note(self, room: Room) -> None:
        """A room was loaded, or something has happened in it."""
        table, page = room.table, self._pages.setdefault(room.table_id, Page())
        there = {number for number, person in enumerate(table.persons) if not person.left}
        for number in sorted(there - page.persons):
            self._tell(room, f"{table.persons[number].name} joins")
        for number in sorted(page.persons - there):
            self._tell(room, f"{table.persons[number].name} leaves")
        page.persons = there
        if table.status != page.status:
            page.status = table.status
            if words := _status(table):
                self._tell(room, words)

    def _tell(self, room: Room, words: str) -> None:
        self._say(f"{self._clock()} table {room.code} ({room.table.ruleset}): {words}")


def _status(table: Table) -> str:
    if table.match is None:
        return ""
    if not table.match.over:
        return f"the game is on between {', '.join(seat.name or seat.level or seat.colour for seat in table.seats)}"
    points = [str(total.points) for total in table.match.totals()]
    return f"the game is over with {' to '.join(points)} points"
