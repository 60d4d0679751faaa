"""Positions and kingdoms that somebody typed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from crownlands.server.protocol.event_messages import ActionMessage
from crownlands.server.protocol.messages import Preview
from crownlands.server.protocol.views import PlayView, RealmView, RulesetInfo

ActionText = Annotated[str, Meta(max_length=200)]
PositionText = Annotated[str, Meta(max_length=12_000)]


class PositionRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A position in the notation, and actions to try there, typed with or without their seat; nothing of it is kept."""

    position: PositionText
    actions: Annotated[list[ActionText], Meta(max_length=64)] = []


class TriedPosition(Struct, frozen=True):
    """A position after the actions that were tried in it: all that a page needs for going on by hand."""

    rules: RulesetInfo
    play: PlayView
    """Its `game_seq` and `ply` count the actions."""
    preview: Preview
    events: list[ActionMessage]
    """The actions."""
    whole: bool
    """Whether the turn that the position began with is over."""


class ScoreRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A kingdom typed by hand, in the notation."""

    kingdom: Annotated[str, Meta(max_length=20_000)]


class ScoreAnswer(Struct, frozen=True):
    """What a kingdom typed by hand is worth; `realm.seats` is empty."""

    ruleset: str
    realm: RealmView
    rank: list[int]
    """What places are decided by, first things first: points and the ruleset's tie-breakers."""
