"""A game step by step."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from crownlands.server.protocol.event_messages import EventMessage
from crownlands.server.protocol.views import PlayView, RealmView, RulesetInfo

RealmIndex = Annotated[str, Meta(pattern="^[0-7]$")]


class ReplayStep(Struct, frozen=True):
    """The game after one event: `play` without its realms, and those realms that are not as in the step before."""

    ply: int
    """0 is the start; then the number of the event."""
    seq: int | None
    """The entry that the event came with, if the game was played here."""
    event: EventMessage | None
    play: PlayView
    realms: dict[RealmIndex, RealmView]


class Replay(Struct, frozen=True):
    """A part of a game, step by step."""

    ruleset: str
    rules: RulesetInfo
    tags: dict[str, str]
    plies: int
    """Events in all."""
    position: str
    """The first of these steps in the notation, to go on from; empty if there is none."""
    steps: list[ReplayStep]


class RecordRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record to look at; nothing of it is kept."""

    record: Annotated[str, Meta(max_length=200_000)]
    start: Annotated[int, Meta(ge=0, le=100_000)] = 0
    count: Annotated[int, Meta(ge=1, le=64)] = 32
