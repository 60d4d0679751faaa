"""What an arena found: for each player its win share, score, margin and time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean, median
from typing import Any

from crownlands import __version__
from crownlands.arena.intervals import METHOD, Interval, mean_interval, pairing_gain, share_interval
from crownlands.arena.judge import Played
from crownlands.arena.plan import Entrant, Plan


@dataclass(frozen=True)
class Times:
    """Seconds of a turn of a king."""

    turns: int
    median: float
    percentile_99: float
    longest: float
    late: float | None
    """The share of turns that took more than 110 % of the budget, if that is in seconds."""

    def as_json(self) -> dict[str, float | None]:
        return {name: None if value is None else round(value, 6) for name, value in vars(self).items()}


@dataclass(frozen=True)
class Line:
    """What is known of one player."""

    entrant: Entrant
    par: float
    """The win share if all realms were equally strong."""
    win: Interval
    score: Interval | None
    margin: Interval | None
    """Its best realm against the best of the others."""
    pairing: float | None
    """How many times more games without pairing would say the same about the win share."""
    times: Times | None
    forfeits: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            **self.entrant.as_json(),
            "par": round(self.par, 6),
            "win": self.win.as_json(),
            "score": self.score and self.score.as_json(),
            "margin": self.margin and self.margin.as_json(),
            "pairing": self.pairing and round(self.pairing, 3),
            "seconds": self.times and self.times.as_json(),
            "forfeits": list(self.forfeits),
        }


@dataclass(frozen=True)
class Summary:
    """What all finished deals say."""

    plan: Plan
    games: int
    """Games that count."""
    deals: int
    unfinished: int
    """Games of deals that were not played to the end; they are left out."""
    lines: tuple[Line, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "format": "crownlands arena summary 1",
            "version": __version__,
            "ruleset": self.plan.rules.name,
            "seed": self.plan.seed,
            "games": self.games,
            "planned": self.plan.games,
            "deals": self.deals,
            "unfinished": self.unfinished,
            "method": METHOD,
            "players": [line.as_json() for line in self.lines],
        }


def summarize(plan: Plan, games: Iterable[Played]) -> Summary:
    """The summary of these games of the plan."""
    deals: defaultdict[int, list[Played]] = defaultdict(list)
    total = 0
    for game in games:
        deals[game.task.deal].append(game)
        total += 1
    whole = [deals[deal] for deal in sorted(deals) if len(deals[deal]) == len(plan.lineups)]
    played = sum(map(len, whole))
    lines = tuple(_line(plan, entrant, whole) for entrant in plan.entrants) if whole else ()
    return Summary(plan, played, len(whole), total - played, lines)


def _line(plan: Plan, entrant: Entrant, deals: Sequence[Sequence[Played]]) -> Line:
    wins = [[sum(game.shares[realm] for realm in _realms(game, entrant)) for game in deal] for deal in deals]
    realms = fmean(len(_realms(game, entrant)) for game in deals[0])
    games = [game for deal in deals for game in deal]
    return Line(
        entrant,
        realms / len(plan.rules.realms),
        share_interval([fmean(deal) for deal in wins]),
        _over_deals([[_score(game, entrant) for game in deal] for deal in deals]),
        _over_deals([[_margin(game, entrant) for game in deal] for deal in deals]),
        pairing_gain(wins) if len(plan.lineups) > 1 else None,
        _times(entrant, [second for game in games for r in _realms(game, entrant) for second in game.seconds[r]]),
        tuple(_forfeits(games, entrant)),
    )


def _realms(game: Played, entrant: Entrant) -> list[int]:
    return [realm for realm, player in enumerate(game.task.lineup) if player == entrant]


def _score(game: Played, entrant: Entrant) -> float | None:
    realms = _realms(game, entrant)
    return fmean(game.points[realm] for realm in realms) if realms and not game.forfeit else None


def _margin(game: Played, entrant: Entrant) -> float | None:
    own = _realms(game, entrant)
    others = [points for realm, points in enumerate(game.points) if realm not in own]
    if game.forfeit or not own or not others:
        return None
    return max(game.points[realm] for realm in own) - max(others)


def _over_deals(deals: Iterable[Iterable[float | None]]) -> Interval | None:
    """Over the deals with any value; a forfeited game has none."""
    known = [[value for value in deal if value is not None] for deal in deals]
    means = [fmean(deal) for deal in known if deal]
    return mean_interval(means) if means else None


def _times(entrant: Entrant, seconds: list[float]) -> Times | None:
    if not seconds:
        return None
    seconds.sort()
    late = None
    if (latest := entrant.budget.latest) is not None:
        late = sum(second > latest for second in seconds) / len(seconds)
    return Times(len(seconds), median(seconds), percentile(seconds, 0.99), seconds[-1], late)


def percentile(ordered: Sequence[float], share: float) -> float:
    """The smallest value that this share of the values does not exceed."""
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def _forfeits(games: Iterable[Played], entrant: Entrant) -> Iterator[str]:
    for game in games:
        if game.forfeit and game.task.lineup[game.forfeit.realm] == entrant:
            yield f"game {game.task.index}: {game.forfeit.reason}"
