"""Tables: opening one, coming to it, and what is told of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from crownlands.server.protocol.entries import (
    FILL_SECONDS,
    GRACE_SECONDS,
    FillAfter,
    Grace,
    HintRule,
    Logged,
    Pace,
    Person,
    Resigning,
)
from crownlands.server.protocol.messages import Level, Name
from crownlands.server.protocol.views import PlayView, TableView

Colour = Annotated[str, Meta(max_length=32)]
OptionName = Annotated[str, Meta(max_length=32)]


class RulesetParts(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruleset by its parts."""

    family: Annotated[str, Meta(max_length=32)]
    players: Annotated[int, Meta(ge=2, le=8)]
    options: Annotated[list[OptionName], Meta(max_length=16)] = []


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who shall sit on a seat: nobody yet, whoever asks, or a bot."""

    kind: Literal["open", "me", "bot"] = "open"
    name: Name | None = None
    """For `me`: the host's name otherwise; people at one device have several."""
    colour: Colour | None = None
    level: Level | None = None


class TableRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new table. Seats that are not mentioned are open."""

    ruleset: Annotated[str, Meta(max_length=120)] | RulesetParts
    name: Name
    seats: Annotated[list[SeatRequest], Meta(max_length=8)] = []
    listed: bool = False
    clock: Annotated[int, Meta(ge=10, le=30 * 86400)] | None = None
    """Seconds for a turn: a minute for live games, days for games at leisure, null for none."""
    hints: HintRule = "off"
    pace: Pace = "usual"
    resigning: Resigning = "bot"
    grace: Grace = GRACE_SECONDS
    fill_after: FillAfter = FILL_SECONDS


class JoinRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody came by the link."""

    name: Name
    sit: bool = False
    """Takes the first open seat at once, if there is one."""


class PairRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants to play this game with people, whoever they are."""

    ruleset: Annotated[str, Meta(max_length=120)]
    name: Name
    fill_after: FillAfter = FILL_SECONDS


class Admission(Struct, frozen=True):
    """A person at a table. The token is secret: it is what makes one this person."""

    code: str
    watch: str
    """The code of the spectators' link."""
    person: Person
    token: str


class ListedSeat(Struct, frozen=True):
    """A seat in the list of tables."""

    kind: Literal["open", "person", "bot"]
    name: str
    colour: str


class ListedTable(Struct, frozen=True):
    """A table that anybody may join."""

    code: str
    ruleset: str
    host: str
    seats: list[ListedSeat]
    clock: int | None
    present: int
    """How many people are there now."""
    updated: int


class TableList(Struct, frozen=True):
    tables: list[ListedTable]


class TableInfo(Struct, frozen=True):
    """A table as anybody with one of its links sees it."""

    seq: int
    watching: bool
    """Whether this was the spectators' link."""
    rematch: str | None
    """The code of the table of the rematch, of the same kind of link."""
    table: TableView
    updated: int
    """When something last happened there, in milliseconds since 1970."""


class PositionInfo(Struct, frozen=True):
    """The game as it was after an entry; null before its start."""

    seq: int
    play: PlayView | None


class LogPage(Struct, frozen=True):
    """Entries in order."""

    seq: int
    """Where the table is."""
    entries: list[Logged]
