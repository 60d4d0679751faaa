"""Reviews of finished games, and turns that are tried once more."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from crownlands.server.protocol.bodies.positions import ActionText, PositionText
from crownlands.study.review import Review


class ReviewRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of a finished game, to be reviewed. The review is kept for a while, without names."""

    record: Annotated[str, Meta(max_length=200_000)]


class ReviewAnswer(Struct, frozen=True):
    """A review, or how far it is: ask again by its key until it is there. It goes on only while somebody asks."""

    key: str
    done: int
    of: int
    """Steps in all; 0 before it has begun."""
    ahead: int
    """Reviews that come first."""
    review: Review | None


class TryRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A turn that was reviewed and played once more: is it as good as the best that is known?"""

    position: PositionText
    ply: Annotated[int, Meta(ge=0, le=100_000)]
    """Of the turn: it is measured as it was reviewed."""
    best: Annotated[list[ActionText], Meta(min_length=1, max_length=8)]
    tried: Annotated[list[ActionText], Meta(min_length=1, max_length=8)]
