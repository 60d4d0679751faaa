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


class TableRow(NamedTuple):
    """A table, as it can be looked up."""

    id: int
    code: str
    watch: str
    seed: str
    rematch: int | None
    ruleset: str
    seq: int
    status: str
    listed: bool
    summary: str
    due: int | None
    created: int
    updated: int


class NewTable(NamedTuple):
    """A table that is to be, with the first entry of its log."""

    code: str
    watch: str
    seed: str
    ruleset: str
    listed: bool
    at: int
    first: bytes
    head: Head

    def row(self, table_id: int) -> TableRow:
        """The same, as it can be looked up now."""
        status, due, summary = self.head
        return TableRow(
            id=table_id,
            code=self.code,
            watch=self.watch,
            seed=self.seed,
            rematch=None,
            ruleset=self.ruleset,
            seq=1,
            status=status,
            listed=self.listed,
            summary=summary.decode(),
            due=due,
            created=self.at,
            updated=self.at,
        )
