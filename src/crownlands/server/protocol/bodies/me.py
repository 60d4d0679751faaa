"""Somebody who carries their tables to other devices."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from crownlands.server.protocol.entries import Person, SeatState
from crownlands.server.protocol.views import Result, Status


class NewMe(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants to carry their tables to other devices."""

    name: Annotated[str, Meta(max_length=200)] = ""


class MySecret(Struct, frozen=True):
    """Whoever has it is this person at all their tables."""

    secret: str


class HeldSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A table with one's token there."""

    code: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(max_length=200)]


class KeepRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables that are mine: they go with me from now on, and a finished game of mine is never cleared away."""

    name: Annotated[str, Meta(max_length=200)] = ""
    tables: Annotated[list[HeldSeat], Meta(max_length=20)] = []


class LetGoRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables that shall not go with me any more."""

    codes: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=100)]


class MyTable(Struct, frozen=True):
    """A table of mine, with the token that makes me this person there."""

    code: str
    watch: str
    person: Person
    token: str
    ruleset: str
    status: Status
    seats: list[SeatState]
    result: Result | None
    created: int
    updated: int


class Me(Struct, frozen=True):
    """What goes with me, newest first."""

    name: str
    tables: list[MyTable]
