"""What has happened since a person last decided: one line a turn."""

from __future__ import annotations

from crownlands.draw.names import deed, seat_name
from crownlands.rules import Match, Ruleset
from crownlands.rules.events import Buildings, Event, Kings, Pass, Place, Reveal
from crownlands.rules.scoring import scores


class TurnLog:
    """Events in words, the phases of a turn together."""

    def __init__(self, rules: Ruleset, players: tuple[str, ...]) -> None:
        self._rules, self._players = rules, players
        self._items: list[tuple[int | None, str]] = []
        self._notices: list[str] = []

    def add(self, event: Event, match: Match) -> None:
        """Notes an event that has just led to this match."""
        if isinstance(event, Kings | Reveal | Buildings):
            self._items.append((None, ""))  # what chance brought lies on the table
            return
        text = "" if isinstance(event, Pass) else deed(event)
        if isinstance(event, Place):
            text += f" (now {scores(match.state)[self._rules.realm_of(event.seat)].laid} points)"
        self._items.append((event.seat, text))

    def notice(self, text: str) -> None:
        """Notes something that is no event."""
        self._notices.append(text)

    def drop(self, count: int) -> None:
        """Forgets the last events."""
        if count:
            del self._items[-count:]

    def clear(self) -> None:
        self._items.clear()
        self._notices.clear()

    def lines(self, most: int) -> list[str]:
        """The latest lines, oldest first."""
        lines = list(self._notices)
        last: int | None = None
        for seat, text in self._items:
            if text and seat is not None:
                if seat == last:
                    lines[-1] += f", {text}"
                else:
                    lines.append(f"{seat_name(self._rules, seat, self._players)} {text}")
            if text or seat is None:
                last = seat
        return lines[-most:] if most > 0 else []
