"""Daily deals, and what everybody made of them."""

from __future__ import annotations

from msgspec import Struct

from crownlands.server.protocol.entries import Pace, Person
from crownlands.server.protocol.messages import Name
from crownlands.server.protocol.views import Status


class MyDaily(Struct, frozen=True):
    """My table with a daily deal."""

    code: str
    watch: str
    person: Person
    token: str | None
    """None, if I have let the table go."""
    status: Status
    points: int | None
    """When it is over."""
    counts: bool
    """Whether it is the first one, and was or still can be finished on its day."""
    share: float | None = None
    """Matchpoints against everybody and all reference players, where they are asked for."""


class DailyDeal(Struct, frozen=True):
    """A day's deal of one family: one person, the same bots for everybody."""

    day: str
    family: str
    ruleset: str
    bots: list[str]
    """Their levels, in the order of the seats after the person's."""
    commitment: str
    seed: str | None
    """Told when the day is over."""
    played: int
    """How many people have finished it."""
    mine: list[MyDaily] = []
    """The table that counts first, if there is one; then practice."""


class Daily(Struct, frozen=True):
    """Today's deals."""

    day: str
    now: int
    """The server's time in milliseconds."""
    ends: int
    """When the day is over."""
    deals: list[DailyDeal]
    streak: int
    """Days in a row on which I finished a deal in time, up to today or yesterday."""
    longest: int


class DailyRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody plays a daily deal: for the first time, or again for practice."""

    name: Name
    practice: bool = False
    pace: Pace = "usual"


class Compared(Struct, frozen=True):
    """One result of a deal."""

    name: str
    level: str | None
    """Of a reference player; people have none."""
    points: int
    share: float | None
    """Matchpoints against all the others: who was beaten, and half of who was tied with."""
    you: bool


class DailyComparison(Struct, frozen=True):
    """What everybody made of a daily deal, best first."""

    deal: DailyDeal
    results: list[Compared]
    """All reference players, the best of the people, and oneself."""
    people: int
    references: int
    """How many have played so far."""
    references_in_all: int
    against_people: float | None
    """My matchpoints against people, and against the reference players."""
    against_references: float | None


class CalendarDay(Struct, frozen=True):
    day: str
    deals: list[DailyDeal]


class Calendar(Struct, frozen=True):
    """The days of a month with deals that can be played, latest first."""

    month: str
    first: str
    """The earliest month with deals."""
    last: str
    days: list[CalendarDay]
