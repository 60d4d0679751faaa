"""What a review says: plain values, the same in the library, in the terminal, on the wire and on the page.

A value is a share of the win (a shared win is divided) and points. A Dynasty is one match: its values are of the match.
A ply is a number of events: ply n is the position after the first n events of the record, as in a replay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

VERSION = 3
"""Reviews of another version are made anew."""

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
ChanceKind = Literal["kings", "reveal", "buildings"]
WhyKind = Literal["points-now", "room", "crowns", "later", "coins", "rival", "order"]


@dataclass(frozen=True)
class Value:
    """What a realm may expect, gained or lost."""

    win: float
    points: float


@dataclass(frozen=True)
class Line:
    """All that a king does in a turn, in the notation, and what the acting realm may expect after it."""

    actions: tuple[str, ...]
    win: float
    points: float


@dataclass(frozen=True)
class Why:
    """One thing in which the better line differs from the one that was played, in points: better minus played."""

    kind: WhyKind
    amount: float
    part: str | None = None
    """For points that come later: the terrain or bonus that most of them come from, if there is one."""


@dataclass(frozen=True)
class TurnReview:
    """A king's turn with a choice."""

    ply: int
    """Where it begins."""
    plies: int
    """How many events it has."""
    game: int
    """Which game of the match, from 1."""
    round: int
    seat: int
    """Who decided."""
    realm: int
    """The realm of that seat: it gains and loses by the turn."""
    choices: int
    """How many different lines there were to choose from, mirror images counted once."""
    played: Line
    best: Line
    """The played line itself if nothing better was found."""
    loss: Value
    """Best minus played, for the realm that decided."""
    error: Value
    """Standard errors of the loss; 0 where it is exact."""
    exact: bool
    """The end was solved: everybody does their best from here on."""
    grade: Grade
    why: tuple[Why, ...]
    """What matters most, largest first; nothing for the best line."""
    effect: tuple[Value, ...]
    """Played minus best, for each realm."""
    change: tuple[Value, ...]
    """What each realm could expect after it minus before it, where routine play was expected."""


@dataclass(frozen=True)
class ChanceReview:
    """A draw: what it brought to each realm against the mean of what could have been drawn."""

    ply: int
    """Where it is drawn; its outcome is the event of this number."""
    game: int
    round: int
    kind: ChanceKind
    luck: tuple[Value, ...]
    error: tuple[Value, ...]
    """Standard errors; 0 where it is exact."""


@dataclass(frozen=True)
class RealmReview:
    """The result of a realm and its parts: expected + luck + own + rivals = result."""

    seats: tuple[int, ...]
    expected: Value
    """What everybody could expect at the start: the same for all realms."""
    luck: Value
    """What the draws brought."""
    own: Value
    """What its own decisions brought, and its partner's, against routine play."""
    rivals: Value
    """What the decisions of the others brought, against routine play."""
    result: Value
    adjusted: Value
    """The result without luck."""
    performance: float | None
    """Mean loss of a turn with a choice, in thousandths of a win: lower is better; None without such a turn.

    Points count where they say more: docs/study.md."""
    turns: int
    """How many turns had a choice."""


@dataclass(frozen=True)
class Moment:
    """A point of the curve: what each realm could expect then, from equal at the start to the result at the end."""

    ply: int
    win: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class Review:
    """A whole match, turn by turn and draw by draw."""

    version: int
    ruleset: str
    work: int
    """Playouts for each thing that was measured."""
    turns: tuple[TurnReview, ...]
    chances: tuple[ChanceReview, ...]
    realms: tuple[RealmReview, ...]
    curve: tuple[Moment, ...]


@dataclass(frozen=True)
class Progress:
    """How far a review is: steps that are done, of how many."""

    done: int
    of: int
