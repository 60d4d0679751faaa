"""Deals that several tables share: a daily deal for everybody, and duplicate tables.

Everybody meets the same bots, which do the same for the same moves: their seeds come from the deal and the turn, and
they count work instead of time.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from crownlands.rules import CrownlandsError, Match, Ruleset, ruleset
from crownlands.server.guard.credentials import new_key
from crownlands.server.protocol.entries import Opened, Pace, SeatState, SharedDeal, SharedKind
from crownlands.server.table.fair_deal import commitment
from crownlands.server.table.levels import STAND_IN

DAY_MS = 86_400_000
WORK = 400
"""Playouts for a turn of a bot at a table whose deal is shared; no level goes beyond its own."""
DAYS_BACK = 366
"""How old a daily deal may be that is played for practice."""


class Daily(NamedTuple):
    """What is played every day in a family: one person on the first seat, bots on the others."""

    ruleset: str
    bots: tuple[str, ...]

    @property
    def rules(self) -> Ruleset:
        return ruleset(self.ruleset)

    @property
    def family(self) -> str:
        return self.rules.family


DAILIES: dict[str, Daily] = {
    daily.family: daily
    for daily in (
        Daily("kingdomino/4", ("squire", "knight", "baron")),
        Daily("queendomino/4", ("squire", "knight", "baron")),
        Daily("royal-wedding/5", ("page", "squire", "knight", "baron")),
    )
}
REFERENCE_LEVELS = ("page", "squire", "knight", "baron", "monarch")
REFERENCES = tuple(f"{level} {number}" for level in REFERENCE_LEVELS for number in (1, 2, 3))
"""Players that play every daily deal in the person's place: three of each level, weakest first."""


def today(now: int) -> date:
    """The date at this moment, UTC."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def ends(day: date) -> int:
    """The moment at which this day is over."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000) + DAY_MS


def read_day(text: str) -> date:
    """The date that is written like 2026-11-17, and in no other way."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise CrownlandsError(f"no day {text!r}: it is written like 2026-11-17")
    return day


def playable(day: date, now: int) -> bool:
    """Whether its deal can be played: today's, or an earlier one for practice."""
    return today(now) - timedelta(days=DAYS_BACK) <= day <= today(now)


def deal_code(day: date, family: str) -> str:
    return f"{day.isoformat()} {family}"


def streak(days: Iterable[date], now: date) -> int:
    """Days in a row on which something was played, up to today or yesterday: today is not over."""
    played = set(days)
    last = now if now in played else now - timedelta(days=1)
    length = 0
    while last - timedelta(days=length) in played:
        length += 1
    return length


def longest(days: Iterable[date]) -> int:
    """The longest streak."""
    played = set(days)
    return max((streak(played, day) for day in played if day + timedelta(days=1) not in played), default=0)


def bot_seed(secret: str, match: Match) -> str:
    """Of a bot for one turn: from the secret of the deal, and the same at all its tables."""
    turn = " ".join(map(str, (match.game, *match.state.turn)))
    return sha256(f"crownlands shared bot 1\n{secret}\n{turn}".encode()).hexdigest()


def reference_seed(secret: str, player: str) -> str:
    return sha256(f"crownlands reference 1\n{secret}\n{player}".encode()).hexdigest()


def daily_table(kind: SharedKind, day: date, daily: Daily, name: str, seed: str, pace: Pace) -> Opened:
    """The first entry of a person's own table with a daily deal."""
    rules = daily.rules
    seats = [SeatState("person", rules.colours[0], name, 0)]
    for colour, level in zip(rules.colours[1:], daily.bots, strict=False):
        seats.append(SeatState("bot", colour, level.capitalize(), None, level))
    return Opened(
        ruleset=rules.name,
        seats=seats,
        persons=[name],
        keys=[new_key()],
        host=0,
        listed=False,
        clock=None,
        hints="after",
        stand_in=STAND_IN,
        commitment=commitment(rules, seed),
        pace=pace,
        shared=SharedDeal(kind, day=day.isoformat()),
    )
