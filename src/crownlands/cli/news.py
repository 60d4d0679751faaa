"""What has happened since a person last decided: one line a turn."""

from __future__ import annotations

from crownlands.cli.names import deed, seat_name, sentence
from crownlands.rules import Match, Ruleset
from crownlands.rules.events import Buildings, Event, Kings, Pass, Place, Reveal
from crownlands.rules.scoring import scores


class News:
    """Events in words, the phases of a turn together."""

    def __init__(self, rules: Ruleset, players: tuple[str, ...]) -> None:
        self._rules, self._players = rules, players
        self._items: list[tuple[int | None, str]] = []

    def add(self, event: Event, match: Match) -> None:
        """Notes an event that has just led to this match."""
        if isinstance(event, Kings | Reveal | Buildings):
            self._items.append((None, sentence(self._rules, event)))
            return
        text = "" if isinstance(event, Pass) else deed(event)
        if isinstance(event, Place):
            text += f" (now {scores(match.state)[self._rules.realm_of(event.seat)].points} points)"
        self._items.append((event.seat, text))

    def drop(self, count: int) -> None:
        """Forgets the last events."""
        if count:
            del self._items[-count:]

    def clear(self, keep_chance: bool = False) -> None:
        self._items = [item for item in self._items if keep_chance and item[0] is None][-1:]

    def lines(self, most: int) -> list[str]:
        """The latest lines, oldest first."""
        lines: list[str] = []
        last: int | None = None
        for seat, text in self._items:
            if not text:
                continue
            if seat is None or seat != last:
                lines.append(text if seat is None else f"{seat_name(self._rules, seat, self._players)} {text}")
            else:
                lines[-1] += f", {text}"
            last = seat
        return lines[-most:]
