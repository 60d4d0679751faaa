"""What is handed to the database, and the one way in which it fails."""

from __future__ import annotations

from typing import NamedTuple


class Unavailable(Exception):
    """The database cannot be reached, or went away in the middle: what was sent may or may not have been stored."""


class Head(NamedTuple):
    """What a table's row repeats of its log."""

    status: str
    due: int | None
    """When the server itself has something to do: a bot's claim that ends, or a clock."""
    summary: bytes


class Seen(NamedTuple):
    """A person at a table was connected until then; in the future: is, unless the process dies."""

    table_id: int
    person: int
    until: int


class Append(NamedTuple):
    table_id: int
    seq: int
    at: int
    body: bytes
    head: Head
