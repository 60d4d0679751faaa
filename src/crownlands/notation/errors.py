"""What a reader says about text that it cannot read."""

from __future__ import annotations

from typing import Any

from crownlands.rules.errors import CrownlandsError, IllegalEvent
from crownlands.rules.reasons import Reason


class ParseError(CrownlandsError):
    """Text that says nothing, or nothing possible: where, and what was expected there."""

    def __init__(self, line: int, column: int, expected: str, found: str) -> None:
        super().__init__(f"line {line}, column {column}: expected {expected}, found {found}")
        self.line = line
        """From 1."""
        self.column = column
        """From 1; one more than the line is long if something is missing at its end."""
        self.expected = expected
        self.found = found

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle, which would give the message alone: errors come back from other processes."""
        return ParseError, (self.line, self.column, self.expected, self.found)


class IllegalRecord(IllegalEvent):
    """A record with an event that its game does not allow."""

    def __init__(self, number: int, line: int | None, event: str, reason: Reason) -> None:
        super().__init__(reason)
        self.number = number
        """Which event, from 1."""
        self.line = line
        """Where it stands in the text, if it was read from one."""
        place = f"event {number}" if line is None else f"line {line} (event {number})"
        self.event = event
        """As text."""
        self.args = (f"{place}, `{event}`: {reason}",)

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalRecord, (self.number, self.line, self.event, self.reason)
