"""Duplicate tables: one deal at several of them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from crownlands.server.protocol.bodies.tables import Admission, ListedSeat, RulesetParts
from crownlands.server.protocol.entries import Pace
from crownlands.server.protocol.event_messages import Seat
from crownlands.server.protocol.messages import Level, Name
from crownlands.server.protocol.views import Status

MOST_DUPLICATES = 16
"""Tables with one deal."""


class DuplicateSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat at each of the duplicate tables: for whoever comes, or the same bot everywhere."""

    kind: Literal["open", "bot"] = "open"
    level: Level | None = None


class DuplicateRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Several tables with the same deal. Seats that are not mentioned are open."""

    ruleset: Annotated[str, Meta(max_length=120)] | RulesetParts
    name: Name
    tables: Annotated[int, Meta(ge=2, le=MOST_DUPLICATES)]
    seats: Annotated[list[DuplicateSeat], Meta(max_length=8)] = []
    clock: Annotated[int, Meta(ge=10, le=30 * 86400)] | None = None
    hints: Literal["off", "after"] = "after"
    pace: Pace = "usual"


class DuplicateMade(Struct, frozen=True):
    """The tables were opened; whoever asked is the host of each."""

    host: str
    """The code of the host's page. It is secret: it leads to the players' links."""
    code: str
    """The code of the page for everybody."""
    tables: list[Admission]


class DuplicateTable(Struct, frozen=True):
    """One of the tables."""

    number: int
    status: Status
    seats: list[ListedSeat]
    round: int | None
    """How far it is."""
    code: str | None
    """For players; told on the host's page only."""
    watch: str | None
    """For spectators: told to the host, and to everybody when the deal is over: players must not see another table."""


class DuplicateResult(Struct, frozen=True):
    """What a realm made of the deal."""

    table: int
    """Its number."""
    realm: int
    seats: list[Seat]
    names: list[str]
    """Of the people on these seats; empty for a bot."""
    points: int
    share: float | None
    """Matchpoints against the same realm at the other tables."""
    adjusted: float | None
    """The points without luck, by the review of the game; null while it is being made."""


class Duplicate(Struct, frozen=True):
    """Duplicate tables: how far they are, and what came of them when all are over."""

    code: str
    is_host: bool
    name: str
    """Of the host."""
    ruleset: str
    rounds: int
    commitment: str
    seed: str | None
    """Told when all tables are over, or the host has closed the deal."""
    closed: bool
    tables: list[DuplicateTable]
    results: list[DuplicateResult]
    """Best first, of tables that were over when the deal was; empty before."""
    reviewed: int
    """How many of them have been reviewed: of all, the results without luck are known."""
